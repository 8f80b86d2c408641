import sql, { type Sql } from 'sql-template-tag'
import { addDays, addMonths } from '#kernel/calendar.ts'
import { itemFlowRows } from '#areas/inventory/server/flows.ts'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { handleQuery, type QueryCall, type QueryHandler } from '#server/engine/handler.ts'
import { storedItems } from '../operations/flows.ts'
import { periodStart } from './storage-periods.ts'

/**
 * Storage charges `c` in KRW with the dates they cover. A period ends on its service date and can
 * start before the requested dates.
 */
function storageCharges({ scope: { wcode }, search }: QueryCall): Sql {
  const [first, last] = getSearchedDates(storedItems.search.STOCK_DT, search['STOCK_DT']) ?? [
    null,
    null,
  ]
  const from = first ? sql`and c.service_dt >= ${first}::date` : sql``
  const until = last ? sql`and c.service_dt <= ${addDays(addMonths(last, 1), 1)}::date` : sql``
  return sql`
    select c.owner_cd, c.stock_cd, c.service_dt last_dt, c.amount,
      case when c.cause_cd = 'DAY' then c.service_dt
        else ${periodStart(sql`l.basis_cd`, sql`c.service_dt`, sql`cycle_start(m.month, m.close_day)`)}
        end first_dt
    from charge c
    join price_line l using (price_id)
    left join billing_terms t on t.owner_cd = c.owner_cd
    cross join lateral (select coalesce(t.close_day, 0) close_day,
      cycle_month(c.service_dt, coalesce(t.close_day, 0)) as month) m
    where c.wcode = ${wcode} and c.charge_cd = 'STORE' and c.cause_cd in ('DAY', 'PERIOD')
      and c.currency_cd = 'KRW' ${from} ${until}`
}

/**
 * Storage of an item is shown on its date. Storage of an owner, cell or pallet is distributed by
 * the CBM of the owner's items on the covered dates.
 */
const storedItemRows = handleQuery(
  storedItems,
  'v.stock_dt, v.owner_cd, v.stock_cd',
  (call) => sql`
    with stored as materialized (${storageCharges(call)}),
    of_item as (
      select owner_cd, stock_cd, last_dt, sum(amount) amount from stored
      where stock_cd is not null group by 1, 2, 3),
    of_owner as (
      select owner_cd, first_dt, last_dt, sum(amount) amount from stored
      where stock_cd is null group by 1, 2, 3),
    rates as (
      select s.owner_cd, d.stock_dt, sum(s.amount / r.room) rate
      from of_owner s
      cross join lateral (select nullif(sum(d.cbm), 0) room from flow_owner_day d
        where d.wcode = ${call.scope.wcode} and d.owner_cd = s.owner_cd
          and d.stock_dt between s.first_dt and s.last_dt) r
      join flow_owner_day d on d.wcode = ${call.scope.wcode} and d.owner_cd = s.owner_cd
        and d.stock_dt between s.first_dt and s.last_dt
      group by 1, 2)
    select f.*, round(coalesce(i.amount, 0) + coalesce(f.cbm * r.rate, 0), 6) store_amt
    from (${itemFlowRows(call)}) f
    left join of_item i on i.owner_cd = f.owner_cd and i.stock_cd = f.stock_cd
      and i.last_dt = f.stock_dt
    left join rates r on r.owner_cd = f.owner_cd and r.stock_dt = f.stock_dt`,
)

const storedItemsHandler: QueryHandler = {
  ...storedItemRows,
  indexedColumns: ['OWNER_CD', 'STOCK_CD'],
}

export const storedItemHandlers = [storedItemsHandler]
