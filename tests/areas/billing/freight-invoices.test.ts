import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

type Row = Record<string, Value>

const { site, user, saved, book, typed, draft, invoicesOf, drafted, one } =
  await createFreightSite()
afterAll(() => closeVerified(site))

const pickColumns = (rows: readonly Row[], ...columns: string[]) =>
  rows
    .map((row) => columns.map((name) => row[name]))
    .toSorted((a, b) => String(a).localeCompare(String(b)))

describe('invoices of a booking', () => {
  test('each payer, currency and tax kind gets one invoice, rounded by the mode of the payer', async () => {
    const id = await book()
    await typed(
      id,
      ['OFR'],
      ['THC', { UNIT_PRICE: 150_000 }],
      ['OFR', { PAYER_CD: 'USCO', UNIT_PRICE: 12.34 }],
      ['OFR', { SIDE_CD: 'BUY', UNIT_PRICE: 900 }],
    )
    const rows = await drafted(id, { WRITE_DT: '20260320' })
    expect(
      pickColumns(rows, 'PAYER_CD', 'CURRENCY_CD', 'VAT_CD', 'SUPPLY_AMT', 'TAX_AMT', 'DUE_DT'),
    ).toEqual([
      // 2,001 × 1,385.55 = 2,772,485.55, floored to tens.
      ['SHIP', 'KRW', 'TAX', 300_000, 30_000, '20260403'],
      ['SHIP', 'KRW', 'ZERO', 2_772_480, 0, '20260403'],
      ['USCO', 'USD', 'ZERO', 24.68, 0, '20260419'],
    ])
    // 24.68 × 1,399.90, the selling rate of the issue date.
    expect(rows.find((row) => row['PAYER_CD'] === 'USCO')).toMatchObject({
      WON_AMT: 34_550,
      RATE: 1399.9,
      RATE_DT: '20260320',
      OWNER_CD: null,
      STATE_CD: '30',
    })
  })

  test('a line states its charge, currency and rate', async () => {
    const id = await book()
    await typed(id, ['OFR'])
    const [line] = await user.query('billing/invoice-lines', { INVOICE_NO: await one(id) })
    expect(line).toMatchObject({
      CHARGE_CD: 'FREIGHT',
      KIND_CD: 'FREIGHT',
      FREIGHT_CD: 'OFR',
      FROM_AMT: 2001,
      FROM_CURRENCY_CD: 'USD',
      RATE: 1385.55,
      RATE_DT: '20260303',
      EXACT_AMT: 2_772_485.55,
      SUPPLY_AMT: 2_772_480,
    })
  })

  test('an import is billed at the customs rate of its arrival', async () => {
    const id = await book({
      POL_CD: 'CNSHA',
      POD_CD: 'KRPUS',
      ETA: '20260310090000',
      PAY_CD: 'COLLECT',
    })
    await typed(id, ['OFR'], ['DOF', { UNIT_PRICE: 50_000 }])
    // 2,001 × 1,402.17 = 2,805,742.17, floored.
    expect(pickColumns(await drafted(id), 'PAYER_CD', 'SUPPLY_AMT', 'TOTAL_AMT')).toEqual([
      ['CONS', 2_805_742, 2_805_742],
      ['CONS', 50_000, 55_000],
    ])
  })

  test.each([
    ['no arrival', { PAY_CD: 'COLLECT' }, [], 'OFR'],
    ['no rate', { PAY_CD: 'COLLECT', ETA: '20260306090000' }, [], '2026-03-06'],
    ['no charge', {}, [], null],
  ])(
    'a booking with %s is refused at its row, and nothing is billed',
    async (_, head, __, text) => {
      const [good, bad] = [await book(), await book(head)]
      await typed(good, ['OFR'])
      if (text !== null) await typed(bad, ['OFR'])
      const refused = rowErrors(await draft({ BOOKING_ID: good }, { BOOKING_ID: bad }))
      expect(refused).toEqual([[2, 'BOOKING_ID', expect.stringContaining(text ?? '')]])
      expect(await invoicesOf(good)).toEqual([])
    },
  )

  test('a warning names a rate that is older than the agreed date', async () => {
    const id = await book({ ETD: '20260305180000' })
    await typed(id, ['OFR'])
    expect((await draft({ BOOKING_ID: id })).body.message).toContain('2026-03-03')
  })

  test('a charge is billed only once, even by two users at the same time', async () => {
    const id = await book()
    await typed(id, ['OFR'])
    const both = await Promise.all([draft({ BOOKING_ID: id }), draft({ BOOKING_ID: id })])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    await expect(
      site.db.execute(sql`
        with i as (insert into invoice (invoice_no, wcode, payer_cd, booking_id, bill_month,
            currency_cd, vat_cd, write_dt, due_dt, supply_amt, tax_amt, total_amt, created_by)
          select 'TWICE', wcode, payer_cd, booking_id, bill_month, currency_cd, vat_cd, write_dt,
            due_dt, supply_amt, tax_amt, total_amt, 'x' from invoice where booking_id = ${id}
          returning 1)
        insert into invoice_line
        select (jsonb_populate_record(l, '{"invoice_no": "TWICE"}')).* from invoice_line l, i
        where l.booking_id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'freight_charge_once' })
  })

  test('a billed charge cannot be changed, deleted or rated again until its invoice is withdrawn', async () => {
    const id = await book()
    await typed(id, ['OFR'])
    const INVOICE_NO = await one(id)
    const [row] = await user.query('freight/charge', { BOOKING_ID: id })
    for (const BATCH_FLAG of ['U', 'D']) {
      const refused = rowErrors(
        await user.save('freight/save-charge', [{ ...row, BATCH_FLAG, UNIT_PRICE: 1 }]),
      )
      expect(refused).toEqual([[1, 'FREIGHT_CD', expect.stringContaining(String(INVOICE_NO))]])
    }
    for (const change of ['update freight_charge set remark = $$x$$', 'delete from freight_charge'])
      await expect(site.db.script(`${change} where booking_id = '${id}'`)).rejects.toMatchObject({
        constraint: 'freight_charge_billed',
      })
    await saved('billing/withdraw-freight-invoices', [{ INVOICE_NO }])
    await saved('freight/save-charge', [{ ...row, BATCH_FLAG: 'U', UNIT_PRICE: 2000 }])
    const again = await drafted(id)
    expect(again.filter((candidate) => candidate['STATE_CD'] === '30')).toMatchObject([
      { SUPPLY_AMT: 5_542_200 },
    ])
  })

  test('re-rating leaves billed charges unchanged', async () => {
    const id = await book()
    await saved('freight/save-price-line', [
      {
        BATCH_FLAG: 'I',
        PRICE_CD: 'OFR',
        CHARGE_CD: 'FREIGHT',
        FREIGHT_CD: 'OFR',
        SIDE_CD: 'SELL',
        UNIT_CD: 'CNTR',
        UNIT_PRICE: 100,
        CURRENCY_CD: 'USD',
        FROM_DT: '20260101',
      },
    ])
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    await one(id)
    await saved('freight/save-booking', [
      { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: id, CNTR_TP: '22G1', CNTR_QTY: 3 },
    ])
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    expect(await user.query('freight/charge', { BOOKING_ID: id })).toMatchObject([{ QTY: 2 }])
  })

  test('a booking with valid bills or billed charges cannot be cancelled', async () => {
    const setState = (BOOKING_ID: string, STATE_CD: string) =>
      user.save('freight/move-booking', [{ BOOKING_ID, STATE_CD, REASON: 'x' }])
    const billed = await book()
    await typed(billed, ['OFR'])
    const INVOICE_NO = await one(billed)
    const shipped = await book()
    const bill = await saved('freight/save-bill', [
      { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: 'n1', BOOKING_ID: shipped, KIND_CD: 'HBL' },
    ])
    const BILL_ID = String(bill.data.rows[0]?.['BILL_ID'])
    for (const state of ['CANCELLED', 'REJECTED']) {
      const actual = [
        [billed, INVOICE_NO],
        [shipped, BILL_ID],
      ].map(async ([id, number]) => {
        const refused = rowErrors(await setState(String(id), state))
        expect(refused).toEqual([[1, 'STATE_CD', expect.stringContaining(String(number))]])
        await expect(
          site.db.execute(sql`update booking set state_cd = ${state} where booking_id = ${id}`),
        ).rejects.toMatchObject({ constraint: 'booking_in_use' })
      })
      await Promise.all(actual)
    }
    await saved('billing/withdraw-freight-invoices', [{ INVOICE_NO }])
    await saved('freight/cancel-bill', [{ BILL_ID, REASON: 'x' }])
    expect((await setState(billed, 'CANCELLED')).status).toBe(200)
    expect((await setState(shipped, 'CANCELLED')).status).toBe(200)
  })
})

test('charges of a booking total revenue and cost separately, and exclude cancelled bookings', async () => {
  const id = await book()
  await typed(id, ['THC', { UNIT_PRICE: 500 }], ['THC', { UNIT_PRICE: 300, SIDE_CD: 'BUY' }])
  const path = '/api/wms/freight/charge'
  const queryTotals = async () => {
    const FOOTERS = ['SELL_AMT', 'BUY_AMT'].map((COLUMN) => ({ COLUMN, KIND: 'SUM' }))
    return (await user.call(path, { SEARCH: { BOOKING_ID: id }, FOOTERS })).body.data
  }
  expect(await queryTotals()).toEqual({ FOOTERS: ['1000', '600'] })
  await saved('freight/move-booking', [{ BOOKING_ID: id, STATE_CD: 'CANCELLED', REASON: 'x' }])
  expect(await queryTotals()).toEqual({ FOOTERS: [null, null] })
})

test('charges of nothing are not invoiced alone, as tax offices take no invoice of zero', async () => {
  const id = await book()
  await typed(id, ['THC', { UNIT_PRICE: 0 }])
  expect(await user.query('freight/charge', { BOOKING_ID: id })).toMatchObject([{ AMOUNT: 0 }])
  expect(rowErrors(await draft({ BOOKING_ID: id }))).toEqual([
    [1, 'BOOKING_ID', expect.any(String)],
  ])
  await typed(id, ['DOF', { UNIT_PRICE: 50_000, PAYER_CD: 'SHIP' }])
  const [invoice] = await drafted(id)
  expect(invoice).toMatchObject({ SUPPLY_AMT: 50_000 })
  const lines = await user.query('billing/invoice-lines', {
    INVOICE_NO: invoice?.['INVOICE_NO'] ?? null,
  })
  expect(lines).toHaveLength(2)
})
