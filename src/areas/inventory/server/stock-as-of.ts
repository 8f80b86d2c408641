import sql, { type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { isMoment } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/engine/app-error.ts'
import type { DataScope, QueryCall } from '#server/engine/handler.ts'

/**
 * The first moment that is after the one searched for, as SQL; undefined for now. Throws AppError
 * 422 when the calendar has no such moment.
 */
export function asOfMoment(search: WireRow): Sql | undefined {
  const typed = search['AS_OF']
  if (typed === null || typed === undefined || typed === '') return undefined
  const moment = String(typed).replaceAll(/\D/g, '').padEnd(14, '0')
  if (!isMoment(moment)) {
    throw new AppError(
      422,
      'SEARCH_INVALID',
      label(
        `기준시각 '${typed}'${josa(typed, '을/를')} 읽을 수 없습니다.`,
        `The time '${typed}' cannot be read.`,
      ),
    )
  }
  return sql`(to_timestamp(${moment}, 'YYYYMMDDHH24MISS')::timestamp at time zone 'Asia/Seoul'
    + interval '1 second')`
}

/** The day rows are looked at, as SQL: that of the moment searched for, else today. */
export function asOfDay({ search, today }: QueryCall): Sql {
  const typed = String(search['AS_OF'] ?? '').replaceAll(/\D/g, '')
  return sql`${typed === '' ? today : typed.slice(0, 8)}::date`
}

/** Balances as they stand, or stood at the moment searched for, in the shape of `stock_balance`. */
export function balancesOf({ scope, search }: QueryCall): Sql {
  const before = asOfMoment(search)
  return before ? balancesAsOf(scope, before) : sql`stock_balance`
}

/**
 * The balances of a warehouse as they were before a moment, in the shape of `stock_balance`: what
 * the last day closed with, and the movements since. Promises have no past; they are null.
 */
function balancesAsOf({ wcode }: DataScope, before: Sql): Sql {
  return sql`(
    with closed as materialized (
      select max(stock_dt) as day from ledger_day where day_end(stock_dt) <= ${before}),
    since as materialized (
      select coalesce((select day_end(day) from closed), '-infinity'::timestamptz) moment),
    moved as (
      select balance_id, sum(qty) qty from (
        select to_balance_id balance_id, qty from stock_movement
        where wcode = ${wcode} and posted_at >= (select moment from since) and posted_at < ${before}
        union all
        select from_balance_id, -qty from stock_movement
        where wcode = ${wcode} and posted_at >= (select moment from since) and posted_at < ${before}
      ) ends where balance_id is not null group by balance_id)
    select b.balance_id, b.wcode, b.owner_cd, b.stock_cd, b.lot_id, b.cell_cd, b.pallet_no,
      b.box_no, b.condition_cd, b.bonded_cd, b.cargo_no,
      coalesce(d.qty, 0) + coalesce(m.qty, 0) qty, null::numeric alloc_qty, null::numeric pick_qty
    from stock_balance b
    left join moved m using (balance_id)
    left join lateral (
      select d.qty from stock_day d
      where d.balance_id = b.balance_id and d.stock_dt <= (select day from closed)
      order by d.stock_dt desc limit 1) d on true
    where b.wcode = ${wcode})`
}
