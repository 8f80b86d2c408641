import { isDay } from '#kernel/calendar.ts'
import { yearNow } from './calendar-day.ts'
import { hasCheckDigit, upcOfUpcE } from '#kernel/gs1/check-digit.ts'
import { label, type Label } from '#kernel/label.ts'
import { gs1Code, isGs1Symbology } from './gs1-code.ts'

/** What a part of a scanned code means; `unknown` is a text only the field or station can judge. */
export type ScanPartKind =
  | 'item'
  | 'cell'
  | 'pallet'
  | 'box'
  | 'handling-unit'
  | 'document'
  | 'lot'
  | 'valid-date'
  | 'made-date'
  | 'quantity'
  /** In kilograms. */
  | 'net-weight'
  | 'serial'
  | 'unknown'

export interface ScanPart {
  readonly kind: ScanPartKind
  readonly value: string
  /** Item numbers only: as a 14-digit GTIN, the form in which all of them compare. */
  readonly gtin14?: string
  /** GTIN-14 only: the packaging indicator, 1 to 8 for trade units above the piece, 9 for goods by measure. */
  readonly packagingLevel?: number
}

/** A code taken apart. */
export interface InterpretedScan {
  /** As it was scanned. */
  readonly code: string
  /** How it was read: `cell-label`, `ean-13`, `text` … */
  readonly format: string
  /** Whose goods they are, where the code is of a format that one owner has. */
  readonly owner?: string
  /** AIM symbology identifier where the scanner sends one: `]E0`, `]C1`. */
  readonly symbology?: string
  readonly parts: readonly ScanPart[]
  /** What is wrong with it, in words for the operator. */
  readonly warning?: Label
  /** Why it must not be taken for anything: a GS1 code that is broken. */
  readonly refusal?: Label
}

/** Without the symbology identifier, in the spelling of the label. */
interface BareCode {
  readonly text: string
  readonly symbology: string | undefined
}

/**
 * Reads one family of codes; undefined when the code is none of them. Families are asked in order,
 * so that GS1 element strings or an owner's own format are one more interpreter.
 */
export type ScanInterpreter = (
  code: BareCode,
) => Pick<InterpretedScan, 'format' | 'parts' | 'owner' | 'warning' | 'refusal'> | undefined

/**
 * Labels this product prints: `CELL:A01-02-3`, and `PLT` and `BOX` with a number behind them, so
 * that an item called BOXER is none. Case does not matter.
 */
export const ownLabel: ScanInterpreter = ({ text }) => {
  const match = /^(CELL:|PLT:|BOX:|PLT(?=-?\d)|BOX(?=-?\d))(.+)$/i.exec(text)
  if (!match) return undefined
  const prefix = (match[1] ?? '').toUpperCase()
  // A pallet or box number is printed whole; only the colon marks a bare number behind it.
  const value = (prefix.endsWith(':') ? (match[2] ?? '') : text).toUpperCase()
  const name = prefix.replace(':', '')
  const kind = name === 'CELL' ? 'cell' : name === 'PLT' ? 'pallet' : 'box'
  return { format: `${kind}-label`, parts: [{ kind, value }] }
}

/**
 * Numbers of our own documents, as the auto-number rules make them: a prefix, the month or day, a
 * counter of four digits or more (`SH-20261120-0412`).
 */
const documentNumber: ScanInterpreter = ({ text }) => {
  const match = /^[A-Z]{2,5}-(\d{4})(0[1-9]|1[0-2])(\d{2})?-\d{4,}$/i.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '01'] = match
  if (!isDay(`${year}${month}${day}`)) return undefined
  return { format: 'document', parts: [{ kind: 'document', value: text.toUpperCase() }] }
}

const formatByLength: Readonly<Record<number, string>> = {
  8: 'ean-8',
  12: 'upc-a',
  13: 'ean-13',
  14: 'itf-14',
  18: 'sscc',
}

/** EAN-13 with the two or five digits of an add-on behind it, which say nothing of the goods. */
const WITH_ADD_ON = ']E3'

/**
 * EAN-8, UPC-A and -E, EAN-13, ITF-14 and SSCC, told apart by length and held to their check digit.
 * Eight digits are EAN-8 where its check digit is right, else UPC-E.
 */
export const checkDigitNumber: ScanInterpreter = ({ text, symbology }) => {
  // So many digits may as well be a date or a lot.
  if (isGs1Symbology(symbology)) return undefined
  const digits = symbology === WITH_ADD_ON ? text.slice(0, 13) : text
  const format = /^\d+$/.test(digits) ? formatByLength[digits.length] : undefined
  if (!format) return undefined
  const upc = upcOfUpcE(digits)
  if (!hasCheckDigit(digits) && upc !== undefined) return item('upc-e', upc)
  if (!hasCheckDigit(digits)) {
    const warning = label('검사 숫자가 맞지 않습니다', 'the check digit is wrong')
    return { format: 'text', parts: [{ kind: 'unknown', value: text }], warning }
  }
  if (format === 'sscc') return { format, parts: [{ kind: 'handling-unit', value: digits }] }
  return item(format, digits)
}

function item(format: string, value: string): ReturnType<ScanInterpreter> {
  const level = format === 'itf-14' ? { packagingLevel: Number(value[0]) } : {}
  return { format, parts: [{ kind: 'item', value, gtin14: value.padStart(14, '0'), ...level }] }
}

/**
 * Every family in the order in which it is asked, with that of the owners' formats: our own labels
 * before all others, then what somebody has written down, then the standards.
 */
export function interpretersWith(owners?: ScanInterpreter): readonly ScanInterpreter[] {
  return [ownLabel, documentNumber, ...(owners ? [owners] : []), checkDigitNumber, gs1Code(yearNow)]
}

const defaultInterpreters = interpretersWith()

/** NUL, STX, ETX, CR and LF: what some scanners send of their own along with the code. */
const framing = '\0\u0002\u0003\r\n'

/** Takes a code apart; one that no interpreter knows becomes a single `unknown` part. */
export function interpretScan(
  code: string,
  interpreters: readonly ScanInterpreter[] = defaultInterpreters,
): InterpretedScan {
  const sent = Array.from(code, (each) => (framing.includes(each) ? '' : each))
    .join('')
    .trim()
  const symbology = /^\][A-Za-z]\d/.exec(sent)?.[0]
  const text = sent.slice(symbology?.length ?? 0).trim()
  const identified = symbology === undefined ? {} : { symbology }
  for (const interpret of interpreters) {
    const read = interpret({ text, symbology })
    if (read) return { code, ...identified, ...read }
  }
  return { code, ...identified, format: 'text', parts: [{ kind: 'unknown', value: text }] }
}

/** Twelve digits and more: eight may be a date, and one in ten of all dates ends like a check digit. */
const provenFormats: readonly string[] = ['upc-a', 'ean-13', 'itf-14', 'sscc']

/** Whether a text can hardly be anything but a code: its check digit is right, or it reads as GS1. */
export function isProvenCode(text: string): boolean {
  const { format } = interpretScan(text)
  return provenFormats.includes(format) || format.startsWith('gs1')
}
