import { label } from '#kernel/label.ts'
import { grid, type ScanScreen } from '#kernel/screen.ts'
import { arrive, finishArrival, receiveUnexpected } from '../operations/arriving.ts'
import { returnLines, returns } from '../operations/returns.ts'
import { returnStepFrom } from '../rules/return-status.ts'

export const returnArrivalScreen: ScanScreen = {
  kind: 'scan',
  route: 'ReturnArrival',
  search: [],
  document: returns,
  waits: { STATE_CD: returnStepFrom.arrive.join(',') },
  documentKey: 'RECEIPT_NO',
  alsoOpenedBy: ['COLLECT_WAYBILL_NO', 'ORIGIN_WAYBILL_NO'],
  facts: ['RECEIPT_NO', 'OWNER_NM', 'SHIPMENT_NO', 'RETURN_KIND_CD', 'STATE_CD'],
  wanted: 'ORDER_QTY',
  counted: 'RECEIVE_QTY',
  endsFull: true,
  canEndShort: true,
  otherwise: {
    does: receiveUnexpected,
    question: label('타상품으로 등록할까요?', 'Register it as an unexpected item?'),
  },
  accept: arrive,
  finish: finishArrival,
  lines: grid({
    source: returnLines,
    columns: ['STOCK_CD', 'STOCK_NM', 'SERIAL_NO', 'LOT_NO', 'ORDER_QTY', 'RECEIVE_QTY'],
  }),
}
