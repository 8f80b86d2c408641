import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { shipmentStatus, type ShipmentStatus } from './shipment-status.ts'

export const outboundCodeLists = {
  'shipment-state': {
    [shipmentStatus.requested]: label('요청', 'Requested'),
    [shipmentStatus.open]: label('지시', 'Ordered'),
    [shipmentStatus.partlyAllocated]: label('부분할당', 'Partly allocated'),
    [shipmentStatus.allocated]: label('할당', 'Allocated'),
    [shipmentStatus.listed]: label('피킹지시', 'Released for picking'),
    [shipmentStatus.partlyPicked]: label('부분피킹', 'Partly picked'),
    [shipmentStatus.picked]: label('피킹완료', 'Picked'),
    [shipmentStatus.checked]: label('검수완료', 'Checked'),
    [shipmentStatus.shipped]: label('출하완료', 'Shipped'),
    [shipmentStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<ShipmentStatus, Label>>,
  'shortage-kind': {
    MISSING: label('미발견·파손', 'Missing or damaged'),
    LEFT: label('재고 있음', 'In stock'),
  },
  'match-kind': { SERIAL: label('시리얼', 'Serial'), BOX: label('박스', 'Box') },
} as const satisfies CodeLists
