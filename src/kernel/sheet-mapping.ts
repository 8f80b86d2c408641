import { COLUMNS_MAX, columnIndex, columnLetters } from './column-letters.ts'
import { exactEntry } from './exact-entry.ts'
import type { Field, Fields, WireRow } from './field.ts'
import { label, type Label } from './label.ts'
import {
  parseDate,
  parseDateTime,
  parseFlag,
  parseNumber,
  parseText,
  type CellErrorCode,
  type CellResult,
  type SpreadsheetCell,
} from './parse-cell.ts'
import { isShortenedMonth, shortenedMonthText } from './read-day.ts'
import { shapeError } from './text-shape.ts'

/** Non-empty row of an uploaded sheet. `row` is its number in the sheet, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly SpreadsheetCell[]
}

/** Field name to column letters. A missing field is not read. */
export type SheetMapping = Readonly<Record<string, string>>

/** Rejected cell. `text` is its content, shown for correction. */
export interface SheetError {
  readonly column: string
  readonly text: string
  readonly code: CellErrorCode | 'required' | 'not-in-list' | 'not-a-month' | 'other-than-above'
  readonly message: Label
}

export interface MappedRow {
  readonly sheetRow: number
  readonly row: WireRow
  readonly errors: readonly SheetError[]
}

export type CodeLists = Readonly<
  Record<string, readonly { readonly CODE: string; readonly NAME: string }[]>
>

export interface MappingError {
  readonly column: string
  readonly code: 'no-such-column' | 'beyond-sheet' | 'required'
  readonly message: Label
}

/** First data row (spec §7) of a sheet without known titles. The row above has the titles. */
export const FIRST_ROW = 2

/**
 * Returns the rows to read: from `firstRow` until column A is empty (spec §7). Also returns the
 * rows after the first empty A, to prevent a gap in a sheet from silently dropping orders. Rows
 * with totals are missing in the input without being a gap.
 */
export function splitSheet(
  rows: readonly SheetRow[],
  firstRow = FIRST_ROW,
  totalRows: readonly number[] = [],
): { readonly body: readonly SheetRow[]; readonly unread: readonly SheetRow[] } {
  const candidates = rows.filter(({ row }) => row >= firstRow)
  const totals = new Set(totalRows)
  let expected = firstRow
  const end = candidates.findIndex(({ row, cells }) => {
    while (totals.has(expected)) expected += 1
    // Empty rows are missing in the input, so a gap in the row numbers is an empty column A as
    // well.
    const isEnd = row !== expected || isBlank(cells[0])
    expected += 1
    return isEnd
  })
  if (end < 0) return { body: candidates, unread: [] }
  return { body: candidates.slice(0, end), unread: candidates.slice(end) }
}

/**
 * Title cells above the first data row; empty if the sheet has no such row. In a title of two rows,
 * a cell merged over both has its text in the upper one.
 */
export function titleCells(
  rows: readonly SheetRow[],
  firstRow = FIRST_ROW,
): readonly SpreadsheetCell[] {
  const getCells = (number: number) => rows.find(({ row }) => row === number)?.cells
  const titles = getCells(firstRow - 1)
  if (!titles) return []
  const above = getCells(firstRow - 2) ?? []
  return Array.from({ length: Math.max(titles.length, above.length) }, (_, index) => {
    const title = titles[index] ?? null
    return isBlank(title) ? (above[index] ?? null) : title
  })
}

export function sheetWidth(rows: readonly SheetRow[]): number {
  return rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
}

/** Further titles in use for a column, by field name. Searched after its own names. */
export type TitleAliases = Readonly<Record<string, readonly string[]>>

/**
 * Guesses the column letters from the titles: the Korean or English label or the field name,
 * ignoring case, blanks, stars and brackets, then the aliases. A complete title precedes one with
 * further words in it. Otherwise the first matching column wins, except for numbers: `수량(박스)` and
 * `수량(EA)` differ in their unit. No column is used twice.
 */
export function guessMapping(
  fields: Fields,
  titles: readonly SpreadsheetCell[],
  aliases: TitleAliases = {},
): SheetMapping {
  const complete = columnsByTitle(titles, (title) => [foldTitle(shownText(title))])
  const partial = columnsByTitle(titles, titleNames)
  const used = new Set<number>()
  const mapping: Record<string, string> = {}
  const match = (name: string, names: readonly string[]): void => {
    const found = (columns: ReadonlyMap<string, readonly number[]>) =>
      names.map((title) => columns.get(foldTitle(title))).find((places) => places !== undefined)
    const [whole] = found(complete) ?? []
    const parts = found(partial) ?? []
    const isOfSeveralUnits = fields[name]?.kind === 'number' && parts.length > 1
    const index = whole ?? (isOfSeveralUnits ? undefined : parts[0])
    if (mapping[name] !== undefined || index === undefined || used.has(index)) return
    used.add(index)
    mapping[name] = columnLetters(index)
  }
  const entries = Object.entries(fields)
  for (const [name, { label: own }] of entries) match(name, [name, own.ko, own.en])
  for (const [name] of entries) match(name, aliases[name] ?? [])
  return mapping
}

/** Rows in which titles are searched, below the name, date and address of a form. */
const titleRowLimit = 40

/**
 * First data row: the row below the titles, wherever they are. Titles are the row with the most
 * titles of fields, at least two. Without such a row, `FIRST_ROW`.
 */
export function guessFirstRow(
  fields: Fields,
  rows: readonly SheetRow[],
  aliases: TitleAliases = {},
): number {
  const countTitles = (firstRow: number): number =>
    Object.keys(guessMapping(fields, titleCells(rows, firstRow), aliases)).length
  let best = { firstRow: FIRST_ROW, count: Math.max(1, countTitles(FIRST_ROW)) }
  for (const { row } of rows) {
    if (row > titleRowLimit) break
    const count = countTitles(row + 1)
    if (count > best.count) best = { firstRow: row + 1, count }
  }
  return best.firstRow
}

function columnsByTitle(
  titles: readonly SpreadsheetCell[],
  namesOf: (title: SpreadsheetCell) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const columns = new Map<string, number[]>()
  titles.forEach((title, index) => {
    for (const name of new Set(namesOf(title))) {
      if (name !== '') columns.set(name, [...(columns.get(name) ?? []), index])
    }
  })
  return columns
}

export type TitleCells = readonly SpreadsheetCell[]

export function readTitles(
  mapping: SheetMapping,
  cells: TitleCells,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([name, letters]): [string, string][] => {
      const title = foldTitle(shownText(cells[columnIndex(letters) ?? -1]))
      return title === '' ? [] : [[name, title]]
    }),
  )
}

/**
 * Adapts column letters saved for a different sheet. If the title above a column has changed, uses
 * the column with the saved title. Without such a column the field is not read.
 */
export function relocatedMapping(
  mapping: SheetMapping,
  kept: Readonly<Record<string, string>>,
  cells: TitleCells,
): SheetMapping {
  const titles = cells.map((cell) => foldTitle(shownText(cell)))
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([name, letters]): [string, string][] => {
      const title = kept[name]
      if (title === undefined || titles[columnIndex(letters) ?? -1] === title) {
        return [[name, letters]]
      }
      const index = titles.indexOf(title)
      return index < 0 ? [] : [[name, columnLetters(index)]]
    }),
  )
}

/** Errors that prevent reading with this mapping. `given` fields are entered above the sheet. */
export function checkMapping(
  fields: Fields,
  mapping: SheetMapping,
  width: number,
  given: ReadonlySet<string> = new Set(),
): readonly MappingError[] {
  return Object.entries(fields).flatMap(([column, field]): MappingError[] => {
    const letters = mapping[column]?.trim() ?? ''
    if (letters === '') {
      const isMissing = field.required && field.default === undefined && !given.has(column)
      const message = label('읽을 열을 지정하세요.', 'Specify the column to read.')
      return isMissing ? [{ column, code: 'required', message }] : []
    }
    const index = columnIndex(letters)
    if (index === undefined) {
      const message = label('A부터 XFD까지의 열 이름이 아닙니다.', 'Not a column from A to XFD.')
      return [{ column, code: 'no-such-column', message }]
    }
    if (index < width) return []
    const last = columnLetters(Math.min(Math.max(width, 1), COLUMNS_MAX) - 1)
    const message = label(`시트는 ${last}열까지 있습니다.`, `The sheet ends with column ${last}.`)
    return [{ column, code: 'beyond-sheet', message }]
  })
}

export type RowReader = (row: SheetRow) => MappedRow

/**
 * Creates a reader for rows with this mapping. `given` values apply where the sheet's cell is empty
 * or not read. `codes` resolves names in code lists to their codes.
 */
export function rowReader(
  fields: Fields,
  mapping: SheetMapping,
  given: WireRow = {},
  codes: CodeLists = {},
): RowReader {
  const columns = Object.entries(fields).map(([name, field]) => {
    const list = field.codes === undefined ? undefined : codes[field.codes]
    const index = columnIndex(mapping[name] ?? '')
    return { name, field, index, parse: cellParser(field, list) }
  })
  return ({ row: sheetRow, cells }) => {
    const row: WireRow = { ...given }
    const errors: SheetError[] = []
    for (const { name, field, index, parse } of columns) {
      const cell = index === undefined ? null : (cells[index] ?? null)
      const result = parse(cell)
      if ('error' in result) {
        const { code, ko, en } = result.error
        row[name] = null
        errors.push({ column: name, text: shownText(cell), code, message: label(ko, en) })
        continue
      }
      const value = result.value ?? given[name] ?? field.default ?? null
      row[name] = value
      if (value === null && field.required) errors.push(missingError(name, field))
    }
    return { sheetRow, row, errors }
  }
}

type ParseError = { readonly code: SheetError['code'] } & Label
type ParseResult = CellResult<string | number> | { readonly error: ParseError }

function cellParser(
  field: Field,
  list: CodeLists[string] | undefined,
): (cell: SpreadsheetCell) => ParseResult {
  const { maxLength, wide, upperCase, digitsOnly, closedUp = false } = field
  const { scale, min, max, zeroToEmpty } = field
  switch (field.kind) {
    case 'number':
    case 'progress': {
      const limits = {
        scale,
        zeroToEmpty,
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      }
      return (cell) => parseNumber(cell, limits)
    }
    case 'date':
      return parseDate
    case 'datetime':
      return parseDateTime
    case 'month':
      return parseMonth
    case 'flag':
      return parseFlag
    case 'select':
      return (cell) => parseCode(parseText(cell, { maxLength }), list)
    case 'text':
    case 'lookup':
    case 'file':
      return (cell) =>
        checkShape(field, parseText(cell, { maxLength, wide, upperCase, digitsOnly, closedUp }))
  }
}

function checkShape(field: Field, result: CellResult<string>): ParseResult {
  if ('error' in result || result.value === null) return result
  const error = shapeError(field, result.value)
  return error ? { error: { code: 'wrong-shape', ...error } } : result
}

/**
 * Parses a month to `yyyyMM`, from a date, `2026-01`, `2026.1` as text, `2026년 1월` or `202601`.
 * Rejects the number 2026.1, which Excel makes of 2026.10 as well.
 */
function parseMonth(cell: SpreadsheetCell): ParseResult {
  const text = shownText(cell).trim()
  if (text === '') return { value: null }
  const isDate = typeof cell === 'object' && cell !== null && 'date' in cell
  if (typeof cell !== 'string' && !isDate && isShortenedMonth(text))
    return { error: { code: 'not-a-month', ...shortenedMonthText(text) } }
  const written = /^(\d{4})(?:\s*[-/.년]\s*)?(\d{1,2})월?$/.exec(text)
  const day = written ? `${written[1]}-${written[2]?.padStart(2, '0')}-01` : cell
  const result = parseDate(day)
  if ('value' in result) return { value: result.value?.slice(0, 6) ?? null }
  return {
    error: {
      code: 'not-a-month',
      ko: `월은 2026-01 형식으로 입력하세요: ${text}`,
      en: `Enter the month as 2026-01: ${text}`,
    },
  }
}

/** Accepts the code or the name of an entry, ignoring case, unless several have that name. */
function parseCode(result: CellResult<string>, list: CodeLists[string] | undefined): ParseResult {
  if ('error' in result || result.value === null || list === undefined) return result
  const entry = exactEntry(list, result.value)
  if (entry) return { value: entry.CODE }
  return {
    error: {
      code: 'not-in-list',
      ko: `목록에 없는 값입니다: ${result.value}`,
      en: `Not in the list: ${result.value}`,
    },
  }
}

function missingError(column: string, field: Field): SheetError {
  const { ko, en } = field.label
  const message = label(`${ko} 항목은 필수 입력입니다.`, `${en} is required.`)
  return { column, text: '', code: 'required', message }
}

export function shownText(cell: SpreadsheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object')
    return cell.text ?? ('date' in cell ? cell.date.replace('T', ' ') : '')
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell)
}

function isBlank(cell: SpreadsheetCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

/** A title can contain both languages, `화주 / Owner` or `화주(Owner)`, and a star for required. */
function titleNames(title: SpreadsheetCell): string[] {
  const text = shownText(title)
  return [text, ...text.split(/[/()\n[\]|]/)].map(foldTitle).filter((name) => name !== '')
}

function foldTitle(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_*·:.()[\]-]/g, '')
}
