import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'

/** Numbers of the rows that sums leave out by the value of a column. */
export function findVoidRows(store: ColumnStore, columns: readonly GridColumn[]): number[] {
  return columns.flatMap(({ id, voids = [] }) => {
    if (voids.length === 0) return []
    const storage = store.storage(id)
    const isVoid = (row: number) => voids.includes(String(storage.get(row) ?? ''))
    return Array.from({ length: store.count }, (_, row) => row).filter(isVoid)
  })
}
