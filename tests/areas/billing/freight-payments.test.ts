import { afterAll, describe, expect, test } from 'vitest'
import { composeStatement } from '#areas/billing/server/papers.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, draft, invoicesOf, drafted, one } =
  await createFreightSite()
afterAll(() => closeVerified(site))

describe('life of a freight invoice', () => {
  test('an invoice is not issued to a payer without a business number', async () => {
    const id = await book({ SHIPPER_CD: 'NONE' })
    await typed(id, ['THC', { UNIT_PRICE: 100 }])
    const refused = rowErrors(
      await user.save('billing/issue-invoices', [{ INVOICE_NO: await one(id) }]),
    )
    expect(refused.map(([row, column]) => [row, column])).toEqual([[1, 'INVOICE_NO']])
  })

  test('an invoice in won at the rate of its issue date cannot be issued on another date', async () => {
    const id = await book({ SHIPPER_CD: 'NONE' })
    await typed(id, ['OFR'])
    await site.db.script(`update customer set biz_no = '1248100998' where customer_cd = 'NONE'`)
    const INVOICE_NO = await one(id, { WRITE_DT: '20260321' })
    const issue = (WRITE_DT: string) =>
      user.save('billing/issue-invoices', [{ INVOICE_NO, WRITE_DT }])
    expect(rowErrors(await issue('20260322')).map(([, column]) => column)).toEqual(['WRITE_DT'])
    expect((await issue('20260321')).status).toBe(200)
  })

  test.each([
    ['export', {}, 'SHIP', 2_772_480],
    [
      'import',
      { POL_CD: 'CNSHA', POD_CD: 'KRPUS', ETA: '20260310090000', PAY_CD: 'COLLECT' },
      'CONS',
      2_805_742,
    ],
  ])('an %s goes from request to paid invoice', async (_, head, payer, total) => {
    const id = await book({ ...head, PACKAGE_QTY: 10, WEIGHT_KG: 5000, VESSEL_CD: 'HOPE' })
    await saved('freight/confirm-booking', [{ BOOKING_ID: id, BOOKING_NO: `B${id}` }])
    const bill = await saved('freight/save-bill', [
      {
        BATCH_FLAG: 'I',
        ROW_TYPE: 'H',
        DOC_REF: 'n1',
        BOOKING_ID: id,
        KIND_CD: 'HBL',
        VOYAGE_NO: id,
      },
      { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'n1', CNTR_NO: 'CSQU3054383', CNTR_TP: '22G1' },
    ])
    const BILL_ID = bill.data.rows[0]?.['BILL_ID'] ?? null
    await saved('freight/confirm-bill', [{ BILL_ID }])
    await typed(id, ['OFR'])
    const [invoice] = await drafted(id)
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    const [confirmed] = await user.query('freight/bill', { BILL_ID })
    expect(invoice).toMatchObject({ PAYER_CD: payer, BILL_NOS: confirmed?.['BILL_NO'] })
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    const caller = { userId: 'admin', scope: { wcode: 'W01', owners: null }, today: '20260320' }
    const statement = await composeStatement({
      ...caller,
      language: 'ko',
      db: site.db,
      rows: [{ INVOICE_NO }],
    })
    const paper = JSON.stringify(statement)
    for (const text of ['Ocean', String(confirmed?.['BILL_NO']), 'USD 2,001'])
      expect(paper).toContain(text)
    const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
    expect(sheet).toMatchObject({
      SUPPLY_AMT: total,
      ITEM_NM1: 'Ocean',
      FAULT: null,
      BUYER_BIZ_NO: '124-81-00998',
    })
    const objection = { INVOICE_NO, LINE_NO: 1, OBJECTION: 'rate' }
    await saved('billing/object-to-line', [objection])
    await saved('billing/answer-objection', [{ INVOICE_NO, LINE_NO: 1, ANSWER: 'agreed' }])
    await saved('billing/approve-invoices', [
      { INVOICE_NO, APPROVAL_NO: `20260320${id}`.padEnd(24, '0').slice(0, 24) },
    ])
    const [owed] = await user.query('billing/receivables', { INVOICE_NO })
    expect(owed).toMatchObject({ PAYER_CD: payer, OPEN_AMT: total })
    await saved('billing/write-payments', [
      { PAID_DT: '20260401', PAYER_NM: `${id} bank`, PAYER_CD: payer, AMOUNT: total },
    ])
    const [paid] = await user.query('billing/open-payments', { PAYER_NM: `${id} bank` })
    expect(paid).toMatchObject({ INVOICE_NO, MATCH_AMT: total })
    await saved('billing/match-payments', [
      { PAYMENT_NO: paid?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: total },
    ])
    expect((await invoicesOf(id))[0]).toMatchObject({ STATE_CD: '60', PAID_AMT: total })
  })

  test('a credit of the full amount frees the charges to be billed again', async () => {
    const id = await book()
    await typed(id, ['OFR'])
    const INVOICE_NO = await one(id)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    expect(rowErrors(await draft({ BOOKING_ID: id }))).toHaveLength(1)
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '4' }])
    const credit = (await invoicesOf(id)).find((row) => row['ORIGIN_NO'] === INVOICE_NO)
    expect(credit).toMatchObject({ TOTAL_AMT: -2_772_480, PAYER_CD: 'SHIP', BOOKING_ID: id })
    expect(await user.query('billing/receivables', { INVOICE_NO })).toEqual([])
    expect((await draft({ BOOKING_ID: id })).status).toBe(200)
  })

  test('a charge remains billed after its invoice is corrected for a mistake', async () => {
    const id = await book()
    await typed(id, ['OFR'])
    const INVOICE_NO = await one(id)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '1' }])
    expect(rowErrors(await draft({ BOOKING_ID: id }))).toHaveLength(1)
  })

  test.each([
    ['another payer', { PAYER_CD: 'CONS', PAYER_NM: 'x' }],
    ['an owner', { OWNER_CD: 'GIFT', PAYER_NM: 'x' }],
    ['an unknown name', { PAYER_NM: 'Stranger' }],
  ])('a payment of %s is matched only if confirmed', async (_, from) => {
    const id = await book()
    await typed(id, ['OFR'])
    const INVOICE_NO = await one(id)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    const written = { ...from, PAYER_NM: `${from.PAYER_NM}${id}` }
    await saved('billing/write-payments', [{ ...written, PAID_DT: '20260401', AMOUNT: 500 }])
    const [paid] = await user.query('billing/open-payments', { PAYER_NM: written.PAYER_NM })
    const match = { PAYMENT_NO: paid?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: 500 }
    const refused = rowErrors(await user.save('billing/match-payments', [match]))
    expect(refused.map(([, column]) => column)).toEqual(['OTHER_OWNER_YN'])
    await saved('billing/match-payments', [{ ...match, OTHER_OWNER_YN: 'Y' }])
  })

  test('a payment is proposed for the freight of a payer with its English name', async () => {
    const id = await book()
    await typed(id, ['OFR', { UNIT_PRICE: 3333 }])
    const INVOICE_NO = await one(id)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    const AMOUNT = 9_236_070
    await saved('billing/write-payments', [
      { PAYER_NM: 'SHIPPER LTD', PAID_DT: '20260401', AMOUNT },
    ])
    const [paid] = await user.query('billing/open-payments', { PAYER_NM: 'SHIPPER LTD' })
    expect(paid).toMatchObject({ INVOICE_NO, MATCH_AMT: AMOUNT })
  })
})

test('a statement names the kind of rate that its payer agreed on, also after it is changed', async () => {
  const id = await book({ SHIPPER_CD: 'USCO' })
  await typed(id, ['OFR'])
  const INVOICE_NO = await one(id, { WRITE_DT: '20260320' })
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  const rateLabels = async () => {
    const { pages } = await composeStatement({
      userId: 'admin',
      scope: { wcode: 'W01', owners: null },
      language: 'ko',
      today: '20260701',
      db: site.db,
      rows: [{ INVOICE_NO }],
    })
    return pages[0]?.heading.flatMap(({ label, value }) =>
      value.startsWith('1,399.9') ? [label] : [],
    )
  }
  const { TTS } = freightCodeLists['rate-kind']
  expect(await rateLabels()).toEqual([TTS.ko])
  await site.db.script(`update customer set rate_kind_cd = 'BASE' where customer_cd = 'USCO'`)
  expect(await rateLabels()).toEqual([TTS.ko])
  await site.db.script(`update customer set rate_kind_cd = 'TTS' where customer_cd = 'USCO'`)
})
