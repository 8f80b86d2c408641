import { expect, test } from 'vitest'

import { COLUMNS_MAX, columnIndex, columnLetters } from '#kernel/column-letters.ts'

test('column letters continue after Z and ZZ as in a spreadsheet', () => {
  const known: [number, string][] = [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ]
  for (const [index, letters] of known) {
    expect(columnLetters(index)).toBe(letters)
    expect(columnIndex(letters)).toBe(index)
  }
})

test('every column is found again by its letters', () => {
  for (let index = 0; index < COLUMNS_MAX; index += 1) {
    expect(columnIndex(columnLetters(index))).toBe(index)
  }
})

test('column letters accept lower case and surrounding spaces', () => {
  expect(columnIndex(' ab ')).toBe(27)
})

test('invalid letters yield no column and invalid indexes throw', () => {
  for (const wrong of ['', '1', 'A1', 'XFE', 'ZZZ', 'AAAA', 'ㅁ', '가']) {
    expect(columnIndex(wrong)).toBeUndefined()
  }
  expect(() => columnLetters(COLUMNS_MAX)).toThrow(RangeError)
  expect(() => columnLetters(-1)).toThrow(RangeError)
})
