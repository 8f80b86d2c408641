import { serialSummary } from '../operations/summaries.ts'
import { defineList } from './list.ts'

export const summarySerialScreen = defineList(
  'SummarySerial',
  serialSummary,
  ['OWNER_CD', 'BRANCH_CD', 'SHIP_TO_CD', 'SHIPMENT_DT', 'STOCK_CD', 'SERIAL_NO', 'SCM_NO'],
  { DOUBLE_COUNT: 'stop', GAP_COUNT: 'warn', MISSING_QTY: 'warn' },
)
