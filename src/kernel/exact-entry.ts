import type { Value } from './field.ts'

/**
 * The entry that a lookup popup closed with its close button resolves to (spec §5): the one whose
 * code or name is exactly the typed keyword, or undefined, where the popup rejects. A code goes
 * before a name, and a name that several entries share decides nothing. Boxes force upper case, so
 * letter case makes no difference; a part of a code or name never does.
 */
export function exactEntry<Entry extends Readonly<Record<string, Value>>>(
  entries: readonly Entry[],
  keyword: string,
): Entry | undefined {
  const fold = (text: string) => text.normalize('NFC').toUpperCase()
  const wanted = fold(keyword)
  if (wanted.trim() === '') return undefined
  const isSame = (value: Value | undefined) => fold(String(value ?? '')) === wanted
  const named = entries.filter((entry) => isSame(entry['NAME']))
  return (
    entries.find((entry) => isSame(entry['CODE'])) ?? (named.length === 1 ? named[0] : undefined)
  )
}
