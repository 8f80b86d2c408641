import type { ParsingOptions } from 'xlsx'
import { isShortenedMonth } from '#kernel/read-day.ts'
import { decodeCsv, parseCsv } from './csv-parser.ts'
import { prepareMarkup } from './markup-sheet.ts'
import { loadNumberFormats } from './number-formats.ts'
import {
  RowCollector,
  collectSheet,
  findHiddenAndMerged,
  readText,
  type SheetRow,
} from './sheet-rows.ts'
import { addSheetNameToErrors, SpreadsheetError } from './spreadsheet-error.ts'
import { repackOneSheet } from './workbook-package.ts'
import { openZip } from './zip-reader.ts'
import type { ReadRequest, ReadSummary } from './spreadsheet-protocol.ts'

interface Parsed extends Pick<ReadSummary, 'hiddenRows' | 'mergedRanges'> {
  sheetName: string
  collector: RowCollector
  lastMentionedRow: number
}

/** Formulas are read only to find totals. */
const withFormulas = { cellFormula: true } as const
const parsing = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellNF: true,
} as const satisfies ParsingOptions

async function parseXlsx(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const packed = await repackOneSheet(await openZip(bytes), request)
  const { read } = await import('xlsx')
  const workbook = read(packed.bytes, { ...parsing, type: 'buffer' })
  const collector = new RowCollector(request)
  const sheetName = workbook.SheetNames[0] ?? ''
  await addSheetNameToErrors(sheetName, () => {
    collectSheet(workbook, sheetName, collector, packed)
  })
  collector.totalRows.push(...packed.totalRows)
  collector.totalRows.sort((a, b) => a - b)
  return { ...packed, sheetName, collector }
}

async function parseXls(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const { read, set_cptable: setCodePages } = await import('xlsx')
  // Files older than Excel 97 use code page 949 for Korean.
  setCodePages(await import('xlsx/dist/cpexcel.full.mjs'))
  loadNumberFormats()
  const names = read(bytes, { type: 'buffer', bookSheets: true }).SheetNames
  // SheetJS reports hidden rows only if it reads the styles.
  const options = { ...parsing, ...withFormulas, type: 'buffer', cellStyles: true } as const
  const workbook = read(bytes, options)
  const firstVisible = workbook.Workbook?.Sheets?.findIndex((sheet) => (sheet.Hidden ?? 0) === 0)
  const sheetName = names[request.sheet ?? Math.max(0, firstVisible ?? 0)]
  if (sheetName === undefined) {
    throw new SpreadsheetError('no-such-sheet', String((request.sheet ?? 0) + 1))
  }
  const collector = new RowCollector(request)
  await addSheetNameToErrors(sheetName, () => {
    collectSheet(workbook, sheetName, collector)
  })
  return {
    ...findHiddenAndMerged(workbook, sheetName),
    sheetName,
    collector,
    lastMentionedRow: collector.rows.at(-1)?.row ?? 0,
  }
}

async function parseMarkup(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const { read } = await import('xlsx')
  const { text, hiddenRows } = prepareMarkup(await decodeCsv(bytes))
  const options = { ...parsing, ...withFormulas, type: 'string', raw: true } as const
  const workbook = read(text, { ...options, cellStyles: true })
  const [sheetName = ''] = workbook.SheetNames
  const collector = new RowCollector(request)
  await addSheetNameToErrors(sheetName, () => {
    collectSheet(workbook, sheetName, collector)
  })
  const found = findHiddenAndMerged(workbook, sheetName)
  return {
    ...found,
    hiddenRows: found.hiddenRows + hiddenRows,
    sheetName,
    collector,
    lastMentionedRow: collector.rows.at(-1)?.row ?? 0,
  }
}

/** Excel writes a month typed as 2026.10 to a text file as the number 2026.1. */
function readField(text: string): string | number | null {
  return isShortenedMonth(text) ? Number(text) : readText(text)
}

async function parseText(request: ReadRequest, bytes: Buffer): Promise<Parsed> {
  const collector = new RowCollector(request)
  let row = 0
  for (const fields of parseCsv(await decodeCsv(bytes))) {
    row += 1
    collector.add(row, fields.map(readField))
  }
  return { sheetName: '', collector, lastMentionedRow: row, hiddenRows: 0, mergedRanges: 0 }
}

const parsers = { xlsx: parseXlsx, xls: parseXls, markup: parseMarkup, csv: parseText }

/** Parses one sheet in this process. Throws SpreadsheetError. */
export async function parseSpreadsheet(
  request: ReadRequest,
  bytes: Buffer,
): Promise<{ readonly rows: readonly SheetRow[]; readonly summary: ReadSummary }> {
  const { sheetName, collector, lastMentionedRow, hiddenRows, mergedRanges } = await parsers[
    request.kind
  ](request, bytes)
  const rows = await addSheetNameToErrors(sheetName, () => collector.finish())
  const lastRow = rows.at(-1)?.row ?? 0
  const { totalRows } = collector
  const readRows = rows.length + totalRows.length
  const skippedEmptyRows = Math.max(lastRow, lastMentionedRow, ...totalRows.slice(-1)) - readRows
  const counts = { skippedEmptyRows, hiddenRows, mergedRanges, totalRows }
  return { rows, summary: { sheetName, lastRow, ...counts } }
}
