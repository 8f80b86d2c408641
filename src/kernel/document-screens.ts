import type { DocumentTables } from './document.ts'
import type { Procedure } from './operation.ts'
import { singleScreen, type ColumnRef, type DocScreen, type GridPart } from './screen.ts'
import type { SingleScreen } from './screen.ts'
import type { documentStatus, StatusOf } from './status.ts'

/** Who may change what is on the screen: staff, or the customers who asked for it. */
export interface DocumentTypist {
  readonly sample?: 'Y' | 'N'
  /** Search values that always hold, where documents are told apart by something else. */
  readonly fixed?: Readonly<Record<string, string>>
  /** State in which the document is still theirs to change. */
  readonly open: Exclude<StatusOf<typeof documentStatus>, typeof documentStatus.cancelled>
  /** Shows only what is still open. */
  readonly openOnly?: boolean
}

interface DocumentForm {
  readonly document: DocumentTables
  readonly search: readonly string[]
  readonly heads: GridPart
  readonly lines: GridPart
  /** Columns of the lines that are typed on no screen of these. */
  readonly hiddenLines?: readonly string[]
  /** Typed columns of the head that seldom differ from their default: one at a time they cost no stop. */
  readonly seldom?: readonly string[]
}

/**
 * The screens of a kind of document: `doc` with many of them and their lines, `single` with one.
 * What the document lists as typed is editable. Throws at start-up when a typed column is not shown.
 */
export function documentScreens({
  document,
  search,
  heads,
  lines,
  hiddenLines = [],
  seldom = [],
}: DocumentForm) {
  const { number, headerColumns } = document
  const shownLines = document.lineColumns.filter((column) => !hiddenLines.includes(column))
  refuseHidden(document.header.name, heads, headerColumns)
  refuseHidden(document.lines.name, lines, shownLines)
  const doc = (route: string, save: Procedure, kind: DocumentTypist): DocScreen => {
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
        ...withTyped(heads, headerColumns, isOpen),
        fixed: {
          ...kind.fixed,
          ...(kind.sample && { SAMPLE_YN: kind.sample }),
          ...(kind.openOnly && { STATE_CD: kind.open }),
        },
      },
      lines: withTyped(lines, shownLines, true),
    }
  }
  return {
    doc,
    /** One document at a time, head first, then its lines. */
    single: (route: string, save: Procedure, kind: DocumentTypist): SingleScreen =>
      singleScreen(doc(route, save, kind), [
        number,
        'STATE_CD',
        ...headerColumns.filter((column) => !seldom.includes(column)),
      ]),
  }
}

const nameOf = (ref: ColumnRef) => (typeof ref === 'string' ? ref : ref.field)

function refuseHidden(table: string, part: GridPart, typed: readonly string[]): void {
  const shown = new Set(part.columns.map(nameOf))
  const missing = typed.filter((column) => !shown.has(column))
  if (missing.length > 0) {
    throw new Error(
      `${table}: ${missing.join(', ')} is typed; add it to the columns of its screens`,
    )
  }
}

function withTyped(
  part: GridPart,
  typed: readonly string[],
  editable: NonNullable<Exclude<ColumnRef, string>['editable']>,
): GridPart {
  return {
    ...part,
    columns: part.columns.map((ref) => {
      if (!typed.includes(nameOf(ref))) return ref
      return typeof ref === 'string' ? { field: ref, editable } : { ...ref, editable }
    }),
  }
}
