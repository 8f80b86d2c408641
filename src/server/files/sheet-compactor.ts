import { label } from '#kernel/label.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

export interface CompactSheet {
  xml: string
  rowCount: number
  /** Highest row number in the sheet, including empty and formatted rows. */
  lastMentionedRow: number
}

const rowNumberMax = 1_048_576
const rowStart = /<((?:\w+:)?)row(?=[\s/>])([^<>]*)>/g
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
export function compactSheet(xml: string, rowsMax: number): CompactSheet {
  const kept: string[] = []
  let prefix = ''
  let previous = 0
  let rowCount = 0
  rowStart.lastIndex = 0
  for (let match = rowStart.exec(xml); match !== null; match = rowStart.exec(xml)) {
    prefix = match[1] ?? ''
    const tag = match[2] ?? ''
    const number = Number(rowNumber.exec(tag)?.[1] ?? previous + 1)
    if (number <= previous || number > rowNumberMax)
      throw new SpreadsheetError('broken', rowAt(number))
    previous = number
    if (tag.endsWith('/')) continue
    const close = xml.indexOf(`</${prefix}row>`, rowStart.lastIndex)
    if (close === -1) throw new SpreadsheetError('broken', rowAt(number))
    const cells = xml.slice(rowStart.lastIndex, close)
    rowStart.lastIndex = close
    if (!hasValue.test(cells)) continue
    rowCount += 1
    if (rowCount <= rowsMax) {
      kept.push(`<${prefix}row r="${number}">${markUncalculated(cells)}</${prefix}row>`)
    }
  }
  if (rowCount > rowsMax) throw new SpreadsheetError('too-many-rows', countText(rowCount, rowsMax))
  return { xml: wrap(prefix, kept), rowCount, lastMentionedRow: previous }
}

const rowAt = (number: number) => label(`${number}행`, `row ${number}`)

/** "83,112 > 50,000": actual and allowed count. */
export function countText(count: number, max: number): string {
  return `${count.toLocaleString('en')} > ${max.toLocaleString('en')}`
}

function wrap(prefix: string, rows: string[]): string {
  const name = `${prefix}worksheet`
  const data = `${prefix}sheetData`
  return `<${name} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><${data}>${rows.join('')}</${data}></${name}>`
}

const uncalculated =
  /<((?:\w+:)?)c(\s[^>]*)>(\s*<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*)<\//g
const isoDateCell = /(<(?:\w+:)?c\s[^>]*\bt=)["']d["']/g

/**
 * A formula saved without a result would read as an empty cell, so it becomes an Excel error. A
 * date stored as ISO text stays text, which avoids time zone conversion.
 */
function markUncalculated(cells: string): string {
  const dated = cells.includes('"d"') ? cells.replace(isoDateCell, '$1"str"') : cells
  if (!dated.includes('<f') && !dated.includes(':f')) return dated
  return dated.replace(
    uncalculated,
    (_whole, prefix: string, attributes: string) =>
      `<${prefix}c${attributes.replace(/\st=["']\w*["']/, '')} t="str"><${prefix}v>#CALC!</${prefix}v></`,
  )
}
