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

const shown = new Map<number, DatePattern>([
  [6, 'yyyy-MM'],
  [8, 'yyyy-MM-dd'],
  [14, 'yyyy-MM-dd HH:mm:ss'],
])

/**
 * Formats stored digits (`yyyyMM`, `yyyyMMdd`, `yyyyMMddHHmmss`) by a pattern, by default the usual
 * display format. Returns text unchanged if it is not such a date or lacks a part of the pattern.
 */
export function formatDate(stored: string, pattern?: DatePattern): string {
  const usual = shown.get(stored.length)
  if (usual === undefined || !/^[0-9]+$/.test(stored)) return stored
  const wanted = pattern ?? usual
  const place = (part: string) => digitPositions.get(part) ?? [0, 0]
  const isPartMissing = wanted.match(partNames)?.some((part) => place(part)[1] > stored.length)
  return isPartMissing
    ? stored
    : wanted.replaceAll(partNames, (part) => stored.slice(...place(part)))
}
