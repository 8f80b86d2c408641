import { josa as ofLibrary } from 'es-hangul'
import { expect, test } from 'vitest'
import { josa, type Particle } from '#kernel/josa.ts'

const particles: readonly Particle[] = ['은/는', '이/가', '을/를', '와/과', '으로/로']

test('a particle after a Hangul word matches es-hangul', () => {
  for (const word of ['화주', '품목', '셀', '서울', '전표번호', '갑', '값', '과']) {
    for (const particle of particles) {
      expect(`${word}${josa(word, particle)}`).toBe(ofLibrary(word, particle))
    }
  }
})

test.each([
  ['HANBIT', '이/가', '가'],
  ['SJ-XL', '은/는', '은'],
  ['PLT-R', '으로/로', '로'],
  ['BIN', '으로/로', '으로'],
  ['PO-77', '와/과', '과'],
  ['7052', '을/를', '를'],
  ['A-100', '이/가', '이'],
  ['W08', '으로/로', '로'],
  ["'품번'", '이/가', '이'],
  ['셀 (A-001)', '은/는', '은'],
  [3, '이/가', '이'],
  ['…', '이/가', '가'],
] as const)('%s takes %s as %s, based on how the code is read aloud', (word, particle, form) => {
  expect(josa(word, particle)).toBe(form)
})
