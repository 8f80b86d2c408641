import type { Fields } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import type { Column } from '#kernel/screen.ts'
import { keyColumns } from './grid-columns.ts'

/** Told of an edition: what it lacks is withdrawn. Without one, a sheet only changes what it names. */
const wholeList = label(
  '판 (전체 목록을 새 판으로 변경할 때만)',
  'Edition (only to replace the whole list)',
)

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
  const owner = key.has('OWNER_CD') && key.size > 1 ? 'OWNER_CD' : ''
  const asked = Object.hasOwn(save.input, 'EDITION_CD') ? 'EDITION_CD' : owner
  const input = Object.fromEntries(
    Object.entries(save.input).map(([name, { default: _new, ...field }]) => [
      name,
      {
        ...field,
        required: key.has(name),
        ...(name === 'EDITION_CD' && { label: wholeList, width: 260 }),
      },
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
