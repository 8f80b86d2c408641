export type DatePattern =
  | 'yyyyMMdd'
  | 'yyyy-MM-dd'
  | 'yyyyMMddHHmmss'
  | 'yyyy-MM-dd HH:mm:ss'
  | 'yyyyMM'
  | 'yyyy-MM'
  | 'yyyy'
  | 'MM'

const partNames = /yyyy|MM|dd|HH|mm|ss/g

const digitPositions = new Map<string, readonly [from: number, to: number]>([
  ['yyyy', [0, 4]],
  ['MM', [4, 6]],
  ['dd', [6, 8]],
  ['HH', [8, 10]],
  ['mm', [10, 12]],
  ['ss', [12, 14]],
])

/** Slices instead of matching, because a grid formats thousands of dates in one go. */
function formatIsoDate(stored: string): string {
  const month = `${stored.slice(0, 4)}-${stored.slice(4, 6)}`
  if (stored.length === 6) return month
  const date = `${month}-${stored.slice(6, 8)}`
  if (stored.length === 8) return date
  return `${date} ${stored.slice(8, 10)}:${stored.slice(10, 12)}:${stored.slice(12, 14)}`
}

/**
 * Formats stored digits (`yyyyMM`, `yyyyMMdd`, `yyyyMMddHHmmss`) by a pattern, by default the usual
 * display format. Returns text unchanged if it is not such a date or lacks a part of the pattern.
 */
export function formatDate(stored: string, pattern?: DatePattern): string {
  if (!/^(?:\d{6}|\d{8}|\d{14})$/.test(stored)) return stored
  if (pattern === undefined) return formatIsoDate(stored)
  const place = (part: string) => digitPositions.get(part) ?? [0, 0]
  const isPartMissing = pattern.match(partNames)?.some((part) => place(part)[1] > stored.length)
  return isPartMissing
    ? stored
    : pattern.replaceAll(partNames, (part) => stored.slice(...place(part)))
}
