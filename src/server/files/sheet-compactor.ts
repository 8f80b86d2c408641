import { label } from '#kernel/label.ts'
import { malformedNumberText } from './malformed-number.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { columnTotal } from './total-formula.ts'

export interface CompactSheet {
  xml: string
  rowCount: number
  hiddenRows: number
  mergedRanges: number
  totalRows: number[]
  /** Rows that are totals if their label also announces a total. */
  possibleTotals: number[]
  /** Ranges of array formulas saved without results: `A1:C9`. */
  uncalculated: string[]
  /** Highest row number in the sheet, including empty and formatted rows. */
  lastMentionedRow: number
}

const maxRowNumber = 1_048_576
const rowStart = /<((?:\w+:)?)row(?=[\s/>])([^<>]*)>/g
const hiddenRow = /\shidden\s*=\s*["'](?:1|true)["']/
const mergedRange = /<(?:\w+:)?mergeCell\s/g
const rowNumber = /\sr\s*=\s*["'](\d+)["']/
/**
 * Matches a value, an inline string or a formula. A formula with result "" leaves an empty
 * `<v></v>`.
 */
const hasValue =
  /<(?:\w+:)?(?:v|is)(?:\s[^>]*)?>[^<]*[^<\s]|<(?:\w+:)?(?:t|r)[\s>]|<(?:\w+:)?f[\s>]/

/**
 * Drops everything except rows with values. Exported files can contain hundreds of thousands of
 * formatted empty rows, and declared dimensions, columns and merges can make a parser loop over 17
 * billion cells. Throws SpreadsheetError `too-many-rows` with the count, or `broken`.
 */
export function compactSheet(
  xml: string,
  { maxRows, isStale }: { readonly maxRows: number; readonly isStale: boolean },
): CompactSheet {
  const remainingRows: string[] = []
  const uncalculated: string[] = []
  const totalRows: number[] = []
  const possibleTotals: number[] = []
  let prefix = ''
  let previous = 0
  let rowCount = 0
  let hiddenRows = 0
  rowStart.lastIndex = 0
  for (let match = rowStart.exec(xml); match !== null; match = rowStart.exec(xml)) {
    prefix = match[1] ?? ''
    const tag = match[2] ?? ''
    const number = Number(rowNumber.exec(tag)?.[1] ?? previous + 1)
    if (number <= previous || number > maxRowNumber)
      throw new SpreadsheetError('broken', rowAt(number))
    previous = number
    if (tag.endsWith('/')) continue
    const close = xml.indexOf(`</${prefix}row>`, rowStart.lastIndex)
    if (close === -1) throw new SpreadsheetError('broken', rowAt(number))
    const cells = xml.slice(rowStart.lastIndex, close)
    rowStart.lastIndex = close
    if (!hasValue.test(cells)) continue
    const totals = findTotals(cells)
    if (totals.has('SUBTOTAL')) {
      totalRows.push(number)
      continue
    }
    if (totals.has('SUM')) possibleTotals.push(number)
    rowCount += 1
    if (hiddenRow.test(tag)) hiddenRows += 1
    if (rowCount <= maxRows) {
      remainingRows.push(
        `<${prefix}row r="${number}">${markUncalculated(cells, isStale, uncalculated)}</${prefix}row>`,
      )
    }
  }
  if (rowCount > maxRows) throw new SpreadsheetError('too-many-rows', countText(rowCount, maxRows))
  const mergedRanges = xml.match(mergedRange)?.length ?? 0
  return {
    xml: wrapRows(prefix, remainingRows),
    rowCount,
    hiddenRows,
    mergedRanges,
    totalRows,
    possibleTotals,
    uncalculated,
    lastMentionedRow: previous,
  }
}

const rowAt = (number: number) => label(`${number}행`, `row ${number}`)

/** "83,112 > 50,000": actual and allowed count. */
export function countText(count: number, max: number): string {
  return `${count.toLocaleString('en')} > ${max.toLocaleString('en')}`
}

function wrapRows(prefix: string, rows: string[]): string {
  const name = `${prefix}worksheet`
  const data = `${prefix}sheetData`
  return `<${name} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><${data}>${rows.join('')}</${data}></${name}>`
}

const cellPattern = /<((?:\w+:)?)c(\s(?:[^>]*[^/>])?)?>(.*?)<\/\1c>/gs
const formula = /<(?:\w+:)?f[\s/>]/
const value = /<(?:\w+:)?v(?:\s[^>]*)?(?:\/>|>([^<]*)<)/
const isoDateCell = /(<(?:\w+:)?c\s[^>]*\bt=)["']d["']/g
/**
 * Range of a formula that writes to several cells. Cells of a shared formula have one formula each.
 */
const formulaRange =
  /<(?:\w+:)?f\s(?=[^>]*\bt=["'](?:array|dataTable)["'])[^>]*\bref=["']([A-Z]+\d+:[A-Z]+\d+)["']/
const cellType = /\st\s*=\s*["'](\w*)["']/

const formulaCell =
  /<(?:\w+:)?c\s(?=[^>]*\br=["']([A-Z]+)\d)[^>]*>\s*<(?:\w+:)?f(?:\s[^>]*[^/>])?>([^<]*)</g

function findTotals(cells: string): ReadonlySet<ReturnType<typeof columnTotal>> {
  if (!cells.includes('<f') && !cells.includes(':f')) return new Set()
  return new Set(
    Array.from(cells.matchAll(formulaCell), ([, column = '', formula = '']) =>
      columnTotal(formula, column),
    ),
  )
}

/**
 * Turns cells with an uncalculated formula into an Excel error, because they would read as empty. A
 * formula is uncalculated if it has no `<v>`, or an empty one and no text result. If `isStale`,
 * Excel calculates everything when it opens the file, and zero is only a placeholder of the writer.
 * Dates stored as ISO text become text cells, to avoid time zone conversion. Adds the ranges of
 * uncalculated array formulas to `ranges`.
 */
function markUncalculated(cells: string, isStale: boolean, ranges: string[]): string {
  const dated = markMalformed(
    /["']d["']/.test(cells) ? cells.replace(isoDateCell, '$1"str"') : cells,
  )
  if (!dated.includes('<f') && !dated.includes(':f')) return dated
  return dated.replace(
    cellPattern,
    (whole: string, prefix: string, attributes: string | undefined = '', inner: string) => {
      if (!formula.test(inner)) return whole
      const type = cellType.exec(attributes)?.[1] ?? 'n'
      const found = value.exec(inner)
      const result = found?.[1]?.trim() ?? ''
      const isPlaceholder = isStale && type === 'n' && Number(result) === 0
      if (found && (type === 'str' || (result !== '' && !isPlaceholder))) return whole
      ranges.push(...(formulaRange.exec(inner)?.slice(1) ?? []))
      return textCell(prefix, attributes, '#CALC!')
    },
  )
}

function textCell(prefix: string, attributes: string, text: string): string {
  return `<${prefix}c${attributes.replace(cellType, '')} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`
}

/** A value with a character that is not part of a number. */
const otherValue = /<(?:\w+:)?v(?:\s[^>]*)?>[^<]*[^<\s\d.eE+-]/

function markMalformed(cells: string): string {
  if (!otherValue.test(cells)) return cells
  return cells.replace(
    cellPattern,
    (whole: string, prefix: string, attributes: string | undefined = '', inner: string) => {
      const type = cellType.exec(attributes)?.[1] ?? 'n'
      const text = type === 'n' ? malformedNumberText(value.exec(inner)?.[1] ?? '') : undefined
      return text === undefined ? whole : textCell(prefix, attributes, text)
    },
  )
}
