import { resolveColumns, type Column, type GridPart } from '#kernel/screen.ts'

/** Columns a user can type into in a new row, in the order of the grid. */
export function editableColumns(route: string, part: GridPart): Column[] {
  const newRow = { VERSION: null, BATCH_FLAG: 'I', DIRECTION_CD: 'OUT', KIND_CD: 'MOVE' }
  return resolveColumns(route, part.source.output, part.columns)
    .filter(({ hidden }) => !hidden)
    .filter(({ editable }) => (typeof editable === 'function' ? editable(newRow) : editable))
}
