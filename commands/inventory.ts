import { command, type Command, type CommandContext } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { approveAdjust, rejectAdjust } from '#areas/inventory/operations/adjusting.ts'
import { adjustRequest } from '#areas/inventory/tables/adjust-request.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'

/** The numbers of the chosen requests. */
function requests({ page }: CommandContext) {
  const rows = page?.rows('chosen') ?? []
  return rows.map((row) => ({ REQUEST_NO: row['REQUEST_NO'] ?? null }))
}

/** From a piece of stock to where it lies and how it came there. */
export const inventoryCommands = {
  'inventory.open-history': command({
    title: label('이 재고의 이력', 'Movements of this stock'),
    keywords: ['ledger', '원장'],
    on: stockBalance,
    run: ({ shell, row }) =>
      shell.open('InventoryHistory', {
        OWNER_CD: String(row?.['OWNER_CD'] ?? ''),
        STOCK_CD: String(row?.['STOCK_CD'] ?? ''),
      }),
  }),
  'inventory.move': command({
    title: label('이 재고 이동', 'Move this stock'),
    on: stockBalance,
    run: ({ shell, row }) =>
      shell.open('InventoryMove', {
        OWNER_CD: String(row?.['OWNER_CD'] ?? ''),
        STOCK_CD: String(row?.['STOCK_CD'] ?? ''),
      }),
  }),
  'inventory.approve-adjust': command({
    title: label('고른 조정 승인', 'Approve the chosen adjustments'),
    on: adjustRequest,
    run: (context) => context.ask(approveAdjust, requests(context)),
  }),
  'inventory.reject-adjust': command({
    title: label('고른 조정 반려', 'Reject the chosen adjustments'),
    on: adjustRequest,
    run: (context) => context.ask(rejectAdjust, requests(context)),
  }),
  'inventory.open-lots': command({
    title: label('이 품목의 로트별 재고', 'Stock of this item by lot'),
    on: stock,
    run: ({ shell, row }) =>
      shell.open('InventoryByLot', {
        OWNER_CD: String(row?.['OWNER_CD'] ?? ''),
        STOCK_CD: String(row?.['STOCK_CD'] ?? ''),
      }),
  }),
} as const satisfies Record<string, Command>
