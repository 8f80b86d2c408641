import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { blockRecall, recallLots, recallPlaces } from '../operations/recalls.ts'
import { conditionTone } from '../rules/condition-tone.ts'
import { recallStatus } from '../rules/recall-status.ts'

const isBlocked = (row: WireRow) => row['STATE_CD'] === recallStatus.blocked
const canBlock = (row: WireRow) => !isBlocked(row)
const isStop = (row: WireRow) => (isBlocked(row) ? 'stop' : undefined)

export const recallScreen: WorkScreen = {
  kind: 'work',
  route: 'Recall',
  search: [
    'LOT_NO',
    'OWNER_CD',
    'STOCK_CD',
    'SERIAL_NO',
    'MADE_DT',
    'VALID_DT',
    'RECEIVED_DT',
    'RECALL_NO',
    'STATE_CD',
  ],
  searchAtOpen: true,
  act: blockRecall,
  link: ['OWNER_CD', 'STOCK_CD', 'LOT_NO'],
  grid: grid({
    source: recallLots,
    checks: true,
    columns: [
      { field: 'RECALL_NO', tone: isStop },
      { field: 'STATE_CD', tone: isStop },
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      { field: 'LOT_NO', identifies: true },
      { field: 'LEVEL_CD', editable: canBlock },
      { field: 'REASON', editable: canBlock },
      'RECEIVED_QTY',
      'STOCK_QTY',
      'ALLOC_QTY',
      'PICK_QTY',
      'TRANSIT_QTY',
      'SHIPPED_QTY',
      'RETURNED_QTY',
      { field: 'OUT_QTY', tone: (row) => (Number(row['OUT_QTY'] ?? 0) > 0 ? 'warn' : undefined) },
      { field: 'ADJUSTED_QTY', seldom: true },
      { field: 'MIXED_QTY', seldom: true },
      { field: 'TO_OTHERS_QTY', seldom: true },
      { field: 'FROM_OTHERS_QTY', seldom: true },
      'UNIT_CD',
      'LOT_COUNT',
      'BLOCKED_BY',
      'BLOCKED_AT',
      { field: 'CLOSE_REASON', seldom: true },
      { field: 'CLOSED_BY', seldom: true },
      { field: 'CLOSED_AT', seldom: true },
    ],
  }),
  lines: grid({
    source: recallPlaces,
    columns: [
      'RECALL_PLACE_CD',
      'WCODE',
      'STOCK_CD',
      'LOT_NO',
      'VIA',
      'QTY',
      'UNIT_CD',
      'CELL_CD',
      'DOC_NO',
      'SHIP_TO_CD',
      'SHIP_TO_NM',
      'RETURNED_QTY',
      { field: 'CONDITION_CD', tone: conditionTone },
      'PALLET_NO',
      'BOX_NO',
      { field: 'OWNER_CD', hidden: true },
    ],
  }),
}
