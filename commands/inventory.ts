import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'

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
