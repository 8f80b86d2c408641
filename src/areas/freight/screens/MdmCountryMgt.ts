import { masterScreen } from '#kernel/master-screen.ts'
import { countries } from '../operations/masters.ts'

export const mdmCountryMgtScreen = masterScreen('MdmCountryMgt', countries, {
  search: ['COUNTRY_CD', 'COUNTRY_NM', 'COUNTRY_EN', 'USE_YN'],
  keys: ['COUNTRY_CD'],
  typed: [
    'COUNTRY_NM',
    'COUNTRY_EN',
    'ALPHA3_CD',
    'NUMERIC_CD',
    'CURRENCY_CD',
    'WITHDRAWN_DT',
    'USE_YN',
    'REMARK',
  ],
  more: ['EDITION_CD'],
})
