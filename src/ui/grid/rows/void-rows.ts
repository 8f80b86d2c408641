import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'

/** Numbers of the rows that sums leave out because of a value in the column. */
export function findVoidRows(store: ColumnStore, columns: readonly GridColumn[]): number[] {
  const found: number[] = []
  for (const { id, voids = [] } of columns) {
    if (voids.length === 0) continue
    const storage = store.storage(id)
    for (let row = 0; row < store.count; row += 1) {
      if (voids.includes(String(storage.get(row) ?? ''))) found.push(row)
    }
  }
  return found
}
