import type { Fields, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'
import type { RowError } from '#server/base/app-error.ts'
import { saveDocuments, type DocumentKind } from './document-save.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'

interface DocumentSheet {
  /** Fields of a sheet row, by the operation or partner message that delivers the sheet. */
  readonly from: Readonly<Record<string, Fields>>
  /** Columns that identify a document: rows with equal values become its lines. */
  readonly by: readonly string[]
  /** Columns that must be equal in all lines of a document. */
  readonly headerColumns: readonly string[]
  /** Error for a line that differs, shown on the last column of `headerColumns`. */
  readonly differenceMessage: Label
  readonly header: WireRow
}

/**
 * Declares how sheets become documents. Throws at startup, naming the column, if a required column
 * is neither in the sheet nor has a default.
 */
export function defineDocumentSheet(kind: DocumentKind, sheet: DocumentSheet): DocumentSheet {
  const given = new Set([...Object.keys(sheet.header), 'OWNER_CD'])
  for (const [source, fields] of Object.entries(sheet.from)) {
    for (const [table, columns] of getTableColumns(kind)) {
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

function getTableColumns(kind: DocumentKind): readonly (readonly [Table, readonly string[]])[] {
  return [
    [kind.header, kind.headerColumns],
    [kind.lines, kind.lineColumns],
  ]
}

function withDefaults(table: Table, columns: readonly string[], values: WireRow): WireRow {
  const defaults = columns.map((column) => [column, table.fields[column]?.default ?? null])
  return { ...Object.fromEntries(defaults), ...values }
}

/**
 * Saves a sheet of rows as documents. Reports an error of a document on each of its rows, so users
 * correct or omit the document as a unit.
 */
export async function uploadDocuments(
  call: SaveCall,
  kind: DocumentKind,
  sheet: DocumentSheet,
): Promise<SaveResult> {
  const lines = call.rows.map((row): SaveRow => {
    const docRef = sheet.by.map((column) => row.values[column]).join('|')
    const values = withDefaults(kind.lines, kind.lineColumns, row.values)
    return { ...row, type: 'L', flag: 'I', docRef, values }
  })
  const groups = Map.groupBy(lines, (line) => line.docRef)
  const headerErrors = findInconsistentRows(groups, sheet)
  const headers = [...groups.values()].flatMap(([first]): SaveRow[] => {
    if (!first) return []
    const values = withDefaults(kind.header, kind.headerColumns, first.values)
    return [{ ...first, type: 'H', values: { ...values, ...sheet.header } }]
  })
  return saveDocuments(
    { ...call, rows: [...headers, ...lines] },
    {
      ...kind,
      // Report these together with all other errors to let users correct the sheet in one pass.
      findErrors: async (...args) => [
        ...headerErrors,
        ...repeatForEachRow(await kind.findErrors(...args), kind, groups),
      ],
    },
  )
}

function findInconsistentRows(
  groups: ReadonlyMap<string, readonly SaveRow[]>,
  { headerColumns: alike, differenceMessage: differs }: DocumentSheet,
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

function repeatForEachRow(
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
