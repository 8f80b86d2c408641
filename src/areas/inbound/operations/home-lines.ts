import { defineHomeLines } from '#kernel/home.ts'
import { messageStatus } from '#areas/master/rules/message-status.ts'
import { putAway, putAwayStock } from '#areas/inventory/operations/put-away.ts'
import { label } from '#kernel/label.ts'
import { receiptStatus, receiptStepFrom } from '../rules/receipt-status.ts'
import { receiptMessages } from './partner.ts'
import { decideReceiptRequests, receiptRequests, receipts } from './receipts.ts'
import { receivingLines } from './receiving.ts'

const open = { STATE_CD: receiptStepFrom.receive.join(',') }

export const inboundHomeLines = defineHomeLines([
  {
    id: 'inbound/requests',
    title: label('입고요청 접수 대기', 'Receipt requests to accept'),
    counts: { of: receiptRequests },
    procedure: decideReceiptRequests,
    opens: 'CReceiptManagement',
  },
  {
    id: 'inbound/due',
    title: label('입고예정', 'Expected receipts'),
    counts: { of: receipts, search: { ...open, RECEIPT_DT: '<=today' } },
    opens: 'BulkReceiving',
    args: { RECEIPT_DT: '<=today' },
    part: {
      of: receipts,
      search: { ...open, RECEIPT_DT: '<today' },
      text: label('#건 지연', '# late'),
      tone: 'warn',
    },
    history: {
      of: receipts,
      filter: { STATE_CD: `!=${receiptStatus.cancelled}` },
      day: 'RECEIPT_DT',
    },
  },
  {
    id: 'inbound/to-receive',
    title: label('입고확정 대기', 'Lines to receive'),
    counts: { of: receivingLines, search: { RECEIPT_DT: '<=today' } },
    opens: 'ReceivingByOrder',
  },
  {
    id: 'inbound/to-put-away',
    title: label('적치 대기', 'Stock to put away'),
    counts: { of: putAwayStock },
    procedure: putAway,
    opens: 'PutAway',
  },
  {
    id: 'inbound/messages-refused',
    title: label('입고 메시지 오류', 'Receipt message errors'),
    counts: {
      of: receiptMessages.messages,
      search: { DIRECTION_CD: 'IN', STATE_CD: messageStatus.refused },
    },
    opens: 'InterfacePikl',
    tone: 'stop',
    isWatch: true,
  },
])
