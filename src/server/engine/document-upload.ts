import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { RowError } from './app-error.ts'
import { saveDocuments, type DocumentKind } from './document-save.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'

/** How the rows of a sheet become documents with lines. */
export interface SheetOfDocuments {
  /** Columns whose values together name a document: rows that agree in them are its lines. */
  readonly by: readonly string[]
  /** Columns that all lines of a document must agree in. */
  readonly alike: readonly string[]
  /** Said of a line that does not, at the last of `alike`. */
  readonly differs: Label
  /** What a header holds whatever its lines say. */
  readonly header: WireRow
}

/**
 * Saves a sheet of rows as documents. A fault of a document is told at each of its rows, so that
 * the whole of it can be mended or left out, never half of it.
 */
export async function uploadDocuments(
  call: SaveCall,
  kind: DocumentKind,
  sheet: SheetOfDocuments,
): Promise<SaveResult> {
  const lines = call.rows.map((row): SaveRow => {
    const docRef = sheet.by.map((column) => row.values[column]).join('|')
    return { ...row, type: 'L', flag: 'I', docRef }
  })
  const groups = Map.groupBy(lines, (line) => line.docRef)
  const unlike = unlikeRows(groups, sheet)
  const headers = [...groups.values()].flatMap(([first]) =>
    first ? [{ ...first, type: 'H' as const, values: { ...first.values, ...sheet.header } }] : [],
  )
  return saveDocuments(
    { ...call, rows: [...headers, ...lines] },
    {
      ...kind,
      // Told together with everything else that is wrong, so that a sheet is mended once.
      faults: async (...asked) => [...unlike, ...spread(await kind.faults(...asked), kind, groups)],
    },
  )
}

function unlikeRows(
  groups: ReadonlyMap<string, readonly SaveRow[]>,
  { alike, differs }: SheetOfDocuments,
): RowError[] {
  const errors: RowError[] = []
  for (const [first, ...others] of groups.values()) {
    for (const row of others) {
      if (alike.every((column) => row.values[column] === first?.values[column])) continue
      errors.push({ row: row.no, column: alike.at(-1) ?? '', text: differs })
    }
  }
  return errors
}

function spread(
  errors: readonly RowError[],
  kind: DocumentKind,
  groups: ReadonlyMap<string, readonly SaveRow[]>,
): RowError[] {
  const groupOf = new Map([...groups.values()].map((rows) => [rows[0]?.no, rows]))
  return errors.flatMap((error) => {
    const isOfDocument = error.column !== undefined && kind.headerColumns.includes(error.column)
    const rows = isOfDocument ? groupOf.get(error.row) : undefined
    return rows ? rows.map(({ no }) => ({ ...error, row: no })) : [error]
  })
}
