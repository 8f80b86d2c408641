import { SpreadsheetError } from './spreadsheet-error.ts'

const spreadsheetXml = /<(?:\w+:)?Workbook\s[^>]*urn:schemas-microsoft-com:office:spreadsheet/
const table = /<table[\s>](.*?)<\/table\s*>/gis
const unseen = /<!--.*?-->|<(script|style|head|title)[\s>].*?<\/\1\s*>/gis
const blockEnd = /<\/(?:p|div|li|h\d)\s*>\s*(?=<(?:p|div|li|h\d)[\s>])/gi
const otherTag = /<(?!\/?(?:tr|td|th|br)[\s/>])[^>]*>/gi
const cellTag = /<(tr|td|th)(\s[^>]*)?>/gi
const maxSpan = 1_000

/**
 * Prepares the two kinds of markup that exports save as .xls. XML Spreadsheet 2003 is returned
 * unchanged. The tables of an HTML page are joined into one plain table, one below the other as in
 * Excel. Throws SpreadsheetError `not-a-spreadsheet`, also for nested tables, whose order is
 * ambiguous.
 */
export function prepareMarkup(text: string): string {
  if (spreadsheetXml.test(text)) {
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SpreadsheetError('not-a-spreadsheet')
    return text
  }
  const page = text.replaceAll(unseen, '')
  const tables = [...page.matchAll(table)].map(([, rows = '']) => rows)
  if (tables.length === 0) throw new SpreadsheetError('not-a-spreadsheet')
  if (tables.some((rows) => /<table[\s>]/i.test(rows))) {
    throw new SpreadsheetError('not-a-spreadsheet', '<table><table>')
  }
  return `<html><table>${tables.map(plainRows).join('')}</table></html>`
}

function plainRows(rows: string): string {
  // Everything before the first row belongs to the table tag.
  return rows
    .slice(Math.max(0, rows.search(/<t[rdh][\s>]/i)))
    .replaceAll(blockEnd, '<br>')
    .replaceAll(otherTag, '')
    .replaceAll(cellTag, (_tag, name: string, attributes = '') => {
      const spans = ['colspan', 'rowspan'].map((span) => spanAttribute(attributes, span))
      return `<${name.toLowerCase()}${spans.join('')}>`
    })
    .replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isMarkup = code === 38 || code === 60 || code === 62
      return isMarkup || code > 0x10ffff ? whole : String.fromCodePoint(code)
    })
    .replaceAll(/&#(38|60|62|x26|x3c|x3e);/gi, (_whole, code: string) => {
      return (
        { '38': '&amp;', x26: '&amp;', '60': '&lt;', x3c: '&lt;' }[code.toLowerCase()] ?? '&gt;'
      )
    })
}

function spanAttribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*["']?(\\d{1,9})`, 'i').exec(attributes)
  const span = Math.min(maxSpan, Number(found?.[1] ?? 1))
  return span > 1 ? ` ${name}="${span}"` : ''
}
