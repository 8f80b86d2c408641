import { masterScreen } from '#kernel/master-screen.ts'
import { vessels } from '../operations/masters.ts'

export const mdmVesselMgtScreen = masterScreen('MdmVesselMgt', vessels, {
  search: ['CARRIER_CD', 'USE_YN'],
  keys: ['VESSEL_CD'],
  typed: [
    'VESSEL_NM',
    'IMO_NO',
    'CALL_SIGN',
    'MMSI',
    'CARRIER_CD',
    'COUNTRY_CD',
    'TEU_CAPACITY',
    'USE_YN',
    'REMARK',
  ],
})
