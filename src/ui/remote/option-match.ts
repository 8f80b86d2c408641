import { getChoseong } from 'es-hangul'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { toHalfWidth } from '#kernel/tidy-text.ts'
import type { CodeEntry } from './code-lists.ts'

function normalizeText(text: string): string {
  return toHalfWidth(text).normalize('NFC').replaceAll(' ', '').toLowerCase()
}

/**
 * Entries whose code or name contains the text, best matches first. Initials match too (ㅂㄹ finds
 * 보류). If nothing matches, the text is converted to the other keyboard layout.
 */
export function matchEntries(entries: readonly CodeEntry[], typed: string): readonly CodeEntry[] {
  const found = entriesContaining(entries, typed)
  return found.length > 0 ? found : entriesContaining(entries, toOtherKeyboardLayout(typed))
}

function entriesContaining(entries: readonly CodeEntry[], typed: string): readonly CodeEntry[] {
  const text = normalizeText(typed)
  if (text === '') return entries
  const isInitials = /^[ㄱ-ㅎ]+$/.test(text)
  const rank = ({ CODE, NAME }: CodeEntry) => {
    const [code, name] = [normalizeText(CODE), normalizeText(NAME)]
    if (code === text || name === text) return 0
    if (code.startsWith(text) || name.startsWith(text)) return 1
    if (isInitials && normalizeText(getChoseong(NAME)).includes(text)) return 2
    return code.includes(text) || name.includes(text) ? 3 : 4
  }
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((hit) => hit.rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map((hit) => hit.entry)
}
