import type { Fields, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'
import type { RowError } from '#server/base/app-error.ts'
import { saveDocuments, type DocumentKind } from './document-save.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'

/** How the rows of a sheet become documents with lines. */
interface SheetOfDocuments {
  /** What rows may hold, by the operation or message they come with. */
  readonly from: Readonly<Record<string, Fields>>
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
 * Declares how sheets become documents. Throws at start-up, naming the column, when a document
 * requires one that a row may not hold and that has no default.
 */
export function sheetOfDocuments(kind: DocumentKind, sheet: SheetOfDocuments): SheetOfDocuments {
  const given = new Set([...Object.keys(sheet.header), 'OWNER_CD'])
  for (const [source, fields] of Object.entries(sheet.from)) {
    for (const [table, columns] of columnsOf(kind)) {
      const missing = columns.filter((column) => {
        const field = table.fields[column]
        if (!field?.required || column in fields || given.has(column)) return false
        return (field.default ?? null) === null
      })
      if (missing.length === 0) continue
      throw new Error(
        `${source}: ${table.name} requires ${missing.join(', ')}; add it there or give it a default`,
      )
    }
  }
  return sheet
}

function columnsOf(kind: DocumentKind): readonly (readonly [Table, readonly string[]])[] {
  return [
    [kind.header, kind.headerColumns],
    [kind.lines, kind.lineColumns],
  ]
}

/** What a row does not hold starts as its field says. */
function withDefaults(table: Table, columns: readonly string[], values: WireRow): WireRow {
  const defaults = columns.map((column) => [column, table.fields[column]?.default ?? null])
  return { ...Object.fromEntries(defaults), ...values }
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
    const values = withDefaults(kind.lines, kind.lineColumns, row.values)
    return { ...row, type: 'L', flag: 'I', docRef, values }
  })
  const groups = Map.groupBy(lines, (line) => line.docRef)
  const unlike = unlikeRows(groups, sheet)
  const headers = [...groups.values()].flatMap(([first]): SaveRow[] => {
    if (!first) return []
    const values = withDefaults(kind.header, kind.headerColumns, first.values)
    return [{ ...first, type: 'H', values: { ...values, ...sheet.header } }]
  })
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
