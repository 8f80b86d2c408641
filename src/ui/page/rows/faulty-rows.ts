import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Added rows that cannot be saved as they are, by their place in the view. */
export function faultyRows(model: GridModel): number[] {
  const rows: number[] = []
  for (let row = 0; row < model.rowCount; row++) {
    const faulty = model.rowError(row) !== undefined || model.rows.marks.hasFaults(model.rowId(row))
    if (faulty && model.flag(row) === 'I') rows.push(row)
  }
  return rows
}
