import { isDay } from '#kernel/calendar.ts'
import { currentYear } from '#ui/base/calendar-day.ts'
import { hasCheckDigit, expandUpcE } from '#kernel/gs1/check-digit.ts'
import { label } from '#kernel/label.ts'
import { gs1Code, isGs1Symbology } from './gs1-code.ts'
import { iso15434 } from './iso-15434.ts'
import type { InterpretedScan, ScanInterpreter } from './scan-part.ts'

/**
 * Our own labels: `CELL:A01-02-3`, and `PLT` or `BOX` followed by a number. An item called BOXER
 * does not match. Case-insensitive.
 */
export const ownLabel: ScanInterpreter = ({ text }) => {
  const match = /^(CELL:|PLT:|BOX:|PLT(?=-?\d)|BOX(?=-?\d))(.+)$/i.exec(text)
  if (!match) return undefined
  const prefix = (match[1] ?? '').toUpperCase()
  // Pallet and box numbers are printed with their prefix. A colon separates a bare number.
  const value = (prefix.endsWith(':') ? (match[2] ?? '') : text).toUpperCase()
  const name = prefix.replace(':', '')
  const kind = name === 'CELL' ? 'cell' : name === 'PLT' ? 'pallet' : 'box'
  return { format: `${kind}-label`, parts: [{ kind, value }] }
}

/**
 * Our own document numbers as generated: prefix, month or date, and a counter of at least four
 * digits (`SH-20261120-0412`). Line labels append the line number after a slash.
 */
const documentNumber: ScanInterpreter = ({ text }) => {
  const match = /^([A-Z]{2,5}-(\d{4})(0[1-9]|1[0-2])(\d{2})?-\d{4,})(?:\/(\d{1,6}))?$/i.exec(text)
  if (!match) return undefined
  const [, number = '', year = '', month = '', day = '01', line] = match
  if (!isDay(`${year}${month}${day}`)) return undefined
  const document = { kind: 'document', value: number.toUpperCase() } as const
  const lines = line === undefined ? [] : [{ kind: 'line', value: line } as const]
  return { format: 'document', parts: [document, ...lines] }
}

const formatByLength: Readonly<Record<number, string>> = {
  8: 'ean-8',
  12: 'upc-a',
  13: 'ean-13',
  14: 'itf-14',
  18: 'sscc',
}

/** EAN-13 with a two- or five-digit add-on, which is ignored. */
const WITH_ADD_ON = ']E3'

/**
 * EAN-8, UPC-A and -E, EAN-13, ITF-14 and SSCC, distinguished by length and check digit. Eight
 * digits are EAN-8 if its check digit is correct, otherwise UPC-E.
 */
export const checkDigitNumber: ScanInterpreter = ({ text, symbology }) => {
  // Digits in a declared GS1 code can also be a date or a lot.
  if (isGs1Symbology(symbology)) return undefined
  const digits = symbology === WITH_ADD_ON ? text.slice(0, 13) : text
  const format = /^\d+$/.test(digits) ? formatByLength[digits.length] : undefined
  if (!format) return undefined
  const upc = expandUpcE(digits)
  if (!hasCheckDigit(digits) && upc !== undefined) return itemReading('upc-e', upc)
  if (!hasCheckDigit(digits)) {
    const warning = label('검사 숫자가 맞지 않습니다', 'the check digit is wrong')
    return { format: 'text', parts: [{ kind: 'unknown', value: text }], warning }
  }
  if (format === 'sscc') return { format, parts: [{ kind: 'handling-unit', value: digits }] }
  return itemReading(format, digits)
}

function itemReading(format: string, value: string): ReturnType<ScanInterpreter> {
  const level = format === 'itf-14' ? { packagingLevel: Number(value[0]) } : {}
  return { format, parts: [{ kind: 'item', value, gtin14: value.padStart(14, '0'), ...level }] }
}

export function createInterpreters(owners?: ScanInterpreter): readonly ScanInterpreter[] {
  const gs1 = gs1Code(currentYear)
  const own = [ownLabel, documentNumber, ...(owners ? [owners] : [])]
  return [...own, checkDigitNumber, iso15434(gs1), gs1]
}

const defaultInterpreters = createInterpreters()

/** NUL, STX, ETX, EOT, CR, LF and FS, which some scanners send around the code. */
const framing = '\0\u0002\u0003\u0004\r\n\u001C'

export function interpretScan(
  code: string,
  interpreters: readonly ScanInterpreter[] = defaultInterpreters,
): InterpretedScan {
  const sent = Array.from(code, (character) => (framing.includes(character) ? '' : character))
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

/**
 * Formats of at least twelve digits. Eight digits can be a date, and one date in ten has a valid
 * check digit.
 */
const provenFormats: readonly string[] = ['upc-a', 'ean-13', 'itf-14', 'sscc']

export function isProvenCode(text: string): boolean {
  const { format } = interpretScan(text)
  return provenFormats.includes(format) || format.startsWith('gs1')
}
