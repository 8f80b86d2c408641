import { countResultTone, differenceTone } from '../rules/count-tone.ts'

export const resultColumns = [
  'JOB_NO',
  'LINE_NO',
  { field: 'RESULT_CD', tone: countResultTone },
  'CELL_CD',
  'STOCK_CD',
  'BOOK_QTY',
  'COUNT_QTY',
  { field: 'DIFF_QTY', tone: differenceTone },
  'MISSING_SERIALS',
  'FOREIGN_SERIALS',
  'MOVED_IN_QTY',
  'MOVED_OUT_QTY',
  'RECOUNT_BOOK_QTY',
  'RECOUNT_QTY',
  'STOCK_NM',
  'LOT_NO',
  'VALID_DT',
  'OWNER_CD',
] as const

export const resultTrail = [
  'FOUND_YN',
  'MOVED_YN',
  'COUNTERS',
  'COUNTED_AT',
  'RECOUNTERS',
  'RECOUNTED_AT',
  'WORK_NO',
  'APPROVED_BY',
  'PALLET_NO',
  'BOX_NO',
  'CONDITION_CD',
  'COUNT_DT',
  'STATE_CD',
  'TARGET',
] as const

export const resultSearch = ['COUNT_DT', 'JOB_NO', 'RESULT_CD', 'OWNER_CD', 'STOCK_CD', 'CELL_CD']
