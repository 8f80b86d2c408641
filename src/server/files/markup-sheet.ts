import { SpreadsheetError } from './spreadsheet-error.ts'
import { prepareXmlSpreadsheet } from './xml-spreadsheet.ts'

const spreadsheetXml = /<(?:\w+:)?Workbook\s[^>]*urn:schemas-microsoft-com:office:spreadsheet/
const table = /<table[\s>](.*?)<\/table\s*>/gis
const hiddenMarkup = /<!--.*?-->|<(script|style|head|title)[\s>].*?<\/\1\s*>/gis
const blockEnd = /<\/(?:p|div|li|h\d)\s*>\s*(?=<(?:p|div|li|h\d)[\s>])/gi
/** A tag with its attributes, whose values can contain `<` and `>`. */
const tag = /<(\/?)([a-z][\w:-]*)((?:[^>=]|=(?:\s*"[^"]*"|\s*'[^']*'|(?!\s*["'])))*)>/gi
const emptyTags = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const hidden = /\sstyle\s*=[^>]*\bdisplay\s*:\s*none/i
const maxSpan = 1_000

/**
 * Prepares the two kinds of markup that exports save as .xls. The tables of an HTML page are
 * joined into one plain table, one below the other as in Excel, and their hidden rows are counted.
 * Throws SpreadsheetError `not-a-spreadsheet`, also for nested tables, whose order is
 * ambiguous.
 */
export function prepareMarkup(text: string): { text: string; hiddenRows: number } {
  if (spreadsheetXml.test(text)) {
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SpreadsheetError('not-a-spreadsheet')
    return { text: prepareXmlSpreadsheet(text), hiddenRows: 0 }
  }
  const page = text.replaceAll(hiddenMarkup, '')
  const tables = [...page.matchAll(table)].map(([, rows = '']) => rows)
  if (tables.length === 0) throw new SpreadsheetError('not-a-spreadsheet')
  if (tables.some((rows) => /<table[\s>]/i.test(rows))) {
    throw new SpreadsheetError('not-a-spreadsheet', '<table><table>')
  }
  const isHiddenRow = ([, end, name = '', attributes = '']: RegExpExecArray): boolean =>
    !end && name.toLowerCase() === 'tr' && hidden.test(attributes)
  const hiddenRows = tables.flatMap((rows) => [...rows.matchAll(tag)]).filter(isHiddenRow).length
  return { text: `<html><table>${tables.map(toPlainRows).join('')}</table></html>`, hiddenRows }
}

/** The rows with tags of rows, cells and line breaks only. HTML can leave out their end tags. */
function toPlainRows(rows: string): string {
  const parts: string[] = []
  let open: 'none' | 'row' | 'cell' = 'none'
  // Name and depth of the hidden element around the text.
  let unshown: { name: string; depth: number } | undefined
  const close = (isRow: boolean): void => {
    if (open === 'cell') parts.push('</td>')
    if (isRow && open !== 'none') parts.push('</tr>')
    open = isRow || open === 'none' ? 'none' : 'row'
  }
  let from = 0
  const spaced = rows.replaceAll(blockEnd, '<br>')
  for (const { 0: whole, 1: end, 2: written = '', 3: attributes = '', index } of spaced.matchAll(
    tag,
  )) {
    const name = written.toLowerCase()
    if (open === 'cell' && !unshown) parts.push(plainText(spaced.slice(from, index)))
    from = index + whole.length
    if (name === 'tr' || name === 'td' || name === 'th') {
      unshown = undefined
      close(name === 'tr')
      if (end) continue
      if (open === 'none') parts.push('<tr>')
      open = name === 'tr' ? 'row' : 'cell'
      const spans = ['colspan', 'rowspan'].map((span) => readSpan(attributes, span))
      if (open === 'cell') parts.push(`<td${spans.join('')}>`)
    } else if (unshown) {
      if (name === unshown.name) unshown.depth += end ? -1 : 1
      if (unshown.depth === 0) unshown = undefined
    } else if (name === 'br') {
      if (open === 'cell') parts.push('<br>')
    } else if (hidden.test(attributes) && !emptyTags.has(name)) unshown = { name, depth: 1 }
  }
  if (open === 'cell' && !unshown) parts.push(plainText(spaced.slice(from)))
  close(true)
  return parts.join('')
}

/** Names of the characters from U+00A1 on, as in HTML. */
const latin =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const named: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, index) => [name, String.fromCodePoint(0xa1 + index)] as const),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
  ...Object.entries({ bull: '•', hellip: '…', trade: '™', euro: '€', larr: '←', rarr: '→' }),
])

function plainText(text: string): string {
  return text
    .replaceAll('<', '&lt;')
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
    .replaceAll(/&(\w+);/g, (whole, name: string) => named.get(name) ?? whole)
}

function readSpan(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*["']?(\\d{1,9})`, 'i').exec(attributes)
  const span = Math.min(maxSpan, Number(found?.[1] ?? 1))
  return span > 1 ? ` ${name}="${span}"` : ''
}
