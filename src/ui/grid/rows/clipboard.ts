import { isNumeric, type GridColumn } from '#ui/grid/columns/column.ts'

export type TextBlock = readonly (readonly string[])[]

export type CopyType = 'text/plain' | 'text/html'
type CopiedColumns = readonly Pick<GridColumn, 'kind'>[]

/**
 * Formats tab-separated text for spreadsheets. Quotes cells that contain a tab, line break or
 * quote.
 */
export function toTsv(block: TextBlock): string {
  return block.map((row) => row.map(quoteIfNeeded).join('\t')).join('\r\n')
}

function quoteIfNeeded(cell: string): string {
  return /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const tableStart = '<meta charset="utf-8"><table>'
const tableEnd = '</table>'

/**
 * Rows of an HTML table for programs that prefer one. Codes are marked as text because spreadsheets
 * would strip leading zeros and turn lot numbers into dates. Dates are marked as dates, which they
 * can sort and subtract.
 */
function toHtmlRows(block: TextBlock, columns: CopiedColumns): string {
  const rows = block.map((row) => {
    const cells = row.map((cell, at) => {
      const format = cellFormat(cell, columns[at])
      const style = format === undefined ? '' : ` style="mso-number-format:'${format}'"`
      return `<td${style}>${escapeHtml(cell)}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return rows.join('')
}

function cellFormat(cell: string, column: CopiedColumns[number] | undefined): string | undefined {
  if (column === undefined) return undefined
  const dated = column.kind.startsWith('date') ? dateFormat(cell) : undefined
  return dated ?? (isNumeric(column) && isExactNumber(cell) ? undefined : '\\@')
}

/** Formats rows of a copy. The parts of a large copy are joined by `joinParts`. */
export function formatPart(block: TextBlock, columns: CopiedColumns, type: CopyType): string {
  return type === 'text/plain' ? toTsv(block) : toHtmlRows(block, columns)
}

export function joinParts(parts: readonly string[], type: CopyType): string[] {
  if (type === 'text/html') return [tableStart, ...parts, tableEnd]
  return parts.map((part, at) => (at === 0 ? part : `\r\n${part}`))
}

function dateFormat(cell: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return String.raw`yyyy\-mm\-dd`
  const isTimestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(cell)
  return isTimestamp ? String.raw`yyyy\-mm\-dd hh\:mm\:ss` : undefined
}

/**
 * Whether a spreadsheet keeps a text as the number it is. It reads `1-2` as a date and drops digits
 * after the fifteenth.
 */
function isExactNumber(cell: string): boolean {
  return cell === '' || (/^-?\d+(?:\.\d+)?$/.test(cell) && cell.replaceAll(/\D/g, '').length <= 15)
}

/** Excel starts another row at a plain `<br>`. */
const lineBreak = '<br style="mso-data-placement:same-cell">'

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', lineBreak)
}

/**
 * Parses tab-separated text with quoted cells. A quote opens a quoted cell only at the start of a
 * cell. It must also close before a tab or line end, so `5" pipe` is read literally.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const source = text.replace(/\r\n?/g, '\n')
  while (at <= source.length) {
    const inQuotes = readQuotedCell(source, at)
    const end = inQuotes === null ? findCellEnd(source, at) : at + inQuotes.length
    row.push(
      inQuotes === null ? source.slice(at, end) : inQuotes.slice(1, -1).replaceAll('""', '"'),
    )
    if (source[end] !== '\t') {
      rows.push(row)
      row = []
    }
    at = end + 1
    // Spreadsheets end the last row with a line break, which is not another row.
    if (end < source.length && source[end] === '\n' && at === source.length) break
  }
  return rows
}

function readQuotedCell(source: string, at: number): string | null {
  if (source[at] !== '"') return null
  const cell = /"(?:[^"]|"")*"(?=[\t\n]|$)/y
  cell.lastIndex = at
  return cell.exec(source)?.[0] ?? null
}

function findCellEnd(source: string, from: number): number {
  const tab = source.indexOf('\t', from)
  const line = source.indexOf('\n', from)
  if (tab < 0 && line < 0) return source.length
  if (tab < 0) return line
  return line < 0 ? tab : Math.min(tab, line)
}

/**
 * Reads the block on the clipboard. Prefers plain text, which reflects edits made in a spreadsheet.
 * The HTML can still have attributes of the grid the cells were copied from.
 */
export function readClipboard(data: {
  text: string
  html: string
  parseHtml: (html: string) => string[][]
}): string[][] {
  if (data.text !== '') return parseTsv(data.text)
  return data.html === '' ? [] : data.parseHtml(data.html)
}

/** Parses the first table of an HTML fragment, using only its visible text. */
export function parseHtmlTable(html: string): string[][] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const table = page.querySelector('table')
  if (!table) return [[page.body.textContent.trim()]]
  for (const line of table.querySelectorAll('br')) line.replaceWith('\n')
  const rows = [...table.rows].map((): string[] => [])
  for (const [top, { cells }] of [...table.rows].entries()) placeCells(rows, top, cells)
  return rows.map((row) => Array.from(row, (text: string | undefined) => text ?? ''))
}

/** Spans of a single cell. A page can claim any number. */
const maxSpan = 1_000

/** Puts the text of a merged cell at its top left, and leaves its other places empty. */
function placeCells(rows: string[][], top: number, cells: Iterable<HTMLTableCellElement>): void {
  let left = 0
  for (const cell of cells) {
    while (rows[top]?.[left] !== undefined) left += 1
    const right = left + Math.min(Math.max(1, cell.colSpan), maxSpan)
    // A row span of zero reaches the last row.
    const bottom = top + Math.min(cell.rowSpan || maxSpan, maxSpan)
    for (const [below, row] of rows.slice(top, bottom).entries()) {
      for (let index = left; index < right; index += 1) {
        row[index] ??= below === 0 && index === left ? cell.textContent.trim() : ''
      }
    }
    left = right
  }
}
