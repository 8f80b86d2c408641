import { masterScreen } from '#kernel/master-screen.ts'
import { ports } from '../operations/masters.ts'

export const mdmPortMgtScreen = masterScreen('MdmPortMgt', ports, {
  search: ['COUNTRY_CD', 'PORT_TYPE_CD', 'USE_YN'],
  keys: ['PORT_CD'],
  typed: [
    'PORT_NM',
    'PORT_EN',
    'PORT_TYPE_CD',
    'COUNTRY_CD',
    'TIME_ZONE',
    'CUSTOMS_CD',
    'LATITUDE',
    'LONGITUDE',
    'WITHDRAWN_DT',
    'USE_YN',
    'REMARK',
  ],
  more: ['EDITION_CD'],
})
