import { assemble, convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'

/**
 * What Latin letters would have been in Hangul mode, as `worh` is 재고. Letters that make no Hangul
 * in their order, as those of `hospital`, stay as they are.
 */
export function hangulOfKeys(text: string): string {
  return orElse(() => convertQwertyToHangul(text), text)
}

/** Hangul typed for Latin letters and the other way round: what the other keyboard layout gives. */
export function onOtherLayout(text: string): string {
  if (/[ㄱ-ㅣ가-힣]/.test(text)) return convertHangulToQwerty(text)
  if (!/[a-z]/i.test(text)) return text
  // All capitals is CapsLock, not Shift: WORH means 재고, not ㅉㅐㄲㅗ.
  return hangulOfKeys(/[a-z]/.test(text) ? text : text.toLowerCase())
}

/** Single jamo put together to syllables; as they are where they make none. */
export function syllablesOf(jamo: readonly string[]): string {
  return orElse(() => assemble([...jamo]), jamo.join(''))
}

/** The library fails on a vowel pair that a third jamo follows, as in ㅗㅐㄴ. */
function orElse(make: () => string, otherwise: string): string {
  try {
    return make()
  } catch {
    return otherwise
  }
}
