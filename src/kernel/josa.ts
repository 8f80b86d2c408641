import { isSyllable } from './hangul-units.ts'

/** The two forms of a particle: after a consonant, and after a vowel. */
export type Particle = '은/는' | '이/가' | '을/를' | '와/과' | '으로/로'

/** Final sounds of digits (영 일 이 삼 …) and of letters that are read by their names (엘 엠 엔 알). */
const consonants = '013678LMNR'
/** Those that end in ㄹ, which 로 follows as it follows a vowel. */
const liquids = '178LR'

/**
 * The form of the particle that follows a word known at run time: a name, a code or a number.
 * Signs after the last letter (a closing quote or bracket) are not read.
 */
export function josa(word: unknown, particle: Particle): string {
  const [first = '', second = ''] = particle.split('/')
  const [afterConsonant, afterVowel] = particle === '와/과' ? [second, first] : [first, second]
  const last = /[가-힣0-9A-Z](?=[^가-힣0-9A-Z]*$)/.exec(String(word).normalize('NFC').toUpperCase())
  const final = last === null ? 'vowel' : finalOf(last[0])
  if (final === 'liquid') return particle === '으로/로' ? afterVowel : afterConsonant
  return final === 'consonant' ? afterConsonant : afterVowel
}

function finalOf(letter: string): 'vowel' | 'consonant' | 'liquid' {
  const unit = letter.charCodeAt(0)
  const index = isSyllable(unit) ? (unit - 0xac00) % 28 : undefined
  if (index === undefined ? liquids.includes(letter) : index === 8) return 'liquid'
  const ends = index === undefined ? consonants.includes(letter) : index !== 0
  return ends ? 'consonant' : 'vowel'
}
