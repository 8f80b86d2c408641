import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LedgerWorker, sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { watchLedger } from '#areas/inventory/server/ledger-round.ts'
import { subjectNames } from '#areas/inventory/server/ledger-subjects.ts'
import { ledgerChecks, verifyLedger } from '#areas/inventory/server/verify.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { addItem, expectStock, putStock } from '#tests/support/floor.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
})
afterAll(() => site.close())

async function countSeals(): Promise<{ sealed: number; waiting: number; posted: number }> {
  const [row] = await site.db.query<{ sealed: number; waiting: number; posted: number }>(sql`
    select (select count(*) from ledger_seal) sealed, (select count(*) from ledger_queue) waiting,
      (select count(*) from stock_movement) posted`)
  return row ?? { sealed: 0, waiting: 0, posted: 0 }
}

/** Changes rows without the guards, as a user with database credentials could. */
async function tamper(table: string, statement: string): Promise<void> {
  await site.db.transaction(async (tx) => {
    await tx.script(`alter table ${table} disable trigger user; ${statement};
      alter table ${table} enable trigger user`)
  })
}

const getFindings = () =>
  site.db.query(sql`select check_nm, key_text from ledger_finding order by 1, 2`)

describe('ledger sealing', () => {
  test('seals each movement once, in ledger order', async () => {
    const { posted } = await countSeals()
    expect(await sealLedger(site.db)).toBe(posted)
    expect(await sealLedger(site.db)).toBe(0)
    await putStock(site.db, { item: await addItem(site.db, 'SEALED'), qty: 3 })
    expect(await countSeals()).toEqual({ sealed: posted, waiting: 1, posted: posted + 1 })
    expect(await sealLedger(site.db)).toBe(1)
    expect(await countSeals()).toEqual({ sealed: posted + 1, waiting: 0, posted: posted + 1 })
    expect((await verifyLedger(site.db)).flatMap(({ breaches }) => breaches)).toEqual([])
  })

  test.skipIf(testStore() === 'embedded')(
    'seals a late-committed movement later, without blocking other movements',
    async () => {
      const other = await openDatabase({ url: testDatabaseUrl(site.db) })
      const gate = Promise.withResolvers<undefined>()
      const posted = Promise.withResolvers<undefined>()
      const late = other.transaction(async (tx) => {
        await tx.execute(sql`
          insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
            doc_line, from_place_cd, to_place_cd, to_balance_id, qty, idempotency_key, user_id)
          select business_dt, wcode, owner_cd, stock_cd, 'ADJUST', 'ADJ-LATE', 1, 'ADJUSTMENT',
            'CELL', to_balance_id, 1, idempotency_key, user_id
          from stock_movement where movement_cd = 'RECEIPT'`)
        posted.resolve(undefined)
        await gate.promise
      })
      await posted.promise
      await putStock(site.db, { item: await addItem(site.db, 'SOON'), qty: 1, cell: 'A-003' })
      expect(await sealLedger(site.db)).toBe(1)
      gate.resolve(undefined)
      await late
      expect(await sealLedger(site.db)).toBe(1)
      expect((await verifyLedger(site.db)).flatMap(({ breaches }) => breaches)).toEqual([])
      await other.close()
    },
  )
})

describe('continuous verification', () => {
  test('has a check for every subject and a subject for every check', () => {
    expect(new Set(ledgerChecks.map(({ subject }) => subject))).toEqual(new Set(subjectNames))
  })

  test('finds a changed old movement, and clears the finding once it is corrected', async () => {
    await watchLedger(site.db)
    expect(await getFindings()).toEqual([])
    const [old] = await site.db.query<{ no: number }>(sql`
      select min(movement_no) no from stock_movement`)
    const changeReason = (reason: string) =>
      tamper(
        'stock_movement',
        `update stock_movement set reason = ${reason} where movement_no = ${old?.no}`,
      )
    await changeReason(`'another'`)
    expect(await watchLedger(site.db)).toMatchObject({ findings: 1 })
    expect(await getFindings()).toEqual([
      { check_nm: 'Unbroken chain of seals, each matching its movement', key_text: '[1]' },
    ])
    await changeReason('null')
    expect(await watchLedger(site.db)).toMatchObject({ findings: 0 })
  })

  test('finds a balance that differs from its movements', async () => {
    await tamper('stock_balance', `update stock_balance set qty = qty + 1 where stock_cd = 'PLAIN'`)
    await watchLedger(site.db)
    expect((await getFindings()).map((row) => row['check_nm'])).toEqual([
      'Stock = sum of movements',
      'Total of each item over all places = 0',
    ])
    await tamper('stock_balance', `update stock_balance set qty = qty - 1 where stock_cd = 'PLAIN'`)
    expect(await watchLedger(site.db)).toMatchObject({ findings: 0 })
  })

  test('continuous verification never writes to the tables it verifies', async () => {
    const verifyAll = () =>
      site.db.query(
        sql`select ${raw(
          [
            'stock_movement',
            'stock_balance',
            'ledger_seal',
            'receipt',
            'receipt_line',
            'allocation',
          ]
            .map((table) => `(select count(*)::text || max(xmin::text) from ${table}) ${table}`)
            .join(', '),
        )}`,
      )
    const before = await verifyAll()
    await watchLedger(site.db)
    await verifyLedger(site.db)
    expect(await verifyAll()).toEqual(before)
  })

  test('runs in one process at a time, and another process takes over from a dead one', async () => {
    await site.db.execute(sql`update ledger_watch set busy_until = now() + interval '1 minute'`)
    expect(await watchLedger(site.db)).toBeUndefined()
    await site.db.execute(sql`update ledger_watch set busy_until = now() - interval '1 second'`)
    expect(await watchLedger(site.db)).toMatchObject({ findings: 0 })
  })

  test('pauses nine times as long as a round took, while sealing continues', async () => {
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    let rounds = 0
    const keeper = new LedgerWorker(
      site.db,
      1,
      async () => void (rounds += 1),
      () => undefined,
      async () => void (nowMs += 1_000),
    )
    keeper.start()
    try {
      await expect.poll(() => rounds).toBe(1)
      nowMs += 8_999
      await putStock(site.db, { item: await addItem(site.db, 'RESTING'), qty: 1 })
      await expect.poll(async () => (await countSeals()).waiting).toBe(0)
      await putStock(site.db, { item: await addItem(site.db, 'RESTED'), qty: 1 })
      await expect.poll(async () => (await countSeals()).waiting).toBe(0)
      expect(rounds).toBe(1)
      nowMs += 1
      await expect.poll(() => rounds).toBe(2)
    } finally {
      await keeper.stop()
      clock.mockRestore()
    }
  })

  test('notifies an open page when the number of findings changes', async () => {
    const here = await createSiteApp(site, { ledgerMs: 50 })
    const address = await here.listen()
    const { cookie } = await here.login('customer')
    const reader = await readEvents(address, cookie)
    const state = await reader.next(({ event }) => event === 'ledger')
    expect(state.data).toMatchObject({ FINDINGS: 0 })
    await tamper('stock_balance', `update stock_balance set qty = qty + 1 where stock_cd = 'PLAIN'`)
    await reader.next(({ event, data }) => event === 'ledger' && data['FINDINGS'] === 2)
    await tamper('stock_balance', `update stock_balance set qty = qty - 1 where stock_cd = 'PLAIN'`)
    await reader.next(({ event, data }) => event === 'ledger' && data['FINDINGS'] === 0)
  })
})
