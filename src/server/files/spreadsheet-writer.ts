import { Readable } from 'node:stream'

import { exportText, type ExportCell, type ExportColumn } from './export-cell.ts'
import { addFormulaGuard } from './formula-guard.ts'
import { xlsxStream } from './xlsx-stream.ts'

export type { ExportCell, ExportColumn } from './export-cell.ts'

export interface WriteOptions {
  readonly format: 'csv' | 'xlsx'
  /** Invalid characters (`: \ / ? * [ ]`) are replaced; at most 31 characters, as in Excel. */
  readonly sheetName?: string
  readonly columns: readonly ExportColumn[]
  readonly rows: AsyncIterable<readonly ExportCell[]> | Iterable<readonly ExportCell[]>
  /**
   * Group depth of each row from 0, written as outline levels in .xlsx. Only for a single sheet.
   */
  readonly levels?: readonly number[]
}

export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const chunkLength = 64 * 1024

/**
 * Streams a spreadsheet: a header row with titles, then the rows. In CSV, text starting like a
 * formula gets a leading apostrophe, which the reader removes. Numbers and dates keep their type.
 * Rows are written as they arrive. CSV starts with a byte order mark, without which Korean Excel
 * garbles Hangul. .xlsx continues in another sheet after Excel's limit of 1,048,576 rows.
 */
export function writeSpreadsheet(options: WriteOptions): Readable {
  const { format, sheetName = 'sheet1', columns, rows, levels = [] } = options
  if (format === 'xlsx') return xlsxStream({ sheetName, columns, rows, levels })
  return Readable.from(writeCsv(options), { objectMode: false })
}

function quote(text: string): string {
  return /[",\r\n\t;|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* writeCsv(options: WriteOptions): AsyncGenerator<Buffer> {
  const { columns } = options
  const titles = columns.map((column) => quote(addFormulaGuard(column.title)))
  let text = `\uFEFF${titles.join(',')}\r\n`
  for await (const row of options.rows) {
    const cells = columns.map((column, index) => quote(exportText(row[index], column.kind)))
    text += `${cells.join(',')}\r\n`
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
