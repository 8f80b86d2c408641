import { command, type Command, type CommandContext } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { adjustStepFrom } from '#areas/inventory/rules/adjust-status.ts'
import { countStepFrom } from '#areas/inventory/rules/count-status.ts'
import { recallStepFrom } from '#areas/inventory/rules/recall-status.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const loadRowVerbs = ({ shell }: CommandContext) =>
  shell.awaitCode(import('#areas/inventory/operations/row-verbs.ts'))
const loadTransitVerbs = ({ shell }: CommandContext) =>
  shell.awaitCode(import('#areas/inventory/operations/transit-verbs.ts'))
const loadRecallVerbs = ({ shell }: CommandContext) =>
  shell.awaitCode(import('#areas/inventory/operations/recall-verbs.ts'))
const counting = () => import('#areas/inventory/operations/counting.ts')
const cancelCount = async () => (await counting()).cancelCount
const recountLines = async () => (await counting()).recountLines
const adjusting = () => import('#areas/inventory/operations/adjusting.ts')
const approveAdjust = async () => (await adjusting()).approveAdjust
const rejectAdjust = async () => (await adjusting()).rejectAdjust

const labelStations = [
  'ReceivingByOrder:print',
  'PalletMove:print',
  'BoxMove:print',
  'PackingInterfacePikl:print',
] as const

export const inventoryCommands = {
  'inventory.open-history': command({
    title: label('이 재고의 이력', 'Movements of this stock'),
    keywords: ['ledger', '원장'],
    on: 'stock_balance',
    needs: 'InventoryHistory',
    run: openOnRows('InventoryHistory', 'OWNER_CD', 'STOCK_CD'),
  }),
  'inventory.open-document': command({
    title: label('이 수불의 전표', 'Document of this movement'),
    on: 'stock_movement',
    needs: ['ReceiptCreate', 'ShipmentCreate', 'InventoryHistory'],
    run: async (context) => (await loadRowVerbs(context)).openDocument(context),
  }),
  'inventory.move': command({
    title: label('이 재고 이동', 'Move this stock'),
    keywords: ['옮기기'],
    on: 'stock_balance',
    offeredOnGroups: true,
    when: '!past',
    needs: 'InventoryMove:save',
    run: async (context) => (await loadRowVerbs(context)).promptMove(context),
  }),
  'inventory.count': command({
    title: label('이 재고 실사', 'Count this stock'),
    keywords: ['stocktaking', '세기'],
    on: 'stock_balance',
    offeredOnGroups: true,
    when: '!past',
    needs: 'StocktakingJobWork:save',
    run: async (context) => (await loadRowVerbs(context)).promptCount(context),
  }),
  'inventory.hold': command({
    title: label('이 재고 보류', 'Hold this stock'),
    keywords: ['홀드'],
    on: 'stock_balance',
    offeredOnGroups: true,
    when: '!past',
    needs: 'InventoryHold:save',
    run: async (context) => (await loadRowVerbs(context)).promptHold(context, 'HOLD'),
  }),
  'inventory.release': command({
    title: label('이 재고 보류 해제', 'Release this stock'),
    keywords: ['unhold', '홀드 해제'],
    on: 'stock_balance',
    offeredOnGroups: true,
    when: '!past',
    needs: 'InventoryHold:save',
    run: async (context) => (await loadRowVerbs(context)).promptHold(context, 'RELEASE'),
  }),
  'inventory.call-back': command({
    title: label('운송중 재고 회수', 'Call back stock in transit'),
    short: label('회수', 'Call back'),
    on: 'transit',
    when: 'grid && hasRows && !past',
    needs: 'InventoryTransferWarehouse:save:inventory/call-back-transfer',
    legend: 25,
    run: async (context) => (await loadTransitVerbs(context)).promptCallBack(context),
  }),
  'inventory.lose': command({
    title: label('운송중 재고 분실', 'Record a loss in transit'),
    short: label('분실', 'Record loss'),
    on: 'transit',
    when: 'grid && hasRows && !past',
    needs: 'InventoryTransferWarehouse:save:inventory/lose-transfer',
    legend: 26,
    run: async (context) => (await loadTransitVerbs(context)).promptLoss(context),
  }),
  'inventory.close-recall': command({
    title: label('선택한 회수 종결', 'Close the selected recalls'),
    short: label('종결', 'Close'),
    keywords: ['unhold', '회수 해제'],
    on: 'recall',
    states: recallStepFrom.close,
    needs: 'Recall:save:inventory/close-recall',
    legend: 25,
    run: async (context) => (await loadRecallVerbs(context)).promptCloseRecall(context),
  }),
  'inventory.approve-adjust': command({
    title: label('선택한 조정 승인', 'Approve the selected adjustments'),
    on: 'adjust_request',
    states: adjustStepFrom.decide,
    needs: 'InventoryAdjust:save:inventory/approve-adjust',
    run: (context) => context.runProcedure(approveAdjust, selectedRows(context, 'REQUEST_NO')),
  }),
  'inventory.reject-adjust': command({
    title: label('선택한 조정 반려', 'Reject the selected adjustments'),
    on: 'adjust_request',
    states: adjustStepFrom.decide,
    needs: 'InventoryAdjust:save:inventory/reject-adjust',
    run: (context) => context.runProcedure(rejectAdjust, selectedRows(context, 'REQUEST_NO')),
  }),
  'inventory.open-count': command({
    title: label('이 실사 시작', 'Start this count'),
    on: 'count_job',
    states: countStepFrom.count,
    needs: 'StocktakingJobWork',
    run: openOnRows('StocktakingJobWork', 'JOB_NO'),
  }),
  'inventory.open-count-results': command({
    title: label('이 실사작업의 결과', 'Results of this count job'),
    on: 'count_job',
    states: countStepFrom.openResults,
    needs: 'StocktakingResult',
    run: openOnRows('StocktakingResult', 'JOB_NO'),
  }),
  'inventory.cancel-count': command({
    title: label('선택한 실사작업 취소', 'Cancel the selected count jobs'),
    on: 'count_job',
    states: countStepFrom.cancel,
    needs: 'StocktakingJobList:delete',
    run: (context) => context.runProcedure(cancelCount, selectedRows(context, 'JOB_NO')),
  }),
  'inventory.recount': command({
    title: label('선택한 행 재실사 지시', 'Request recount of selected lines'),
    keywords: ['recount', '다시 세기'],
    on: 'count_line',
    needs: 'StocktakingResult:save',
    run: (context) =>
      context.runProcedure(recountLines, selectedRows(context, 'JOB_NO', 'LINE_NO')),
  }),
  'inventory.open-lots': command({
    title: label('이 품목의 로트별 재고', 'Stock of this item by lot'),
    on: 'stock',
    needs: 'InventoryByLot',
    run: openOnRows('InventoryByLot', 'OWNER_CD', 'STOCK_CD'),
  }),
  'inventory.adjust': command({
    title: label('이 재고 조정', 'Adjust this stock'),
    keywords: ['adjust', '증감', '파손', '분실'],
    on: 'stock_balance',
    offeredOnGroups: true,
    when: '!past',
    needs: 'InventoryAdjust:save:inventory/adjust',
    run: async (context) => (await loadRowVerbs(context)).openAdjust(context),
  }),
  'inventory.new-numbers': command({
    title: label('새 파렛트·박스 번호 라벨', 'New pallet and box labels'),
    keywords: ['SSCC'],
    needs: labelStations,
    run: ({ shell }) => void openWindow(shell, 'new-numbers'),
  }),
  'inventory.given-numbers': command({
    title: label('발급한 번호 다시 인쇄', 'Reprint issued numbers'),
    needs: labelStations,
    run: ({ shell }) => void openWindow(shell, 'given-numbers'),
  }),
} as const satisfies Record<string, Command>
