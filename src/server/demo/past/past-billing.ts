import { setImmediate as yieldToOthers } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { addDays, addMonths, weekday } from '#kernel/calendar.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { billMonthStatus, invoiceStepFrom } from '#areas/billing/rules/billing-status.ts'
import type { Database } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { addNewPrices } from './past-prices.ts'
import type { TimedUser, PastRow, PastStep } from './past-step.ts'

/**
 * Creates the charges for the work and stock of the demo history with the ordinary charge worker,
 * in small steps. Awaits `pause` between the steps.
 */
export async function chargePast(
  db: Database,
  pause: () => Promise<void> = yieldToOthers,
): Promise<void> {
  await sealLedger(db)
  // Make the worker read the labels and counts of all past dates. By default, it reads only recent
  // ones.
  await db.execute(sql`update charge_follow set rest_at = '-infinity'`)
  for (;;) {
    await chargeLedger(db, 1)
    const [at] = await db.query<{ is_charged: boolean }>(sql`
      select seal_no >= coalesce((select max(seal_no) from ledger_seal), 0)
        and coalesce(stock_dt >= (select max(stock_dt) from ledger_day),
          not exists (select from ledger_day)) is_charged
      from charge_follow`)
    if (at?.is_charged !== false) return
    await pause()
  }
}

const isWorkingDay = (day: string, nth: number) => {
  const number = Number(day.slice(6))
  return number === nth ? weekday(day) !== 7 : number === nth + 1 && weekday(day) === 1
}
export const isBillDay = (day: string): boolean => isWorkingDay(day, 3)
export const isPayDay = (day: string): boolean => isWorkingDay(day, 20)

const asClerk = (at: string): TimedUser => ({ user: 'clerk', at })
const asSupervisor = (at: string): TimedUser => ({ user: 'super', at })
const previousMonth = ({ place }: PastStep) =>
  addMonths(`${place.day.slice(0, 6)}01`, -1).slice(0, 6)

interface BillMonth extends Record<string, unknown> {
  owner_cd: string
  bill_month: string
  waits: boolean
}

interface Bill extends Record<string, unknown> {
  invoice_no: string
  owner_cd: string
  bill_month: string
  open_amt: number
}

function findBills(step: PastStep, states: readonly string[]): Promise<Bill[]> {
  return step.tx.query<Bill>(sql`
    select invoice_no, owner_cd, bill_month, (total_amt - paid_amt)::float8 open_amt from invoice
    where wcode = ${step.place.wcode} and state_cd = any(${[...states]}::text[])
      and total_amt > paid_amt order by invoice_no`)
}

/**
 * Reviews and closes the past months and issues their invoices. One owner's month is closed a month
 * late and another's invoice is issued a month late, so one of each is left for the user.
 */
export async function billMonths(step: PastStep): Promise<void> {
  const { tx, place } = step
  const months = await tx.query<BillMonth>(sql`
    select owner_cd, bill_month, exists (select from unbilled_work u where u.wcode = b.wcode
        and u.owner_cd = b.owner_cd and u.service_dt < ${`${place.day.slice(0, 6)}01`}::date) waits
    from bill_month b where wcode = ${place.wcode} and state_cd = ${quoteCodes(billMonthStatus.accruing)}
      and bill_month < ${place.day.slice(0, 6)} order by 2, 1`)
  const due = months.filter(
    (month) => month.owner_cd !== 'LUMI' || month.bill_month < previousMonth(step),
  )
  const rows = due.map((month): PastRow => ({
    OWNER_CD: month.owner_cd,
    BILL_MONTH: month.bill_month,
    REASON: month.waits ? '실측 전 품목은 다음 달 청구' : null,
  }))
  await step.save('billing/review-month', asClerk('0930'), rows)
  await step.save('billing/close-month', asSupervisor('1010'), rows)
  const ready = (await findBills(step, invoiceStepFrom.issue)).filter(
    (bill) => bill.owner_cd !== 'GIFT' || bill.bill_month < previousMonth(step),
  )
  await step.save(
    'billing/issue-invoices',
    asSupervisor('1030'),
    ready.map(({ invoice_no: INVOICE_NO }): PastRow => ({ INVOICE_NO })),
  )
  await step.save(
    'billing/approve-invoices',
    asClerk('1120'),
    ready.flatMap(({ invoice_no: INVOICE_NO, owner_cd: owner }, index): PastRow[] => {
      const number = `${place.wcode.slice(1)}${place.day}${index}`.padEnd(16, '0')
      return owner === 'VOLTA' ? [] : [{ INVOICE_NO, APPROVAL_NO: `${place.day}${number}` }]
    }),
  )
  // The operations on months record the real time; replace it with the simulated time.
  await tx.execute(sql`
    update bill_month set reviewed_at = coalesce(told_moment(), now()),
      closed_at = coalesce(told_moment(), now())
    where wcode = ${place.wcode} and closed_at = now()`)
  await tx.execute(sql`
    update invoice set issued_at = coalesce(told_moment(), now())
    where wcode = ${place.wcode} and issued_at = now()`)
}

async function payInvoices(step: PastStep, paid: readonly Bill[], isNamed: boolean): Promise<void> {
  const names = await step.tx.query<{ owner_cd: string; owner_nm: string }>(sql`
    select owner_cd, owner_nm from owner`)
  const reference = (bill: Bill) => `${step.place.day}-${bill.invoice_no}`
  await step.save(
    'billing/write-payments',
    asClerk('1540'),
    paid.map((bill): PastRow => ({
      OWNER_CD: isNamed ? bill.owner_cd : null,
      PAID_DT: step.place.day,
      PAYER_NM: names.find(({ owner_cd: code }) => code === bill.owner_cd)?.owner_nm ?? null,
      AMOUNT: bill.open_amt,
      CURRENCY_CD: 'KRW',
      BANK_REF: reference(bill),
    })),
  )
  if (!isNamed) return
  const payments = await step.tx.query<{ payment_no: string; bank_ref: string }>(sql`
    select payment_no, bank_ref from payment
    where bank_ref = any(${paid.map(reference)}::text[]) order by 1`)
  await step.save(
    'billing/match-payments',
    asClerk('1610'),
    payments.flatMap(({ payment_no: PAYMENT_NO, bank_ref: given }): PastRow[] => {
      const bill = paid.find((candidate) => reference(candidate) === given)
      return bill ? [{ PAYMENT_NO, INVOICE_NO: bill.invoice_no, MATCH_AMT: bill.open_amt }] : []
    }),
  )
}

/**
 * Records payments: most owners pay in full, one in two parts, one a month late. Also adds a manual
 * charge.
 */
export async function payBills(step: PastStep): Promise<void> {
  const last = previousMonth(step)
  const paid = (await findBills(step, invoiceStepFrom.pay)).flatMap((bill): Bill[] => {
    if (bill.owner_cd === 'VINUM' && bill.bill_month === last) return []
    const isPart = bill.owner_cd === 'VOLTA' && bill.bill_month === last
    return [{ ...bill, open_amt: isPart ? Math.round(bill.open_amt * 0.6) : bill.open_amt }]
  })
  await payInvoices(step, paid, true)
  if (step.place.wcode === 'W01') await addManualCharge(step, 'VOLTA', '반품 재포장 지원 2인')
}

async function addManualCharge(step: PastStep, OWNER_CD: string, REASON: string): Promise<void> {
  await step.save('billing/write-charges', asClerk('1630'), [
    {
      OWNER_CD,
      CHARGE_CD: 'EXTRA',
      SERVICE_DT: addDays(step.place.day, -1),
      QTY: 2,
      UNIT_CD: 'DOC',
      UNIT_PRICE: 65_000,
      VAT_CD: 'TAX',
      CURRENCY_CD: 'KRW',
      REASON,
    },
  ])
}

/** Leaves work for today's user: an unmatched payment, a customer's objection and new prices. */
export async function addBillingOfToday(step: PastStep): Promise<void> {
  if (step.place.wcode !== 'W01') return
  const open = await findBills(step, invoiceStepFrom.pay)
  await payInvoices(
    step,
    open.filter(({ owner_cd: owner }) => owner === 'VINUM').slice(0, 1),
    false,
  )
  await addManualCharge(step, 'LUMI', '야간 긴급 출고 지원')
  const [line] = await step.tx.query<{ invoice_no: string; line_no: number }>(sql`
    select l.invoice_no, l.line_no from invoice_line l join invoice i using (invoice_no)
    where i.wcode = ${step.place.wcode} and i.owner_cd = 'HANBIT' and i.state_cd in (${quoteCodes(invoiceStepFrom.correct)})
    order by i.bill_month desc, l.line_no limit 1`)
  if (line) {
    await step.save('billing/object-to-line', { user: 'customer', at: '' }, [
      {
        INVOICE_NO: line.invoice_no,
        LINE_NO: line.line_no,
        OBJECTION: '수량 내역을 확인해 주세요.',
      },
    ])
  }
  await addNewPrices(step.tx, previousMonth(step))
}
