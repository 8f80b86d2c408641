import type { WireRow } from '#kernel/field.ts'
import type { TestSite, TestUser } from './app.ts'

export interface Bills {
  owner: string
  invoice: string
  /** Manual charge that is not reversed. */
  charge: number
  payment: string
  /** Partial match of the payment. */
  match: number
}

/** Closed month in which both owners were billed. */
const billedMonth = '202001'

/** Search values for queries about a single record or without an owner condition. */
export const searchesOfOneRecord: Readonly<Record<string, (of: Bills) => WireRow>> = {
  'inventory/find-serial': ({ owner }) => ({ SERIAL_NO: `SN-${owner}` }),
  'billing/why': ({ charge }) => ({ CHARGE_NO: charge }),
  'billing/price-trial': ({ owner }) => ({ OWNER_CD: owner, BILL_MONTH: billedMonth }),
  'billing/compare-drafts': ({ owner }) => ({
    OWNER_CD: owner,
    BILL_MONTH: billedMonth,
    FIRST_AT: '20000101000000',
    SECOND_AT: '20991231000000',
  }),
  'billing/statement-evidence': ({ invoice }) => ({ INVOICE_NO: invoice }),
  'billing/customer-evidence': ({ invoice }) => ({ INVOICE_NO: invoice }),
  'billing/invoice-lines': ({ invoice }) => ({ INVOICE_NO: invoice }),
  'billing/customer-lines': ({ invoice }) => ({ INVOICE_NO: invoice }),
}

export async function addBillingOfBothOwners(
  site: TestSite,
  admin: TestUser,
): Promise<{ HANBIT: Bills; GIFT: Bills }> {
  const HANBIT = await addBills(site, admin, 'HANBIT')
  return { HANBIT, GIFT: await addBills(site, admin, 'GIFT') }
}

async function addBills(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<Bills> {
  await addPricedWork(site, OWNER_CD)
  const month = { OWNER_CD, BILL_MONTH: billedMonth }
  const work = { CHARGE_CD: 'EXTRA', UNIT_CD: 'DOC', QTY: 1, UNIT_PRICE: 1000, REASON: 'x' }
  const typed = { OWNER_CD, ...work }
  await admin.save('billing/write-charges', [{ ...typed, SERVICE_DT: `${billedMonth}15` }])
  await admin.save('billing/close-month', [month])
  const [invoice] = await admin.query('billing/invoices', month)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await admin.save('billing/issue-invoices', [{ INVOICE_NO }])
  await admin.save('billing/object-to-line', [{ INVOICE_NO, LINE_NO: 1, OBJECTION: 'x' }])
  const later = { ...typed, SERVICE_DT: '20200215' }
  const { body } = await admin.save('billing/write-charges', [later])
  const charge = Number(body.data.rows[0]?.['CHARGE_NO'])
  const payment = `PM-${OWNER_CD}`
  await admin.save('billing/match-payments', [{ PAYMENT_NO: payment, INVOICE_NO, MATCH_AMT: 100 }])
  await admin.save('billing/refund-payments', [
    {
      PAYMENT_NO: payment,
      REFUND_AMT: 50,
      REFUND_DT: '20200221',
      BANK_REF: `OUT-${OWNER_CD}`,
      REASON: 'x',
    },
  ])
  const [matched] = await admin.query('billing/matches', { OWNER_CD })
  const match = Number(matched?.['PAY_MATCH_NO'])
  return { owner: OWNER_CD, invoice: String(INVOICE_NO), charge, payment, match }
}

/** Adds terms, a payment, unbilled work and a charge whose price has a newer version. */
async function addPricedWork(site: TestSite, owner: string): Promise<void> {
  const version = (no: number, price: number) => `
    insert into price_line (price_cd, version_no, owner_cd, charge_cd, basis_cd, unit_cd,
      unit_price, from_dt, to_dt) values ('PR-${owner}', ${no}, '${owner}', 'COUNT', 'WORK', 'DOC',
      ${price}, '${billedMonth}01', '${billedMonth}31');`
  await site.db.script(`
    insert into billing_terms (owner_cd, biz_no) values ('${owner}', '124-81-00998');
    insert into payment (payment_no, owner_cd, paid_dt, payer_nm, amount, currency_cd, created_by)
      values ('PM-${owner}', '${owner}', '20200220', 'p', 500, 'KRW', 'admin');
    insert into unbilled_work (cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd,
      service_dt, stock_cd, qty, reason_cd) values ('RECEIPT', 'RC-${owner}', 1, 1, 'IN', 'W01',
      '${owner}', '20260101', 'PLAIN', 1, 'NO_PRICE');
    insert into bill_month (wcode, owner_cd, bill_month) values ('W01', '${owner}', '${billedMonth}');
    ${version(1, 100)}
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, cause_cd, doc_no, qty,
      unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd, rounding_cd, created_by)
    select 'W01', '${owner}', 'COUNT', '${billedMonth}05', '${billedMonth}', 'COUNT', 'X', 1, 'DOC',
      price_id, 100, 'TAX', 10, 'KRW', '2', 'admin' from price_line where price_cd = 'PR-${owner}';
    ${version(2, 110)}`)
}
