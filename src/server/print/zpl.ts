import type { LabelSheet, PrintedLabel } from './label-sheet.ts'

/** Dots per millimetre of a label printer of 203 dpi, the commonest. */
const dots = 8
const left = 2 * dots

/** Bytes that would end a field or begin a command are written by their numbers (`^FH`). */
function field(text: string): string {
  const safe = [...Buffer.from(text, 'utf8')].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && !'^~_\\'.includes(String.fromCharCode(byte))
    return isPlain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, '0')}`
  })
  return `^FH_^FD${safe.join('')}^FS`
}

/** Elements in brackets as their data, each FNC1 as Zebra writes it. */
const fnc1Data = (bracketed: string): string =>
  `_1${bracketed.replaceAll(
    /\((\d{2,4})\)([^(]*)(?=(\(|$))/g,
    (_, ai: string, value: string, next: string) =>
      /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/.test(ai) || next === '' ? ai + value : `${ai}${value}_1`,
  )}`

const heights = { linear: 9 * dots, matrix: 18 * dots } as const

/** The command of a symbol and the height it takes, in dots; its text is printed with it. */
function symbolAt(y: number, { symbology, text }: PrintedLabel['symbols'][number]) {
  const at = `^FO${left},${y}`
  const high = heights.linear
  switch (symbology) {
    case 'qrcode':
      return { zpl: `${at}^BQN,2,5${field(`QA,${text}`)}`, height: heights.matrix }
    case 'datamatrix':
      return { zpl: `${at}^BXN,5,200${field(text)}`, height: heights.matrix }
    case 'gs1datamatrix':
      // `_1` is the FNC1 in front of the elements and behind those of no fixed length.
      return { zpl: `${at}^BXN,5,200,,,,_${field(fnc1Data(text))}`, height: heights.matrix }
    case 'gs1-128':
      // Mode D reads the brackets around the identifiers and sets the FNC1 itself.
      return { zpl: `${at}^BY2^BCN,${high},Y,N,N,D${field(text)}`, height: high + 4 * dots }
    case 'ean13':
      return {
        zpl: `${at}^BY2^BEN,${high},Y,N${field(text.slice(0, 12))}`,
        height: high + 4 * dots,
      }
    case 'itf14':
      return { zpl: `${at}^BY2^B2N,${high},Y,N,N${field(text)}`, height: high + 4 * dots }
    case 'code128':
      return { zpl: `${at}^BY2^BCN,${high},Y,N,N,A${field(text)}`, height: high + 4 * dots }
  }
}

function labelZpl(sheet: LabelSheet, label: PrintedLabel): string {
  let y = 2 * dots
  const parts = [`^FO${left},${y}^A0N,36,36${field(label.title)}`]
  y += 6 * dots
  for (const { label: name, value } of label.lines) {
    parts.push(`^FO${left},${y}^A0N,24,24${field(`${name}: ${value}`)}`)
    y += 4 * dots
  }
  for (const symbol of label.symbols) {
    const { zpl, height } = symbolAt(y, symbol)
    parts.push(zpl)
    y += height + dots
  }
  const size = `^PW${sheet.widthMm * dots}^LL${sheet.heightMm * dots}`
  return ['^XA^CI28', size, ...parts, `^PQ${label.copies}`, '^XZ'].join('\n')
}

/** Labels in the language of label printers (ZPL II, UTF-8), for a printer of 203 dpi. */
export function zplOf(sheet: LabelSheet): string {
  return `${sheet.labels.map((label) => labelZpl(sheet, label)).join('\n')}\n`
}
