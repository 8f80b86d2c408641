import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { filledColumns } from '#ui/remote/lookup-source.ts'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { lookupContext } from './lookup-fill.ts'

/**
 * Asks for the code of a cell and puts the chosen entry into its row. `around` holds what the row
 * does not say itself: the document of a line.
 */
export async function helpCell(
  columns: readonly Column[],
  model: GridModel,
  request: ValueHelpRequest,
  around?: WireRow,
): Promise<void> {
  const column = columns.find(({ name }) => name === request.column.id)
  if (column?.lookup === undefined) return
  const own = lookupContext(columns, model.row(request.row), column.name)
  const context = { ...around, ...own }
  // A code that stands there is no wish: the whole list is offered.
  const standing = String(model.value(request.row, column.name) ?? '')
  const text = request.text === standing ? '' : request.text
  const entry = await valueHelp({ field: column, text, context })
  if (entry) request.commit(entry['CODE'] ?? null, filledColumns(column, entry))
}
