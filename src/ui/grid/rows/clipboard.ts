/** A block of cells as text, row by row. */
export type TextBlock = readonly (readonly string[])[]

/** Tab-separated text as spreadsheets read it: cells with tab, line break or quote are quoted. */
export function toTsv(block: TextBlock): string {
  return block.map((row) => row.map(quoted).join('\t')).join('\r\n')
}

function quoted(cell: string): string {
  return /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * An HTML table for programs that prefer one. Cells are marked as text, so that a spreadsheet
 * keeps leading zeros of codes and does not turn a lot number into a date.
 */
export function toHtml(block: TextBlock, isText: (column: number) => boolean): string {
  const rows = block.map((row) => {
    const cells = row.map((cell, column) => {
      const style = isText(column) ? ` style="mso-number-format:'\\@'"` : ''
      return `<td${style}>${escapeHtml(cell)}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
}

/**
 * Reads tab-separated text with quoted cells. A quote opens a quoted cell only where the cell
 * begins and only if it closes before a tab or the end of a line, so `5" pipe` stays as it is.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const source = text.replace(/\r\n?/g, '\n')
  while (at <= source.length) {
    const inQuotes = quotedCellAt(source, at)
    const end = inQuotes === null ? endOfCell(source, at) : at + inQuotes.length
    row.push(
      inQuotes === null ? source.slice(at, end) : inQuotes.slice(1, -1).replaceAll('""', '"'),
    )
    if (source[end] !== '\t') {
      rows.push(row)
      row = []
    }
    at = end + 1
    // Spreadsheets end the last row with a line break, which is no further row.
    if (end < source.length && source[end] === '\n' && at === source.length) break
  }
  return rows
}

function quotedCellAt(source: string, at: number): string | null {
  if (source[at] !== '"') return null
  const cell = /"(?:[^"]|"")*"(?=[\t\n]|$)/y
  cell.lastIndex = at
  return cell.exec(source)?.[0] ?? null
}

function endOfCell(source: string, from: number): number {
  const tab = source.indexOf('\t', from)
  const line = source.indexOf('\n', from)
  if (tab < 0 && line < 0) return source.length
  if (tab < 0) return line
  return line < 0 ? tab : Math.min(tab, line)
}

/**
 * The block on the clipboard. Plain text comes first: it holds what a spreadsheet shows after
 * editing, where HTML may still carry the attributes of the grid the cells were copied from.
 */
export function readClipboard(data: {
  text: string
  html: string
  parseHtml: (html: string) => string[][]
}): string[][] {
  if (data.text !== '') return parseTsv(data.text)
  return data.html === '' ? [] : data.parseHtml(data.html)
}

/** The first table of an HTML fragment, by its visible text alone. */
export function parseHtmlTable(html: string): string[][] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const table = page.querySelector('table')
  if (!table) return [[page.body.textContent.trim()]]
  for (const line of table.querySelectorAll('br')) line.replaceWith('\n')
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.trim()),
  )
}
