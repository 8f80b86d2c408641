import { decodeCsv, parseCsv } from './csv-parser.ts'
import { RowCollector, collectSheet, readText } from './sheet-rows.ts'
import { inSheet, SpreadsheetError } from './spreadsheet-error.ts'
import { repackOneSheet } from './workbook-package.ts'
import { openZip } from './zip-reader.ts'
import type { ReadResponse, ReadRequest } from './spreadsheet-protocol.ts'

/*
 * Child process that parses one uploaded file and exits. It has limited memory, no environment, no
 * network, and can read only its code. It is killed after a timeout, so a malicious file can only
 * break its own parsing. Receives the request on stdin and responds with JSON lines on stdout.
 */

const rowsPerLine = 500

interface Parsed {
  sheetName: string
  collector: RowCollector
  lastMentionedRow: number
}

async function readStdin(): Promise<{ request: ReadRequest; bytes: Buffer }> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  const lineEnd = all.indexOf('\n')
  return { request: JSON.parse(all.toString('utf8', 0, lineEnd)), bytes: all.subarray(lineEnd + 1) }
}

const parsing = { dense: true, cellFormula: false, cellHTML: false, cellText: false } as const

async function parseXlsx(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const packed = await repackOneSheet(await openZip(bytes), request)
  const { read } = await import('xlsx')
  const workbook = read(packed.bytes, { ...parsing, type: 'buffer', cellNF: true })
  const collector = new RowCollector(request)
  const sheetName = workbook.SheetNames[0] ?? ''
  await inSheet(sheetName, () => collectSheet(workbook, sheetName, collector))
  return { sheetName, collector, lastMentionedRow: packed.lastMentionedRow }
}

async function parseXls(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const { read, set_cptable: setCodePages } = await import('xlsx')
  // Files older than Excel 97 use code page 949 for Korean.
  setCodePages(await import('xlsx/dist/cpexcel.full.mjs'))
  const names = read(bytes, { type: 'buffer', bookSheets: true }).SheetNames
  const workbook = read(bytes, { ...parsing, type: 'buffer', cellNF: true })
  const firstVisible = workbook.Workbook?.Sheets?.findIndex((sheet) => (sheet.Hidden ?? 0) === 0)
  const sheetName = names[request.sheet ?? Math.max(0, firstVisible ?? 0)]
  if (sheetName === undefined) {
    throw new SpreadsheetError('no-such-sheet', String((request.sheet ?? 0) + 1))
  }
  const collector = new RowCollector(request)
  await inSheet(sheetName, () => collectSheet(workbook, sheetName, collector))
  return { sheetName, collector, lastMentionedRow: collector.rows.at(-1)?.row ?? 0 }
}

async function parseText(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const collector = new RowCollector(request)
  let row = 0
  for (const fields of parseCsv(await decodeCsv(bytes))) {
    row += 1
    collector.add(row, fields.map(readText))
  }
  return { sheetName: '', collector, lastMentionedRow: row }
}

const parsers = { xlsx: parseXlsx, xls: parseXls, csv: parseText }

function answer(line: ReadResponse): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function asSpreadsheetError(error: unknown): SpreadsheetError {
  if (error instanceof SpreadsheetError) return error
  const message = error instanceof Error ? error.message : ''
  return new SpreadsheetError(/password|encrypt/i.test(message) ? 'encrypted' : 'broken')
}

try {
  const { request, bytes } = await readStdin()
  const parsed = await parsers[request.kind](request, bytes)
  const rows = await inSheet(parsed.sheetName, () => parsed.collector.finish())
  for (let at = 0; at < rows.length; at += rowsPerLine) {
    answer({ rows: rows.slice(at, at + rowsPerLine) })
  }
  const lastRow = rows.at(-1)?.row ?? 0
  answer({
    done: {
      sheetName: parsed.sheetName,
      lastRow,
      skippedEmptyRows: Math.max(lastRow, parsed.lastMentionedRow) - rows.length,
    },
  })
} catch (error) {
  const { code, detail, sheetName } = asSpreadsheetError(error)
  answer({ error: { code, detail, sheetName } })
}
