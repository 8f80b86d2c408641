import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'

const receiveBulk = async () => (await import('#areas/inbound/operations/receiving.ts')).receiveBulk

export const inboundCommands = {
  'inbound.receive-bulk': command({
    title: label(
      '입고 일괄확정: 선택한 행 또는 현재 행',
      'Receive as expected: selected or current row',
    ),
    on: 'receipt',
    states: receiptStepFrom.receive,
    needs: 'BulkReceiving:save',
    run: (context) => context.runProcedure(receiveBulk, selectedRows(context, 'RECEIPT_NO')),
  }),
  'inbound.open-receiving': command({
    title: label('이 입고를 오더별로 확정', 'Receive this receipt line by line'),
    on: 'receipt',
    states: receiptStepFrom.receive,
    needs: 'ReceivingByOrder',
    run: openOnRows('ReceivingByOrder', 'RECEIPT_NO'),
  }),
  'inbound.open-labels': command({
    title: label('이 입고의 라벨', 'Labels of this receipt'),
    on: 'receipt',
    states: receiptStepFrom.printLabels,
    needs: 'GenerateBarcode',
    run: openOnRows('GenerateBarcode', ['DOC_NO', 'RECEIPT_NO']),
  }),
  'inbound.open-cancel': command({
    title: label('이 입고의 입고확정 취소', 'Cancel receiving of this receipt'),
    on: 'receipt',
    states: receiptStepFrom.cancelReceiving,
    needs: 'CancelReceiving',
    run: openOnRows('CancelReceiving', 'RECEIPT_NO'),
  }),
  'inbound.open-history': command({
    title: label('이 입고의 재고이력', 'Inventory history of this receipt'),
    on: 'receipt',
    needs: 'InventoryHistory',
    run: openOnRows('InventoryHistory', ['DOC_NO', 'RECEIPT_NO']),
  }),
  'inbound.attach-files': command({
    title: label('이 입고의 첨부파일', 'Files of this receipt'),
    keywords: ['attach', 'file', '파일', '사진'],
    on: 'receipt',
    needs: 'AttachFilePopup',
    run: openOnRows('AttachFilePopup', 'OWNER_CD', ['DOC_NO', 'RECEIPT_NO']),
  }),
} as const satisfies Record<string, Command>
