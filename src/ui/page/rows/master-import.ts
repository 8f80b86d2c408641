import type { Fields } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import type { Column } from '#kernel/screen.ts'
import { keyColumns } from './grid-columns.ts'

/**
 * The records of a master screen from a spreadsheet: new and known ones in one sheet. Only the
 * columns that name a record are needed; a column that the sheet lacks stays as it is, and the
 * server says what a new record lacks. The owner is asked once for the whole sheet.
 */
export function masterImport(
  route: string,
  save: Procedure,
  columns: readonly Column[],
): SheetIntake {
  const key = new Set(keyColumns(columns))
  const typed = columns.filter(({ editable, kind }) => editable !== false && kind !== 'progress')
  const asked = key.has('OWNER_CD') && key.size > 1 ? 'OWNER_CD' : ''
  const input = Object.fromEntries(
    Object.entries(save.input).map(([name, { default: _new, ...field }]) => [
      name,
      { ...field, required: key.has(name) },
    ]),
  )
  const header: Fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => name === asked),
  )
  return {
    route,
    save: { ...save, input },
    ownerMapping: false,
    header,
    columns: typed
      .filter(({ name }) => name !== asked && Object.hasOwn(input, name))
      .map(({ name }) => ({ field: name, editable: true })),
  }
}
