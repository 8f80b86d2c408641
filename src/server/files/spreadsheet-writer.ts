import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

import { exportText, type ExportCell, type ExportColumn } from './export-cell.ts'
import { addFormulaGuard } from './formula-guard.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

export type { ExportCell, ExportColumn } from './export-cell.ts'

export interface WriteOptions {
  readonly format: 'csv' | 'xlsx'
  /** Excel takes 31 characters without `: \ / ? * [ ]`; others are replaced. */
  readonly sheetName?: string
  readonly columns: readonly ExportColumn[]
  /** Cells in the order of `columns`. */
  readonly rows: AsyncIterable<readonly ExportCell[]> | Iterable<readonly ExportCell[]>
}

/** What the HTTP answer calls each format. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A sheet's last row, less the header. */
const xlsxRowsMax = 1_048_575
const rowsPerBatch = 1_000
const chunkLength = 64 * 1024

/**
 * A spreadsheet as a byte stream: a header row with the titles, then the rows. Text that begins
 * like a formula gets a leading apostrophe, which the reader takes off again; numbers and dates
 * stay numbers and dates. CSV begins with a byte order mark, without which Excel in Korea shows
 * broken Hangul, and is written as the rows come; .xlsx is put together in a worker thread and
 * fails with SpreadsheetError `too-many-rows` beyond the sheet's 1,048,575 rows.
 */
export function writeSpreadsheet(options: WriteOptions): Readable {
  const chunks = options.format === 'csv' ? writeCsv(options) : writeXlsx(options)
  return Readable.from(chunks, { objectMode: false })
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

async function* writeXlsx(options: WriteOptions): AsyncGenerator<Uint8Array> {
  const { columns, sheetName = 'sheet1' } = options
  const worker = new Worker(new URL('xlsx-writer-worker.ts', import.meta.url), {
    workerData: { columns: columns.map(({ title, kind }) => ({ title, kind })), sheetName },
    resourceLimits: { maxOldGenerationSizeMb: 2_048 },
  })
  try {
    let count = 0
    for await (const batch of inBatches(options.rows)) {
      count += batch.length
      if (count > xlsxRowsMax) throw new SpreadsheetError('too-many-rows', `> ${xlsxRowsMax}`)
      worker.postMessage(batch)
      // Waiting for the worker keeps a fast database from piling up rows in memory.
      await once(worker, 'message')
    }
    worker.postMessage('finish')
    const [file]: unknown[] = await once(worker, 'message')
    if (!(file instanceof Uint8Array)) throw new TypeError('The sheet writer answered nonsense')
    for (let at = 0; at < file.length; at += chunkLength) yield file.subarray(at, at + chunkLength)
  } finally {
    await worker.terminate()
  }
}

async function* inBatches(rows: WriteOptions['rows']): AsyncGenerator<(readonly ExportCell[])[]> {
  let batch: (readonly ExportCell[])[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
