import { command, type Command, type CommandContext } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import type { WireRow } from '#kernel/field.ts'
import { allocate, allocateLines, cancelAllocation } from '#areas/outbound/operations/allocating.ts'
import { untieNumbers } from '#areas/outbound/operations/matching.ts'
import { cancelPacking } from '#areas/outbound/operations/packing.ts'
import { cancelCheck, cancelShipping, ship } from '#areas/outbound/operations/shipping.ts'
import { shipment } from '#areas/outbound/tables/shipment.ts'

/** The shipment numbers of the chosen rows: what every step of a shipment needs. */
function chosen({ page }: CommandContext): Partial<WireRow>[] {
  const rows = page?.rows('chosen') ?? []
  return rows.map((row) => ({ SHIPMENT_NO: row['SHIPMENT_NO'] ?? null }))
}

/** Steps of a shipment, offered wherever one has focus. */
export const outboundCommands = {
  'outbound.allocate': command({
    title: label('고른 출고 할당', 'Allocate the chosen shipments'),
    keywords: ['alloc', '재고 할당'],
    on: shipment,
    run: (context) => context.ask(allocate, chosen(context)),
  }),
  'outbound.allocate-lines': command({
    title: label('고른 행만 할당', 'Allocate the chosen lines'),
    short: label('행 할당', 'Allocate lines'),
    keywords: ['alloc', '행별 할당'],
    when: 'screen == Alloc && detail && hasRows && can.save',
    legend: 34,
    run: async ({ page, ask }) => {
      const rows = page?.rows('chosen') ?? []
      const named = rows.map((row) => ({
        SHIPMENT_NO: row['SHIPMENT_NO'] ?? null,
        LINE_NO: row['LINE_NO'] ?? null,
      }))
      return ask(allocateLines, named)
    },
  }),
  'outbound.allocate-by-hand': command({
    title: label('이 행을 재고에서 직접 할당', 'Allocate this line from chosen stock'),
    short: label('직접 할당', 'By hand'),
    keywords: ['alloc', 'manual', '수동 할당', '가용재고'],
    when: 'screen == Alloc && detail && hasRows && can.save',
    legend: 35,
    run: ({ shell, row }) => {
      if (row) shell.outbound.allocateByHand(row)
    },
  }),
  'outbound.cancel-allocation': command({
    title: label('고른 출고의 할당 취소', 'Cancel the allocation of the chosen shipments'),
    on: shipment,
    run: (context) => context.ask(cancelAllocation, chosen(context)),
  }),
  'outbound.ship': command({
    title: label('고른 출고 출하확정', 'Ship the chosen shipments'),
    on: shipment,
    run: (context) => context.ask(ship, chosen(context)),
  }),
  'outbound.cancel-check': command({
    title: label('고른 출고의 검수 취소', 'Cancel the check of the chosen shipments'),
    on: shipment,
    run: (context) => context.ask(cancelCheck, chosen(context)),
  }),
  'outbound.cancel-shipping': command({
    title: label('고른 출고의 출하 취소', 'Cancel the shipping of the chosen shipments'),
    on: shipment,
    run: (context) => context.ask(cancelShipping, chosen(context)),
  }),
  'outbound.open-cancel-pick': command({
    title: label('이 출고의 피킹 취소', 'Cancel picks of this shipment'),
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('PickingCancel', { SHIPMENT_NO: String(row?.['SHIPMENT_NO'] ?? '') }),
  }),
  'outbound.open-check': command({
    title: label('이 출고 검수', 'Check this shipment'),
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('ShippedCheck', { SHIPMENT_NO: String(row?.['SHIPMENT_NO'] ?? '') }),
  }),
  'outbound.open-packing': command({
    title: label('이 출고 포장', 'Pack this shipment'),
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('PackingInterfacePikl', { SHIPMENT_NO: String(row?.['SHIPMENT_NO'] ?? '') }),
  }),
  'outbound.open-matching': command({
    title: label('이 출고의 시리얼·박스 매칭', 'Match serials and boxes of this shipment'),
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('ShipmentMatching', { SHIPMENT_NO: String(row?.['SHIPMENT_NO'] ?? '') }),
  }),
  'outbound.untie-numbers': command({
    title: label('고른 번호 매칭해제', 'Take the chosen numbers off their line'),
    keywords: ['unmatch', '해제', '시리얼'],
    when: 'screen == ShipmentMatching && detail && hasRows && can.save',
    run: async ({ page, ask }) => {
      const rows = page?.rows('chosen') ?? []
      const named = rows.map((row) => ({
        SHIPMENT_NO: row['SHIPMENT_NO'] ?? null,
        LINE_NO: row['LINE_NO'] ?? null,
        MATCH_NO: row['MATCH_NO'] ?? null,
      }))
      await ask(untieNumbers, named)
    },
  }),
  'outbound.cancel-packing': command({
    title: label('고른 출고의 포장 취소', 'Cancel the packing of the chosen shipments'),
    on: shipment,
    run: (context) => context.ask(cancelPacking, chosen(context)),
  }),
  'outbound.open-history': command({
    title: label('이 출고의 재고이력', 'Stock movements of this shipment'),
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('InventoryHistory', { DOC_NO: String(row?.['SHIPMENT_NO'] ?? '') }),
  }),
  'outbound.attach-files': command({
    title: label('이 출고의 첨부파일', 'Files of this shipment'),
    keywords: ['attach', 'file', '파일', '사진'],
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('OutAttachFilePopup', {
        DOC_NO: String(row?.['SHIPMENT_NO'] ?? ''),
        OWNER_CD: String(row?.['OWNER_CD'] ?? ''),
      }),
  }),
  'outbound.add-ship-to': command({
    title: label('이 출고의 화주에 배송처 추가', 'Add a ship-to place for this owner'),
    keywords: ['ship-to', '배송처', '납품처'],
    on: shipment,
    run: ({ shell, row }) =>
      shell.open('AddShipToPopup', { OWNER_CD: String(row?.['OWNER_CD'] ?? '') }),
  }),
} as const satisfies Record<string, Command>
