/**
 * Check digit of a GS1 number (GTIN, SSCC, GLN) with weights 3 and 1 from the right, GS1 General
 * Specifications 7.9. `digits` excludes the check digit.
 */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1
    sum += weight * Number(digits[index])
  }
  return (10 - (sum % 10)) % 10
}

export function hasCheckDigit(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === Number(digits.slice(-1))
}

/**
 * Normalizes GTIN-8, -12, -13 and -14 to 14 digits for comparison. Undefined if the text is not a
 * GTIN or its check digit is wrong.
 */
export function gtin14(written: string): string | undefined {
  const isGtin = /^(?:\d{8}|\d{12,14})$/.test(written) && hasCheckDigit(written)
  return isGtin ? written.padStart(14, '0') : undefined
}

/**
 * Expands an eight-digit UPC-E to UPC-A by the last of its six middle digits, GS1 General
 * Specifications 5.2.2.4.2 (zero suppression). Undefined if the check digit does not match the
 * UPC-A.
 */
export function expandUpcE(digits: string): string | undefined {
  const [, system = '', body = '', check = ''] = /^([01])(\d{6})(\d)$/.exec(digits) ?? []
  const last = Number(body[5])
  const head = last <= 2 ? body.slice(0, 2) + last : body.slice(0, Math.min(last, 5))
  const tail = last <= 2 ? body.slice(2, 5) : last <= 4 ? body.slice(last, 5) : String(last)
  const upc = system + head.padEnd(10 - tail.length, '0') + tail + check
  return body !== '' && hasCheckDigit(upc) ? upc : undefined
}

/**
 * GTIN-14 of the piece inside a trade unit with packaging indicator 1 to 8, GS1 General
 * Specifications 2.1.6. Undefined without such an indicator. Indicator 9 is a variable-measure item
 * and has no inner piece.
 */
export function toPieceGtin(gtin: string): string | undefined {
  if (!/^[1-8]\d{13}$/.test(gtin)) return undefined
  const digits = `0${gtin.slice(1, 13)}`
  return `${digits}${checkDigit(digits)}`
}

/** Characters allowed in GS1 keys (set 82), ordered by value. */
const characterSet82 = `!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz`
const characterSet32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function primeWeights(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

/**
 * Check character pair of an alphanumeric key (GMN), GS1 General Specifications 7.9.5: values
 * weighted by primes from the right, modulo 1021, in two digits of base 32.
 */
export function checkCharacterPair(text: string): string {
  const weights = primeWeights(text.length).toReversed()
  const values = Array.from(text, (character) => characterSet82.indexOf(character))
  const sum =
    values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0) % 1021
  return `${characterSet32[sum >> 5] ?? ''}${characterSet32[sum & 31] ?? ''}`
}
