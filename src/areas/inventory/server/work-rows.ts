import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { columnName } from '#kernel/table.ts'
import {
  handleQuery,
  type QueryCall,
  type QueryHandler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import type { StockGroup } from '../operations/stock-groups.ts'
import { stockToWork } from '../operations/stock-work.ts'
import { requestedRows, searchedStock } from './stock.ts'

export const stockToWorkHandler = handleQuery(
  stockToWork,
  'v.owner_cd, v.stock_cd, v.cell_cd, v.valid_dt nulls last, v.balance_id::bigint',
  (call) => sql`
    select b.*, b.free_qty work_qty, null::text to_cell_cd, null::text to_pallet_no,
      null::text to_box_no,
      case b.condition_cd when 'NORMAL' then 'HOLD' when 'HELD' then 'RELEASE'
        when 'DAMAGED' then 'REPAIR' when 'INSPECT' then 'PASS' end hold_cd,
      null::numeric adjust_qty, b.lot_no to_lot_no, b.made_dt to_made_dt, b.valid_dt to_valid_dt,
      b.mark to_mark, b.plot to_plot, null::text to_stock_cd, null::text serials, null::text reason,
      (select q.state_cd from adjust_request q where q.balance_id = b.balance_id::bigint
        order by q.request_no desc limit 1) adjust_state_cd
    from (${searchedStock(call)}${awaitingApproval(call)}) b`,
)

/**
 * Balances without stock whose loss in transit awaits approval. Included only if approvals are
 * searched.
 */
function awaitingApproval({ search }: QueryCall): Sql {
  return search['ADJUST_STATE_CD'] ? sql` union all ${requestedRows}` : empty
}

const columnList = (columns: readonly string[]) => raw(columns.map(columnName).join(', '))

export function groupRowsHandler(group: StockGroup): QueryHandler {
  const { keys, shown, rows } = group
  const shownColumns = shown.map((name) => raw(`min(${columnName(name)}) ${columnName(name)}`))
  return handleQuery(
    rows,
    keys.map((key) => `v.${columnName(key)}`).join(', '),
    (call) => sql`
      select wcode, ${join([columnList(keys), ...shownColumns])}, min(owner_nm) owner_nm,
        count(distinct cell_cd) cell_count, count(distinct stock_cd) stock_count, sum(qty) qty,
        sum(alloc_qty + pick_qty) promised_qty, sum(free_qty) free_qty,
        coalesce(sum(qty) filter (where condition_cd = 'HELD'), 0) held_qty,
        null::text to_cell_cd, null::date to_valid_dt, null::text reason,
        case when bool_or(condition_cd = 'NORMAL') then 'HOLD'
          when bool_or(condition_cd = 'HELD') then 'RELEASE'
          when bool_or(condition_cd = 'DAMAGED') then 'REPAIR'
          when bool_or(condition_cd = 'INSPECT') then 'PASS' end hold_cd
      from (${searchedStock(call)}) b
      where ${raw(keys.map((key) => `${columnName(key)} <> ''`).join(' and '))}
      group by wcode, ${columnList(keys)}`,
  )
}

export function selectGroupStock(call: SaveCall, group: StockGroup): Sql {
  const same = group.keys.map(columnName).map((key) => {
    return key === 'lot_id' ? 'b.lot_id = r.lot_id::bigint' : `b.${key} = r.${key}`
  })
  const fields = group.act.input
  return sql`${recordsetSql(fields, Object.keys(fields), call.rows)}
    join (select b.*, c.zone_cd from stock_balance b
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
      where b.qty > 0) b on ${raw(same.join(' and '))}`
}
