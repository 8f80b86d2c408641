import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { testStore } from '#tests/support/database.ts'

const key = 4713
let site: TestSite
let user: TestUser
/** User of the other warehouse. */
let other: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into user_warehouse (user_id, wcode) values ('second', 'W02');
    insert into bill_month (wcode, owner_cd, bill_month)
      select w, 'HANBIT', '202606' from unnest(array['W01', 'W02']) w;
    create function hold_work() returns trigger language plpgsql as $$
      begin
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${key});
        return new;
      end $$;
    create trigger hold before update on charge_follow
      for each statement execute function hold_work();
    create trigger hold before insert on charge
      for each row when (new.reason = 'held') execute function hold_work()`)
  await addPrices(site.db, { price_cd: 'ALL', unit_price: 300 })
  user = await site.login('admin')
  other = await site.login('second', 'W02')
})
afterAll(() => site.close())

const waitForBlocked = async (kind: string) => {
  const rows = await site.db.query(sql`
    select from pg_locks where not granted and locktype = ${kind}
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length
}

/** Runs `other` after `work` has finished everything but its commit. */
async function runWhileHeld<T>(work: () => Promise<T>, other: () => Promise<void>): Promise<T> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const barrier = site.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${key})`)
    held.resolve()
    await release.promise
  })
  await held.promise
  const result = work()
  try {
    await expect.poll(() => waitForBlocked('advisory')).toBe(1)
    await other()
  } finally {
    release.resolve()
    await barrier
  }
  return result
}

const type = (who: TestUser, REASON: string): Promise<SaveResponse> =>
  who.save('billing/write-charges', [
    {
      BATCH_FLAG: 'I',
      OWNER_CD: 'HANBIT',
      CHARGE_CD: 'EXTRA',
      SERVICE_DT: '20260610',
      QTY: 1,
      UNIT_CD: 'DOC',
      UNIT_PRICE: 1000,
      VAT_CD: 'TAX',
      REASON,
    },
  ])
const chargeNumber = ({ body }: SaveResponse) => Number(body.data.rows[0]?.['CHARGE_NO'])
const month = [{ OWNER_CD: 'HANBIT', BILL_MONTH: '202606' }]

describe.runIf(testStore() === 'postgres')('billing during other billing', () => {
  test('charges are entered while the storage of all warehouses is charged', async () => {
    await addPastStock(site.db, { owner: 'HANBIT', item: 'J', moved: [['2026-06-09 09:00:00', 5]] })
    await chargeAll(site.db)
    await closeUntil(site.db, '20260610')
    await runWhileHeld(
      () => chargeLedger(site.db),
      async () => {
        expect((await type(user, 'night')).status).toBe(200)
        expect((await type(other, 'night')).status).toBe(200)
      },
    )
  })

  test('months of other warehouses are reviewed while work is charged', async () => {
    const undone = chargeNumber(await type(other, 'wrong'))
    const moved = [['2026-06-11 09:00:00', 5]] as const
    await addPastStock(site.db, { owner: 'HANBIT', item: 'J', kind: 'RECEIPT', moved })
    await sealLedger(site.db)
    let own: Promise<SaveResponse> | undefined
    await runWhileHeld(
      () => chargeLedger(site.db),
      async () => {
        const cancelled = await other.save('billing/take-back-charge', [{ CHARGE_NO: undone }])
        expect(cancelled.status).toBe(200)
        expect((await other.save('billing/review-month', month)).status).toBe(200)
        own = user.save('billing/review-month', month)
        await expect.poll(() => waitForBlocked('advisory')).toBe(2)
      },
    )
    expect((await own)?.status).toBe(200)
  })

  test('a month waits for the charges that are being entered, and for no other warehouse', async () => {
    let own: Promise<SaveResponse> | undefined
    const typed = await runWhileHeld(
      () => type(user, 'held'),
      async () => {
        expect((await other.save('billing/review-month', month)).status).toBe(200)
        own = user.save('billing/review-month', month)
        await expect.poll(() => waitForBlocked('advisory')).toBe(2)
      },
    )
    expect([typed.status, (await own)?.status]).toEqual([200, 200])
  })

  test('a server of the version before and this one take turns', async () => {
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const previous = site.db.transaction(async (tx) => {
      await tx.execute(sql`lock table bill_month in share row exclusive mode`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const typed = type(user, 'beside')
    await expect.poll(() => waitForBlocked('relation')).toBe(1)
    release.resolve()
    await previous
    expect((await typed).status).toBe(200)
  })
})
