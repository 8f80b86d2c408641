import { afterAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { addDays } from '#kernel/calendar.ts'
import { composeTaxDocuments } from '#areas/billing/server/tax-papers.ts'
import { originalDateRemark } from '#areas/billing/server/corrections.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
await site.db.script(`
  insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
    currency_cd) values ('EXM', 'Exempt', 'ANY', null, 'BL', 'FREE', 'PREPAID', 'KRW')`)
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

const later = addDays(new Date().toISOString().slice(0, 10).replaceAll('-', ''), 7)

/** Issues an invoice of 100,000 won and 10,000 won of tax, dated 20 March. */
async function createIssuedInvoice(item = 'THC') {
  const id = await book()
  await typed(id, [item, { QTY: 1, UNIT_PRICE: 100_000, PAYER_CD: 'SHIP' }])
  const INVOICE_NO = await one(id, { WRITE_DT: '20260320' })
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  return INVOICE_NO
}

const correct = (INVOICE_NO: Value, CORRECT_CD: string, extra: Row = {}) =>
  user.save('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD, ...extra }])

/** Corrections of an invoice in the order they were made, with one of their columns. */
async function corrections(INVOICE_NO: Value, column: string) {
  const invoices = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const sheets = await Promise.all(
    invoices.map((row) =>
      user.query('billing/tax-sheet', { INVOICE_NO: row['INVOICE_NO'] ?? null }),
    ),
  )
  return sheets
    .flat()
    .map((row) => [row['CORRECT_CD'], row['SUPPLY_AMT'], row[column]])
    .toReversed()
}

describe('parties of a correction', () => {
  const move = (number: string) =>
    site.db.script(`update customer set biz_no = '${number}' where customer_cd = 'SHIP'`)

  const [former, present] = ['124-81-00998', '220-81-62517']
  test.each<[string, Row, ...[number, string][]]>([
    ['1', {}, [-100_000, former], [100_000, present]],
    ['2', { DIFF_AMT: -500 }, [-500, former]],
    ['4', {}, [-100_000, former]],
    ['5', {}, [-100_000, former], [100_000, former]],
  ])(
    'reason %s credits the original buyer, and only a mistake is billed again to the current one',
    async (reason, more, ...expected) => {
      const INVOICE_NO = await createIssuedInvoice()
      await move('2208162517')
      expect((await correct(INVOICE_NO, reason, more)).status).toBe(200)
      await move('1248100998')
      expect(await corrections(INVOICE_NO, 'BUYER_BIZ_NO')).toEqual(
        expected.map((row) => [reason, ...row]),
      )
    },
  )
})

describe('dates of a correction', () => {
  test('a mistake is cancelled on the date of the original and billed again on the entered date', async () => {
    const INVOICE_NO = await createIssuedInvoice()
    expect((await correct(INVOICE_NO, '1', { WRITE_DT: '20260331' })).status).toBe(200)
    expect(await corrections(INVOICE_NO, 'WRITE_DT')).toEqual([
      ['1', -100_000, '20260320'],
      ['1', 100_000, '20260331'],
    ])
  })

  test.each([
    ['5', '20260401', 'its date is that of the original'],
    ['6', '20260401', 'its date is that of the original'],
    ['4', '20260319', 'nothing is returned before it was supplied'],
    ['3', '20260319', 'nothing is returned before it was supplied'],
    ['1', later, 'a tax invoice is not dated in the future'],
    ['4', later, 'a tax invoice is not dated in the future'],
  ])('reason %s is refused with the date %s, because %s', async (reason, WRITE_DT) => {
    const INVOICE_NO = await createIssuedInvoice()
    const response = await correct(INVOICE_NO, reason, {
      WRITE_DT,
      ...(reason === '3' && { DIFF_AMT: -500 }),
    })
    expect(rowErrors(response).map(([, column]) => column)).toEqual(['WRITE_DT'])
  })

  test.each(['3', '4'])('reason %s states the date of the original', async (reason) => {
    const INVOICE_NO = await createIssuedInvoice()
    await correct(INVOICE_NO, reason, reason === '3' ? { DIFF_AMT: -500 } : {})
    const [row] = await corrections(INVOICE_NO, 'NOTES')
    expect(row?.[2]).toBe(originalDateRemark('20260320'))
    expect(row?.[2]).toContain('2026-03-20')
  })
})

test('a correction is not written as a tax document before its original is approved', async () => {
  const INVOICE_NO = await createIssuedInvoice()
  await correct(INVOICE_NO, '4')
  const [credit] = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const number = credit?.['INVOICE_NO'] ?? null
  const scope = { wcode: 'W01', owners: null }
  const caller = { userId: 'admin', scope, language: 'ko' as const, today: '20260401' }
  const write = () =>
    composeTaxDocuments({ ...caller, db: site.db, rows: [{ INVOICE_NO: number }] })
  await expect(write()).rejects.toMatchObject({ code: 'TAX_DOCUMENT' })
  const getSentAt = async () =>
    (await user.query('billing/invoices', { INVOICE_NO: number }))[0]?.['SENT_AT']
  expect(await getSentAt()).toBeNull()
  await saved('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO: '202603201234567890123456' }])
  expect((await write()).files).toHaveLength(1)
  expect(await getSentAt()).not.toBeNull()
})

test.each(['EXM', 'OFR'])(
  'a local credit is rejected for an invoice without tax, such as %s',
  async (item) => {
    const INVOICE_NO = await createIssuedInvoice(item)
    const response = await correct(INVOICE_NO, '5')
    expect(rowErrors(response).map(([, column]) => column)).toEqual(['CORRECT_CD'])
  },
)

describe('dates after today', () => {
  test('an invoice is neither created nor issued with a date after today', async () => {
    const id = await book()
    await typed(id, ['THC', { UNIT_PRICE: 100 }])
    const drafted = await user.save('billing/draft-freight-invoices', [
      { BOOKING_ID: id, WRITE_DT: later },
    ])
    expect(rowErrors(drafted).map(([, column]) => column)).toEqual(['WRITE_DT'])
    const INVOICE_NO = await one(id)
    const response = await user.save('billing/issue-invoices', [{ INVOICE_NO, WRITE_DT: later }])
    expect(rowErrors(response).map(([, column]) => column)).toEqual(['WRITE_DT'])
  })
})
