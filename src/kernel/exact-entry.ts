import type { Value } from './field.ts'
import { toHalfWidth } from './tidy-text.ts'

/**
 * Entry that a lookup popup resolves to when its close button is used (spec §5): the one whose code
 * or name equals the typed keyword. Returns undefined, and the popup rejects, if there is none. A
 * code takes precedence over a name, and a name shared by several entries does not match. Case and
 * full width are ignored because inputs of codes convert them. Parts of a code or name never match.
 */
export function exactEntry<Entry extends { readonly CODE?: Value; readonly NAME?: Value }>(
  entries: readonly Entry[],
  keyword: string,
): Entry | undefined {
  const fold = (text: string) => toHalfWidth(text).normalize('NFC').toUpperCase()
  const wanted = fold(keyword)
  if (wanted.trim() === '') return undefined
  const isSame = (value: Value | undefined) => fold(String(value ?? '')) === wanted
  const named = entries.filter((entry) => isSame(entry.NAME))
  return entries.find((entry) => isSame(entry.CODE)) ?? (named.length === 1 ? named[0] : undefined)
}
