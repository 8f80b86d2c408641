import { defineHomeLines, type HomeLine } from '#kernel/home.ts'
import { messageStatus } from '#areas/master/rules/message-status.ts'
import { label, type Label } from '#kernel/label.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentMessages } from './partner.ts'
import { decideShipmentRequests, shipmentRequests, shipments } from './shipments.ts'

const today = { of: shipments, text: label('#건 오늘까지', '# due today'), tone: 'warn' } as const

/** Screens that are not searched by status, because they show lines or scan one order. */
const withoutStatus: readonly string[] = ['Picking', 'ShippedCheck']

function stepLine(step: string, title: Label, from: readonly string[], opens: string): HomeLine {
  const states = from.join(',')
  return {
    id: `outbound/${step}`,
    title,
    counts: { of: shipments, search: { STATE_CD: states } },
    opens,
    ...(withoutStatus.includes(opens) && { args: {} }),
    part: { ...today, search: { STATE_CD: states, SHIPMENT_DT: '<=today' } },
  }
}

const toAllocate = { STATE_CD: shipmentStepFrom.allocate.join(','), ALLOC_YN: 'Y' }

export const outboundHomeLines = defineHomeLines([
  {
    id: 'outbound/requests',
    title: label('출고요청 접수 대기', 'Shipment requests to accept'),
    counts: { of: shipmentRequests },
    procedure: decideShipmentRequests,
    opens: 'CShipmentManagement',
  },
  {
    ...stepLine(
      'to-allocate',
      label('할당 대기', 'Orders to allocate'),
      shipmentStepFrom.allocate,
      'Alloc',
    ),
    counts: { of: shipments, search: toAllocate },
    history: {
      of: shipments,
      filter: { STATE_CD: `!=${shipmentStatus.cancelled}` },
      day: 'SHIPMENT_DT',
    },
  },
  {
    id: 'outbound/short',
    title: label('부족 오더', 'Short orders'),
    counts: {
      of: shipments,
      search: { ...toAllocate, SHORT_QTY: '>0' },
    },
    opens: 'Alloc',
    tone: 'stop',
    history: {
      of: shipments,
      search: { STATE_CD: shipmentStepFrom.reportShortage.join(',') },
      filter: { SHORT_QTY: '>0' },
      day: 'SHIPMENT_DT',
    },
  },
  stepLine('to-list', label('피킹지시', 'Orders to release'), shipmentStepFrom.list, 'PickingList'),
  stepLine('to-pick', label('피킹', 'Orders to pick'), shipmentStepFrom.pick, 'Picking'),
  stepLine(
    'to-check',
    label('출하검수', 'Orders to check'),
    shipmentStepFrom.check,
    'ShippedCheck',
  ),
  {
    ...stepLine('to-ship', label('출하확정', 'Orders to ship'), shipmentStepFrom.ship, 'Shipping'),
    history: { of: shipments, search: { STATE_CD: shipmentStatus.shipped }, day: 'SHIPMENT_DT' },
  },
  {
    id: 'outbound/messages-refused',
    title: label('출고 메시지 오류', 'Shipment message errors'),
    counts: {
      of: shipmentMessages.messages,
      search: { DIRECTION_CD: 'IN', STATE_CD: messageStatus.refused },
    },
    opens: 'OutInterfacePikl',
    tone: 'stop',
    isWatch: true,
  },
])
