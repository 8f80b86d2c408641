/**
 * Code-unit arithmetic for Hangul. Must be fast: the search index scans every label on each key
 * press.
 */

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const vowels = Array.from('ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ')
const finals = Array.from(' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ')

const twoKeyJamo: Readonly<Record<string, string>> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
  ㅘ: 'ㅗㅏ',
  ㅙ: 'ㅗㅐ',
  ㅚ: 'ㅗㅣ',
  ㅝ: 'ㅜㅓ',
  ㅞ: 'ㅜㅔ',
  ㅟ: 'ㅜㅣ',
  ㅢ: 'ㅡㅣ',
}

export function isSyllable(unit: number): boolean {
  return unit >= firstSyllable && unit <= lastSyllable
}

/** Standalone consonant such as ㄱ. In a query it matches any syllable that starts with it. */
export function isConsonant(unit: number): boolean {
  return unit >= 0x3131 && unit <= 0x314e
}

/**
 * Initial consonant of a syllable as a standalone jamo. Other code units are returned unchanged.
 */
export function toInitial(unit: number): number {
  if (!isSyllable(unit)) return unit
  return initials.charCodeAt(Math.floor((unit - firstSyllable) / 588))
}

/** Splits consonants that an input method has combined (ㄱㅅ becomes ㄳ while typing initials). */
export function splitConsonants(text: string): string {
  return text.replaceAll(/[ㄳㄵㄶㄺ-ㅀㅄ]/g, (jamo) => twoKeyJamo[jamo] ?? jamo)
}

/** Splits text into keystrokes: `과` gives ㄱㅗㅏ, `값` gives ㄱㅏㅂㅅ. Other characters are unchanged. */
export function jamoKeys(text: string): string {
  let keys = ''
  for (const character of text) {
    const index = character.charCodeAt(0) - firstSyllable
    if (isSyllable(character.charCodeAt(0))) {
      const vowel = vowels[Math.floor(index / 28) % 21] ?? ''
      const final = finals[index % 28] ?? ''
      keys += initials[Math.floor(index / 588)] ?? ''
      keys += twoKeyJamo[vowel] ?? vowel
      if (final !== ' ') keys += twoKeyJamo[final] ?? final
    } else {
      keys += twoKeyJamo[character] ?? character
    }
  }
  return keys
}

export interface Completions {
  readonly ranges: readonly (readonly [number, number])[]
  /** The final consonant can start the next syllable: 갑 while typing 가방. */
  readonly split?: { readonly syllable: number; readonly nextInitial: number }
}

/** 가 can become 각 or 간, 고 can become 과, 갑 can become 값 or 가방. */
export function possibleCompletions(syllable: number): Completions {
  const index = syllable - firstSyllable
  const final = index % 28
  const head = syllable - final
  if (final === 0) {
    const vowel = Math.floor(index / 28) % 21
    const longer = vowels.flatMap((candidate, at) =>
      twoKeyJamo[candidate]?.[0] === vowels[vowel] ? [head + (at - vowel) * 28] : [],
    )
    return { ranges: [head, ...longer].map((from) => [from, from + 27] as const) }
  }
  const typed = finals[final] ?? ''
  const longer = finals.flatMap((candidate, at) =>
    twoKeyJamo[candidate]?.[0] === typed ? [head + at] : [],
  )
  const keys = twoKeyJamo[typed] ?? typed
  const finalIndex = keys.length === 2 ? finals.indexOf(keys[0] ?? '') : 0
  return {
    ranges: [syllable, ...longer].map((unit) => [unit, unit] as const),
    split: { syllable: head + finalIndex, nextInitial: keys.charCodeAt(keys.length - 1) },
  }
}
