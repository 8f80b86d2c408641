import { SSF, type CellObject, type WorkBook } from 'xlsx'

import type { SpreadsheetCell } from '#kernel/parse-cell.ts'

import { stripFormulaGuard } from './formula-guard.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { countText } from './sheet-compactor.ts'

/** A row with at least one value. `row` is the row number in the sheet, from 1. */
export interface SheetRow {
  row: number
  cells: SpreadsheetCell[]
}

export class RowCollector {
  readonly rows: SheetRow[] = []
  #count = 0
  readonly #limits: { rowsMax: number; columnsMax: number }

  constructor(limits: { rowsMax: number; columnsMax: number }) {
    this.#limits = limits
  }

  /** Adds a row unless it is empty. Throws SpreadsheetError `too-many-columns`. */
  add(row: number, cells: readonly (SpreadsheetCell | undefined)[]): void {
    const length = cells.findLastIndex((cell) => cell !== null && cell !== undefined) + 1
    if (length === 0) return
    if (length > this.#limits.columnsMax) {
      const detail = `${columnName(length)}${row}: ${countText(length, this.#limits.columnsMax)}`
      throw new SpreadsheetError('too-many-columns', detail)
    }
    this.#count += 1
    if (this.#count > this.#limits.rowsMax) return
    this.rows.push({ row, cells: Array.from({ length }, (_, index) => cells[index] ?? null) })
  }

  /** Throws SpreadsheetError `too-many-rows` with the total count, or `empty`. */
  finish(): SheetRow[] {
    if (this.#count > this.#limits.rowsMax) {
      throw new SpreadsheetError('too-many-rows', countText(this.#count, this.#limits.rowsMax))
    }
    if (this.#count === 0) throw new SpreadsheetError('empty')
    return this.rows
  }
}

export function collectSheet(workbook: WorkBook, sheetName: string, collector: RowCollector): void {
  const data: CellObject[][] = workbook.Sheets[sheetName]?.['!data'] ?? []
  const epochShift = workbook.Workbook?.WBProps?.date1904 === true ? 1462 : 0
  // forEach visits only existing rows and cells of the sparse arrays.
  data.forEach((row, rowIndex) => {
    const cells: SpreadsheetCell[] = []
    row.forEach((cell, columnIndex) => {
      cells[columnIndex] = readCell(cell, epochShift)
    })
    collector.add(rowIndex + 1, cells)
  })
}

/** Treats blank text as an empty cell and removes the formula guard of an export. */
export function readText(text: string): string | null {
  return text.trim() === '' ? null : stripFormulaGuard(text)
}

function readCell(cell: CellObject, epochShift: number): SpreadsheetCell {
  if (cell.t === 'b') return cell.v === true
  if (cell.t === 'e') return errorTexts.get(Number(cell.v)) ?? '#VALUE!'
  if (typeof cell.v === 'string') return readText(cell.v)
  if (typeof cell.v !== 'number' || !Number.isFinite(cell.v)) return null
  const isDate = typeof cell.z === 'string' && SSF.is_date(cell.z) && !elapsed.test(cell.z)
  return isDate ? readSerial(cell.v, epochShift) : cell.v
}

/** `[h]:mm` counts hours beyond 24: a duration, not a date. */
const elapsed = /\[[hms]+\]/i

const errorTexts = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
])

const secondsPerDay = 86_400
const serialMax = 2_958_465

/**
 * Converts a serial number as Excel displays it. Excel has a 29 February 1900 (serial 60), so later
 * serials are off by one. Values below one are times and become text. Numbers outside Excel's date
 * range stay numbers.
 */
function readSerial(serial: number, epochShift: number): SpreadsheetCell {
  const seconds = Math.round((serial + (serial < 1 ? 0 : epochShift)) * secondsPerDay)
  const day = Math.floor(seconds / secondsPerDay)
  const time = new Date((seconds - day * secondsPerDay) * 1000).toISOString().slice(11, 19)
  if (day < 0 || day > serialMax) return serial
  if (day === 0) return time
  const date = day === 60 ? '1900-02-29' : isoDay(day > 60 ? day - 1 : day)
  return { date: time === '00:00:00' ? date : `${date}T${time}` }
}

function isoDay(daysAfter1899: number): string {
  const date = new Date(Date.UTC(1899, 11, 31))
  date.setUTCDate(date.getUTCDate() + daysAfter1899)
  return date.toISOString().slice(0, 10)
}

function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCodePoint(65 + ((rest - 1) % 26)) + name
  }
  return name
}
