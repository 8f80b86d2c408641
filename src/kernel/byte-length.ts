import { label, type Label } from './label.ts'

/**
 * Length of a text in characters, or, with `double`, in the bytes of the partners' older systems.
 * There, Hangul, Hanja and symbols such as ① and ㎏ take two bytes (spec §5). Everything beyond
 * ASCII counts double, as in EUC-KR. Decomposed Hangul counts as the syllables it displays.
 */
export function byteLength(text: string, wide: 'single' | 'double' = 'single'): number {
  const characters = Array.from(text.normalize('NFC'))
  if (wide === 'single') return characters.length
  return characters.reduce(
    (sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0x7f ? 2 : 1),
    0,
  )
}

interface LimitedText {
  readonly maxLength: number
  readonly wide?: 'single' | 'double'
}

/** Message for a text that exceeds its limit. The text is rejected, never truncated. */
export function lengthError({ maxLength, wide }: LimitedText): Label {
  if (wide === 'double') {
    return label(
      `${maxLength}바이트까지 입력할 수 있습니다(한글은 2바이트).`,
      `At most ${maxLength} bytes; wide characters take two.`,
    )
  }
  return label(`${maxLength}자까지 입력할 수 있습니다.`, `At most ${maxLength} characters.`)
}
