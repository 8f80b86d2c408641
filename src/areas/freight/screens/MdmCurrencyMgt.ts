import { masterScreen } from '#kernel/master-screen.ts'
import { currencies } from '../operations/masters.ts'

export const mdmCurrencyMgtScreen = masterScreen('MdmCurrencyMgt', currencies, {
  search: ['CURRENCY_CD', 'CURRENCY_NM', 'WITHDRAWN_DT', 'USE_YN'],
  keys: ['CURRENCY_CD'],
  typed: [
    'CURRENCY_NM',
    'CURRENCY_EN',
    'NUMERIC_CD',
    'MINOR_UNIT',
    'RATE_UNIT',
    'WITHDRAWN_DT',
    'USE_YN',
    'REMARK',
  ],
  more: ['EDITION_CD'],
})
