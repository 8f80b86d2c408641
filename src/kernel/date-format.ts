/** The patterns dates are stored and shown in (spec §9). */
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

/** Where the parts of a pattern stand in the stored digits. */
const places = new Map<string, readonly [from: number, to: number]>([
  ['yyyy', [0, 4]],
  ['MM', [4, 6]],
  ['dd', [6, 8]],
  ['HH', [8, 10]],
  ['mm', [10, 12]],
  ['ss', [12, 14]],
])

/** How stored digits of a length are shown to people. */
const shown = new Map<number, DatePattern>([
  [6, 'yyyy-MM'],
  [8, 'yyyy-MM-dd'],
  [14, 'yyyy-MM-dd HH:mm:ss'],
])

/**
 * Stored digits (`yyyyMM`, `yyyyMMdd`, `yyyyMMddHHmmss`) in a pattern; without one, as people read
 * them. Text that is no such date, or has not all the pattern asks for, is returned as it is.
 */
export function formatDate(stored: string, pattern?: DatePattern): string {
  const usual = shown.get(stored.length)
  if (usual === undefined || !/^[0-9]+$/.test(stored)) return stored
  const wanted = pattern ?? usual
  const place = (part: string) => places.get(part) ?? [0, 0]
  const lacks = wanted.match(partNames)?.some((part) => place(part)[1] > stored.length)
  return lacks ? stored : wanted.replaceAll(partNames, (part) => stored.slice(...place(part)))
}
