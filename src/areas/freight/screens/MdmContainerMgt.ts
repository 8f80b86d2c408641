import { masterScreen } from '#kernel/master-screen.ts'
import { containers } from '../operations/masters.ts'

export const mdmContainerMgtScreen = masterScreen('MdmContainerMgt', containers, {
  search: ['CNTR_NO', 'CNTR_TP', 'CARRIER_CD', 'USE_YN'],
  keys: ['CNTR_NO'],
  typed: ['CNTR_TP', 'CARRIER_CD', 'TARE_KG', 'MAX_GROSS_KG', 'MADE_DT', 'USE_YN', 'REMARK'],
})
