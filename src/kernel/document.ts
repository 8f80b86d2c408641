import type { Field, Fields } from './field.ts'
import { pick, type Table } from './table.ts'

/**
 * A kind of document: a header with lines, and the input columns of both. Operations, screens,
 * spreadsheets and SQL all use this list of columns.
 */
export interface DocumentTables {
  readonly header: Table
  readonly lines: Table
  readonly number: string
  readonly headerColumns: readonly string[]
  readonly lineColumns: readonly string[]
}

export function defineDocument<
  H extends Fields,
  L extends Fields,
  HC extends keyof H & string,
  LC extends keyof L & string,
>(document: {
  readonly header: Table<H>
  readonly lines: Table<L>
  readonly number: keyof H & keyof L & string
  readonly headerColumns: readonly HC[]
  readonly lineColumns: readonly LC[]
}) {
  return document
}

export function documentInput(document: DocumentTables): {
  readonly input: Readonly<Record<string, Field>>
  readonly lines: Readonly<Record<string, Field>>
} {
  const { header, lines, number, headerColumns, lineColumns } = document
  return {
    input: pick(header, [number, ...headerColumns]),
    lines: pick(lines, ['LINE_NO', ...lineColumns]),
  }
}
