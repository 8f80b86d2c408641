import { SSF, type CellObject, type WorkBook } from 'xlsx'

import type { SpreadsheetCell } from '#kernel/parse-cell.ts'

import { stripFormulaGuard } from './formula-guard.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { countText } from './sheet-compactor.ts'

/** One row that holds at least one value. `row` is the sheet's own number, from 1. */
export interface SheetRow {
  row: number
  cells: SpreadsheetCell[]
}

/** Collects rows and holds the limits: refuses the first value beyond `columnsMax`. */
export class RowCollector {
  readonly rows: SheetRow[] = []
  #count = 0
  readonly #limits: { rowsMax: number; columnsMax: number }

  constructor(limits: { rowsMax: number; columnsMax: number }) {
    this.#limits = limits
  }

  /** Takes a row unless all its cells are empty. Throws SpreadsheetError `too-many-columns`. */
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

  /** Throws SpreadsheetError `too-many-rows` with the count of all rows, or `empty`. */
  finish(): SheetRow[] {
    if (this.#count > this.#limits.rowsMax) {
      throw new SpreadsheetError('too-many-rows', countText(this.#count, this.#limits.rowsMax))
    }
    if (this.#count === 0) throw new SpreadsheetError('empty')
    return this.rows
  }
}

/** Hands every row of a densely parsed sheet to the collector; absent rows cost nothing. */
export function collectSheet(workbook: WorkBook, sheetName: string, collector: RowCollector): void {
  const data: CellObject[][] = workbook.Sheets[sheetName]?.['!data'] ?? []
  const epochShift = workbook.Workbook?.WBProps?.date1904 === true ? 1462 : 0
  // Sparse on purpose: forEach visits the rows and cells that exist, a counter would visit all.
  data.forEach((row, rowIndex) => {
    const cells: SpreadsheetCell[] = []
    row.forEach((cell, columnIndex) => {
      cells[columnIndex] = readCell(cell, epochShift)
    })
    collector.add(rowIndex + 1, cells)
  })
}

/** Text as it is, but blank text is an empty cell and the export's formula guard comes off. */
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

/** `[h]:mm` counts hours past 24 and is a duration, not a day. */
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
/** 31 December 9999, the last day Excel knows. */
const serialMax = 2_958_465

/**
 * A day as Excel shows it. Excel believes in 29 February 1900 (serial 60), so serials up to 60
 * count from 31 December 1899 and later ones from a day earlier. Less than one day is a time of
 * day and comes back as text; what Excel itself cannot show as a date stays a number.
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
