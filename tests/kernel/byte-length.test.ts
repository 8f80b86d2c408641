import { expect, test } from 'vitest'

import { byteLength } from '#kernel/byte-length.ts'

// Spec §5: "Byte length counts double for wide characters when asked."

test('a wide character counts double when asked, and once when not', () => {
  expect(byteLength('창고 A-1', 'double')).toBe(8)
  expect(byteLength('창고 A-1')).toBe(6)
  expect(byteLength('漢字', 'double')).toBe(4)
  expect(byteLength('ＡＢ', 'double')).toBe(4)
})

test('signs that take two bytes in the older systems count double, ASCII never does', () => {
  expect(byteLength('①㎏·', 'double')).toBe(6)
  expect(byteLength('~!@#\t', 'double')).toBe(5)
  expect(byteLength('', 'double')).toBe(0)
})

test('Hangul in separate letters counts as the syllables it shows', () => {
  expect(byteLength('한글'.normalize('NFD'), 'double')).toBe(4)
})
