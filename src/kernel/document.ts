import type { Field, Fields } from './field.ts'
import { pick, type Table } from './table.ts'

/**
 * A kind of document, a header with its lines, and what people type into both: the one list that
 * operations, screens, sheets and SQL take their columns from.
 */
export interface DocumentTables {
  readonly header: Table
  readonly lines: Table
  /** Column that numbers the documents, on both tables. */
  readonly number: string
  readonly headerColumns: readonly string[]
  readonly lineColumns: readonly string[]
}

/** Declares a kind of document; a misspelt column does not compile. */
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

/** Fields of a header as it is typed, and of a line. */
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
