/**
 * Length of a text in characters, or, with `double`, in the bytes of the partners' older systems,
 * where Hangul, Hanja and signs such as ① and ㎏ take two (spec §5: wide characters count double
 * when asked). Everything beyond ASCII counts as wide, as in EUC-KR, and Hangul that arrives in
 * separate letters counts as the syllables it shows.
 */
export function byteLength(text: string, wide: 'single' | 'double' = 'single'): number {
  const characters = Array.from(text.normalize('NFC'))
  if (wide === 'single') return characters.length
  return characters.reduce((sum, each) => sum + ((each.codePointAt(0) ?? 0) > 0x7f ? 2 : 1), 0)
}
