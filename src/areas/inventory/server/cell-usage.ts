import sql, { empty } from 'sql-template-tag'
import { handleQuery, type QueryHandler } from '#server/engine/handler.ts'
import { cellUsage } from '../operations/cell-usage.ts'
import { getAsOfDate, getAsOfTimestamp, balancesAs } from './stock-as-of.ts'

const usageRows = handleQuery(cellUsage, 'v.zone_cd, v.cell_cd', (call) => {
  const before = getAsOfTimestamp(call.search)
  const { owners } = call.scope
  const own = owners ? sql`and x.owner_cd = any(${[...owners]}::text[])` : empty
  // For the current stock, the cell index shows whether a cell is used without summing all
  // balances.
  const used = before
    ? sql`u.cell_cd is not null`
    : sql`exists (select from stock_balance x
        where x.wcode = c.wcode and x.cell_cd = c.cell_cd and x.qty > 0 ${own})`
  const until = before ? sql`and m.posted_at < ${before}` : empty
  return sql`
    select e.*, ${getAsOfDate(call)} - e.empty_since_dt empty_days
    from (
      select c.wcode, c.zone_cd, z.zone_nm, z.temperature_cd, c.cell_cd, c.cell_type_cd,
        c.capacity_cbm, case when 'Y' in (c.lock_yn, z.lock_yn) then 'Y' else 'N' end lock_yn,
        case when ${used} then 'Y' else 'N' end used_yn,
        case when ${used} then c.cell_cd end used_id,
        coalesce(u.stock_count, 0) stock_count, coalesce(u.owner_count, 0) owner_count,
        coalesce(u.unmeasured_count, 0) unmeasured_count,
        coalesce(u.cbm, 0) used_cbm,
        case when c.capacity_cbm > 0 then coalesce(u.cbm, 0) end filled_cbm,
        case when not ${used} then (coalesce(
          (select max(m.posted_at) from stock_balance x
            join stock_movement m on m.from_balance_id = x.balance_id
            where x.wcode = c.wcode and x.cell_cd = c.cell_cd ${own} ${until}),
          c.created_at) at time zone 'Asia/Seoul')::date end empty_since_dt
      from cell c
      join zone z using (wcode, zone_cd)
      left join (
        select x.wcode, x.cell_cd, sum(round(x.qty * s.cbm, 6)) cbm,
          count(distinct (x.owner_cd, x.stock_cd)) stock_count,
          count(distinct x.owner_cd) owner_count,
          count(distinct (x.owner_cd, x.stock_cd)) filter (where s.cbm = 0) unmeasured_count
        from ${balancesAs(call)} x
        join stock s on s.owner_cd = x.owner_cd and s.stock_cd = x.stock_cd
        where x.qty > 0 ${own} group by x.wcode, x.cell_cd) u using (wcode, cell_cd)
      where c.use_yn = 'Y') e`
})

export const cellUsageHandler: QueryHandler = { ...usageRows, indexedColumns: ['CELL_CD'] }
