import { isDay } from '#kernel/calendar.ts'
import { yearNow } from '#ui/base/calendar-day.ts'
import { hasCheckDigit, upcOfUpcE } from '#kernel/gs1/check-digit.ts'
import { label } from '#kernel/label.ts'
import { gs1Code, isGs1Symbology } from './gs1-code.ts'
import type { InterpretedScan, ScanInterpreter } from './scan-part.ts'

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
