import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { scopeConditions, searchConditions, whereAll } from '#server/engine/search-sql.ts'
import { toRowErrors } from '#server/engine/table-save.ts'
import { putAway, putAwayStock } from '../operations/put-away.ts'
import { endClaims, extendClaims } from './claims.ts'
import { toRecordset, moveToCells } from './moving.ts'
import { putProposals } from './put-proposals.ts'

/** Free stock at docks, except shipping docks. */
export const stockAtDocks = (wcode: string): Sql => sql`
  select b.balance_id, b.wcode, b.owner_cd, b.stock_cd, b.lot_id, l.lot_no, b.pallet_no, b.box_no,
    b.condition_cd, b.cell_cd, b.qty - b.alloc_qty - b.pick_qty qty
  from cell c join stock_balance b on b.wcode = c.wcode and b.cell_cd = c.cell_cd
  join lot l on l.lot_id = b.lot_id
  where c.wcode = ${wcode} and c.cell_type_cd = 'DOCK' and b.qty > b.alloc_qty + b.pick_qty
    and not exists (select from dock_line d where d.wcode = c.wcode and d.cell_cd = c.cell_cd
      and d.line_type_cd <> 'IN' and d.use_yn = 'Y')`

/** Applies the search here as well, to propose cells only for returned rows. */
function selectWaitingStock({ scope, search }: QueryCall): Sql {
  const conditions = [
    ...scopeConditions(putAwayStock.scope, scope),
    ...searchConditions(putAwayStock.search, search),
  ]
  return sql`select * from (${stockAtDocks(scope.wcode)}) v ${whereAll(conditions)}`
}

/** Columns of the waiting stock that do not depend on proposals. */
const describedColumns = (call: QueryCall): Sql => sql`
  select b.*, k.stock_nm, k.barcode, l.valid_dt,
    case when 0 in (k.cbm, k.weight_kg) then 'Y' else 'N' end unmeasured_yn
  from (${selectWaitingStock(call)}) b
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  join lot l on l.lot_id = b.lot_id`

/**
 * Waiting stock with its proposals. The planner expects a few rows of each and would use a nested
 * loop. A full join is always hashed. It adds no rows, because only waiting stock has proposals.
 */
const withProposals = (call: QueryCall): Sql => sql`
  with proposed as materialized (
    select b.*, p.cell_cd put_cell_cd, p.why_cd, p.qty put_qty, p.split, p.next_cells
    from (${describedColumns(call)}) b
    full join (${putProposals(call.scope.wcode, selectWaitingStock(call))}) p on p.balance_id = b.balance_id)
  select * from proposed`

/** Skips the proposals when rows are only counted. */
const withoutProposals = (call: QueryCall): Sql => sql`
  select b.*, null::text put_cell_cd, null::text why_cd, null::numeric put_qty, null::text split,
    null::text next_cells
  from (${describedColumns(call)}) b`

export const putAwayStockHandler = handleQuery(
  putAwayStock,
  'v.cell_cd, v.owner_cd, v.stock_cd, v.balance_id::bigint',
  (call) => sql`
    select balance_id::text balance_id, wcode, owner_cd, stock_cd, stock_nm, barcode, cell_cd,
      lot_no, valid_dt, nullif(pallet_no, '') pallet_no, nullif(box_no, '') box_no, qty wait_qty,
      coalesce(put_qty, qty) work_qty, put_cell_cd, why_cd, null::text to_cell_cd,
      null::text reason_cd, null::text serials, split, next_cells, unmeasured_yn
    from (${call.isCounted ? withoutProposals(call) : withProposals(call)}) b`,
)

async function requireReasons(call: SaveCall): Promise<void> {
  const other = await call.tx.query<{ no: number }>(sql`
    select r.no from ${toRecordset(call, putAway)}
    where r.to_cell_cd <> r.put_cell_cd and r.reason_cd is null`)
  const text = label(
    '추천셀과 다릅니다. 변경사유를 선택하세요.',
    'This is not the proposed cell. Select a reason.',
  )
  const errors = toRowErrors(other, call.rows, 'REASON_CD', text)
  if (errors.length) throw invalidRows(errors)
}

export const putAwayHandler = handleProcedure(putAway, async (call) => {
  const refs = new Map(call.rows.map(({ no, values }) => [no, String(values['BALANCE_ID'])]))
  await extendClaims(call, 'PUT', refs, 'BALANCE_ID')
  await requireReasons(call)
  const moved = await moveToCells(call, putAway, {
    from: sql`(select r.*, '#PUT_' || r.reason_cd reason from ${toRecordset(call, putAway)}) r
      join stock_balance b on b.balance_id = r.balance_id::bigint`,
    take: sql`r.work_qty`,
    columns: ['WORK_QTY', 'TO_CELL_CD'],
  })
  await endClaims(call, 'PUT', [...refs.values()], isPutAway)
  return moved
})

/** Whether the balance of a claim has nothing left to put away. */
const isPutAway = sql`not exists (select from stock_balance b
  where b.balance_id = case kind_cd when 'PUT' then ref_no::bigint end
    and b.qty > b.alloc_qty + b.pick_qty)`
