import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysToHangul, assembleSyllables } from '#kernel/hangul-layout.ts'

test('Latin letters and single jamo typed for Hangul become syllables', () => {
  expect(keysToHangul('worh')).toBe('재고')
  expect(assembleSyllables(['ㅈ', 'ㅐ', 'ㄱ', 'ㅗ'])).toBe('재고')
})

test('an English word that does not form Hangul syllables is unchanged', () => {
  expect(['hospital', 'host', 'hose'].map(keysToHangul)).toEqual(['hospital', 'host', 'hose'])
  expect(assembleSyllables(['ㅗ', 'ㅐ', 'ㄴ'])).toBe('ㅗㅐㄴ')
})

test('any sequence of letters returns text', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzQWERTOP')),
  })
  fc.assert(fc.property(letters, (text) => typeof keysToHangul(text) === 'string'))
})
