import { masterScreen } from '#kernel/master-screen.ts'
import { freightItems } from '../operations/masters.ts'

export const mdmFreightMgtScreen = masterScreen('MdmFreightMgt', freightItems, {
  search: ['FREIGHT_CD', 'FREIGHT_NM', 'MODE_CD', 'DIVISION_CD', 'USE_YN'],
  keys: ['FREIGHT_CD'],
  typed: [
    'FREIGHT_NM',
    'FREIGHT_EN',
    'REC23_CD',
    'MODE_CD',
    'DIVISION_CD',
    'BASIS_CD',
    'VAT_CD',
    'PAY_CD',
    'CURRENCY_CD',
    'USE_YN',
    'REMARK',
  ],
})
