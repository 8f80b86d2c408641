import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hangulOfKeys, syllablesOf } from '#kernel/hangul-layout.ts'

test('letters typed for Hangul become what was meant', () => {
  expect(hangulOfKeys('worh')).toBe('재고')
  expect(syllablesOf(['ㅈ', 'ㅐ', 'ㄱ', 'ㅗ'])).toBe('재고')
})

test('an English word whose letters make no Hangul in their order stays one', () => {
  expect(['hospital', 'host', 'hose'].map(hangulOfKeys)).toEqual(['hospital', 'host', 'hose'])
  expect(syllablesOf(['ㅗ', 'ㅐ', 'ㄴ'])).toBe('ㅗㅐㄴ')
})

test('no letters fail', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzQWERTOP')),
  })
  fc.assert(fc.property(letters, (text) => typeof hangulOfKeys(text) === 'string'))
})
