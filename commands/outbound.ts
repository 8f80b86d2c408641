import { command, type ProcedureRunOptions, type Command, type Loadable } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const allocating = () => import('#areas/outbound/operations/allocating.ts')
const allocate = async () => (await allocating()).allocate
const allocateLines = async () => (await allocating()).allocateLines
const cancelAllocation = async () => (await allocating()).cancelAllocation
const unmatchNumbers = async () =>
  (await import('#areas/outbound/operations/matching.ts')).unmatchNumbers
const cancelPacking = async () =>
  (await import('#areas/outbound/operations/packing.ts')).cancelPacking
const shippingOperations = () => import('#areas/outbound/operations/shipping.ts')
const cancelCheck = async () => (await shippingOperations()).cancelCheck
const cancelShipping = async () => (await shippingOperations()).cancelShipping
const permitExpired = async () =>
  (await import('#areas/outbound/operations/permit-expired.ts')).permitExpired
const ship = async () => (await shippingOperations()).ship

/** Makes a step undoable: runs the reverse procedure over the same shipments. */
const withUndo = (procedure: Loadable<Procedure>): ProcedureRunOptions => ({
  undo: {
    procedure,
    rows: (sent) => sent.map(({ SHIPMENT_NO = null }) => ({ SHIPMENT_NO })),
  },
})

/** A return also names its shipment, but the steps of a shipment do not apply to it. */
const onShipment = { on: 'shipment', exceptOn: 'receipt' } as const

export const outboundCommands = {
  'outbound.allocate': command({
    title: label('선택한 출고 할당', 'Allocate the selected shipments'),
    keywords: ['재고 할당'],
    ...onShipment,
    states: shipmentStepFrom.allocate,
    needs: 'Alloc:save',
    run: (context) =>
      context.runProcedure(
        allocate,
        selectedRows(context, 'SHIPMENT_NO'),
        withUndo(cancelAllocation),
      ),
  }),
  'outbound.plan-allocation': command({
    title: label('선택한 출고 할당 미리보기', 'Preview the allocation of the selected shipments'),
    short: label('미리보기', 'Preview'),
    keywords: ['dry run', 'plan', '부족 사유', '모의 할당'],
    when: 'screen == Alloc && !detail && hasRows && can.save',
    legend: 33,
    run: ({ page, shell }) => void openWindow(shell, 'allocation-plan', page?.rows('chosen')),
  }),
  'outbound.allocate-lines': command({
    title: label('선택한 행만 할당', 'Allocate the selected lines'),
    short: label('행 할당', 'Allocate lines'),
    keywords: ['행별 할당'],
    when: 'screen == Alloc && detail && hasRows && can.save',
    legend: 34,
    run: (context) =>
      context.runProcedure(allocateLines, selectedRows(context, 'SHIPMENT_NO', 'LINE_NO')),
  }),
  'outbound.allocate-by-hand': command({
    title: label('이 행 수동할당: 재고 선택', 'Allocate this line manually: select stock'),
    short: label('수동할당', 'Manual allocation'),
    keywords: ['수동 할당', '가용재고'],
    when: 'screen == Alloc && detail && hasRows && can.save',
    legend: 35,
    run: ({ shell, row }) => {
      if (row) void openWindow(shell, 'manual-allocation', [row])
    },
  }),
  'outbound.open-check': command({
    title: label('이 출고 검수', 'Check this shipment'),
    ...onShipment,
    states: shipmentStepFrom.check,
    needs: 'ShippedCheck',
    run: openOnRows('ShippedCheck', 'SHIPMENT_NO'),
  }),
  'outbound.open-list': command({
    title: label('이 출고의 피킹리스트', 'Picking list of this shipment'),
    ...onShipment,
    states: shipmentStepFrom.list,
    needs: 'PickingList',
    run: openOnRows('PickingList', 'SHIPMENT_NO'),
  }),
  'outbound.open-picking': command({
    title: label('이 출고 피킹', 'Pick this shipment'),
    ...onShipment,
    states: shipmentStepFrom.pick,
    needs: 'Picking',
    run: openOnRows('Picking', 'SHIPMENT_NO'),
  }),
  'outbound.ship': command({
    title: label('선택한 출고 출하확정', 'Ship the selected shipments'),
    ...onShipment,
    states: shipmentStepFrom.ship,
    needs: 'Shipping:save',
    run: (context) =>
      context.runProcedure(ship, selectedRows(context, 'SHIPMENT_NO'), withUndo(cancelShipping)),
  }),
  'outbound.permit-expired': command({
    title: label('유통기한 경과·부족 출고 허용', 'Permit shipping of expired or short-dated stock'),
    ...onShipment,
    states: shipmentStepFrom.permitExpired,
    needs: 'LotHold:save',
    run: (context) => context.runProcedure(permitExpired, selectedRows(context, 'SHIPMENT_NO')),
  }),
  'outbound.cancel-allocation': command({
    title: label('선택한 출고의 할당 취소', 'Cancel the allocation of the selected shipments'),
    ...onShipment,
    states: shipmentStepFrom.cancelAllocation,
    needs: 'AllocCancel:save',
    run: (context) =>
      context.runProcedure(
        cancelAllocation,
        selectedRows(context, 'SHIPMENT_NO'),
        withUndo(allocate),
      ),
  }),
  'outbound.cancel-check': command({
    title: label('선택한 출고의 검수 취소', 'Cancel the check of the selected shipments'),
    ...onShipment,
    states: shipmentStepFrom.cancelCheck,
    needs: 'ShippedCheck:save',
    run: (context) => context.runProcedure(cancelCheck, selectedRows(context, 'SHIPMENT_NO')),
  }),
  'outbound.cancel-shipping': command({
    title: label('선택한 출고의 출하 취소', 'Cancel the shipping of the selected shipments'),
    ...onShipment,
    states: shipmentStepFrom.cancelShipping,
    needs: 'ShippingCancel:save',
    run: (context) =>
      context.runProcedure(cancelShipping, selectedRows(context, 'SHIPMENT_NO'), withUndo(ship)),
  }),
  'outbound.open-cancel-pick': command({
    title: label('이 출고의 피킹 취소', 'Cancel picks of this shipment'),
    ...onShipment,
    states: shipmentStepFrom.cancelPick,
    needs: 'PickingCancel',
    run: openOnRows('PickingCancel', 'SHIPMENT_NO'),
  }),
  'outbound.open-packing': command({
    title: label('이 출고 포장', 'Pack this shipment'),
    ...onShipment,
    states: shipmentStepFrom.pack,
    needs: 'PackingInterfacePikl',
    run: openOnRows('PackingInterfacePikl', 'SHIPMENT_NO'),
  }),
  'outbound.open-matching': command({
    title: label('이 출고의 시리얼·박스 매칭', 'Match serials and boxes of this shipment'),
    on: 'shipment',
    states: shipmentStepFrom.match,
    needs: 'ShipmentMatching',
    run: openOnRows('ShipmentMatching', 'SHIPMENT_NO'),
  }),
  'outbound.untie-numbers': command({
    title: label('선택한 번호 매칭해제', 'Unmatch selected numbers'),
    keywords: ['unmatch', '해제', '시리얼'],
    when: 'screen == ShipmentMatching && detail && hasRows && can.save',
    run: (context) =>
      context.runProcedure(
        unmatchNumbers,
        selectedRows(context, 'SHIPMENT_NO', 'LINE_NO', 'MATCH_NO'),
      ),
  }),
  'outbound.cancel-packing': command({
    title: label('선택한 출고의 포장 취소', 'Cancel the packing of the selected shipments'),
    ...onShipment,
    states: shipmentStepFrom.pack,
    needs: 'PackingInterfacePikl:save',
    run: (context) => context.runProcedure(cancelPacking, selectedRows(context, 'SHIPMENT_NO')),
  }),
  'outbound.open-history': command({
    title: label('이 출고의 재고이력', 'Inventory history of this shipment'),
    on: 'shipment',
    needs: 'InventoryHistory',
    run: openOnRows('InventoryHistory', ['DOC_NO', 'SHIPMENT_NO']),
  }),
  'outbound.attach-files': command({
    title: label('이 출고의 첨부파일', 'Files of this shipment'),
    keywords: ['attach', 'file', '파일', '사진'],
    on: 'shipment',
    needs: 'OutAttachFilePopup',
    run: openOnRows('OutAttachFilePopup', 'OWNER_CD', ['DOC_NO', 'SHIPMENT_NO']),
  }),
  'outbound.add-ship-to': command({
    title: label('이 출고의 화주에 배송처 추가', 'Add a ship-to for this owner'),
    keywords: ['납품처'],
    on: 'shipment',
    needs: 'AddShipToPopup',
    run: openOnRows('AddShipToPopup', 'OWNER_CD'),
  }),
} as const satisfies Record<string, Command>
