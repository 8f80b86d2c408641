import { masterScreen } from '#kernel/master-screen.ts'
import { customsOffices } from '../operations/masters.ts'

export const mdmCustomsMgtScreen = masterScreen('MdmCustomsMgt', customsOffices, {
  search: ['CUSTOMS_CD', 'CUSTOMS_NM', 'USE_YN'],
  keys: ['CUSTOMS_CD'],
  typed: ['CUSTOMS_NM', 'PHONE_NO', 'WITHDRAWN_DT', 'USE_YN', 'REMARK'],
  more: ['EDITION_CD'],
})
