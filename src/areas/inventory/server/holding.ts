import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from '#server/engine/handler.ts'
import {
  cellHold,
  itemHold,
  lotHold,
  zoneHold,
  type StockGroup,
} from '../operations/stock-groups.ts'
import { holdStock } from '../operations/stock-work.ts'
import { stockOfRows } from './moving.ts'
import { relocate, type StockWork } from './work-engine.ts'
import { stockOfGroups } from './work-rows.ts'

/**
 * Normal stock can be held and held stock released. Both can be marked as damaged, and only damaged
 * stock can be repaired. Returned stock passes its inspection or is marked as damaged; releasing a
 * hold does not pass it. The condition of samples cannot be changed.
 */
const eligibleCondition = sql`case r.hold_cd when 'HOLD' then b.condition_cd = 'NORMAL'
  when 'RELEASE' then b.condition_cd = 'HELD' when 'REPAIR' then b.condition_cd = 'DAMAGED'
  when 'PASS' then b.condition_cd = 'INSPECT'
  else b.condition_cd in ('NORMAL', 'HELD', 'INSPECT') end`
const newCondition = sql`case r.hold_cd when 'HOLD' then 'HELD' when 'DAMAGE' then 'DAMAGED'
  else 'NORMAL' end`

function hold(call: SaveCall, from: Sql, take: StockWork['take'], column: string) {
  return relocate(call, {
    kind: 'HOLD',
    from: sql`${from} and ${eligibleCondition}`,
    take,
    becomes: { condition_cd: newCondition },
    columns: [column, 'HOLD_CD'],
    noneMessage: label(
      '이 작업에 맞는 상태의 재고가 없습니다. 재고상태를 확인하세요.',
      'No stock is in the right condition for this action. Check the condition.',
    ),
    done: (count) =>
      label(
        `재고 ${formatCount(count)}건의 상태를 변경했습니다.`,
        `Condition of ${formatCount(count, 'stock record')} changed.`,
      ),
  })
}

const holdStockHandler = handleProcedure(holdStock, (call) =>
  hold(call, stockOfRows(call, holdStock), sql`r.work_qty`, 'WORK_QTY'),
)

function holdGroup(group: StockGroup): ProcedureHandler {
  return handleProcedure(group.act, (call) =>
    hold(call, stockOfGroups(call, group), 'whole', 'HOLD_CD'),
  )
}

export const holdingHandlers: readonly ProcedureHandler[] = [
  holdStockHandler,
  ...[cellHold, lotHold, itemHold, zoneHold].map(holdGroup),
]
