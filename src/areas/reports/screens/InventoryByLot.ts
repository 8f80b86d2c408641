import { formatCount } from '#kernel/format-count.ts'
import type { Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { grid, type ListScreen } from '#kernel/screen.ts'
import { stockByLot } from '#areas/inventory/operations/stock.ts'
import { conditionTone } from '#areas/inventory/rules/condition-tone.ts'

const hasDifferentItems = (values: readonly Value[]) => {
  const count = new Set(values).size
  return label(`${formatCount(count)}품목`, `${formatCount(count, 'item')}`)
}

export const inventoryByLotScreen: ListScreen = {
  kind: 'list',
  route: 'InventoryByLot',
  search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'VALID_DT', 'CONDITION_CD'],
  searchAtOpen: true,
  drill: {
    to: 'InventoryHistory',
    with: {
      OWNER_CD: 'OWNER_CD',
      STOCK_CD: 'STOCK_CD',
      LOT_NO: 'LOT_NO',
      VALID_DT: 'VALID_DT',
      CELL_CD: 'CELL_CD',
      PALLET_NO: 'PALLET_NO',
      BOX_NO: 'BOX_NO',
    },
  },
  grid: grid({
    source: stockByLot,
    rowTone: (row) => (row['CONDITION_CD'] === 'HELD' || row['HOLD_REASON'] ? 'stop' : undefined),
    columns: [
      'OWNER_CD',
      { field: 'STOCK_CD', footer: 'CUSTOM', footerText: hasDifferentItems },
      'STOCK_NM',
      'ZONE_CD',
      'CELL_CD',
      'LOT_NO',
      'VALID_DT',
      'RECEIVED_DT',
      'QTY',
      'ALLOC_QTY',
      'PICK_QTY',
      'AVAILABLE_QTY',
      { field: 'CONDITION_CD', tone: conditionTone },
      { field: 'HOLD_KIND_CD', tone: () => 'stop' },
      { field: 'HOLD_REASON', tone: () => 'stop' },
      { field: 'BONDED_CD', tone: (row) => (row['BONDED_CD'] === 'BONDED' ? 'bonded' : 'quiet') },
      'PALLET_NO',
      'BOX_NO',
      'CBM',
    ],
  }),
}
