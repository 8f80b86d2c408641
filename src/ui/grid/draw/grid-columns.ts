import type {
  GridColumn as GlideColumn,
  GridSelection as GlideSelection,
} from '@glideapps/glide-data-grid'
import { CompactSelection } from '@glideapps/glide-data-grid'

import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { Cursor } from '#ui/grid/model/cursor.ts'
import type { LeadColumn } from './grid-painter.ts'
import { groupThousands } from '#ui/grid/columns/number-text.ts'
import { ROW_HEIGHT } from './grid-theme.ts'
import type { Range } from '#ui/grid/rows/selection.ts'

/** Rows per scroll area. Browsers cannot scroll beyond 33.5 million pixels reliably. */
export const SCROLLABLE_ROWS = Math.floor(33_000_000 / ROW_HEIGHT)

const none = CompactSelection.empty()

export function leadWidth(lead: LeadColumn, rowCount: number): number {
  if (lead === 'option') return 28
  return lead === 'check' ? 32 : Math.max(34, 20 + groupThousands(Math.max(1, rowCount)).length * 7)
}

export function glideColumns(
  lead: readonly LeadColumn[],
  drawn: readonly GridColumn[],
  rowCount: number,
): GlideColumn[] {
  return [
    ...lead.map((column) => ({ id: `:${column}`, title: '', width: leadWidth(column, rowCount) })),
    ...drawn.map(({ id, title, width }) => ({ id, title, width })),
  ]
}

export function glideSelection(
  cursor: Pick<Cursor, 'place' | 'range' | 'ranges'>,
  rows: { readonly first: number; readonly count: number },
  lead: number,
): GlideSelection {
  const { place, range, ranges } = cursor
  const row = place ? place.row - rows.first : -1
  if (!place || !range || row < 0 || row >= rows.count) return { columns: none, rows: none }
  const drawn = (each: Range) => {
    const top = Math.max(0, each.top - rows.first)
    const bottom = Math.min(rows.count - 1, each.bottom - rows.first)
    const width = each.right - each.left + 1
    return { x: each.left + lead, y: top, width, height: bottom - top + 1 }
  }
  return {
    columns: none,
    rows: none,
    current: {
      cell: [place.at + lead, row],
      range: drawn(range),
      rangeStack: ranges
        .slice(0, -1)
        .map(drawn)
        .filter(({ height }) => height > 0),
    },
  }
}
