import { grid, type ScanScreen } from '#kernel/screen.ts'
import {
  finishReplenish,
  replenishLines,
  replenishScan,
  replenishSources,
  entireRemainder,
} from '../operations/replenish-station.ts'

export const replenishScreen: ScanScreen = {
  kind: 'scan',
  route: 'Replenish',
  search: [],
  document: replenishSources,
  documentKey: 'FROM_CELL_CD',
  facts: ['FROM_CELL_CD', 'TASK_COUNT', 'REST_QTY'],
  wanted: 'QTY',
  counted: 'DONE_QTY',
  place: 'TO_CELL_CD',
  unlessTyped: entireRemainder,
  endsFull: true,
  canEndShort: true,
  accept: replenishScan,
  finish: finishReplenish,
  lines: grid({
    source: replenishLines,
    columns: [
      'STOCK_CD',
      'STOCK_NM',
      'LOT_NO',
      'VALID_DT',
      'TO_CELL_CD',
      'QTY',
      'DONE_QTY',
      'REST_QTY',
      'SERIAL_QTY',
      'PRIORITY',
      'DUE_AT',
      { field: 'TASK_NO', hidden: true },
    ],
  }),
}
