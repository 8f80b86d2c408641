import { partnerScreen } from '#areas/master/operations/partner-screen.ts'
import {
  shipmentMessageFields,
  shipmentMessageResults,
  shipmentMessages,
} from '../operations/partner.ts'

export const outInterfacePiklHistoryScreen = partnerScreen('OutInterfacePiklHistory', {
  operations: shipmentMessages,
  fields: Object.keys(shipmentMessageFields),
  results: Object.keys(shipmentMessageResults),
  shows: 'history',
})
