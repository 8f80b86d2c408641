import { disassemble, getChoseong } from 'es-hangul'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInitial, jamoKeys, possibleCompletions } from '#kernel/hangul-units.ts'

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((unit) => String.fromCharCode(unit))

test('initials and keys of syllables match es-hangul', () => {
  fc.assert(
    fc.property(syllable, (character) => {
      expect(String.fromCharCode(toInitial(character.charCodeAt(0)))).toBe(getChoseong(character))
      expect(jamoKeys(character)).toBe(disassemble(character))
    }),
    { numRuns: 2000 },
  )
})

test('an unfinished syllable can become exactly the syllables whose keys start with its keys', () => {
  fc.assert(
    fc.property(syllable, syllable, (typed, other) => {
      const unit = other.charCodeAt(0)
      const { ranges } = possibleCompletions(typed.charCodeAt(0))
      const may = ranges.some(([low, high]) => unit >= low && unit <= high)
      expect(may).toBe(jamoKeys(other).startsWith(jamoKeys(typed)))
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['갑', '가', 'ㅂ'],
  ['값', '갑', 'ㅅ'],
  ['닭', '달', 'ㄱ'],
  ['있', '이', 'ㅆ'],
])(
  'the final consonant of %s can start the next syllable after %s',
  (typed, syllableLeft, next) => {
    const { split } = possibleCompletions(typed.charCodeAt(0))
    expect(split).toEqual({ syllable: syllableLeft.charCodeAt(0), nextInitial: next.charCodeAt(0) })
  },
)
