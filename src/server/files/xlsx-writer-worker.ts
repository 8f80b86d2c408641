import { parentPort, workerData } from 'node:worker_threads'
import { InflateRaw as NodeInflateRaw, deflateRawSync } from 'node:zlib'

import { CFB, utils, write, type CellObject } from 'xlsx'

import { decimalText, wireDate, type ExportCell, type ExportColumn } from './export-cell.ts'
import { addFormulaGuard } from './formula-guard.ts'

/* Collects the rows of one export and packs the workbook, away from the server's own thread. */

const { columns, sheetName }: { columns: ExportColumn[]; sheetName: string } = workerData

const dayMs = 86_400_000
const epoch = Date.UTC(1899, 11, 30)
/** Before 1 March 1900 Excel's calendar is wrong by a day, so such days are written as text. */
const firstRightSerial = 61
/** Longest text a cell holds. */
const textMax = 32_767

function textCell(text: string): CellObject {
  const guarded = addFormulaGuard(text)
  const fitting = guarded.length > textMax ? `${guarded.slice(0, textMax - 1)}…` : guarded
  // Excel reads _x0041_ as the character A; a text that happens to look so has its _ escaped.
  return { t: 's', v: fitting.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_'), z: '@' }
}

function numberCell(value: string | number): CellObject {
  const text = decimalText(value)
  if (text === undefined) return textCell(String(value))
  // Excel keeps 15 digits; a longer exact number is worth more as text than rounded.
  const digits = text.replaceAll(/[-.]/g, '').replace(/^0+/, '')
  return digits.length > 15 && typeof value === 'string'
    ? textCell(text)
    : { t: 'n', v: Number(text) }
}

function dateCell(value: string | number, kind: 'date' | 'datetime'): CellObject {
  const wire = wireDate(value, kind)
  if (wire === undefined) return textCell(String(value))
  const part = (from: number, to: number): number => Number(wire.slice(from, to))
  const ms = Date.UTC(
    part(0, 4),
    part(4, 6) - 1,
    part(6, 8),
    part(8, 10),
    part(10, 12),
    part(12, 14),
  )
  const serial = (ms - epoch) / dayMs
  if (serial < firstRightSerial) return textCell(String(value))
  return { t: 'n', v: serial, z: kind === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' }
}

function toCell(value: ExportCell, kind: ExportColumn['kind']): CellObject | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (kind === 'text') return textCell(String(value))
  return kind === 'number' ? numberCell(value) : dateCell(value, kind)
}

/** Hangul takes two columns of the default font. */
function displayWidth(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char > '\u1100' ? 2 : 1), 0)
}

const widthByKind = { text: 10, number: 10, date: 11, datetime: 19 } as const
const widthMax = 50
const widths = columns.map((column) =>
  Math.max(displayWidth(column.title) + 2, widthByKind[column.kind]),
)
const data: CellObject[][] = [columns.map((column) => textCell(column.title))]

function addRow(row: readonly ExportCell[]): void {
  // The first rows are enough to choose widths; measuring every text of a large export is not.
  if (data.length <= 200) {
    row.forEach((value, index) => {
      const width = columns[index]?.kind === 'text' ? displayWidth(String(value ?? '')) + 2 : 0
      widths[index] = Math.min(widthMax, Math.max(widths[index] ?? 0, width))
    })
  }
  const cells: CellObject[] = []
  columns.forEach((column, index) => {
    const cell = toCell(row[index], column.kind)
    if (cell !== undefined) cells[index] = cell
  })
  data.push(cells)
}

/**
 * The library packs with a deflate of its own, which makes files several times larger, unless zlib
 * has `bytesRead`, the name its byte counter had before Node 10.
 */
class InflateRaw extends NodeInflateRaw {
  get bytesRead(): number {
    return this.bytesWritten
  }
}

function finish(): Uint8Array {
  const name = sheetName.replaceAll(/[:\\/?*[\]]/g, '_').slice(0, 31) || 'sheet1'
  const sheet = utils.aoa_to_sheet([], { dense: true })
  sheet['!data'] = data
  sheet['!ref'] = utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: data.length - 1, c: Math.max(0, columns.length - 1) },
  })
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  CFB.utils.use_zlib({ InflateRaw, deflateRawSync })
  const workbook = { SheetNames: [name], Sheets: { [name]: sheet } }
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}

parentPort?.on('message', (message: 'finish' | (readonly ExportCell[])[]) => {
  if (message === 'finish') {
    parentPort?.postMessage(finish())
    return
  }
  message.forEach(addRow)
  parentPort?.postMessage('ready')
})
