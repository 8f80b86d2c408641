import { gridBench } from '#areas/system/operations/grid-bench.ts'
import { grid, type LayoutScreen } from '#kernel/screen.ts'

const editable = true

export function inventorySample(rows: number): LayoutScreen {
  return {
    kind: 'layout',
    route: 'grid',
    layout: { split: 'rows', parts: [['grid', 1]] },
    search: [],
    grid: grid({
      source: gridBench,
      fixed: { ROWS: String(rows) },
      key: 'ID',
      checks: true,
      columns: [
        { field: 'ID', frozen: true },
        { field: 'OWNER', editable },
        { field: 'ITEM', editable },
        { field: 'ITEM_NM', editable },
        { field: 'ZONE', editable },
        { field: 'CELL', editable },
        { field: 'LOT', editable },
        { field: 'EXPIRY', editable },
        { field: 'QTY', editable, footer: 'SUM' },
        { field: 'ALLOCATED', editable, footer: 'SUM' },
        { field: 'HOLD', editable },
        { field: 'CBM', editable, footer: 'SUM' },
      ],
    }),
  }
}
