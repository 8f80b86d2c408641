/**
 * Length of a text in characters, or, with `double`, in the bytes of the partners' older systems.
 * There, Hangul, Hanja and symbols such as ① and ㎏ take two bytes (spec §5). Everything beyond
 * ASCII counts double, as in EUC-KR. Decomposed Hangul counts as the syllables it displays.
 */
export function byteLength(text: string, wide: 'single' | 'double' = 'single'): number {
  const characters = Array.from(text.normalize('NFC'))
  if (wide === 'single') return characters.length
  return characters.reduce((sum, each) => sum + ((each.codePointAt(0) ?? 0) > 0x7f ? 2 : 1), 0)
}
