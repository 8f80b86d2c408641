import { masterScreen } from '#kernel/master-screen.ts'
import { carriers } from '../operations/masters.ts'

export const mdmCarrierMgtScreen = masterScreen('MdmCarrierMgt', carriers, {
  search: ['MODE_CD', 'SCAC', 'USE_YN'],
  keys: ['CARRIER_CD'],
  typed: [
    'CARRIER_NM',
    'CARRIER_EN',
    'MODE_CD',
    'SCAC',
    'IATA_CD',
    'AWB_PREFIX',
    'CUSTOMS_CARRIER_CD',
    'COMPANY_IMO_NO',
    'COUNTRY_CD',
    'PHONE_NO',
    'USE_YN',
    'REMARK',
  ],
})
