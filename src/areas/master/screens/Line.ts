import { masterScreen } from '#kernel/master-screen.ts'
import { dockLines } from '../operations/masters.ts'

export const lineScreen = masterScreen('Line', dockLines, {
  search: ['LINE_CD', 'LINE_NM', 'LINE_TYPE_CD', 'USE_YN'],
  keys: ['LINE_CD'],
  typed: ['LINE_NM', 'LINE_TYPE_CD', 'CELL_CD', 'USE_YN', 'REMARK'],
})
