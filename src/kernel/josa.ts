import { isSyllable } from './hangul-units.ts'

export type Particle = '은/는' | '이/가' | '을/를' | '와/과' | '으로/로'

/** Digits (영 일 이 삼 …) and letters (엘 엠 엔 알) whose Korean names end in a consonant. */
const consonants = '013678LMNR'
/** Digits and letters whose names end in ㄹ, which takes 로 as a vowel does. */
const liquids = '178LR'

/**
 * Form of the particle after a word known at run time: a name, a code or a number. Ignores
 * characters after the last letter, such as a closing quote or bracket.
 */
export function josa(word: unknown, particle: Particle): string {
  const [first = '', second = ''] = particle.split('/')
  const [afterConsonant, afterVowel] = particle === '와/과' ? [second, first] : [first, second]
  const last = /[가-힣0-9A-Z](?=[^가-힣0-9A-Z]*$)/.exec(String(word).normalize('NFC').toUpperCase())
  const final = last === null ? 'vowel' : getFinalConsonant(last[0])
  if (final === 'liquid') return particle === '으로/로' ? afterVowel : afterConsonant
  return final === 'consonant' ? afterConsonant : afterVowel
}

function getFinalConsonant(letter: string): 'vowel' | 'consonant' | 'liquid' {
  const unit = letter.charCodeAt(0)
  const index = isSyllable(unit) ? (unit - 0xac00) % 28 : undefined
  if (index === undefined ? liquids.includes(letter) : index === 8) return 'liquid'
  const ends = index === undefined ? consonants.includes(letter) : index !== 0
  return ends ? 'consonant' : 'vowel'
}
