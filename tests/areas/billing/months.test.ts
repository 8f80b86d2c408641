import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { changedSinceReview } from '#areas/billing/server/months.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser
let second: TestUser

const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 23:59:59.9', -60],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
  for (const owner of ['AA', 'BB', 'CC', 'DD']) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
  }
  await addPastStock(site.db, { owner: 'NOCBM', item: 'Z', cbm: 0, moved: june })
  await addPastStock(site.db, {
    owner: 'EE',
    item: 'J',
    moved: [
      ['2026-05-20 09:00:00', 100],
      ['2026-06-20 10:00:00', -100],
    ],
  })
  await addPastStock(site.db, {
    owner: 'FF',
    item: 'J',
    moved: [
      ['2026-06-05 09:00:00', 100],
      ['2026-06-05 10:00:00', -100],
    ],
  })
  await addPrices(
    site.db,
    { price_cd: 'LEFT', owner_cd: 'FF', unit_price: 300, month_min_amt: 7000, from_dt: '20260601' },
    { price_cd: 'IDLE', owner_cd: 'EE', unit_price: 300, month_min_amt: 5000, from_dt: '20260601' },
    { price_cd: 'ALL', unit_price: 300, from_dt: '20260601' },
    {
      price_cd: 'LEAST',
      owner_cd: 'BB',
      unit_price: 300,
      month_min_amt: 94300,
      from_dt: '20260601',
    },
  )
  await closeUntil(site.db, '20260731')
  await chargeAll(site.db)
})
afterAll(() => closeVerified(site))

const monthRow = (OWNER_CD: string, BILL_MONTH = '202606') => ({ OWNER_CD, BILL_MONTH })
const close = (owner: string, who = user) => who.save('billing/close-month', [monthRow(owner)])
const getInvoices = (OWNER_CD: string) => user.query('billing/invoices', { OWNER_CD })

test('a month closes into one invoice whose lines add up', async () => {
  expect((await close('AA')).status).toBe(200)
  const [invoice] = await getInvoices('AA')
  expect(invoice).toMatchObject({
    STATE_CD: '30',
    BILL_MONTH: '202606',
    SUPPLY_AMT: 47_700,
    TAX_AMT: 4770,
    TOTAL_AMT: 52_470,
    WRITE_DT: '20260630',
  })
  const lines = await user.query('billing/invoice-lines', {
    INVOICE_NO: invoice?.['INVOICE_NO'] ?? null,
  })
  expect(lines).toMatchObject([{ CHARGE_CD: 'STORE', QTY: 159, UNIT_PRICE: 300 }])
})

test('a closed month rejects new charges and a second close', async () => {
  expect(rowErrors(await close('AA', second))).toEqual([
    [1, 'BILL_MONTH', '이미 마감한 청구월입니다. 다시 조회하세요.'],
  ])
  const into = sql`insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, cause_cd,
    doc_no, qty, unit_cd, amount, vat_cd, tax_rate, currency_cd, rounding_cd, reason, created_by)
    values ('W01', 'AA', 'EXTRA', '20260630', '202606', 'HAND', 'X', 1, 'DOC', 1, 'TAX', 10, 'KRW',
      '2', 'x', 'admin')`
  await expect(site.db.execute(into)).rejects.toThrow(/month is closed/)
})

test('a charge typed for a closed month is posted to the open one', async () => {
  const typed = {
    OWNER_CD: 'AA',
    CHARGE_CD: 'EXTRA',
    SERVICE_DT: '20260628',
    QTY: 2,
    UNIT_CD: 'DOC',
    UNIT_PRICE: 5000,
    REASON: 'night work',
  }
  expect((await user.save('billing/write-charges', [typed])).status).toBe(200)
  const [row] = await user.query('billing/charges', { OWNER_CD: 'AA', CAUSE_CD: 'HAND' })
  const late = { BILL_MONTH: '202607', OF_MONTH: '202606' }
  expect(row).toMatchObject({ ...late, AMOUNT: 10_000, TAX_AMT: 1000 })
  const back = { CHARGE_NO: row?.['CHARGE_NO'] ?? null }
  expect((await user.save('billing/take-back-charge', [back])).status).toBe(200)
  expect((await user.save('billing/take-back-charge', [back])).status).toBe(409)
})

test('a monthly minimum adds a separate charge', async () => {
  expect((await close('BB')).status).toBe(200)
  const [invoice] = await getInvoices('BB')
  expect(invoice).toMatchObject({ SUPPLY_AMT: 94_300 })
  const limits = await user.query('billing/charges', { OWNER_CD: 'BB', CAUSE_CD: 'LEAST' })
  expect(limits).toMatchObject([{ AMOUNT: 46_600 }])
})

test('a month without any work is still charged its minimum', async () => {
  const july = { OWNER_CD: 'EE', BILL_MONTH: '202607' }
  expect((await user.save('billing/close-month', [july])).status).toBe(200)
  const rows = await user.query('billing/charges', july)
  expect(rows).toMatchObject([{ CAUSE_CD: 'LEAST', AMOUNT: 5000 }])
})

test('an owner whose stock left before anything was charged still owes the monthly minimum', async () => {
  expect((await close('FF')).status).toBe(200)
  const rows = await user.query('billing/charges', monthRow('FF'))
  expect(rows).toMatchObject([{ CAUSE_CD: 'LEAST', AMOUNT: 7000 }])
})

test('reopening needs a reason, and closing again makes an equal invoice and preserves the old one', async () => {
  expect(rowErrors(await user.save('billing/reopen-month', [monthRow('BB')]))[0]?.[1]).toBe(
    'REASON',
  )
  const back = { ...monthRow('BB'), REASON: 'price checked' }
  expect((await user.save('billing/reopen-month', [back])).status).toBe(200)
  expect((await close('BB')).status).toBe(200)
  const created = await getInvoices('BB')
  expect(new Set(created.map((row) => row['STATE_CD']))).toEqual(new Set(['30', '90']))
  expect(created.map((row) => row['SUPPLY_AMT'])).toEqual([94_300, 94_300])
})

test('closing a month with unbilled work needs a reason', async () => {
  const typed = { OWNER_CD: 'NOCBM', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260605', UNIT_PRICE: 100 }
  await user.save('billing/write-charges', [{ ...typed, QTY: 1, UNIT_CD: 'DOC', REASON: 'x' }])
  const waiting = await user.query('billing/unbilled', {
    OWNER_CD: 'NOCBM',
    SERVICE_DT: '20260601~20260630',
  })
  expect(waiting).toHaveLength(30)
  expect(waiting[0]).toMatchObject({ REASON_CD: 'NO_CBM', STOCK_CD: 'Z' })
  const refused = rowErrors(await close('NOCBM'))
  expect(refused).toEqual([
    [1, 'REASON', '미청구 작업이 30건 있습니다. 그대로 마감하려면 사유를 입력하세요.'],
  ])
  const known = { ...monthRow('NOCBM'), REASON: 'sample' }
  expect((await user.save('billing/close-month', [known])).status).toBe(200)
})

test('the reviewer cannot close a month that requires two users', async () => {
  const terms = { BATCH_FLAG: 'I', OWNER_CD: 'CC', SECOND_YN: 'Y', TAX_CD: 'LINE' }
  expect((await user.save('billing/save-terms', [terms])).status).toBe(200)
  expect(rowErrors(await close('CC'))[0]?.[2]).toMatch(/다른 사용자가 검토/)
  await user.save('billing/review-month', [monthRow('CC')])
  expect((await close('CC')).status).toBe(422)
  expect((await close('CC', second)).status).toBe(200)
})

test('a month whose charges changed after the review is reviewed again', async () => {
  const terms = { BATCH_FLAG: 'I', OWNER_CD: 'REV', SECOND_YN: 'Y', TAX_CD: 'LINE' }
  await site.db.script(`insert into owner (owner_cd, owner_nm) values ('REV', 'REV')`)
  expect((await user.save('billing/save-terms', [terms])).status).toBe(200)
  const typed = { OWNER_CD: 'REV', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260628', UNIT_CD: 'DOC' }
  const type = () =>
    second.save('billing/write-charges', [{ ...typed, QTY: 1, UNIT_PRICE: 5000, REASON: 'x' }])
  expect((await type()).status).toBe(200)
  await user.save('billing/review-month', [monthRow('REV')])
  expect((await type()).status).toBe(200)
  const refused = [[1, 'BILL_MONTH', changedSinceReview.ko]]
  expect(rowErrors(await close('REV', second))).toEqual(refused)
  await user.save('billing/review-month', [monthRow('REV')])
  expect((await close('REV', second)).status).toBe(200)
})

test('two users closing concurrently create one invoice', async () => {
  const responses = await Promise.all([close('DD', user), close('DD', second)])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await getInvoices('DD')).toHaveLength(1)
})

test('a month that has not ended cannot be closed', async () => {
  const now = `${new Date().getFullYear()}12`
  const typed = { OWNER_CD: 'AA', CHARGE_CD: 'EXTRA', SERVICE_DT: `${now}31`, UNIT_PRICE: 1 }
  await user.save('billing/write-charges', [{ ...typed, QTY: 1, UNIT_CD: 'DOC', REASON: 'x' }])
  const response = await user.save('billing/close-month', [monthRow('AA', now)])
  expect(rowErrors(response)[0]?.[2]).toBe('아직 끝나지 않은 청구월입니다.')
})

test('a month totals KRW and other currencies separately', async () => {
  const typed = { OWNER_CD: 'DD', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260805', UNIT_CD: 'DOC' }
  const dollars = { ...typed, CURRENCY_CD: 'USD', QTY: 1, REASON: 'x' }
  const saved = await user.save('billing/write-charges', [
    { ...typed, QTY: 2, UNIT_PRICE: 700, REASON: 'x' },
    { ...dollars, UNIT_PRICE: 1234.5 },
    { ...dollars, UNIT_PRICE: -34 },
  ])
  expect(saved.status).toBe(200)
  const request = { OWNER_CD: 'DD', BILL_MONTH: '202608' }
  const apart = { AMOUNT: 1400, FOREIGN_AMTS: 'USD 1,200.50', CHARGE_COUNT: 3 }
  expect(await user.query('billing/months', request)).toMatchObject([apart])
  const later = { ...request, AS_OF: '20991231' }
  expect(await user.query('billing/months', later)).toMatchObject([apart])
})

test('a foreign invoice has its value in won by the rate of its date', async () => {
  await site.db.script(`
    insert into currency (currency_cd, currency_nm, currency_en) values ('USD', 'USD', 'USD')
      on conflict do nothing;
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate) values
      ('BASE', 'USD', '2026-08-28', 1, 1380.5), ('BASE', 'USD', '2026-09-01', 1, 1400)`)
  await closeUntil(site.db, '20260831')
  await chargeAll(site.db)
  expect(rowErrors(await user.save('billing/close-month', [monthRow('DD', '202608')]))).toEqual([])
  const search = { OWNER_CD: 'DD', BILL_MONTH: '202608' }
  expect(await user.query('billing/invoices', { ...search, CURRENCY_CD: 'USD' })).toMatchObject([
    // 1,200.50 and 10 % tax.
    { TOTAL_AMT: 1320.55, RATE: 1380.5, RATE_DT: '20260828', WON_AMT: 1_823_019 },
  ])
  const [won] = await user.query('billing/invoices', { ...search, CURRENCY_CD: 'KRW' })
  expect(won).toMatchObject({ RATE: null, WON_AMT: null })
})

test('an invoice needs a business number, and its month cannot reopen once approved', async () => {
  const [invoice] = await getInvoices('AA')
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  expect(rowErrors(await user.save('billing/issue-invoices', [{ INVOICE_NO }]))[0]?.[2]).toMatch(
    /사업자등록번호/,
  )
  const terms = { BATCH_FLAG: 'I', OWNER_CD: 'AA', TAX_CD: 'LINE', SECOND_YN: 'N' }
  const wrong = await user.save('billing/save-terms', [{ ...terms, BIZ_NO: '124-81-00999' }])
  expect(rowErrors(wrong)).toEqual([
    [1, 'BIZ_NO', expect.stringMatching(/사업자등록번호가 아닙니다/)],
  ])
  await user.save('billing/save-terms', [{ ...terms, BIZ_NO: '124-81-00998' }])
  expect((await user.save('billing/issue-invoices', [{ INVOICE_NO }])).status).toBe(200)
  const APPROVAL_NO = '202607011234567812345678'
  const approved = await user.save('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO }])
  expect(approved.status).toBe(200)
  const back = { ...monthRow('AA'), REASON: 'x' }
  expect(rowErrors(await user.save('billing/reopen-month', [back]))[0]?.[2]).toMatch(
    /수정세금계산서/,
  )
  await expect(
    site.db.execute(sql`update invoice set total_amt = 0 where invoice_no = ${INVOICE_NO}`),
  ).rejects.toThrow(/never changed/)
})

test('a billing month that spans two calendar months causes a warning', async () => {
  const terms = { BATCH_FLAG: 'I', OWNER_CD: 'GIFT', CLOSE_DAY: 25, TAX_CD: 'LINE', SECOND_YN: 'N' }
  const saved = await user.save('billing/save-terms', [terms])
  expect(saved.body.message).toMatch(/제34조 제3항/)
})
