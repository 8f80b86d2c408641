import {
  utils,
  type CellObject,
  type Range,
  type RowInfo,
  type WorkBook,
  type WorkSheet,
} from 'xlsx'

import { columnLetters } from '#kernel/column-letters.ts'
import type { SpreadsheetCell } from '#kernel/parse-cell.ts'

import { formatAsShown, formatCodes, isDateFormat } from './format-as-shown.ts'
import { stripFormulaGuard } from './formula-guard.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { countText } from './sheet-compactor.ts'
import { columnTotal, isTotalLabel } from './total-formula.ts'

/** A row with at least one value. `row` is the row number in the sheet, from 1. */
export interface SheetRow {
  row: number
  cells: SpreadsheetCell[]
}

export class RowCollector {
  readonly rows: SheetRow[] = []
  /** Numbers of the rows with totals, which are left out. */
  readonly totalRows: number[] = []
  #count = 0
  readonly #limits: { maxRows: number; maxColumns: number }

  constructor(limits: { maxRows: number; maxColumns: number }) {
    this.#limits = limits
  }

  /** Adds a row unless it is empty. Throws SpreadsheetError `too-many-columns`. */
  add(row: number, cells: readonly (SpreadsheetCell | undefined)[]): void {
    const length = cells.findLastIndex((cell) => cell !== null && cell !== undefined) + 1
    if (length === 0) return
    if (length > this.#limits.maxColumns) this.#refuseColumns(length, row)
    this.#count += 1
    if (this.#count > this.#limits.maxRows) return
    this.rows.push({ row, cells: Array.from({ length }, (_, index) => cells[index] ?? null) })
  }

  /** Marks the empty cells of a range as not calculated. Throws SpreadsheetError if it is too large. */
  fill(data: CellObject[][], { s: first, e: last }: Range): void {
    const { maxRows, maxColumns } = this.#limits
    if (last.c >= maxColumns) this.#refuseColumns(last.c + 1, last.r + 1)
    if (last.r - first.r >= maxRows) {
      throw new SpreadsheetError('too-many-rows', countText(last.r - first.r + 1, maxRows))
    }
    for (let row = first.r; row <= last.r; row += 1) {
      const cells = (data[row] ??= [])
      for (let column = first.c; column <= last.c; column += 1) {
        cells[column] ??= { t: 's', v: '#CALC!' }
      }
    }
  }

  #refuseColumns(count: number, row: number): never {
    const detail = `${columnName(count)}${row}: ${countText(count, this.#limits.maxColumns)}`
    throw new SpreadsheetError('too-many-columns', detail)
  }

  /** Throws SpreadsheetError `too-many-rows` with the total count, or `empty`. */
  finish(): SheetRow[] {
    if (this.#count > this.#limits.maxRows) {
      throw new SpreadsheetError('too-many-rows', countText(this.#count, this.#limits.maxRows))
    }
    if (this.#count === 0) throw new SpreadsheetError('empty')
    return this.rows
  }
}

interface FormulaRanges {
  readonly uncalculated: readonly string[]
  readonly possibleTotals: readonly number[]
}

/**
 * Totals are not data. The quantity of a set can also be the sum of its parts in the same column,
 * so a sum needs the label of a total.
 */
function isTotalRow(row: readonly CellObject[], isPossible: boolean): boolean {
  const totals = new Set<ReturnType<typeof columnTotal>>()
  row.forEach(({ f = '' }, column) => {
    if (f !== '') totals.add(columnTotal(f, columnLetters(column)))
  })
  if (totals.has('SUBTOTAL')) return true
  if (!isPossible && !totals.has('SUM')) return false
  return row.some(({ v }) => typeof v === 'string' && isTotalLabel(v))
}

/** Adds the rows of a sheet. Empty cells in the `uncalculated` ranges are errors. */
export function collectSheet(
  workbook: WorkBook,
  sheetName: string,
  collector: RowCollector,
  { uncalculated, possibleTotals }: FormulaRanges = { uncalculated: [], possibleTotals: [] },
): void {
  const data: CellObject[][] = workbook.Sheets[sheetName]?.['!data'] ?? []
  for (const range of uncalculated) collector.fill(data, utils.decode_range(range))
  const epochShift = workbook.Workbook?.WBProps?.date1904 === true ? 1462 : 0
  const possible = new Set(possibleTotals)
  // forEach visits only existing rows and cells of the sparse arrays.
  data.forEach((row, rowIndex) => {
    if (isTotalRow(row, possible.has(rowIndex + 1))) {
      collector.totalRows.push(rowIndex + 1)
      return
    }
    const cells: SpreadsheetCell[] = []
    row.forEach((cell, columnIndex) => {
      cells[columnIndex] = readCell(cell, epochShift)
    })
    collector.add(rowIndex + 1, cells)
  })
}

/** Counts rows that Excel hides and ranges that it merges. */
export function findHiddenAndMerged({ Sheets }: WorkBook, sheetName: string) {
  const sheet: WorkSheet = Sheets[sheetName] ?? {}
  const data: CellObject[][] = sheet['!data'] ?? []
  const hidden = (sheet['!rows'] ?? []).filter(
    (row: RowInfo | undefined, index) =>
      row?.hidden === true && data[index]?.some(({ v }: CellObject) => v !== undefined),
  )
  return { hiddenRows: hidden.length, mergedRanges: sheet['!merges']?.length ?? 0 }
}

/** Treats blank text as an empty cell and removes the formula guard of an export. */
export function readText(text: string): string | null {
  return text.trim() === '' ? null : stripFormulaGuard(text)
}

function readCell(cell: CellObject, epochShift: number): SpreadsheetCell {
  if (cell.t === 'b') return cell.v === true
  if (cell.t === 'e') return errorTexts.get(Number(cell.v)) ?? '#VALUE!'
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (typeof cell.v === 'string') return readText(formattedText(cell.v, format))
  if (typeof cell.v !== 'number') return null
  // Some programs write NaN or Infinity, which Excel does not open.
  if (!Number.isFinite(cell.v)) return '#NUM!'
  if (elapsed.test(format)) return formatAsShown(format, cell.v) ?? cell.v
  if (!isDateFormat(format)) return formattedNumber(cell.v, format)
  return readSerial(cell.v, epochShift, format)
}

/** `[h]:mm` counts hours beyond 24: a duration, neither a date nor the number of days it holds. */
const elapsed = /\[[hms]+\]/i

/** Returns the number with the text that Excel shows, if that text is not simply the number. */
function formattedNumber(number: number, format: string): SpreadsheetCell {
  if (format === 'General' || format === '@') return number
  const text = formatAsShown(format, number)
  return text === undefined || text === String(number) ? number : { number, text }
}

/**
 * Adds what the format shows around a text, such as `"LOT-"@`, but not the padding of accounting
 * formats.
 */
function formattedText(text: string, format: string): string {
  const shown = /@.|.@|;.*;.*;/.test(format) ? formatAsShown(format, text) : undefined
  return shown === undefined || shown.trim() === text.trim() ? text : shown
}

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
const maxSerial = 2_958_465
/** Excel shows a date outside its range as this, at any width. */
const outOfRange = '#####'

/**
 * Converts a serial number as Excel displays it. Excel has a 29 February 1900 (serial 60), so later
 * serials are off by one. Values below one become text, mostly times.
 */
function readSerial(serial: number, epochShift: number, format: string): SpreadsheetCell {
  const isDayOnly = /[yd]/i.test(formatCodes(format)) && !/[hs]/i.test(formatCodes(format))
  const isTime = serial < 1 && !isDayOnly
  const seconds = Math.round((serial + (isTime ? 0 : epochShift)) * secondsPerDay)
  const day = Math.floor(seconds / secondsPerDay)
  const time = new Date((seconds - day * secondsPerDay) * 1000).toISOString().slice(11, 19)
  if (day < 0 || day > maxSerial) return outOfRange
  // Excel shows an empty cell that a formula refers to as 1900-01-00.
  if (day === 0) return (isTime ? undefined : formatAsShown(format, day)) ?? time
  const calendarDay = day === 60 ? '1900-02-29' : isoDay(day > 60 ? day - 1 : day)
  const date = time === '00:00:00' ? calendarDay : `${calendarDay}T${time}`
  const text = partialDateText(format, seconds / secondsPerDay)
  return text === undefined ? { date } : { date, text }
}

/** Year, month and day with separators, or a built-in format that depends on Excel's language. */
const completeDate = /^\d{4}\D+\d{1,2}\D+\d{1,2}(?:\D|$)/
const localFormat = /^m\/d\/yy(?: h:mm)?$|\[\$-F[48]00\]|DBNum/i
/** Era and Buddhist year, which SheetJS does not format. */
const unsupportedParts = /[beg]/i

/** Text of a date format that shows less than a complete date: `20260131`, `01-31`, `3:30 PM`. */
function partialDateText(format: string, serial: number): string | undefined {
  if (localFormat.test(format) || unsupportedParts.test(formatCodes(format))) return undefined
  const text = formatAsShown(format, serial)
  return text === undefined || completeDate.test(text) ? undefined : text
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
