import sql, { type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { addDays, isTimestamp, toIsoDay } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'
import type { QueryCall } from '#server/engine/handler.ts'

/**
 * First instant after the searched timestamp, as SQL; undefined for now. Throws AppError 422 if the
 * date does not exist.
 */
export function getAsOfTimestamp(search: WireRow): Sql | undefined {
  const typed = search['AS_OF']
  if (typed === null || typed === undefined || typed === '') return undefined
  const asOf = String(typed).replaceAll(/\D/g, '').padEnd(14, '0')
  if (!isTimestamp(asOf)) {
    throw new AppError(
      422,
      'SEARCH_INVALID',
      label(
        `기준시각 '${typed}'${josa(typed, '을/를')} 읽을 수 없습니다.`,
        `The time '${typed}' cannot be read.`,
      ),
    )
  }
  return sql`(to_timestamp(${asOf}, 'YYYYMMDDHH24MISS')::timestamp at time zone 'Asia/Seoul'
    + interval '1 second')`
}

/** SQL for the effective date of the rows: the searched date, or today. */
export function getAsOfDate({ search, today }: QueryCall): Sql {
  return sql`${toIsoDay(getSearchedDate(search) || today)}::date`
}

function getSearchedDate(search: WireRow): string {
  return String(search['AS_OF'] ?? '')
    .replaceAll(/\D/g, '')
    .slice(0, 8)
}

/** Within this many days, recent movements are fewer than the balances to look up. */
const nearDays = 31

/** Current balances, or those at the searched timestamp, with the columns of `stock_balance`. */
export function balancesAs(call: Pick<QueryCall, 'scope' | 'search' | 'today'>): Sql {
  const before = getAsOfTimestamp(call.search)
  if (!before) return sql`stock_balance`
  const day = getSearchedDate(call.search)
  const isNear = day >= addDays(call.today, -nearDays)
  return isNear ? rollBackBalances(call.scope, before) : balancesUntil(call.scope, before)
}

const movedSql = ({ wcode }: DataScope, period: Sql): Sql => sql`
  select balance_id, sum(qty) qty from (
    select to_balance_id balance_id, qty from stock_movement where wcode = ${wcode} and ${period}
    union all
    select from_balance_id, -qty from stock_movement where wcode = ${wcode} and ${period}
  ) ends where balance_id is not null group by balance_id`

/** Allocations have no history and are null. */
const balanceColumns = (qty: Sql): Sql => sql`
  b.balance_id, b.wcode, b.owner_cd, b.stock_cd, b.lot_id, b.cell_cd, b.pallet_no, b.box_no,
  b.condition_cd, b.bonded_cd, b.cargo_no, ${qty} qty, null::numeric alloc_qty,
  null::numeric pick_qty`

/** Past balances of a warehouse: the current ones minus later movements. */
function rollBackBalances(scope: DataScope, before: Sql): Sql {
  return sql`(
    with later as materialized (${movedSql(scope, sql`posted_at >= ${before}`)})
    select ${balanceColumns(sql`b.qty - coalesce(m.qty, 0)`)}
    from stock_balance b left join later m using (balance_id) where b.wcode = ${scope.wcode})`
}

/** Past balances from the last daily closing plus the movements since. */
function balancesUntil(scope: DataScope, before: Sql): Sql {
  const since = sql`posted_at >= (select moment from since) and posted_at < ${before}`
  return sql`(
    with closed as materialized (
      select max(stock_dt) as day from ledger_day where day_end(stock_dt) <= ${before}),
    since as materialized (
      select coalesce((select day_end(day) from closed), '-infinity'::timestamptz) moment),
    moved as materialized (${movedSql(scope, since)})
    select ${balanceColumns(sql`coalesce(d.qty, 0) + coalesce(m.qty, 0)`)}
    from stock_balance b
    left join moved m using (balance_id)
    left join lateral (
      select d.qty from stock_day d
      where d.balance_id = b.balance_id and d.stock_dt <= (select day from closed)
      order by d.stock_dt desc limit 1) d on true
    where b.wcode = ${scope.wcode})`
}
