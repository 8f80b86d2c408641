import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from '#server/engine/handler.ts'
import type { Procedure } from '#kernel/operation.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cellMove, lotMove, type StockGroup } from '../operations/stock-groups.ts'
import { moveRows, moveStock } from '../operations/stock-work.ts'
import { rejectClosedTargets } from './reject-closed-targets.ts'
import { changeStock, type StockWork } from './work-engine.ts'
import { selectGroupStock } from './work-rows.ts'

export function toRecordset(call: SaveCall, { input }: Procedure): Sql {
  return recordsetSql(input, Object.keys(input), call.rows)
}

export function stockOfRows(call: SaveCall, procedure: Procedure): Sql {
  return sql`${toRecordset(call, procedure)}
    join stock_balance b on b.balance_id = r.balance_id::bigint`
}

export const movedMessage = (count: number) =>
  label(
    `재고 ${formatCount(count)}건을 이동했습니다.`,
    `${formatCount(count, 'stock record')} moved.`,
  )

type MoveWork = Pick<StockWork, 'from' | 'take'> & Partial<StockWork>

export async function moveToCells(call: SaveCall, procedure: Procedure, work: MoveWork) {
  await rejectClosedTargets(call, toRecordset(call, procedure))
  return changeStock(call, {
    kind: 'MOVE',
    becomes: { cell_cd: sql`r.to_cell_cd` },
    columns: ['TO_CELL_CD', 'TO_CELL_CD'],
    done: movedMessage,
    ...work,
  })
}

function moveHandler(procedure: Procedure, work: (call: SaveCall) => MoveWork): ProcedureHandler {
  return handleProcedure(procedure, (call) => moveToCells(call, procedure, work(call)))
}

/**
 * Makes the quantity loose or puts it on the specified pallet or box. Other attributes are
 * unchanged.
 */
export const targetUnit: StockWork['becomes'] = {
  cell_cd: sql`r.to_cell_cd`,
  pallet_no: sql`coalesce(r.to_pallet_no, '')`,
  box_no: sql`coalesce(r.to_box_no, '')`,
}

const moveStockHandler = moveHandler(moveStock, (call) => ({
  from: stockOfRows(call, moveStock),
  take: sql`r.work_qty`,
  columns: ['WORK_QTY', 'TO_CELL_CD'],
  becomes: targetUnit,
}))

const moveRowsHandler = moveHandler(moveRows, (call) => ({
  from: stockOfRows(call, moveRows),
  take: 'free',
}))

function moveGroup(group: StockGroup, work: Partial<StockWork> & Pick<StockWork, 'take'>) {
  return moveHandler(group.act, (call) => ({ from: selectGroupStock(call, group), ...work }))
}

export const movingHandlers: readonly ProcedureHandler[] = [
  moveStockHandler,
  moveRowsHandler,
  moveGroup(lotMove, { take: 'free' }),
  moveGroup(cellMove, { take: 'whole' }),
]
