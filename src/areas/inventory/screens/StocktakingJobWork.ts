import { grid, type ScanScreen } from '#kernel/screen.ts'
import { countJobs, countScan, countWork, finishCount } from '../operations/counting.ts'
import { countStepFrom } from '../rules/count-status.ts'

export const stocktakingJobWorkScreen: ScanScreen = {
  kind: 'scan',
  route: 'StocktakingJobWork',
  search: [],
  document: countJobs,
  waits: { STATE_CD: countStepFrom.count.join(',') },
  documentKey: 'JOB_NO',
  facts: ['JOB_NO', 'TARGET', 'METHOD_CD', 'STATE_CD', 'ASSIGNED_TO'],
  // Blind count: no column shows the book quantity.
  wanted: 'WANTED_QTY',
  counted: 'COUNTED_QTY',
  place: 'CELL_CD',
  quantityAfter: true,
  accept: countScan,
  finish: finishCount,
  lines: grid({
    source: countWork,
    columns: [
      'CELL_CD',
      'STOCK_CD',
      'STOCK_NM',
      'LOT_NO',
      'VALID_DT',
      'CONDITION_CD',
      'PALLET_NO',
      'BOX_NO',
      'COUNTED_QTY',
    ],
  }),
}
