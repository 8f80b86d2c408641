import { expect, onTestFinished, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays, addMonths, timestampAt } from '#kernel/calendar.ts'
import { billMonthStatus } from '#areas/billing/rules/billing-status.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import {
  billMonths,
  addBillingOfToday,
  chargePast,
  isBillDay,
  isPayDay,
  payBills,
} from '#server/demo/past/past-billing.ts'
import { Chance } from '#server/demo/past/chance.ts'
import { addPastMasters } from '#server/demo/past/past-masters.ts'
import { addPastPrices } from '#server/demo/past/past-prices.ts'
import { PastStep } from '#server/demo/past/past-step.ts'
import { addPastStock, closeUntil } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'

const today = timestampAt(Date.now()).slice(0, 8)
const thisMonth = `${today.slice(0, 6)}01`
const lastMonth = addMonths(thisMonth, -1)

test('months are billed on the 3rd and paid on the 20th, or on Monday if that is a Sunday', () => {
  const days = Array.from(
    { length: 30 },
    (_, index) => `202611${String(index + 1).padStart(2, '0')}`,
  )
  expect(days.filter(isBillDay)).toEqual(['20261103'])
  expect(days.filter(isPayDay)).toEqual(['20261120'])
  expect([isBillDay('20270103'), isBillDay('20270104')]).toEqual([false, true])
})

test('the demo has bills at every step: closed, issued, approved, paid, partly paid, objected to', async () => {
  const db = await testDatabase({ referenceData: true })
  onTestFinished(() => db.close())
  await loadDemo(db)
  await db.transaction(async (tx) => {
    await addPastMasters(tx)
    await addPastPrices(tx, lastMonth)
  })
  const at = `${lastMonth.slice(0, 4)}-${lastMonth.slice(4, 6)}-02 09:00:00`
  for (const owner of ['GIFT', 'HANBIT', 'LUMI', 'VINUM', 'VOLTA']) {
    await addPastStock(db, { owner, item: 'BILLED', cell: 'A01-01-1', moved: [[at, 200]] })
  }
  // The item has no measures, so its receipt remains unbilled.
  await addPastStock(db, { owner: 'VOLTA', item: 'VT10120', cell: 'A01-01-1', moved: [[at, 5]] })
  await closeUntil(db, addDays(thisMonth, -1))
  await chargePast(db)
  // A count of a past date, closed after everything before it was charged.
  await db.execute(sql`
    with job as (insert into count_job (job_no, wcode, count_dt, method_cd, target, state_cd,
        created_by, updated_by, updated_at)
      values ('CT-PAST', 'W01', ${lastMonth}::date + 1, 'STOCK', 'LUMI', '50', 'clerk', 'clerk',
        ${at}::timestamp at time zone 'Asia/Seoul') returning job_no)
    insert into count_line (job_no, line_no, owner_cd, balance_id)
    select job_no, 1, 'LUMI', (select min(balance_id) from stock_balance where owner_cd = 'LUMI')
    from job`)
  await chargePast(db)
  for (const work of [billMonths, payBills, addBillingOfToday]) {
    await db.transaction((tx) => {
      const place = { wcode: 'W01', day: today, name: work.name, isPast: false, isRecent: false }
      return work(new PastStep(db, tx, place, new Chance('bills', work.name)))
    })
  }
  const invoices = await db.query(sql`
    select owner_cd, state_cd, approval_no is not null approved, total_amt > 0 charged,
      round(100 * paid_amt / total_amt)::integer paid from invoice order by 1`)
  const one = { approved: true, charged: true }
  expect(invoices).toEqual([
    { ...one, owner_cd: 'GIFT', state_cd: '30', approved: false, paid: 0 },
    { ...one, owner_cd: 'HANBIT', state_cd: '60', paid: 100 },
    { ...one, owner_cd: 'VINUM', state_cd: '50', paid: 0 },
    { ...one, owner_cd: 'VOLTA', state_cd: '40', approved: false, paid: 60 },
  ])
  const open = await db.query(sql`
    select owner_cd, state_cd from bill_month where bill_month = ${lastMonth.slice(0, 6)}
      and state_cd <> ${billMonthStatus.closed}`)
  expect(open, 'one month is ready to close').toEqual([
    { owner_cd: 'LUMI', state_cd: billMonthStatus.accruing },
  ])
  const [waits] = await db.query(sql`
    select (select count(*)::integer from payment where matched_amt = 0) payments,
      (select string_agg(owner_cd, ' ') from invoice_objection join invoice using (invoice_no))
        objected,
      (select string_agg(distinct owner_cd || reason_cd, ' ') from unbilled_work
        where service_dt < ${thisMonth}::date) unbilled,
      (select count(*)::integer from charge where cause_cd = 'HAND') typed,
      (select count(*)::integer from charge where cause_cd = 'COUNT') counts,
      (select string_agg(state_cd, ' ' order by state_cd) from price_line where version_no = 2) prices`)
  expect(waits).toEqual({
    payments: 1,
    objected: 'HANBIT',
    unbilled: 'VOLTANO_CBM',
    typed: 2,
    counts: 1,
    prices: '10 20',
  })
})
