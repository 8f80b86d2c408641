import type { Fields } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import type { Column } from '#kernel/screen.ts'
import { keyColumns } from './grid-columns.ts'

/**
 * With an edition, records missing from the sheet are withdrawn. Without one, only the listed
 * records change.
 */
const editionLabel = label(
  '판 (전체 목록을 새 판으로 변경할 때만)',
  'Edition (only to replace the entire list)',
)

/**
 * Spreadsheet import for a master screen, for new and existing records in one sheet. Only key
 * columns are required. Columns missing from the sheet are unchanged, and the server reports
 * missing values of new records. The owner is prompted for once per sheet.
 */
export function masterImport(
  route: string,
  save: Procedure,
  columns: readonly Column[],
): SheetIntake {
  const key = new Set(keyColumns(columns))
  const typed = columns.filter(({ editable, kind }) => editable !== false && kind !== 'progress')
  const owner = key.has('OWNER_CD') && key.size > 1 ? 'OWNER_CD' : ''
  const request = Object.hasOwn(save.input, 'EDITION_CD') ? 'EDITION_CD' : owner
  const input = Object.fromEntries(
    Object.entries(save.input).map(([name, { default: _new, ...field }]) => [
      name,
      {
        ...field,
        required: key.has(name),
        ...(name === 'EDITION_CD' && { label: editionLabel, width: 260 }),
      },
    ]),
  )
  const header: Fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => name === request),
  )
  return {
    route,
    save: { ...save, input },
    ownerMapping: false,
    header,
    columns: typed
      .filter(({ name }) => name !== request && Object.hasOwn(input, name))
      .map(({ name }) => ({ field: name, editable: true })),
  }
}
