import { timestampAt } from '#kernel/calendar.ts'
import { prepareAll, type WalkArguments, type Prepare, type WalkFloor } from './walk-floor.ts'

/** A month in the distant past with one manual charge, up to the given status. */
async function createBilledMonth(
  floor: WalkFloor,
  reached: 'typed' | 'closed' | 'issued',
): Promise<WalkArguments> {
  const count = floor.next()
  const BILL_MONTH = String(201_001 + Math.floor(count / 12) * 100 + (count % 12))
  const work = { CHARGE_CD: 'EXTRA', SERVICE_DT: `${BILL_MONTH}15`, UNIT_CD: 'DOC' }
  const typed = { OWNER_CD: 'HANBIT', ...work, QTY: 1, UNIT_PRICE: 1000, REASON: 'x' }
  await floor.saved('billing/write-charges', [typed], 'CHARGE_NO')
  await floor.db.script(`insert into billing_terms (owner_cd, biz_no, rep_nm)
      values ('HANBIT', '124-81-00998', 'Lee')
      on conflict (owner_cd) do update set rep_nm = coalesce(billing_terms.rep_nm, 'Lee');
    insert into corp (corp_cd, corp_nm, biz_no, president_nm)
      select 'WALK', 'Walk', '124-81-00998', 'Kim' where not exists (select from billing_company);
    update corp set biz_no = coalesce(biz_no, '124-81-00998'),
      president_nm = coalesce(president_nm, 'Kim')`)
  if (reached === 'typed') return { BILL_MONTH }
  const month = { OWNER_CD: 'HANBIT', BILL_MONTH }
  await floor.saved('billing/close-month', [month], 'STATE_CD')
  const [invoice] = await floor.user.query('billing/invoices', month)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  if (reached === 'issued') {
    await floor.saved('billing/issue-invoices', [{ INVOICE_NO }], 'STATE_CD')
  }
  return { BILL_MONTH }
}

async function createRefund(floor: WalkFloor): Promise<WalkArguments> {
  const { PAYMENT_NO = '' } = await createPayment(floor)
  const REFUND_DT = timestampAt(Date.now()).slice(0, 8)
  const refund = { PAYMENT_NO, REFUND_DT, REFUND_AMT: 100, BANK_REF: PAYMENT_NO, REASON: 'walk' }
  await floor.saved('billing/refund-payments', [refund], 'ROW')
  return { PAYMENT_NO }
}

async function createPayment(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createBilledMonth(floor, 'issued')
  const PAYER_NM = `WALK ${found['BILL_MONTH']}`
  const paid = {
    OWNER_CD: 'HANBIT',
    PAID_DT: timestampAt(Date.now()).slice(0, 8),
    PAYER_NM,
    AMOUNT: 1100,
  }
  await floor.saved('billing/write-payments', [paid], 'ROW')
  const [payment] = await floor.user.query('billing/open-payments', { PAYER_NM })
  const [invoice] = await floor.user.query('billing/invoices', {
    OWNER_CD: 'HANBIT',
    BILL_MONTH: found['BILL_MONTH'] ?? null,
  })
  const PAYMENT_NO = String(payment?.['PAYMENT_NO'])
  return { ...found, PAYMENT_NO, INVOICE_NO: String(invoice?.['INVOICE_NO']) }
}

async function createReratedMonth(floor: WalkFloor): Promise<WalkArguments> {
  const { BILL_MONTH = '' } = await createBilledMonth(floor, 'typed')
  const code = `RR${BILL_MONTH}`
  await floor.db.script(`
    insert into price_line (price_cd, version_no, owner_cd, charge_cd, basis_cd, unit_cd,
      unit_price, from_dt, to_dt, sample_cd) values ('${code}', 1, 'HANBIT', 'COUNT', 'WORK',
      'DOC', 100, '${BILL_MONTH}01', '${BILL_MONTH}28', 'N');
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, cause_cd, doc_no, qty,
      unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd, rounding_cd, created_by)
    select 'W01', 'HANBIT', 'COUNT', '${BILL_MONTH}05', '${BILL_MONTH}', 'COUNT', '${code}', 1,
      'DOC', price_id, 100, 'TAX', 10, 'KRW', '2', 'walk' from price_line where price_cd = '${code}';
    insert into price_line (price_cd, version_no, owner_cd, charge_cd, basis_cd, unit_cd,
      unit_price, from_dt, to_dt, sample_cd) values ('${code}', 2, 'HANBIT', 'COUNT', 'WORK',
      'DOC', 110, '${BILL_MONTH}01', '${BILL_MONTH}28', 'N')`)
  return { BILL_MONTH, OWNER_CD: 'HANBIT' }
}

/** Work without a price, which is not retried until new data arrives. */
async function createUnbilledWork(floor: WalkFloor): Promise<WalkArguments> {
  const { STOCK_CD } = await floor.addStock()
  await floor.db.script(`
    insert into price_line (price_cd, version_no, charge_cd, basis_cd, unit_cd, unit_price,
      from_dt) values ('WALK-${STOCK_CD}', 1, 'COUNT', 'WORK', 'DOC', 1, '20200101')
      on conflict do nothing;
    insert into unbilled_work (cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd,
      service_dt, stock_cd, qty, reason_cd, is_due)
      values ('RECEIPT', 'RC-WALK', 1, 1, 'IN', 'W01', 'HANBIT', '20260101', '${STOCK_CD}', 1,
        'NO_PRICE', false)`)
  return { STOCK_CD }
}

async function createMatch(floor: WalkFloor): Promise<WalkArguments> {
  const { BILL_MONTH = '', INVOICE_NO = '', PAYMENT_NO = '' } = await createPayment(floor)
  const match = { PAYMENT_NO, INVOICE_NO, MATCH_AMT: 100 }
  await floor.saved('billing/match-payments', [match], 'ROW')
  return { BILL_MONTH, INVOICE_NO }
}

async function createCompared(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createBilledMonth(floor, 'typed')
  return { ...found, OWNER_CD: 'HANBIT', FIRST_AT: '20200101000000', SECOND_AT: '20991231000000' }
}

export const billingPreparations: Readonly<Record<string, Prepare>> = {
  ...prepareAll(
    ['close-month', 'take-back-charge'].map((name) => `billing/${name}`),
    (floor) => createBilledMonth(floor, 'typed'),
  ),
  'billing/close-period': () => Promise.resolve({ OWNER_CD: 'GIFT' }),
  'billing/unbilled': (floor) => createUnbilledWork(floor),
  ...prepareAll(
    ['issue-invoices', 'statement'].map((name) => `billing/${name}`),
    (floor) => createBilledMonth(floor, 'closed'),
  ),
  'billing/match-payments': async (floor) => createPayment(floor),
  'billing/cancel-payments': async (floor) => createPayment(floor),
  'billing/cancel-refunds': async (floor) => createRefund(floor),
  'billing/post-rerate': async (floor) => createReratedMonth(floor),
  'billing/unmatch-payments': async (floor) => createMatch(floor),
  'billing/compare-drafts': async (floor) => createCompared(floor),
  'billing/price-trial': async (floor) => createReratedMonth(floor),
  ...prepareAll(
    ['object-to-line', 'receivables', 'tax-documents'].map((name) => `billing/${name}`),
    (floor) => createBilledMonth(floor, 'issued'),
  ),
}
