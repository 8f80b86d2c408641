import { boxSummary } from '../operations/summaries.ts'
import { listOf } from './list.ts'

export const summaryBoxScreen = listOf(
  'SummaryBox',
  boxSummary,
  ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'SHIPMENT_DT', 'SCM_NO', 'SHIPMENT_NO', 'BOX_NO'],
  { MISSING_QTY: 'warn' },
)
