import type { DocumentTables } from './document.ts'
import type { Procedure } from './operation.ts'
import { singleScreen, type ColumnRef, type DocScreen, type GridPart } from './screen.ts'
import type { SingleScreen } from './screen.ts'
import type { documentStatus, StatusOf } from './status.ts'

/** Users who can change the documents on a screen: staff, or the customers who requested them. */
export interface DocumentRole {
  readonly sample?: 'Y' | 'N'
  /** Fixed search values, if a column other than `sample` distinguishes the documents. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly open: Exclude<StatusOf<typeof documentStatus>, typeof documentStatus.cancelled>
  readonly openOnly?: boolean
}

interface DocumentForm {
  readonly document: DocumentTables
  readonly search: readonly string[]
  readonly heads: GridPart
  readonly lines: GridPart
  readonly hiddenLines?: readonly string[]
  /** Header inputs that rarely differ from their default. The single-document screen skips them. */
  readonly hiddenInForm?: readonly string[]
}

/**
 * Builds the screens of a kind of document: `doc` lists documents with their lines, `single` shows
 * one. The document's input columns are editable. Throws at startup if one of them is not shown.
 */
export function documentScreens({
  document,
  search,
  heads,
  lines,
  hiddenLines = [],
  hiddenInForm = [],
}: DocumentForm) {
  const { number, headerColumns } = document
  const shownLines = document.lineColumns.filter((column) => !hiddenLines.includes(column))
  assertColumnsShown(document.header.name, heads, headerColumns)
  assertColumnsShown(document.lines.name, lines, shownLines)
  const documentScreen = (route: string, save: Procedure, kind: DocumentRole): DocScreen => {
    const isOpen = (row: { STATE_CD?: unknown }) =>
      [undefined, null, kind.open].includes(row.STATE_CD as null)
    return {
      kind: 'doc',
      route,
      search,
      searchAtOpen: true,
      save,
      link: [number],
      grid: {
        ...toEditableColumns(heads, headerColumns, isOpen),
        fixed: {
          ...kind.fixed,
          ...(kind.sample && { SAMPLE_YN: kind.sample }),
          ...(kind.openOnly && { STATE_CD: kind.open }),
        },
      },
      lines: toEditableColumns(lines, shownLines, true),
    }
  }
  return {
    doc: documentScreen,
    single: (route: string, save: Procedure, kind: DocumentRole): SingleScreen =>
      singleScreen(documentScreen(route, save, kind), [
        number,
        'STATE_CD',
        ...headerColumns.filter((column) => !hiddenInForm.includes(column)),
      ]),
  }
}

const getColumnName = (ref: ColumnRef) => (typeof ref === 'string' ? ref : ref.field)

function assertColumnsShown(table: string, part: GridPart, typed: readonly string[]): void {
  const shown = new Set(part.columns.map(getColumnName))
  const missing = typed.filter((column) => !shown.has(column))
  if (missing.length > 0) {
    throw new Error(
      `${table}: ${missing.join(', ')} is typed; add it to the columns of its screens`,
    )
  }
}

function toEditableColumns(
  part: GridPart,
  typed: readonly string[],
  editable: NonNullable<Exclude<ColumnRef, string>['editable']>,
): GridPart {
  return {
    ...part,
    columns: part.columns.map((ref) => {
      if (!typed.includes(getColumnName(ref))) return ref
      return typeof ref === 'string' ? { field: ref, editable } : { ...ref, editable }
    }),
  }
}
