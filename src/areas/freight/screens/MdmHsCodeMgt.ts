import { masterScreen } from '#kernel/master-screen.ts'
import { hsCodes } from '../operations/masters.ts'

export const mdmHsCodeMgtScreen = masterScreen('MdmHsCodeMgt', hsCodes, {
  search: ['HS_CD', 'PARENT_CD', 'USE_YN'],
  keys: ['HS_CD'],
  typed: ['HS_NM', 'HS_EN', 'PARENT_CD', 'SECTION_CD', 'WITHDRAWN_DT', 'USE_YN', 'REMARK'],
  more: ['EDITION_CD'],
})
