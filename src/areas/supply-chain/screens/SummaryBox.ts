import { boxSummary } from '../operations/summaries.ts'
import { defineList } from './list.ts'

export const summaryBoxScreen = defineList(
  'SummaryBox',
  boxSummary,
  ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'SHIPMENT_DT', 'SCM_NO', 'SHIPMENT_NO', 'BOX_NO'],
  { MISSING_QTY: 'warn' },
)
