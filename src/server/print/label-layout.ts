import type { DocumentDefinition, Node } from 'pdfmake'
import { drawBarcode } from './barcode.ts'
import type { LabelSheet, PrintedLabel } from './label-sheet.ts'
import { fitText, maxLines } from './text-fit.ts'

const pointsPerMm = 72 / 25.4
const margin = 8

export function layOutLabels(sheet: LabelSheet): DocumentDefinition {
  const width = sheet.widthMm * pointsPerMm
  const inner = width - 2 * margin
  const high = sheet.heightMm * pointsPerMm - 2 * margin
  const drawn = sheet.labels.flatMap((label) =>
    Array.from({ length: label.copies }, () => layOutLabel(label, inner, high)),
  )
  return {
    pageSize: { width, height: sheet.heightMm * pointsPerMm },
    // Explicit orientation, because pdfmake would rotate a page that is wider than high.
    pageOrientation: sheet.widthMm > sheet.heightMm ? 'landscape' : 'portrait',
    pageMargins: [margin, margin, margin, margin],
    content: drawn.map((stack, index) => ({
      stack,
      ...(index > 0 ? { pageBreak: 'before' } : {}),
    })),
    header: () => undefined,
    footer: () => undefined,
    defaultStyle: { font: 'Pretendard', fontSize: 8, lineHeight: 1.1, color: '#000000' },
    info: { title: sheet.fileName },
    language: 'ko-KR',
    compress: true,
  }
}

const fontSizes = { title: 12, line: 8, code: 7, name: 52 }
/** Line height per point of font size, rounded up. */
const lineHeight = 1.35

function layOutLabel(label: PrintedLabel, width: number, height: number): Node[] {
  const valueWidth = width - fontSizes.name - 4
  const lines = label.lines.map(({ label: name, value }) => ({
    columns: [
      { width: fontSizes.name, text: name, color: '#444444' },
      { width: '*', ...fitText(value, valueWidth, fontSizes.line), bold: true },
    ],
  }))
  const textHeight = label.lines.reduce(
    (sum, { value }) =>
      sum + maxLines(value, valueWidth, fontSizes.line) * fontSizes.line * lineHeight,
    maxLines(label.title, width, fontSizes.title) * fontSizes.title * lineHeight + 3,
  )
  return [
    {
      ...fitText(label.title, width, fontSizes.title),
      fontSize: fontSizes.title,
      bold: true,
      margin: [0, 0, 0, 3],
    },
    ...lines,
    ...symbolBlocks(label.symbols, width, height - textHeight),
  ]
}

const gap = 12

/**
 * Stacks symbols, or places two narrow ones side by side above their texts. A single symbol uses
 * all the remaining height.
 */
function symbolBlocks(symbols: PrintedLabel['symbols'], width: number, height: number): Node[] {
  const [only] = symbols
  if (only && symbols.length === 1) return [symbolBlock(only, width, height)]
  const drawn = symbols.map(({ symbology, text }) => drawBarcode(symbology, text, width))
  const pair = drawn.filter((symbol) => symbol !== undefined)
  const across = pair.reduce((sum, symbol) => sum + symbol.width, gap)
  if (pair.length !== 2 || drawn.length !== 2 || across > width) {
    return symbols.map((symbol) => symbolBlock(symbol, width))
  }
  const columns = pair.map((symbol) => ({
    width: symbol.width,
    canvas: symbol.bars.map((bar) => ({ type: 'rect', ...bar, color: '#000000' })),
  }))
  const words = symbols.map(({ text }) => ({ text, fontSize: fontSizes.code }))
  return [{ columns, columnGap: gap, margin: [0, 4, 0, 1] }, ...words]
}

function symbolBlock(
  { symbology, text }: PrintedLabel['symbols'][number],
  width: number,
  height?: number,
): Node {
  const words: Node = { text, fontSize: fontSizes.code, alignment: 'center', margin: [0, 1, 0, 0] }
  const below = 4 + 1 + maxLines(text, width, fontSizes.code) * fontSizes.code * lineHeight
  const symbol = drawBarcode(
    symbology,
    text,
    width,
    height === undefined ? undefined : height - below,
  )
  if (!symbol) return { stack: [words], margin: [0, 4, 0, 0] }
  const canvas = symbol.bars.map((bar) => ({ type: 'rect', ...bar, color: '#000000' }))
  return { stack: [{ canvas, alignment: 'center' }, words], margin: [0, 4, 0, 0] }
}
