import sql, { type Sql } from 'sql-template-tag'
import { howMany } from '#kernel/how-many.ts'
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

/** Only normal goods are held and only held ones released: samples and damage keep their condition. */
const meant = sql`b.condition_cd = case r.hold_cd when 'HOLD' then 'NORMAL' else 'HELD' end`

function hold(call: SaveCall, from: Sql, take: StockWork['take'], column: string) {
  return relocate(call, {
    kind: 'HOLD',
    from: sql`${from} and ${meant}`,
    take,
    becomes: { condition_cd: sql`case r.hold_cd when 'HOLD' then 'HELD' else 'NORMAL' end` },
    columns: [column, 'HOLD_CD'],
    none: label(
      '보류할 정상 재고나 해제할 보류 재고가 없습니다. 다시 조회하세요.',
      'There is no normal stock to hold, or no held stock to release. Search again.',
    ),
    done: (count) =>
      label(
        `재고 ${howMany(count)}건의 보류상태를 변경했습니다.`,
        `Hold status of ${howMany(count, 'stock record')} changed.`,
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
