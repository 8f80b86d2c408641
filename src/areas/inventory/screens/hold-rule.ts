import type { Fields, WireRow } from '#kernel/field.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export function holdRuleScreen(
  route: string,
  operations: { query: Query; save: Procedure },
  keys: readonly string[],
): MasterScreen {
  const { query, save } = operations
  const name = 'STOCK_NM' in query.output ? ['STOCK_NM'] : []
  const heldTone = (row: WireRow) => (Number(row['HELD_QTY'] ?? 0) > 0 ? 'stop' : undefined)
  return {
    kind: 'master',
    route,
    search: [...keys, 'FROM_DT', 'TO_DT', 'REASON'],
    searchAtOpen: true,
    save,
    grid: grid<Fields>({
      source: query,
      columns: [
        ...keys.map((field) => ({ field, editable: isUnsavedRow, frozen: true })),
        ...name,
        { field: 'FROM_DT', editable: isUnsavedRow, default: 'today' },
        ...editableColumns('TO_DT', 'REASON'),
        { field: 'HELD_QTY', tone: heldTone },
        ...changeColumns,
      ],
    }),
  }
}
