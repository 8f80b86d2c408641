import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { rowReader } from '#kernel/sheet-mapping.ts'
import { detectSpreadsheet } from '#server/files/spreadsheet-content.ts'
import { parseSpreadsheet } from '#server/files/parse-spreadsheet.ts'
import { SpreadsheetError } from '#server/files/spreadsheet-error.ts'
import { kinds, type Kind, type ReadValues } from './value-kinds.ts'

/** Reads a file in this process, without the child that limits its resources. */
export async function readFile(content: string | Uint8Array, fileName = 'a.csv') {
  const bytes = Buffer.from(content)
  const kind = await detectSpreadsheet(bytes, fileName)
  return parseSpreadsheet({ kind, maxRows: 50_001, maxColumns: 200, sheet: undefined }, bytes)
}

export async function readRows(content: string | Uint8Array, fileName = 'a.csv') {
  const { rows } = await readFile(content, fileName)
  return rows.map(({ cells }) => cells)
}

export function errorCode(error: unknown): string {
  if (!(error instanceof SpreadsheetError)) throw error
  const { detail } = error
  return `!${error.code} ${typeof detail === 'object' ? detail.en : (detail ?? '')}`.trim()
}

/** Reads a cell by the kinds of fields that `wanted` names. */
export function readAsKinds(cell: SpreadsheetCell, wanted: ReadValues): ReadValues {
  const letters = Object.fromEntries(Object.keys(kinds).map((name) => [name, 'A']))
  const { row, errors } = rowReader(kinds, letters)({ row: 1, cells: [cell] })
  const marks = Object.fromEntries(errors.map((error) => [error.column, `!${error.code}`]))
  const values: ReadValues = { ...row, ...marks }
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, values[name as Kind]]))
}
