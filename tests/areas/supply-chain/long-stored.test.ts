import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { mailLimitReached } from '#server/jobs/document-mail.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'
import { getHeldMails, holdMails } from '#tests/support/held-mails.ts'
import type { Row } from './support.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

/**
 * June: 100 pieces of 0.05 CBM from the start, 40 received on the 10th and 60 shipped on the 20th.
 */
const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 23:59:59.9', -60],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await holdMails(site.db)
  const dates = { from_dt: '20260601', to_dt: '20260630' }
  await addPastStock(site.db, { owner: 'BYLOT', item: 'J', moved: june })
  await addPrices(site.db, {
    price_cd: 'BYLOT',
    owner_cd: 'BYLOT',
    basis_cd: 'DAY_END',
    unit_price: 300,
    ...dates,
  })
  await addPastStock(site.db, { owner: 'SHARED', item: 'J', moved: june })
  await addPastStock(site.db, { owner: 'SHARED', item: 'K', moved: [['2026-05-20 09:00:00', 80]] })
  await addPrices(site.db, {
    price_cd: 'SHARED',
    owner_cd: 'SHARED',
    basis_cd: 'AVERAGE',
    unit_price: 9000,
    ...dates,
  })
  await closeUntil(site.db, '20260701')
  await chargeAll(site.db)
  await site.db.script(`
    update owner set email = 'desk@bylot.example' where owner_cd = 'BYLOT'`)
})
afterAll(() => closeVerified(site))

const getLongStored = (OWNER_CD: string) => user.query('supply-chain/long-stored', { OWNER_CD })

async function actOnOwner(name: string, owner: string, extra: Row = {}) {
  const rows = (await getLongStored(owner)).map((row) => ({
    OWNER_CD: owner,
    STOCK_CD: row['STOCK_CD'] ?? null,
    LOT_NO: row['LOT_NO'] ?? null,
    RECEIVED_DT: row['RECEIVED_DT'] ?? null,
    ...extra,
  }))
  return user.save(`supply-chain/${name}`, rows)
}

const getMails = () => getHeldMails(site.db)

describe('long-stored stock', () => {
  test('appears from the owner’s limit on, with CBM multiplied by days', async () => {
    const item = await addItem(site.db, 'OLD')
    await site.db.execute(sql`update stock set cbm = 0.5 where stock_cd = ${item}`)
    await putStock(site.db, { item, qty: 4, received: addDays(today, -90), cell: 'A-002' })
    const young = await addItem(site.db, 'YOUNG')
    await putStock(site.db, { item: young, qty: 4, received: addDays(today, -89), cell: 'A-003' })
    const findItems = () => user.query('supply-chain/long-stored', { STOCK_CD: `${item},${young}` })
    expect(await findItems()).toMatchObject([
      { STOCK_CD: item, DAYS: 90, LIMIT_DAYS: 90, OVER_DAYS: 0, CBM: 2, CBM_DAYS: 180 },
    ])
    await site.db.execute(sql`update owner set long_term_days = 30 where owner_cd = 'HANBIT'`)
    expect((await findItems()).map((row) => row['OVER_DAYS'])).toEqual([60, 59])
  })

  test('costs the charges of its lots or its share of the owner’s volume', async () => {
    expect(await getLongStored('BYLOT')).toMatchObject([{ STOCK_CD: 'J', STORAGE_AMT: 47_700 }])
    // 9.3 CBM on average at 9,000 won; each item has half of the volume at the end of June.
    expect(await getLongStored('SHARED')).toMatchObject([
      { STOCK_CD: 'J', STORAGE_AMT: 41_850 },
      { STOCK_CD: 'K', STORAGE_AMT: 41_850 },
    ])
  })
})

describe('actions on long-stored stock', () => {
  test('a notice is mailed to the owner and rejected for an owner without an address', async () => {
    const silent = await actOnOwner('notice-long-stored', 'SHARED')
    expect(silent.status).toBe(422)
    expect(rowErrors(silent)[0]?.slice(1)).toEqual([
      'OWNER_CD',
      expect.stringMatching(/의 메일주소가 없습니다\. 화주관리에서 이메일을 입력하세요\.$/),
    ])
    const done = await actOnOwner('notice-long-stored', 'BYLOT', {
      REMARK: 'Please answer before year end.',
    })
    expect(done.body.message).toBe('1건을 메일 1통으로 안내합니다.')
    const [mail] = await getMails()
    expect(mail).toMatchObject({ TO: ['desk@bylot.example'] })
    expect(mail?.TEXT).toMatch(/- J .*입고 2026-05-20 · \d+일 · 80 · 보관료 47,700원\n/)
    expect(mail?.TEXT).toContain('Please answer before year end.')
    expect(await getLongStored('BYLOT')).toMatchObject([{ ACTION_CD: 'NOTICE' }])
  })

  test('disposal can be requested once, for a future date', async () => {
    const requestDisposal = (DUE_DT: string) =>
      actOnOwner('request-disposal', 'BYLOT', { DUE_DT, REMARK: 'expires soon' })
    expect(rowErrors(await requestDisposal('20200101'))[0]?.[1]).toBe('DUE_DT')
    const due = addDays(today, 14)
    expect((await requestDisposal(due)).body.message).toBe('1건의 폐기를 요청했습니다.')
    expect(await getLongStored('BYLOT')).toMatchObject([{ ACTION_CD: 'DISPOSAL', DUE_DT: due }])
    expect(rowErrors(await requestDisposal(due))[0]?.[2]).toBe('이미 폐기를 요청한 재고입니다.')
    expect(await getMails()).toHaveLength(2)
  })

  test('a surcharge becomes a charge of the month and no amount is surcharged twice', async () => {
    const charge = () =>
      actOnOwner('surcharge-long-stored', 'BYLOT', {
        SURCHARGE_RATE: 12.5,
        REMARK: 'over six months',
      })
    expect((await charge()).body.message).toBe('1건에 5,963원을 할증 청구했습니다.')
    const [made] = await user.query('billing/charges', { OWNER_CD: 'BYLOT', CAUSE_CD: 'HAND' })
    expect(made).toMatchObject({ AMOUNT: 5963, CHARGE_CD: 'STORE' })
    expect(made?.['REASON']).toContain('장기보관 할증 12.5% J')
    expect(await getLongStored('BYLOT')).toMatchObject([
      { ACTION_CD: 'SURCHARGE', SURCHARGE_AMT: 5963, STORAGE_AMT: 47_700 },
    ])
    const again = await charge()
    expect(rowErrors(again)[0]?.[1]).toBe('SURCHARGE_RATE')
    expect(
      await user.query('billing/charges', { OWNER_CD: 'BYLOT', CAUSE_CD: 'HAND' }),
    ).toHaveLength(1)
  })

  test('an owner is mailed at most five times an hour', async () => {
    const before = (await getMails()).length
    for (let mail = before; mail < 5; mail += 1) {
      expect((await actOnOwner('notice-long-stored', 'BYLOT')).status).toBe(200)
    }
    const refused = await actOnOwner('notice-long-stored', 'BYLOT')
    expect(rowErrors(refused)).toEqual([[1, 'OWNER_CD', mailLimitReached.ko]])
    expect(await getMails()).toHaveLength(5)
  })

  test('stock that does not exist is rejected', async () => {
    const gone = { OWNER_CD: 'BYLOT', STOCK_CD: 'J', LOT_NO: 'NONE', RECEIVED_DT: '20200101' }
    const refused = await user.save('supply-chain/notice-long-stored', [gone])
    expect(refused.status).toBe(409)
  })
})

test('actions on full-width lots are kept when the lots are converted', async () => {
  const item = await addItem(site.db, 'WIDE-LONG')
  await putStock(site.db, { item, qty: 4, lot: 'ＡＢ１２', received: addDays(today, -120) })
  await site.db.execute(
    sql`update owner set email = 'desk@hanbit.example' where owner_cd = 'HANBIT'`,
  )
  await site.db.execute(sql`
    insert into long_stock_action (wcode, owner_cd, stock_cd, lot_no, received_dt, action_cd, qty,
      due_dt, created_by)
    values ('W01', 'HANBIT', ${item}, 'ＡＢ１２', ${addDays(today, -120)}::date, 'DISPOSAL', 4,
      ${addDays(today, 14)}::date, 'admin')`)
  const migrations = await readMigrations()
  for (const number of [789, 792]) {
    await site.db.script(migrations.find(({ version }) => version === number)?.text ?? '')
  }
  const row = { OWNER_CD: 'HANBIT', STOCK_CD: item, LOT_NO: 'AB12' }
  const [found] = await user.query('supply-chain/long-stored', { STOCK_CD: item })
  expect(found).toMatchObject({ ...row, ACTION_CD: 'DISPOSAL' })
  const again = await user.save('supply-chain/request-disposal', [
    { ...row, RECEIVED_DT: addDays(today, -120), DUE_DT: addDays(today, 20), REMARK: null },
  ])
  expect(again.status).toBe(422)
})
