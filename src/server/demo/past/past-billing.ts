import sql from 'sql-template-tag'
import { addDays, addMonths } from '#kernel/calendar.ts'
import { followLedger } from '#areas/billing/server/charge-follower.ts'
import { closeDays, sealLedger } from '#areas/inventory/server/ledger-keeper.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { Chance } from './chance.ts'
import { pastOwners } from './past-company.ts'
import { PastStep, type PastRow } from './past-step.ts'

/** Months that are billed before the one under way. */
const monthsBilled = 2

/** What everybody pays; columns of `price_line`. Goods that come in are priced by owner. */
const prices = [
  { price_cd: 'STD-STORE', charge_cd: 'STORE', basis_cd: 'AVERAGE', unit_cd: 'CBM', price: 18_000 },
  { price_cd: 'STD-OUT', charge_cd: 'OUT', unit_cd: 'LINE', price: 700 },
  { price_cd: 'STD-PICK', charge_cd: 'PICK', unit_cd: 'EA', price: 20 },
  { price_cd: 'STD-LABEL', charge_cd: 'LABEL', unit_cd: 'EA', price: 50 },
  { price_cd: 'LUMI-STORE', owner_cd: 'LUMI', charge_cd: 'STORE', unit_cd: 'CBM', price: 620 },
  { price_cd: 'LUMI-STORE-NEW', owner_cd: 'LUMI', charge_cd: 'STORE', unit_cd: 'CBM', price: 650 },
  { price_cd: 'VINUM-BON', owner_cd: 'VINUM', charge_cd: 'BON_IN', unit_cd: 'DOC', price: 30_000 },
] as const

const linesOf = () => [
  ...prices,
  ...pastOwners.map(({ owner_cd: owner }) => ({
    price_cd: `${owner}-IN`,
    owner_cd: owner,
    charge_cd: 'IN',
    unit_cd: 'EA',
    price: owner === 'VOLTA' ? 90 : 40,
  })),
]

/** How the owners are billed, and the price list; a new price of one of them is still a draft. */
export async function addPastPrices(tx: Transaction, today: string): Promise<void> {
  const from = addMonths(`${today.slice(0, 6)}01`, -monthsBilled)
  await tx.execute(sql`
    insert into billing_terms (owner_cd, biz_no, corp_nm, rep_nm, manager_nm, address, biz_type,
      biz_item, tax_email)
    select owner_cd, biz_no, owner_nm, '김대표', manager_nm, '서울 강남구', '도소매', '유통',
      lower(owner_cd) || '@example.com'
    from owner on conflict do nothing`)
  await tx.execute(sql`
    insert into price_line (price_cd, version_no, owner_cd, charge_cd, basis_cd, unit_cd, unit_price,
      cool_rate, frozen_rate, from_dt, state_cd)
    select price_cd, 1, owner_cd, charge_cd,
      coalesce(basis_cd, case charge_cd when 'STORE' then 'DAY_END' else 'WORK' end), unit_cd, price,
      case charge_cd when 'STORE' then 30 else 0 end, case charge_cd when 'STORE' then 80 else 0 end,
      ${from}::date, case when price_cd like '%-NEW' then '10' else '20' end
    from jsonb_to_recordset(${JSON.stringify(linesOf())}::jsonb) as p(price_cd text, owner_cd text,
      charge_cd text, basis_cd text, unit_cd text, price numeric)
    on conflict do nothing`)
}

interface BillMonth extends Record<string, unknown> {
  owner_cd: string
  bill_month: string
}

interface Bill extends Record<string, unknown> {
  invoice_no: string
  owner_cd: string
  total_amt: number
}

const act = { user: 'super', at: '' }

/** Reviews and closes the months that are over, and issues the invoices of all but the last. */
async function closeMonths(step: PastStep): Promise<void> {
  const { tx, place } = step
  const months = await tx.query<BillMonth>(sql`
    select owner_cd, bill_month from bill_month
    where wcode = ${place.wcode} and state_cd = '10' and bill_month < ${place.day.slice(0, 6)}
    order by 2, 1`)
  const rows = months.map(({ owner_cd: OWNER_CD, bill_month: BILL_MONTH }): PastRow => {
    return { OWNER_CD, BILL_MONTH, REASON: '미청구 확인' }
  })
  await step.save('billing/review-month', act, rows)
  await step.save('billing/close-month', act, rows)
  const bills = await tx.query<Bill>(sql`
    select invoice_no, owner_cd, total_amt::float8 from invoice
    where wcode = ${place.wcode} and state_cd = '30'
      and bill_month < ${addMonths(`${place.day.slice(0, 6)}01`, -1).slice(0, 6)} order by 1`)
  await step.save(
    'billing/issue-invoices',
    act,
    bills.map(({ invoice_no: INVOICE_NO }): PastRow => ({ INVOICE_NO })),
  )
  await pay(step, bills)
}

/** Every second invoice is paid, and money of the next one has come that nobody has matched. */
async function pay(step: PastStep, bills: readonly Bill[]): Promise<void> {
  const { tx, place } = step
  const come = bills.filter((_, at) => at % 2 === 0 || at === 1)
  await step.save(
    'billing/write-payments',
    act,
    come.map((bill): PastRow => ({
      OWNER_CD: bill.owner_cd,
      PAID_DT: addDays(place.day, -3),
      PAYER_NM: bill.owner_cd,
      AMOUNT: bill.total_amt,
      CURRENCY_CD: 'KRW',
      BANK_REF: `DEMO-${bill.invoice_no}`,
    })),
  )
  const paid = bills.filter((_, at) => at % 2 === 0)
  const payments = await tx.query<{ payment_no: string; bank_ref: string }>(sql`
    select payment_no, bank_ref from payment
    where bank_ref = any(${paid.map((bill) => `DEMO-${bill.invoice_no}`)}::text[]) order by 1`)
  await step.save(
    'billing/match-payments',
    act,
    payments.flatMap(({ payment_no: PAYMENT_NO, bank_ref: ref }): PastRow[] => {
      const bill = paid.find(({ invoice_no: number }) => ref === `DEMO-${number}`)
      return bill ? [{ PAYMENT_NO, INVOICE_NO: bill.invoice_no, MATCH_AMT: bill.total_amt }] : []
    }),
  )
}

/** Bills what the past came to; a second time finds it billed. */
export async function billPast(db: Database, today: string): Promise<void> {
  await sealLedger(db)
  await closeDays(db)
  await followLedger(db, 200)
  for (const wcode of ['W01', 'W02']) {
    await db.transaction((tx) => {
      const place = { wcode, day: today, name: 'bill', isPast: false, isRecent: false }
      return closeMonths(new PastStep(db, tx, place, new Chance('bill', wcode)))
    })
  }
}
