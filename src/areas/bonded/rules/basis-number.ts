import { licenceError } from '#areas/freight/rules/licence-number.ts'
import { label, type Label } from '#kernel/label.ts'

export function normalizeNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

/**
 * Whether a release basis clears the pieces, as an accepted import or an auction does. Otherwise
 * they leave under bond.
 */
export function clearsPieces(ground: string): boolean {
  return ground === 'IMPORT' || ground === 'AUCTION'
}

/**
 * Whether stock on hold or under recall can be released under this basis. Only disposal and return
 * to sender allow it, because the stock must not reach a customer.
 */
export function allowsHeldStock(ground: string): boolean {
  return ground === 'DISPOSAL' || ground === 'RETURN'
}

const formats: Readonly<Record<string, { readonly test: RegExp; readonly text: Label }>> = {
  // Broker 5, year 2, serial 6, letter 1 (second-half.md §0).
  IMPORT: {
    test: /^[0-9A-Z]{5}[0-9]{2}[0-9]{6}[A-Z]$/,
    text: label(
      '수입신고번호는 신고인 5, 연도 2, 일련 6자리와 영문자 1자리(14자리)입니다.',
      'An import declaration number has 14 characters: broker (5), year (2), serial (6) and one letter.',
    ),
  },
}

/**
 * Validation error for a basis number without hyphens. Import declarations have 14 characters,
 * returned cargo has an export licence number, and all others have at most 20 letters and digits.
 */
export function basisNumberError(ground: string, number: string): Label | undefined {
  const format = formats[ground]
  if (format) return format.test.test(number) ? undefined : format.text
  if (ground === 'RETURN') return licenceError('E', number)
  if (/^[0-9A-Z]{5,20}$/.test(number)) return undefined
  return label(
    '근거번호는 영문 대문자와 숫자 5~20자리여야 합니다.',
    'A basis number has 5 to 20 capital letters and digits.',
  )
}
