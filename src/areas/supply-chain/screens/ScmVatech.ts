import { serialLines } from '../operations/summaries.ts'
import { defineList } from './list.ts'

export const scmVatechScreen = defineList('ScmVatech', serialLines, [
  'OWNER_CD',
  'BRANCH_CD',
  'SHIP_TO_CD',
  'REQUEST_DT',
  'STATE_CD',
  'STOCK_CD',
  'SCM_NO',
])
