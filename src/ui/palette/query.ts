import { convertHangulToQwerty } from 'es-hangul'
import { hangulOfKeys } from '#kernel/hangul-layout.ts'
import { pattern, type Pattern } from './pattern.ts'

/** One reading of the query: as typed, or as it would be on the other keyboard layout. */
export interface Reading {
  readonly whole: Pattern
  /** The words of the query where there are several; they may stand in any order. */
  readonly words: readonly Pattern[]
  readonly viaLayout: boolean
}

/** The readings of a query, the typed one first; none when nothing comparable is in it. */
export function readings(query: string): Reading[] {
  const text = query.normalize('NFC').trim()
  const typed = reading(text, false)
  if (!typed) return []
  const other = otherLayout(text)
  const mistyped = other === text ? undefined : reading(other, true)
  return mistyped ? [typed, mistyped] : [typed]
}

function reading(text: string, viaLayout: boolean): Reading | undefined {
  const whole = pattern(text)
  if (!whole) return undefined
  const words = text.split(/\s+/)
  const several = words.length > 1 ? words.map(pattern).filter((word) => word !== undefined) : []
  return { whole, words: several, viaLayout }
}

/** Latin letters typed for Hangul and the other way round. */
function otherLayout(text: string): string {
  if (/[ㄱ-ㅣ가-힣]/.test(text)) return convertHangulToQwerty(text)
  if (!/[a-z]/i.test(text)) return text
  // All capitals is CapsLock, not Shift: WORH means 재고, not ㅉㅐㄲㅗ.
  return hangulOfKeys(/[a-z]/.test(text) ? text : text.toLowerCase())
}
