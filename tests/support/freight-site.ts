import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite } from './app.ts'

type Row = Record<string, Value>

const company = `
    insert into corp (corp_cd, corp_nm, biz_no, president_nm)
      values ('OWN', 'Forwarder', '124-81-00998', 'Kim');
    insert into carrier (carrier_cd, carrier_nm, mode_cd, scac) values ('HMM', 'HMM', 'SEA', 'HDMU');
    insert into vessel (vessel_cd, vessel_nm, carrier_cd) values ('HOPE', 'HOPE', 'HMM');
    insert into customer (customer_cd, customer_nm, customer_en, biz_no, president_nm, country_cd,
      credit_days, won_bill_yn, rate_kind_cd, rate_day_cd, rounding_cd) values
      ('SHIP', 'Shipper', 'Shipper Ltd', '1248100998', 'Lee', 'KR', 14, 'Y', 'BASE', 'DEPART', '4'),
      ('CONS', 'Consignee', null, '1248100998', 'Park', 'KR', null, 'Y', 'CUS_IMP', 'ARRIVE', '2'),
      ('USCO', 'US company', null, null, null, 'US', null, 'N', 'TTS', 'ISSUE', '24'),
      ('NONE', 'Nameless', null, null, null, 'KR', null, 'Y', 'BASE', 'ISSUE', '24');
    insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
      currency_cd) values
      ('OFR', 'Ocean', 'SEA', null, 'CNTR', 'ZERO', 'PREPAID', 'USD'),
      ('THC', 'Terminal', 'SEA', 'OP', 'CNTR', 'TAX', 'PREPAID', 'KRW'),
      ('DOF', 'Delivery order', 'ANY', 'IN', 'BL', 'TAX', 'COLLECT', 'KRW');
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate) values
      ('BASE', 'USD', '2026-03-03', 1, 1385.55), ('CUS_IMP', 'USD', '2026-03-08', 1, 1402.17),
      ('BASE', 'JPY', '2026-03-03', 100, 940.2), ('TTS', 'USD', '2026-03-20', 1, 1399.9)`

/** A forwarder with payers on different terms, and operations that bill its bookings. */
export async function createFreightSite() {
  const site: TestSite = await testSite({ referenceData: true })
  await site.db.script(company)
  const user = await site.login('admin')

  const saveOrThrow = async (name: string, rows: Row[]) => {
    const { status, body } = await user.save(name, rows)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  const book = async (head: Row = {}) => {
    const body = await saveOrThrow('freight/save-booking', [
      {
        BATCH_FLAG: 'I',
        ROW_TYPE: 'H',
        DOC_REF: 'n1',
        CARRIER_CD: 'HMM',
        POL_CD: 'KRPUS',
        POD_CD: 'USLAX',
        BOOK_DT: '20260220',
        ETD: '20260303180000',
        SHIPPER_CD: 'SHIP',
        CONSIGNEE_CD: 'CONS',
        ...head,
      },
      { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'n1', CNTR_TP: '22G1', CNTR_QTY: 2 },
    ])
    return String(body.data.rows[0]?.['BOOKING_ID'])
  }

  /** Adds a house bill to a booking for each consignee. Returns their ids. */
  const addHouses = async (BOOKING_ID: string, ...consignees: readonly string[]) => {
    const { data } = await saveOrThrow(
      'freight/save-bill',
      consignees.map((CONSIGNEE_CD, at) => ({
        BATCH_FLAG: 'I',
        ROW_TYPE: 'H',
        DOC_REF: `n${at}`,
        BOOKING_ID,
        KIND_CD: 'HBL',
        CONSIGNEE_CD,
      })),
    )
    return data.rows.map((row) => row['BILL_ID'] ?? null)
  }

  const charge = (BOOKING_ID: string, FREIGHT_CD: string, extra: Row = {}): Row => ({
    BATCH_FLAG: 'I',
    BOOKING_ID,
    SIDE_CD: 'SELL',
    FREIGHT_CD,
    UNIT_PRICE: 1000.5,
    ...extra,
  })
  const typeCharges = (BOOKING_ID: string, ...rows: readonly (readonly [string, Row?])[]) =>
    saveOrThrow(
      'freight/save-charge',
      rows.map(([item, more]) => charge(BOOKING_ID, item, more)),
    )

  const draft = (...rows: Row[]) => user.save('billing/draft-freight-invoices', rows)
  const getInvoices = (BOOKING_ID: string) => user.query('billing/invoices', { BOOKING_ID })
  const draftAndGetInvoices = async (BOOKING_ID: string, extra: Row = {}) => {
    await saveOrThrow('billing/draft-freight-invoices', [{ BOOKING_ID, ...extra }])
    return getInvoices(BOOKING_ID)
  }
  const draftInvoice = async (BOOKING_ID: string, extra: Row = {}) => {
    const [invoice] = await draftAndGetInvoices(BOOKING_ID, extra)
    return invoice?.['INVOICE_NO'] ?? null
  }
  return {
    site,
    user,
    saved: saveOrThrow,
    book,
    addHouses,
    typed: typeCharges,
    draft,
    invoicesOf: getInvoices,
    drafted: draftAndGetInvoices,
    one: draftInvoice,
  }
}
