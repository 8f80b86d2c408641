import type { DocumentDefinition, Node } from 'pdfmake'

import { drawBarcode } from './barcode.ts'
import { paperSizes } from './paper.ts'
import type { PrintColumn, PrintDocument, PrintPage } from './print-document.ts'
import { fitText, maxLines } from './text-fit.ts'

/*
 * Layout of printed documents: sizes in points, one font family, grey for fixed texts and black for
 * data, horizontal hairlines only. Designed to stay readable after copying and faxing.
 */

const margin = { left: 36, top: 44, right: 36, bottom: 46 }
const textColour = '#16191d'
const mutedColour = '#5b636e'
const strongRule = '#16191d'
const hairline = '#cfd4da'
const labelFill = '#f2f4f6'
const fontSize = 8.5
const largeSize = 13
const lineHeight = 1.15
const cellPadding = { x: 4, y: 2.8 }
const maxBarcodeWidth = 230

const printTexts = {
  ko: {
    printed: '출력',
    continued: '(계속)',
    whole: '전체',
    stamp: '(인)',
    none: '내역이 없습니다.',
  },
  en: {
    printed: 'Printed',
    continued: '(continued)',
    whole: 'All',
    stamp: '(sign)',
    none: 'No lines.',
  },
} as const

export function layOutDocument(document: PrintDocument, printedAt: string): DocumentDefinition {
  const copies = Math.min(10, Math.max(1, Math.trunc(document.copies)))
  const sheet = paperSizes[document.paper]
  const across = document.orientation === 'portrait' ? sheet.width : sheet.height
  const along = document.orientation === 'portrait' ? sheet.height : sheet.width
  const area = {
    width: across - margin.left - margin.right,
    height: along - margin.top - margin.bottom,
  }
  const groups: Group[] = []
  for (let copy = 0; copy < copies; copy += 1) {
    for (const page of document.pages) {
      groups.push(layOutGroup(document, page, area, groups.length > 0))
    }
  }
  const by = document.printed?.by
  const words = printTexts[document.language ?? 'ko']
  const printed = `${words.printed} ${document.printed?.at ?? printedAt}${by === undefined ? '' : `  ${by}`}`
  return {
    pageSize: sheet,
    pageOrientation: document.orientation,
    pageMargins: [margin.left, margin.top, margin.right, margin.bottom],
    content: groups.flatMap((group) => group.content),
    header: (page) => runningHead(`${document.title} ${words.continued}`, groups, page),
    footer: (page, pageCount) =>
      pageFooter({ printed, whole: words.whole }, groups, page, pageCount),
    defaultStyle: { font: 'Pretendard', fontSize, lineHeight, color: textColour },
    info: { title: document.fileName, creator: document.title },
    language: document.language === 'en' ? 'en-GB' : 'ko-KR',
    compress: true,
    ...(document.images && { images: document.images }),
  }
}

/** Space between the margins of a sheet. */
interface Area {
  readonly width: number
  readonly height: number
}

interface Group {
  content: Node[]
  /** Title node, which shows the group's first page after the layout. */
  start: Node
  page: PrintPage
}

function layOutGroup(
  { title, language = 'ko' }: PrintDocument,
  page: PrintPage,
  area: Area,
  startsPage: boolean,
): Group {
  const { width } = area
  const start: Node = { ...fitText(title, width - maxBarcodeWidth, 20), fontSize: 20, bold: true }
  const barcode = page.barcode === undefined ? [] : [barcodeBlock(page.barcode)]
  const head: Node = {
    columns: [{ width: '*', stack: [start], margin: [0, 4, 0, 0] }, ...barcode],
    margin: [0, 0, 0, 8],
    ...(startsPage ? { pageBreak: 'before' } : {}),
  }
  const content = [
    head,
    ...(page.heading.length === 0 ? [] : [headingTable(page.heading, width)]),
    ...(page.columns.length === 0 ? [] : [rowsTable(page, area, printTexts[language].none)]),
    ...notesBlock(page.notes ?? [], width),
    ...signaturesBlock(page, printTexts[language].stamp),
  ]
  return { content, start, page }
}

function barcodeBlock(barcode: NonNullable<PrintPage['barcode']>): Node {
  const symbol = drawBarcode(barcode.symbology, barcode.text, maxBarcodeWidth)
  const text: Node = { text: barcode.text, fontSize: 8, alignment: 'center', margin: [0, 2, 0, 0] }
  if (symbol === undefined) return { width: 'auto', stack: [text] }
  const canvas = symbol.bars.map((bar) => ({ type: 'rect', ...bar, color: '#000000' }))
  return { width: 'auto', stack: [{ canvas, alignment: 'center' }, text] }
}

/** Two label-value pairs per row. A grey background behind the labels emphasizes the values. */
function headingTable(heading: PrintPage['heading'], width: number): Node {
  const labelWidth = 74
  const valueWidth = width / 2 - labelWidth
  const body: Node[][] = []
  for (let index = 0; index < heading.length; index += 2) {
    const cells = [heading[index], heading[index + 1]].flatMap((pair) => [
      {
        ...fitText(pair?.label ?? '', labelWidth - 2 * cellPadding.x, 8),
        color: mutedColour,
        fillColor: pair === undefined ? null : labelFill,
        fontSize: 8,
      },
      fitText(pair?.value ?? '', valueWidth - 2 * cellPadding.x, fontSize),
    ])
    body.push(cells)
  }
  return {
    table: { widths: innerWidths([labelWidth, valueWidth, labelWidth, valueWidth]), body },
    layout: {
      ...padding,
      vLineWidth: () => 0,
      hLineWidth: (line: number) => (line === 0 || line === body.length ? 0.9 : 0.4),
      hLineColor: (line: number) => (line === 0 || line === body.length ? strongRule : hairline),
    },
    margin: [0, 0, 0, 10],
  }
}

const padding = {
  paddingLeft: () => cellPadding.x,
  paddingRight: () => cellPadding.x,
  paddingTop: () => cellPadding.y,
  paddingBottom: () => cellPadding.y,
}

/** Converts widths that include the padding, because pdfmake adds the padding. */
function innerWidths(widths: number[]): number[] {
  return widths.map((width) => Math.max(6, width - 2 * cellPadding.x))
}

function columnWidths(columns: readonly PrintColumn[], width: number): number[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  return columns.map((column) => (column.width / total) * width)
}

const tabularFigures: Node = { fontFeatures: ['tnum'] }

/** Whether a row might fill half a page. Words that wrap early take up to twice their lines. */
function hasTallRow({ columns, rows }: PrintPage, widths: number[], height: number): boolean {
  return rows.some((row) =>
    columns.some((column, index) => {
      const size = column.large ? largeSize : fontSize
      return maxLines(row[index] ?? '', widths[index] ?? 0, size) * size * lineHeight > height / 2
    }),
  )
}

function rowsTable(page: PrintPage, area: Area, none: string): Node {
  const { columns, rows, totals } = page
  const widths = innerWidths(columnWidths(columns, area.width))
  // pdfmake leaves out a row that it may not break and that is taller than a page.
  const breaksRows = hasTallRow(page, widths, area.height)
  const cells = (texts: readonly string[], look: Node): Node[] =>
    columns.map((column, index) => ({
      ...fitText(texts[index] ?? '', widths[index] ?? 0, column.large ? largeSize : fontSize),
      ...(column.large && { fontSize: largeSize, bold: true }),
      alignment: column.align,
      ...(column.align === 'right' ? tabularFigures : {}),
      ...look,
    }))
  const titles = columns.map((column, index) => ({
    ...fitText(column.title, widths[index] ?? 0, 8),
    alignment: column.align,
    bold: true,
    fontSize: 8,
    fillColor: labelFill,
  }))
  const emptyRow = [
    {
      text: none,
      noWrap: true,
      colSpan: columns.length,
      alignment: 'center',
      color: mutedColour,
    },
    ...columns.slice(1).map(() => ({})),
  ]
  const body: Node[][] = [
    titles,
    ...(rows.length === 0 ? [emptyRow] : rows.map((row) => cells(row, {}))),
    ...(totals === undefined ? [] : [cells(totals, { bold: true, fillColor: labelFill })]),
  ]
  const totalsLine = totals === undefined ? -1 : body.length - 1
  const isStrong = (line: number): boolean =>
    line <= 1 || line === totalsLine || line === body.length
  return {
    table: {
      headerRows: 1,
      dontBreakRows: !breaksRows,
      keepWithHeaderRows: breaksRows ? 0 : 1,
      widths,
      body,
    },
    layout: {
      ...padding,
      vLineWidth: () => 0,
      hLineWidth: (line: number) => (isStrong(line) ? 0.9 : 0.4),
      hLineColor: (line: number) => (isStrong(line) ? strongRule : hairline),
    },
  }
}

function notesBlock(notes: readonly string[], width: number): Node[] {
  const markWidth = 12
  if (notes.length === 0) return []
  const lines = notes.map((note) => ({
    columns: [
      { width: markWidth, text: '※', color: mutedColour },
      { width: '*', ...fitText(note, width - markWidth, 8) },
    ],
    margin: [0, 1, 0, 1],
  }))
  return [{ stack: lines, margin: [0, 10, 0, 0], fontSize: 8 }]
}

const boxWidth = 84
const sealedWidth = 168
const sealSide = 40

function sealedName({ name, file }: NonNullable<PrintPage['seal']>): Node {
  const room = sealedWidth - sealSide - 2 * cellPadding.x - 4
  return {
    columns: [
      { width: room, ...fitText(name, room, fontSize), margin: [0, 14, 0, 0] },
      { width: sealSide, image: file, fit: [sealSide, sealSide], alignment: 'center' },
    ],
    columnGap: 4,
  }
}

/** Right-aligned boxes that are never split by a page break. */
function signaturesBlock({ signatures = [], seal }: PrintPage, stamp: string): Node[] {
  if (signatures.length === 0) return []
  const widths = signatures.map((_, index) => (seal && index === 0 ? sealedWidth : boxWidth))
  const titles = signatures.map((signature, index) => ({
    ...fitText(signature, (widths[index] ?? boxWidth) - 2 * cellPadding.x, 8),
    alignment: 'center',
    fontSize: 8,
    color: mutedColour,
    fillColor: labelFill,
  }))
  const unsigned = {
    text: stamp,
    alignment: 'right',
    color: hairline,
    fontSize: 8,
    margin: [0, 26, 0, 2],
  }
  const boxes = signatures.map((_, index) => (seal && index === 0 ? sealedName(seal) : unsigned))
  const table = {
    table: { widths: innerWidths(widths), body: [titles, boxes] },
    layout: {
      ...padding,
      hLineWidth: () => 0.6,
      vLineWidth: () => 0.6,
      hLineColor: () => mutedColour,
      vLineColor: () => mutedColour,
    },
    width: 'auto',
  }
  return [{ columns: [{ width: '*', text: '' }, table], margin: [0, 18, 0, 0], unbreakable: true }]
}

interface Place {
  group: Group
  page: number
  pageCount: number
}

/** Finds the document a page belongs to, which is known only after the layout. */
function findGroupPage(groups: Group[], page: number, pageCount: number): Place | undefined {
  const starts = groups.map((group) => group.start.positions?.[0]?.pageNumber ?? 1)
  const index = starts.findLastIndex((start) => start <= page)
  const group = groups[index]
  const first = starts[index]
  if (group === undefined || first === undefined) return undefined
  const next = starts[index + 1] ?? pageCount + 1
  return { group, page: page - first + 1, pageCount: next - first }
}

/** Document name and number on every page after the first, in case a page gets lost. */
function runningHead(title: string, groups: Group[], page: number): Node | undefined {
  const place = findGroupPage(groups, page, page)
  if (place === undefined || place.page === 1) return undefined
  const first = place.group.page.heading[0]
  const name = place.group.page.barcode?.text ?? first?.value ?? ''
  return {
    columns: [
      { width: '*', text: title, bold: true, noWrap: true },
      { width: 'auto', text: name, noWrap: true },
    ],
    fontSize: 8,
    color: mutedColour,
    margin: [margin.left, 24, margin.right, 0],
  }
}

function pageFooter(
  { printed, whole }: { readonly printed: string; readonly whole: string },
  groups: Group[],
  page: number,
  pageCount: number,
): Node {
  const place = findGroupPage(groups, page, pageCount)
  const ofAll = groups.length > 1 ? `${whole} ${page} / ${pageCount}` : ''
  return {
    columns: [
      { width: '*', text: printed, noWrap: true },
      {
        width: 'auto',
        text: `${place?.page ?? page} / ${place?.pageCount ?? pageCount}`,
        color: textColour,
        noWrap: true,
      },
      { width: '*', text: ofAll, alignment: 'right', noWrap: true },
    ],
    fontSize: 7.5,
    color: mutedColour,
    margin: [margin.left, 14, margin.right, 0],
  }
}
