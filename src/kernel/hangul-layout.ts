import { assemble, convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'

/**
 * Converts Latin letters to the Hangul on the same keys: `worh` is 재고. Letters that form no Hangul
 * in their order, as in `hospital`, are unchanged.
 */
export function keysToHangul(text: string): string {
  return callOrFallback(() => convertQwertyToHangul(text), text)
}

/** Text as typed on the other keyboard layout: Hangul for Latin letters and vice versa. */
export function toOtherKeyboardLayout(text: string): string {
  if (/[ㄱ-ㅣ가-힣]/.test(text)) return convertHangulToQwerty(text)
  if (!/[a-z]/i.test(text)) return text
  // All capitals indicate CapsLock, not Shift: WORH means 재고, not ㅉㅐㄲㅗ.
  return keysToHangul(/[a-z]/.test(text) ? text : text.toLowerCase())
}

export function assembleSyllables(jamo: readonly string[]): string {
  return callOrFallback(() => assemble([...jamo]), jamo.join(''))
}

/** The library throws on a vowel pair followed by a third jamo, as in ㅗㅐㄴ. */
function callOrFallback(make: () => string, otherwise: string): string {
  try {
    return make()
  } catch {
    return otherwise
  }
}
