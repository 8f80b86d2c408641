import { masterScreen } from '#kernel/master-screen.ts'
import { vatRates } from '../operations/prices.ts'

export const mdmVatRateMgtScreen = masterScreen('MdmVatRateMgt', vatRates, {
  search: ['VAT_CD'],
  keys: ['VAT_CD', 'FROM_DT'],
  typed: ['RATE'],
})
