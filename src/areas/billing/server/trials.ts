import sql, { join, type Sql } from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { postRerate, priceTrial, rerateDiffs } from '../operations/trials.ts'
import { selectBondedTargets } from './bonded-targets.ts'
import { correctedAmount } from './credited-invoices.ts'
import { selectOtherTargets } from './other-targets.ts'
import { postAllLimits, selectVersionsBetween, applyLimits } from './month-limits.ts'
import { wasInWarehouse } from './own-months.ts'
import { trialMinimum } from './invoice-minimum.ts'
import { lockMonths } from './lock-months.ts'
import { taxRate } from './post-charges.ts'
import { ratedDays } from './rated-days.ts'
import { billMonthStatus } from '../rules/billing-status.ts'
import { periodEnds } from './storage-periods.ts'
import { selectDailyTargets, selectPeriodTargets } from './storage-targets.ts'
import { selectWorkTargets } from './work-targets.ts'

const columns = sql`charge_cd, wcode, owner_cd, price_cd, price_id, qty, amount, reason_cd, service_dt`

/** Work of a month: the charges of its documents that belong to the dates of the month. */
function selectTrialWork(owner: string, first: Sql, last: Sql): Sql {
  const [start, end] = [sql`day_end(${first} - 1)`, sql`day_end(${last})`]
  return sql`
    with touched as materialized (
      select distinct m.movement_cd cause_cd, m.doc_no from stock_movement m
      where m.owner_cd = ${owner} and m.movement_cd in ('RECEIPT', 'SHIPMENT')
        and m.posted_at >= ${start} and m.posted_at < ${end}
      union select 'RECEIPT', x.receipt_no from receipt_reject x join receipt r using (receipt_no)
      where r.owner_cd = ${owner} and x.created_at >= ${start} and x.created_at < ${end}),
    ${selectWorkTargets({ draftOwner: owner })}
    select ${columns} from targets where service_dt between ${first} and ${last}`
}

/** Recalculates a month. The owner's drafts take precedence over agreed prices. */
function selectTrialCharges(owner: string, first: Sql, last: Sql): Sql {
  const book = { draftOwner: owner }
  const cargos = sql`select distinct bond_no doc_no from bonded_line where owner_cd = ${owner}
    and done_at >= day_end(${first} - 1) and done_at < day_end(${last})`
  return sql`
    select ${columns} from (with ${selectDailyTargets({ first, last, owner }, book)}
      select * from targets) d
    ${join(
      periodEnds.map(
        (days) => sql`union all select ${columns} from (
          with ${selectPeriodTargets(sql`(${first} + ${days}::integer)`, owner, book)}
          select * from targets) h where ${first} + ${days}::integer < ${last}`,
      ),
      ' ',
    )}
    union all select ${columns} from (with ${selectPeriodTargets(last, owner, book)}
      select * from targets) p
    union all select * from (${selectTrialWork(owner, first, last)}) w
    union all select ${columns} from (with ${selectOtherTargets({ first, last, owner }, book)}
      select * from targets) o
    union all select ${columns} from (with touched as (${cargos}), ${selectBondedTargets(book)}
      select * from targets) b where service_dt between ${first} and ${last}`
}

/** The recalculated month by date. Manual charges have no rate card price and remain unchanged. */
function selectTrialByDay(owner: string, first: Sql, last: Sql, month: string): Sql {
  return sql`
    select a.wcode, a.charge_cd, a.price_cd, coalesce(p.currency_cd, 'KRW') currency_cd,
      coalesce(p.vat_cd, 'TAX') vat_cd, a.service_dt, sum(a.qty) filter (where a.reason_cd is null) qty,
      coalesce(sum(a.amount) filter (where a.reason_cd is null), 0) amount,
      count(a.reason_cd) faults, count(*) - count(a.reason_cd) work_count,
      max(a.price_id) price_id
    from (${selectTrialCharges(owner, first, last)}) a left join price_line p using (price_id)
    group by 1, 2, 3, 4, 5, 6
    union all
    select wcode, charge_cd, null, currency_cd, vat_cd, null, sum(qty), sum(amount), 0, 0, null
    from charge where owner_cd = ${owner} and coalesce(of_month, bill_month) = ${month} and cause_cd = 'HAND'
    group by 1, 2, 4, 5`
}

/**
 * Owner prices with a monthly minimum, with or without work: drafts, and agreed prices of charges
 * without a draft. As on closing, a price without a warehouse applies to every warehouse in which
 * the owner was by the end of the month.
 */
const selectMonthlyMinimums = (owner: string, last: Sql, month: string) => sql`
  select w.wcode, l.charge_cd, l.price_cd, l.currency_cd, l.vat_cd, 0 qty, 0 amount, 0 faults,
    1 work_count
  from price_on(${last}) l join warehouse w on w.wcode = coalesce(l.price_wcode, w.wcode)
  where l.owner_cd = ${owner} and l.month_min_amt > 0 and (l.state_cd = ${quoteCodes(priceStatus.draft)}
    or l.state_cd = ${quoteCodes(priceStatus.agreed)} and not exists (select from price_on(${last}) d where d.owner_cd = ${owner}
      and d.state_cd = ${quoteCodes(priceStatus.draft)} and d.charge_cd = l.charge_cd))
    and (l.price_wcode is not null
      or ${wasInWarehouse(sql`w.wcode`, sql`${owner}`, { month: sql`${month}`, last })})`

/**
 * Joins the last version of a price in the month as `l`. Its drafts take precedence over the agreed
 * price.
 */
const joinLastVersion = (first: Sql, last: Sql) => sql`
  left join (select distinct on ((v.price).price_cd) (v.price).* from ${selectVersionsBetween(first, last)} v
    order by (v.price).price_cd, v.end_dt desc, (v.price).version_no desc) l using (price_cd)`

const trialHandler = handleQuery(
  priceTrial,
  'v.charge_cd, v.currency_cd',
  ({ search }) => {
    const owner = String(search['OWNER_CD'] ?? '')
    const typed = String(search['BILL_MONTH'] ?? '').replaceAll(/\D/g, '')
    const month = /^\d{4}(0[1-9]|1[0-2])$/.test(typed) ? typed : '190001'
    const day = sql`coalesce((select close_day from billing_terms where owner_cd = ${owner}), 0)`
    const first = sql`cycle_start(${month}, ${day})`
    const last = sql`cycle_end(${month}, ${day})`
    return sql`
      with limited as materialized (
        select x.wcode, x.charge_cd, x.currency_cd, x.vat_cd, sum(x.qty) qty,
          sum(case when x.work_count > 0 then ${applyLimits(sql`x.amount`, 'month', sql`l`)}
            else x.amount end) amount, sum(x.faults) faults
        from (select y.wcode, y.charge_cd, y.price_cd, y.currency_cd, y.vat_cd, sum(y.qty) qty,
            sum(y.amount) amount, sum(y.faults) faults, sum(y.work_count) work_count
          from (select d.wcode, d.charge_cd, d.price_cd, d.currency_cd, d.vat_cd, d.qty,
              case when d.work_count > 0
                then ${applyLimits(sql`d.amount`, 'day', sql`l`)} else d.amount end amount,
              d.faults, d.work_count
            from (${selectTrialByDay(owner, first, last, month)}) d left join price_line l using (price_id)
            union all ${selectMonthlyMinimums(owner, last, month)}) y
          group by 1, 2, 3, 4, 5) x
        ${joinLastVersion(first, last)}
        group by 1, 2, 3, 4)
      select coalesce(t.wcode, b.wcode) wcode, ${owner}::text owner_cd, ${month}::text bill_month,
        coalesce(t.charge_cd, b.charge_cd) charge_cd,
        coalesce(t.currency_cd, b.currency_cd) currency_cd, coalesce(b.qty, 0) billed_qty,
        coalesce(b.amount, 0) billed_amt, coalesce(t.qty, 0) tried_qty,
        coalesce(t.amount, 0) tried_amt, coalesce(t.amount, 0) - coalesce(b.amount, 0) diff_amt,
        coalesce(t.faults, 0) fault_count
      from (
        select wcode, charge_cd, currency_cd, sum(qty) qty, sum(amount) amount, sum(faults) faults
        from (select * from limited union all ${trialMinimum(owner, last)}) x group by 1, 2, 3) t
      full join (
        select wcode, charge_cd, currency_cd, sum(qty) qty, sum(amount) amount from charge
        where owner_cd = ${owner} and coalesce(of_month, bill_month) = ${month}
        group by 1, 2, 3) b
      on (t.wcode, t.charge_cd, t.currency_cd) = (b.wcode, b.charge_cd, b.currency_cd)`
  },
  ['OWNER_CD', 'BILL_MONTH'],
)

/**
 * Closed months in which an owner's price with several versions has a minimum but no work, as days
 * without charges.
 */
const selectDaysWithoutWork = (of: Sql): Sql => sql`
    select c.wcode, c.owner_cd, c.bill_month, p.charge_cd, p.price_cd, p.currency_cd, e.last_dt,
      0, p.price_id, p.version_no, true, null::boolean, 0, 0, 0, 0, 0
    from (select wcode, owner_cd, bill_month, null of_month from bill_month
      where state_cd = ${quoteCodes(billMonthStatus.closed)}) c
    left join billing_terms t using (owner_cd)
    cross join lateral (select cycle_end(c.bill_month, coalesce(t.close_day, 0)) last_dt) e
    join lateral price_on(e.last_dt) p on p.owner_cd = c.owner_cd
      and p.state_cd = ${quoteCodes(priceStatus.agreed)}
    where ${of} and exists (select from price_line x where x.price_cd = p.price_cd
        and x.price_id <> p.price_id and x.state_cd = p.state_cd)
      and exists (select from price_line x where x.price_cd = p.price_cd and x.month_min_amt > 0)
      and (p.price_wcode = c.wcode or p.price_wcode is null and ${wasInWarehouse(
        sql`c.wcode`,
        sql`c.owner_cd`,
        { month: sql`c.bill_month`, last: sql`e.last_dt` },
      )})`

const withinDayLimits = (amount: Sql) => sql`case when d.work_count > 0
  then ${applyLimits(amount, 'day', sql`(v.price)`)} else ${amount} end`
const withinMonthLimits = (amount: Sql) => sql`case when s.work_count > 0 or m.owes
  then ${applyLimits(amount, 'month', sql`(m.last_version)`)} else ${amount} end`

/**
 * Part of the difference `d` that corrections of its invoices by an amount have not billed or
 * credited yet. They count for the differences of the month in the order of their prices.
 */
const uncorrectedDifference = sql`case when sign(d.total) = sign(d.correction)
  then sign(d.total) * (greatest(abs(d.until_now) - abs(d.correction), 0)
    - greatest(abs(d.until_now - d.total) - abs(d.correction), 0))
  else d.total end`

/**
 * Sums of a month that would differ under another version, within that month's limits. An open
 * month is compared as if it were closed. Work whose invoice was credited in full is left out.
 */
const selectDifferences = (of: Sql): Sql => sql`
    with days as materialized (${ratedDays(of)} union all ${selectDaysWithoutWork(of)}),
    versions as materialized (
      select r.owner_cd, r.bill_month, v.*, (v.price).owner_cd is not null
        and v.end_dt = cycle_end(r.bill_month, r.close_day) owes from (
        select d.owner_cd, d.bill_month, coalesce(t.close_day, 0) close_day
        from (select distinct owner_cd, bill_month from days) d
        left join billing_terms t using (owner_cd)) r
      cross join lateral ${selectVersionsBetween(
        sql`cycle_start(r.bill_month, r.close_day)`,
        sql`cycle_end(r.bill_month, r.close_day)`,
      )} v
      where (v.price).state_cd = ${quoteCodes(priceStatus.agreed)}
        and (v.price).price_cd in (select price_cd from days)),
    months as materialized (
      select s.*, b.state_cd = ${quoteCodes(billMonthStatus.closed)} is_closed, l.last_version,
        l.owes, l.by_day
      from (
        select wcode, owner_cd, bill_month, charge_cd, price_cd, currency_cd,
          sum(charge_count) charge_count, max(price_id) price_id, max(version_no) version_no,
          sum(billed) billed
        from days group by 1, 2, 3, 4, 5, 6
        having bool_or(is_changed) and not coalesce(bool_and(is_credited), false)) s
      join bill_month b using (wcode, owner_cd, bill_month)
      left join lateral (
        select v.price last_version, v.owes, bool_or(num_nonnulls((v.price).day_min_amt,
          (v.price).day_max_amt) > 0) over () by_day
        from versions v where (v.owner_cd, v.bill_month) = (s.owner_cd, s.bill_month)
          and ((v.price).price_cd, (v.price).currency_cd) = (s.price_cd, s.currency_cd)
        order by v.end_dt desc limit 1) l on true),
    sums as (
      select d.wcode, d.owner_cd, d.bill_month, d.charge_cd, d.price_cd, d.currency_cd,
        sum(${withinDayLimits(sql`d.base`)}) base, sum(${withinDayLimits(sql`d.tried`)}) tried, sum(d.work_count) work_count,
        sum(d.settled) settled
      from days d join months m
        using (wcode, owner_cd, bill_month, charge_cd, price_cd, currency_cd)
      left join versions v on (v.owner_cd, v.bill_month) = (d.owner_cd, d.bill_month)
        and ((v.price).price_cd, (v.price).currency_cd) = (d.price_cd, d.currency_cd)
        and d.on_dt between v.start_dt and v.until_dt
      group by 1, 2, 3, 4, 5, 6)
    select d.*, d.tried - d.diff billed, d.diff - d.total - d.settled corrected from (
      select d.*, ${uncorrectedDifference} diff from (
        select r.*, sum(r.total) over (partition by r.wcode, r.owner_cd, r.bill_month, r.currency_cd,
            sign(r.total) order by r.price_cd, r.charge_cd) until_now,
          ${correctedAmount(sql`r`)} correction
        from (
          select m.wcode, m.owner_cd, m.bill_month, m.charge_cd, m.price_cd, m.currency_cd,
            m.charge_count, m.price_id, m.version_no, m.by_day, s.settled, ${withinMonthLimits(sql`s.tried`)} tried,
            ${withinMonthLimits(sql`s.tried`)} - case when m.is_closed then m.billed
              else ${withinMonthLimits(sql`s.base`)} + s.settled end total
          from months m join sums s
            using (wcode, owner_cd, bill_month, charge_cd, price_cd, currency_cd)) r
        where r.total <> 0) d) d
    where d.diff <> 0`

/** Charges `c` of months, also those posted in a later month. */
const inMonthRanges = (months: readonly string[]) => sql`(
  c.bill_month = any(${[...months]}::text[]) and c.of_month is null
  or c.of_month = any(${[...months]}::text[]))`

function monthCondition(typed: Value | undefined): Sql {
  const month = String(typed ?? '').replaceAll('-', '')
  if (!/^\d{6}$/.test(month)) return sql`true`
  return inMonthRanges([month])
}

const diffsHandler = handleQuery(
  rerateDiffs,
  'v.bill_month desc, v.owner_cd, v.price_cd',
  ({ search }) => sql`
    select d.*, o.owner_nm, d.billed billed_amt, d.tried tried_amt, d.diff diff_amt
    from (${selectDifferences(monthCondition(search['BILL_MONTH']))}) d join owner o using (owner_cd)`,
)

/**
 * Posts the differences of the months `named` to the open months. If a version differs only in its
 * limits, only limits are posted. The part settled by corrections is a separate line, on which no
 * limit depends.
 */
async function postDifferences(call: SaveCall, request: Sql): Promise<void> {
  await call.tx.execute(sql`
    insert into bill_month (wcode, owner_cd, bill_month)
    select distinct wcode, owner_cd, open_bill_month(wcode, owner_cd, bill_month) from named
    on conflict do nothing`)
  await call.tx.execute(sql`
    with parts as (
      -- A price can change its tax within a month.
      select n.*, case when n.by_day then d.on_dt end on_dt, 0 line_no, d.tried - d.base amount,
        coalesce(d.price_id, n.price_id) rated_id
      from named n join (${ratedDays(request)}) d
        using (wcode, owner_cd, bill_month, charge_cd, price_cd, currency_cd)
      union all select n.*, null, -1, n.corrected, n.price_id from named n),
    rows as materialized (
      select p.wcode, p.owner_cd, p.charge_cd, p.line_no,
        coalesce(p.on_dt, ${call.today}::date) service_dt,
        open_bill_month(p.wcode, p.owner_cd, p.bill_month) bill_month, p.bill_month of_month,
        concat_ws(':', p.bill_month, p.price_cd, to_char(p.on_dt, 'YYYYMMDD')) doc_no,
        max(l.price_id) price_id, sum(p.amount) amount, l.unit_cd, l.vat_cd, l.currency_cd,
        l.rounding_cd
      from parts p join price_line l on l.price_id = p.rated_id
      group by 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14
      having sum(p.amount) <> 0)
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, line_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, created_by)
    select wcode, owner_cd, charge_cd, service_dt, bill_month, nullif(of_month, bill_month),
      'RERATE', doc_no, line_no,
      (select max(charge_no) from charge), 0, unit_cd, price_id, amount, vat_cd,
      ${taxRate(sql`rows.vat_cd`, sql`rows.service_dt`)}, currency_cd, rounding_cd, ${call.userId}
    from rows`)
}

const postHandler = handleProcedure(postRerate, async (call) => {
  await lockMonths(call.tx, [call.scope.wcode])
  const given = recordsetSql(postRerate.input, Object.keys(postRerate.input), call.rows)
  // Separate value lists let an index find the rows among a million charges. The join below
  // restores the pairs.
  const [owners, months] = (['OWNER_CD', 'BILL_MONTH'] as const).map((column) => [
    ...new Set(call.rows.map(({ values }) => String(values[column]))),
  ])
  const request = sql`c.wcode = ${call.scope.wcode} and c.owner_cd = any(${owners}::text[])
    and ${inMonthRanges(months ?? [])}`
  await call.tx.execute(sql`
    create temporary table named on commit drop as
    select r.no, d.* from ${given} join (${selectDifferences(request)}) d
      on (d.owner_cd, d.bill_month, d.price_cd) = (r.owner_cd, r.bill_month, r.price_cd)
    where ${call.scope.owners === null}
      or d.owner_cd = any(${[...(call.scope.owners ?? [])]}::text[])`)
  const found = await call.tx.query<{ no: number }>(sql`select distinct no from named`)
  const known = new Set(found.map(({ no }) => no))
  const none = label(
    '반영할 차이가 없습니다. 다시 조회하세요.',
    'No differences to post. Search again.',
  )
  const errors = call.rows.flatMap(({ no }): RowError[] =>
    known.has(no) ? [] : [{ row: no, text: none, column: 'PRICE_CD' }],
  )
  if (errors.length) throw invalidRows(errors)
  await postDifferences(call, request)
  await postAllLimits(
    call.tx,
    sql`
      select distinct n.wcode, n.owner_cd, o.bill_month, n.bill_month of_month,
        cycle_end(n.bill_month, coalesce(t.close_day, 0)) last_dt
      from named n left join billing_terms t using (owner_cd)
      cross join lateral (
        select open_bill_month(n.wcode, n.owner_cd, n.bill_month) bill_month) o
      where o.bill_month <> n.bill_month`,
    call.userId,
  )
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `차이 ${formatCount(known.size)}건을 마감 전 청구월에 반영했습니다.`,
      `${formatCount(known.size, 'difference')} posted to the open month.`,
    ),
  }
})

export const trialHandlers: readonly Handler[] = [trialHandler, diffsHandler, postHandler]
