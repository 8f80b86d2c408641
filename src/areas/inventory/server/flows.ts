import sql, { raw, type Sql } from 'sql-template-tag'
import { addMonths } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import { AppError } from '#server/base/app-error.ts'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { handleQuery, type QueryCall, type QueryHandler } from '#server/engine/handler.ts'
import { scopeConditions, searchConditions, whereAll } from '#server/engine/search-sql.ts'
import { getGroupOn } from '#areas/master/server/get-group-on.ts'
import { figureDays, figureMonths, flowDay, itemFlows, ownerFlows } from '../operations/flows.ts'

/** Last requested date, at most today. Later dates are not calculated. */
function lastDay({ search, today }: QueryCall): string {
  const [, last] = getSearchedDates(flowDay, search['STOCK_DT']) ?? [null, null]
  return last !== null && last < today ? last : today
}

/**
 * Item rows by date: stored rows for closed dates, and for open ones the rows that the nightly job
 * will store. The condition is outside the union, where an index can be used to find the dates of
 * an item.
 */
const itemDays = (call: QueryCall) => sql`(
  select d.* from (
    select * from flow_day
    union all
    select * from flows_not_closed(${call.scope.wcode}::text, ${lastDay(call)}::date,
      ${selectOwners(call)})
  ) d where d.wcode = ${call.scope.wcode})`

const ownerDays = (call: QueryCall) => sql`(
  select * from flow_owner_day where wcode = ${call.scope.wcode}
  union all
  select s.* from (select max(stock_dt) as day from ledger_day) c
  cross join lateral owner_flows_since(${call.scope.wcode}::text, c.day, ${lastDay(call)}::date,
    ${selectOwners(call)}) s
  where coalesce(c.day < ${lastDay(call)}::date, true))`

/** Owners that match the search and the scope, so flows of other owners are not calculated. */
function selectOwners({ scope, search }: QueryCall): Sql {
  const conditions = [
    ...scopeConditions('owner', scope),
    ...searchConditions({ OWNER_CD: itemFlows.output.OWNER_CD }, search),
  ]
  if (conditions.length === 0) return sql`null`
  return sql`array(select v.owner_cd from owner v ${whereAll(conditions)})`
}

const flowColumns = raw(`f.open_qty, f.receipt_qty, f.shipment_qty, f.adjust_qty, f.transfer_qty,
  f.qty close_qty, f.held_qty, f.cbm, f.weight_kg kg, f.receipt_lines, f.shipment_lines`)

/**
 * Outer joins let the planner omit tables whose columns are not selected. Every row has an item.
 */
const selectItemRows = (call: QueryCall) => sql`
  ${itemDays(call)} f
  left join owner o on o.owner_cd = f.owner_cd
  left join stock s on s.owner_cd = f.owner_cd and s.stock_cd = f.stock_cd`

export const itemFlowRows = (call: QueryCall): Sql => sql`
  select f.stock_dt, f.wcode, f.owner_cd, o.owner_nm, f.stock_cd, s.stock_nm,
    ${getGroupOn(sql`f`, sql`f.stock_dt`)} group_cd, s.unit_cd, ${flowColumns}, round(f.cbm / nullif(f.qty, 0), 6) unit_cbm
  from ${selectItemRows(call)}`

const itemFlowsHandler: QueryHandler = {
  ...handleQuery(itemFlows, 'v.stock_dt, v.owner_cd, v.stock_cd', itemFlowRows),
  indexedColumns: ['OWNER_CD', 'STOCK_CD'],
}

const ownerFlowsHandler = handleQuery(
  ownerFlows,
  'v.stock_dt, v.owner_cd',
  (call) => sql`
    select f.stock_dt, f.wcode, f.owner_cd, o.owner_nm, f.unit_cds unit_cd, ${flowColumns}, f.receipts,
      f.shipments, f.stock_count
    from ${ownerDays(call)} f
    join owner o on o.owner_cd = f.owner_cd`,
)

type Column = 'day' | 'month'

/**
 * Requested dates, or the current month or year. Throws AppError 422 if a column would contain the
 * same day of two months or month of two years.
 */
function getSearchedSpan(column: Column, { search, today }: QueryCall): readonly [string, string] {
  const length = column === 'day' ? 6 : 4
  const request = search['STOCK_DT'] ?? `>=${today.slice(0, length)}${'0101'.slice(length - 4)}`
  const [first, last] = getSearchedDates(flowDay, request) ?? [null, null]
  const end = last ?? today
  const start = first && (column === 'day' ? first : `${first.slice(0, 6)}01`)
  if (first && start && end < addMonths(start, column === 'day' ? 1 : 12)) return [first, end]
  const text =
    column === 'day'
      ? label('한 달 이내의 기간으로 조회하세요.', 'Search for one month or less.')
      : label('12개월 이내의 기간으로 조회하세요.', 'Search for twelve months or less.')
  throw new AppError(422, 'SEARCH_INVALID', text)
}

/** Movements are summed over the dates. Closing stock is the value of the last date. */
function figureSql(
  column: Column,
  until: string,
  { search, today }: QueryCall,
): { figure: Sql; total: Sql } {
  const request = search['FIGURE_CD']
  if (request === 'RECEIPT' || request === 'SHIPMENT') {
    const moved = raw(`f.${request.toLowerCase()}_qty`)
    return { figure: moved, total: moved }
  }
  const isLast = sql`f.stock_dt = least(${until}::date, ${today}::date)`
  const total = sql`case when ${isLast} then f.qty else 0 end`
  if (column === 'day') return { figure: raw('f.qty'), total }
  const isMonthEnd = sql`${isLast} or extract(day from f.stock_dt + 1) = 1`
  return { figure: sql`case when ${isMonthEnd} then f.qty else 0 end`, total }
}

const figureHandler = (query: Query, column: Column) =>
  handleQuery(
    query,
    'v.owner_cd, v.stock_cd, v.stock_dt',
    (call) => {
      const [first, last] = getSearchedSpan(column, call)
      const { figure, total } = figureSql(column, last, call)
      return sql`
        select f.stock_dt, f.wcode, f.owner_cd, o.owner_nm, f.stock_cd, s.stock_nm, s.unit_cd,
          to_char(f.stock_dt, ${column === 'day' ? 'DD' : 'MM'}) column_no, ${figure} figure_qty,
          ${total} total_qty
        from ${selectItemRows(call)}
        where f.stock_dt between ${first}::date and ${last}::date`
    },
    ['FIGURE_CD'],
  )

export const flowHandlers = [
  itemFlowsHandler,
  ownerFlowsHandler,
  figureHandler(figureDays, 'day'),
  figureHandler(figureMonths, 'month'),
]
