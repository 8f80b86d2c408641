import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'

const maxLength = 60
const maxCount = 10_000

export const numberTexts = {
  twice: (number: string): Label =>
    label(`번호 ${number}${josa(number, '이/가')} 두 번 있습니다.`, `${number} is listed twice.`),
  tooLong: label('번호는 60자를 넘을 수 없습니다.', 'A number cannot exceed 60 characters.'),
} as const

/** Splits a text at spaces, commas or semicolons and converts the parts to upper case. */
export const splitNumbers = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '')

export const isTooLong = (number: string): boolean => number.length > maxLength

export const findRepeated = (numbers: readonly string[]): string | undefined => {
  const seen = new Set<string>()
  return numbers.find((number) => seen.size === seen.add(number).size)
}

const rangeError = (text: string): Label =>
  label(
    `${text}: 번호대역이 아닙니다. 길이가 같은 첫 번호와 끝 번호를 입력하세요.`,
    `${text} is not a range. Enter a first and last number of the same length.`,
  )

/**
 * Expands a range such as `SN0001~SN0100`. Returns undefined if the ends differ in length or in
 * anything but digits.
 */
function expandRange(first: string, last: string): string[] | undefined {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(first) ?? []
  if (digits === '' || first.length !== last.length || !last.startsWith(prefix)) return undefined
  const end = last.slice(prefix.length)
  if (!/^\d+$/.test(end)) return undefined
  const from = BigInt(digits)
  const count = BigInt(end) - from + 1n
  if (count < 1n || count > BigInt(maxCount)) return undefined
  return Array.from({ length: Number(count) }, (_, index) => {
    return prefix + String(from + BigInt(index)).padStart(digits.length, '0')
  })
}

/**
 * Reads serial numbers and ranges separated by spaces or commas (`SN7, SN0001~SN0100`), in upper
 * case. Returns an error if one is too long, repeated or not a valid range.
 */
export function readSerials(text: string): { numbers: readonly string[]; error?: Label } {
  const numbers: string[] = []
  for (const part of splitNumbers(text)) {
    const [first = '', last, ...more] = part.split('~')
    const range = last === undefined ? [first] : expandRange(first, last)
    if (!range || more.length > 0) return { numbers: [], error: rangeError(part) }
    numbers.push(...range)
    if (numbers.length > maxCount) {
      const error = label(
        `시리얼은 ${formatCount(maxCount)}개까지 입력하세요.`,
        `Enter at most ${formatCount(maxCount, 'serial')}.`,
      )
      return { numbers: [], error }
    }
  }
  if (numbers.some(isTooLong)) return { numbers: [], error: numberTexts.tooLong }
  const repeated = findRepeated(numbers)
  if (repeated !== undefined) return { numbers: [], error: numberTexts.twice(repeated) }
  return { numbers }
}
