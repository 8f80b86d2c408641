import { masterScreen } from '#kernel/master-screen.ts'
import { methods } from '../operations/masters.ts'

export const methodScreen = masterScreen('Method', methods, {
  search: ['METHOD_CD', 'METHOD_NM', 'WORK_CD', 'USE_YN'],
  keys: ['METHOD_CD'],
  typed: ['METHOD_NM', 'WORK_CD', 'STRATEGY_CD', 'FIT_CD', 'ZONE_CD', 'USE_YN', 'REMARK'],
})
