import { partnerScreen } from '#areas/master/operations/partner-screen.ts'
import {
  receiptMessageFields,
  receiptMessageResults,
  receiptMessages,
} from '../operations/partner.ts'

export const interfacePiklScreen = partnerScreen('InterfacePikl', {
  operations: receiptMessages,
  fields: Object.keys(receiptMessageFields),
  results: Object.keys(receiptMessageResults),
  shows: 'work',
})
