import { expect, test } from 'vitest'

import { byteLength } from '#kernel/byte-length.ts'

// Spec §5: "Byte length counts double for wide characters when asked."

test('a wide character counts double if requested, otherwise once', () => {
  expect(byteLength('창고 A-1', 'double')).toBe(8)
  expect(byteLength('창고 A-1')).toBe(6)
  expect(byteLength('漢字', 'double')).toBe(4)
  expect(byteLength('ＡＢ', 'double')).toBe(4)
})

test('symbols that take two bytes in legacy encodings count double, ASCII never does', () => {
  expect(byteLength('①㎏·', 'double')).toBe(6)
  expect(byteLength('~!@#\t', 'double')).toBe(5)
  expect(byteLength('', 'double')).toBe(0)
})

test('decomposed Hangul counts as the syllables it displays', () => {
  expect(byteLength('한글'.normalize('NFD'), 'double')).toBe(4)
})
