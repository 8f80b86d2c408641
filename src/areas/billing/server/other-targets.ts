import sql, { type Sql } from 'sql-template-tag'
import { matchPrices, type PriceBook } from './match-prices.ts'
import { isNotReversed } from './post-charges.ts'
import type { StorageDays } from './storage-targets.ts'
import { countStatus } from '#areas/inventory/rules/count-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

/**
 * Target charges of causes other than movements, one per cause. Causes without a price are free.
 */
function selectTargets(causes: Sql, book?: PriceBook): Sql {
  return sql`
    causes as materialized (${causes}),
    priced as materialized (${matchPrices(sql`causes`, ['WORK'], book)}),
    targets as materialized (
      select c.cause_cd, c.doc_no, c.line_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd,
        c.service_dt, c.stock_cd, u.qty, l.price_id, l.price_cd,
        sign(u.qty) * charge_amount(l, abs(u.qty), null, null, 0) amount, c.temperature_cd, c.bonded_cd, 0 months,
        null::numeric[] raised, null::numeric free_qty, null::numeric weight_kg, null::text reason_cd
      from priced c join price_line l on l.price_id = (c.p).price_id
      cross join lateral (select case when l.unit_cd in ('DOC', 'LINE') then 1 else c.qty end qty) u)`
}

const emptyMeasures = sql`null::text stock_cd, null::text temperature_cd, null::text group_cd,
  null::text bonded_cd, null::text order_kind_cd, null::text sample_cd`

const selectLabels = (which: Sql): Sql => sql`
    select 'LABEL' cause_cd, doc_no, line_no, print_no cause_seq, 'LABEL' charge_cd, wcode,
      owner_cd, (printed_at at time zone 'Asia/Seoul')::date service_dt, copies::numeric qty,
      ${emptyMeasures}
    from label_print x where ${which}`

const selectCounts = (which: Sql): Sql => sql`
    select 'COUNT' cause_cd, j.job_no doc_no, 0 line_no, 0::bigint cause_seq, 'COUNT' charge_cd,
      j.wcode, l.owner_cd, max(j.count_dt) service_dt, count(*)::numeric qty, ${emptyMeasures}
    from count_job j join count_line l using (job_no)
    where j.state_cd = ${quoteCodes(countStatus.closed)} and ${which}
    group by j.job_no, j.wcode, l.owner_cd`

/**
 * Expenses `x` divided by 100, because a margin is a percentage. In the currency of the expense.
 */
const selectCosts = (which: Sql): Sql => sql`
    select 'COST' cause_cd, x.doc_no, 0 line_no, x.charge_no cause_seq, 'MARGIN' charge_cd, x.wcode,
      x.owner_cd, x.service_dt, round(x.amount / 100, 6) qty, ${emptyMeasures}
    from charge x where x.cause_cd = 'HAND' and x.charge_cd = 'ACTUAL' and x.currency_cd = 'KRW'
      and ${isNotReversed(sql`x`)} and ${which}`

/** Margins on the given expenses `x`. */
export const selectCostTargets = (which: Sql): Sql => selectTargets(selectCosts(which))

/**
 * Labels printed since the last round. Overlaps by one hour to include prints that had not yet
 * committed.
 */
export function selectLabelTargets(): Sql {
  return selectTargets(
    selectLabels(sql`printed_at > (select rest_at from charge_follow) - interval '1 hour'
      and not exists (select from charge c
        where c.doc_no = x.doc_no and c.cause_cd = 'LABEL' and c.cause_seq = x.print_no)`),
  )
}

/** Uncharged counts of the last 62 days. */
export function selectCountTargets(): Sql {
  return selectTargets(
    selectCounts(sql`j.count_dt > current_date - 62 and not exists (select from charge c
      where c.doc_no = j.job_no and c.cause_cd = 'COUNT' and c.owner_cd = l.owner_cd)`),
  )
}

export function selectOtherTargets(
  { first, last, owner = null }: StorageDays,
  book?: PriceBook,
): Sql {
  const printedSince = sql`x.owner_cd = ${owner} and x.printed_at >= day_end(${first} - 1)
    and x.printed_at < day_end(${last})`
  const countedInPeriod = sql`l.owner_cd = ${owner} and j.count_dt between ${first} and ${last}`
  const spentInPeriod = sql`x.owner_cd = ${owner} and x.service_dt between ${first} and ${last}`
  return selectTargets(
    sql`${selectLabels(printedSince)} union all ${selectCounts(countedInPeriod)} union all ${selectCosts(spentInPeriod)}`,
    book,
  )
}
