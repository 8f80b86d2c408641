import type { Readable } from 'node:stream'
import type { ExportCell, ExportColumn } from './export-cell.ts'
import { maxOutline, rowXml, xmlText } from './sheet-cell-xml.ts'
import { zipStream, type ZipEntry } from './zip-writer.ts'

type Rows = AsyncIterable<readonly ExportCell[]> | Iterable<readonly ExportCell[]>

export interface XlsxOptions {
  readonly sheetName: string
  readonly columns: readonly ExportColumn[]
  readonly rows: Rows
  /** Outline level of each row of the first sheet. Group rows precede their details. */
  readonly levels?: readonly number[]
  /** Maximum data rows per sheet; further rows continue in the next one. Default: Excel's limit. */
  readonly maxSheetRows?: number
}

/** Maximum number of rows in an Excel sheet, minus the header row. */
const maxExcelRows = 1_048_575
/** Keeps a sheet below the size limit of a zip entry. */
const maxSheetBytes = 3_500_000_000
const chunkLength = 64 * 1024
/** Measure only the first rows for column widths, because measuring a large export takes long. */
const measuredRows = 200
const maxWidth = 50
const widthByKind = { text: 10, number: 10, date: 11, datetime: 19 } as const

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Streams a workbook as rows arrive, buffering only the current one. Every sheet starts with the
 * titles; rows beyond one sheet continue in `sheet1 (2)` and so on (ECMA-376, inline strings).
 */
export function xlsxStream(options: XlsxOptions): Readable {
  return zipStream(packageParts(options))
}

async function* packageParts(options: XlsxOptions): AsyncGenerator<ZipEntry> {
  const { columns, maxSheetRows = maxExcelRows, levels = [] } = options
  const rows = rowIterator(options.rows)
  const measured = await takeRows(rows, measuredRows)
  const widths = columnWidths(columns, measured)
  const source = new BufferedRows(measured, rows)
  let sheets = 0
  try {
    do {
      sheets += 1
      const outline = sheets === 1 ? levels : []
      const content = sheetXml(source, { columns, widths, maxRows: maxSheetRows, outline })
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content }
    } while (await source.hasMore())
  } finally {
    await rows.return?.()
  }
  const names = sheetNames(options.sheetName, sheets)
  for (const [name, xml] of Object.entries(packageXml(names))) {
    yield { name, content: [Buffer.from(head + xml)] }
  }
}

function rowIterator(
  rows: Rows,
): AsyncIterator<readonly ExportCell[]> | Iterator<readonly ExportCell[]> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
}

type RowIterator = ReturnType<typeof rowIterator>

async function takeRows(rows: RowIterator, count: number): Promise<(readonly ExportCell[])[]> {
  const taken: (readonly ExportCell[])[] = []
  while (taken.length < count) {
    const next = await rows.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

class BufferedRows {
  readonly #ahead: (readonly ExportCell[])[]
  readonly #rows: RowIterator
  #at = 0

  constructor(ahead: (readonly ExportCell[])[], rows: RowIterator) {
    this.#ahead = ahead
    this.#rows = rows
  }

  async hasMore(): Promise<boolean> {
    if (this.#at < this.#ahead.length) return true
    const next = await this.#rows.next()
    if (next.done) return false
    this.#ahead.push(next.value)
    return true
  }

  async next(): Promise<readonly ExportCell[] | undefined> {
    const ahead = this.#ahead[this.#at]
    if (ahead) {
      this.#at += 1
      if (this.#at === this.#ahead.length) this.#ahead.length = this.#at = 0
      return ahead
    }
    const next = await this.#rows.next()
    return next.done ? undefined : next.value
  }
}

interface Sheet {
  readonly columns: readonly ExportColumn[]
  readonly widths: readonly number[]
  readonly maxRows: number
  readonly outline: readonly number[]
}

async function* sheetXml(
  source: BufferedRows,
  { columns, widths, maxRows, outline }: Sheet,
): AsyncGenerator<Buffer> {
  const cols = widths.map((width, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const titles = rowXml(columns.map(({ title }) => ({ title, kind: 'text' })))
  const toXml = rowXml(columns)
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const maxLevel = outline.reduce((highest, level) => Math.max(highest, level), 0)
  const above = maxLevel > 0 ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>' : ''
  const levels =
    maxLevel > 0
      ? `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="${Math.min(maxLevel, maxOutline)}"/>`
      : ''
  let text = `${head}<worksheet xmlns="${main}">${above}${frozen}${levels}${cols.length ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  text += titles(
    columns.map(({ title }) => title),
    1,
  )
  let bytes = 0
  for (let number = 2; number <= maxRows + 1 && bytes < maxSheetBytes; number += 1) {
    const row = await source.next()
    if (!row) break
    text += toXml(row, number, outline[number - 2])
    if (text.length < chunkLength) continue
    const chunk = Buffer.from(text)
    bytes += chunk.length
    yield chunk
    text = ''
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

/** Hangul is two columns wide in the default font. */
function displayWidth(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char > '\u1100' ? 2 : 1), 0)
}

function columnWidths(
  columns: readonly ExportColumn[],
  rows: readonly (readonly ExportCell[])[],
): number[] {
  return columns.map(({ title, kind }, index) => {
    const texts =
      kind === 'text' ? rows.map((row) => displayWidth(String(row[index] ?? '')) + 2) : []
    return Math.min(maxWidth, Math.max(displayWidth(title) + 2, widthByKind[kind], ...texts))
  })
}

function sheetNames(name: string, count: number): string[] {
  const plain = name.replaceAll(/[:\\/?*[\]]/g, '_')
  return Array.from({ length: count }, (_, index) => {
    const suffix = index === 0 ? '' : ` (${index + 1})`
    return (plain.slice(0, 31 - suffix.length) || 'sheet1') + suffix
  })
}

function packageXml(names: readonly string[]): Readonly<Record<string, string>> {
  const numbered = names.map((name, index) => ({ name: xmlText(name), number: index + 1 }))
  const sheets = numbered.map(({ name, number }) => {
    return `<sheet name="${name.replaceAll('"', '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`
  })
  const targets = numbered.map(({ number }) => {
    return `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`
  })
  const overrides = numbered.map(({ number }) => {
    return `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`
  })
  const format = (id: number) =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${targets.join('')}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Malgun Gothic"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${format(0)}${format(49)}${format(164)}${format(165)}</cellXfs></styleSheet>`,
  }
}
