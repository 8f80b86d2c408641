import { Readable } from 'node:stream'

import { exportText, type ExportCell, type ExportColumn } from './export-cell.ts'
import { addFormulaGuard } from './formula-guard.ts'
import { xlsxStream } from './xlsx-stream.ts'

export type { ExportCell, ExportColumn } from './export-cell.ts'

export interface WriteOptions {
  readonly format: 'csv' | 'xlsx'
  /** Excel takes 31 characters without `: \ / ? * [ ]`; others are replaced. */
  readonly sheetName?: string
  readonly columns: readonly ExportColumn[]
  /** Cells in the order of `columns`. */
  readonly rows: AsyncIterable<readonly ExportCell[]> | Iterable<readonly ExportCell[]>
  /** How deep each row stands in groups, from 0; .xlsx has it as outline levels. One sheet at most. */
  readonly levels?: readonly number[]
}

/** What the HTTP answer calls each format. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const chunkLength = 64 * 1024

/**
 * A spreadsheet as a byte stream: a header row with the titles, then the rows. Text that begins
 * like a formula gets a leading apostrophe, which the reader takes off again; numbers and dates
 * stay numbers and dates. Both are written as the rows come, however many there are. CSV begins
 * with a byte order mark, without which Excel in Korea shows broken Hangul; .xlsx goes on in a
 * further sheet where Excel's 1,048,576 rows end.
 */
export function writeSpreadsheet(options: WriteOptions): Readable {
  const { format, sheetName = 'sheet1', columns, rows, levels = [] } = options
  if (format === 'xlsx') return xlsxStream({ sheetName, columns, rows, levels })
  return Readable.from(writeCsv(options), { objectMode: false })
}

function quote(text: string): string {
  return /[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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
