import { cutEnd } from '#kernel/cut-text.ts'
import { columnLetters } from '#kernel/column-letters.ts'
import { decimalText, wireDate, type ExportCell, type ExportColumn } from './export-cell.ts'
import { escapeFormulaGuard } from './formula-guard.ts'

/** Style indexes in `styles.xml`. */
const styleIndexes = { text: 1, date: 2, datetime: 3 } as const

const dayMs = 86_400_000
const epoch = Date.UTC(1899, 11, 30)
/** Excel's calendar is off by one day before 1 March 1900, so earlier dates are written as text. */
const firstRightSerial = 61
/** Maximum text length of an Excel cell. */
const maxTextLength = 32_767

const special = /[&<>_\p{Cc}\uFFFE\uFFFF]/u

/**
 * Escapes text for XML. Characters that XML cannot represent become `_x000B_`, as in Excel. Text
 * that already looks like that gets its underscore escaped.
 */
export function xmlText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, escapeCharacter)
}

function escapeCharacter(char: string): string {
  if (char === '\t' || char === '\n') return char
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function textCell(at: string, text: string): string {
  const guarded = escapeFormulaGuard(text)
  const fitting =
    guarded.length > maxTextLength ? `${cutEnd(guarded, maxTextLength - 1)}…` : guarded
  const value = xmlText(fitting)
  return `<c r="${at}" s="${styleIndexes.text}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
}

function numberCell(at: string, value: string | number): string {
  const text = decimalText(value)
  if (text === undefined) return textCell(at, String(value))
  // Excel stores 15 digits; write longer exact numbers as text rather than rounding them.
  const digits = text.replaceAll(/[-.]/g, '').replace(/^0+/, '')
  return digits.length > 15 && typeof value === 'string'
    ? textCell(at, text)
    : `<c r="${at}"><v>${text}</v></c>`
}

function dateCell(at: string, value: string | number, kind: 'date' | 'datetime'): string {
  const wire = wireDate(value, kind)
  if (wire === undefined) return textCell(at, String(value))
  const part = (from: number, to: number): number => Number(wire.slice(from, to))
  const day = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8))
  const time = (part(8, 10) * 60 + part(10, 12)) * 60 + part(12, 14)
  const serial = (day + time * 1000 - epoch) / dayMs
  if (serial < firstRightSerial) return textCell(at, String(value))
  return `<c r="${at}" s="${styleIndexes[kind]}"><v>${serial}</v></c>`
}

function cellXml(at: string, value: ExportCell, kind: ExportColumn['kind']): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'text') return textCell(at, String(value))
  return kind === 'number' ? numberCell(at, value) : dateCell(at, value, kind)
}

export const maxOutline = 7

export function rowXml(
  columns: readonly ExportColumn[],
): (row: readonly ExportCell[], number: number, level?: number) => string {
  const letters = columns.map((_, index) => columnLetters(index))
  return (row, number, level = 0) => {
    let cells = ''
    for (let index = 0; index < columns.length; index += 1) {
      const kind = columns[index]?.kind ?? 'text'
      cells += cellXml(`${letters[index]}${number}`, row[index], kind)
    }
    const outline = level > 0 ? ` outlineLevel="${Math.min(level, maxOutline)}"` : ''
    return `<row r="${number}"${outline}>${cells}</row>`
  }
}
