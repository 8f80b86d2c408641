import { partnerScreen } from '#areas/master/operations/partner-screen.ts'
import { stockMessageFields, stockMessageResults, stockMessages } from '../operations/partner.ts'

export const invInterfacePiklScreen = partnerScreen('InvInterfacePikl', {
  operations: stockMessages,
  fields: Object.keys(stockMessageFields),
  results: Object.keys(stockMessageResults),
  shows: 'both',
})
