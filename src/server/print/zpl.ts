import { maxLinearSize, fitModule } from './barcode.ts'
import type { LabelSheet, PrintedLabel } from './label-sheet.ts'

/** Dots per millimetre at 203 dpi, the most common resolution. */
const dots = 8
const left = 2 * dots

type LabelSymbol = PrintedLabel['symbols'][number]

/** Escapes bytes with special meaning in ZPL (`^FH`). */
function zplField(text: string): string {
  const safe = [...Buffer.from(text, 'utf8')].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && !'^~_\\'.includes(String.fromCharCode(byte))
    return isPlain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, '0')}`
  })
  return `^FH_^FD${safe.join('')}^FS`
}

/** Converts bracketed elements to data with Zebra's FNC1 escapes. */
const fnc1Data = (bracketed: string): string =>
  `_1${bracketed.replaceAll(
    /\((\d{2,4})\)([^(]*)(?=(\(|$))/g,
    (_, ai: string, value: string, next: string) =>
      /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/.test(ai) || next === '' ? ai + value : `${ai}${value}_1`,
  )}`

const heights = { linear: 9 * dots, matrix: 18 * dots } as const

interface Room {
  readonly y: number
  readonly width: number
  readonly height: number
}

const linear: ReadonlySet<string> = new Set(['code128', 'ean13', 'gs1-128', 'itf14'])

function linearSize({ symbology, text }: LabelSymbol, { width, height }: Room) {
  const smallest = { by: 2, high: heights.linear }
  if (!linear.has(symbology) || width === 0) return smallest
  const module = fitModule(symbology, text, width / dots) ?? 0
  return {
    by: Math.max(smallest.by, Math.floor(module * dots)),
    high: Math.max(smallest.high, Math.min(maxLinearSize.heightMm * dots, height - 4 * dots)),
  }
}

function symbolAt(symbol: LabelSymbol, room: Room) {
  const { symbology, text } = symbol
  const at = `^FO${left},${room.y}`
  const { by, high } = linearSize(symbol, room)
  switch (symbology) {
    case 'qrcode':
      return { zpl: `${at}^BQN,2,5${zplField(`QA,${text}`)}`, height: heights.matrix }
    case 'datamatrix':
      return { zpl: `${at}^BXN,5,200${zplField(text)}`, height: heights.matrix }
    case 'gs1datamatrix':
      // `_1` is FNC1, before the first element and after elements of variable length.
      return { zpl: `${at}^BXN,5,200,,,,_${zplField(fnc1Data(text))}`, height: heights.matrix }
    case 'gs1-128':
      // Mode D parses the brackets around the identifiers and inserts FNC1.
      return { zpl: `${at}^BY${by}^BCN,${high},Y,N,N,D${zplField(text)}`, height: high + 4 * dots }
    case 'ean13':
      return {
        zpl: `${at}^BY${by}^BEN,${high},Y,N${zplField(text.slice(0, 12))}`,
        height: high + 4 * dots,
      }
    case 'itf14':
      return { zpl: `${at}^BY${by}^B2N,${high},Y,N,N${zplField(text)}`, height: high + 4 * dots }
    case 'code128':
      return { zpl: `${at}^BY${by}^BCN,${high},Y,N,N,A${zplField(text)}`, height: high + 4 * dots }
  }
}

function labelZpl(sheet: LabelSheet, label: PrintedLabel): string {
  let y = 2 * dots
  const parts = [`^FO${left},${y}^A0N,36,36${zplField(label.title)}`]
  y += 6 * dots
  for (const { label: name, value } of label.lines) {
    parts.push(`^FO${left},${y}^A0N,24,24${zplField(`${name}: ${value}`)}`)
    y += 4 * dots
  }
  // A single symbol uses all the remaining height; several have the minimum.
  const width = sheet.widthMm * dots - 2 * left
  const isOnly = label.symbols.length === 1
  for (const symbol of label.symbols) {
    const height = isOnly ? sheet.heightMm * dots - y - dots : 0
    const { zpl, height: taken } = symbolAt(symbol, { y, width: isOnly ? width : 0, height })
    parts.push(zpl)
    y += taken + dots
  }
  const size = `^PW${sheet.widthMm * dots}^LL${sheet.heightMm * dots}`
  return ['^XA^CI28', size, ...parts, `^PQ${label.copies}`, '^XZ'].join('\n')
}

export function toZpl(sheet: LabelSheet): string {
  return `${sheet.labels.map((label) => labelZpl(sheet, label)).join('\n')}\n`
}
