import { masterScreen } from '#kernel/master-screen.ts'
import { freightWarehouses } from '../operations/masters.ts'

export const mdmWarehouseMgtScreen = masterScreen('MdmWarehouseMgt', freightWarehouses, {
  search: ['SHED_CD', 'SHED_NM', 'SHED_TYPE_CD', 'USE_YN'],
  keys: ['SHED_CD'],
  typed: [
    'SHED_NM',
    'SHED_TYPE_CD',
    'CUSTOMS_SHED_NO',
    'CUSTOMS_CD',
    'PORT_CD',
    'HOUSE_WCODE',
    'ADDRESS',
    'PHONE_NO',
    'USE_YN',
    'REMARK',
  ],
})
