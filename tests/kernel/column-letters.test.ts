import { expect, test } from 'vitest'

import { COLUMNS_MAX, columnIndex, columnLetters } from '#kernel/column-letters.ts'

test('the letters of a sheet count on after Z and ZZ as the spreadsheet does', () => {
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

test('every column of a sheet is found again by its own letters', () => {
  for (let index = 0; index < COLUMNS_MAX; index += 1) {
    expect(columnIndex(columnLetters(index))).toBe(index)
  }
})

test('a letter typed in lower case or with a blank beside it is understood', () => {
  expect(columnIndex(' ab ')).toBe(27)
})

test('what names no column of a sheet is no column', () => {
  for (const wrong of ['', '1', 'A1', 'XFE', 'ZZZ', 'AAAA', 'ㅁ', '가']) {
    expect(columnIndex(wrong)).toBeUndefined()
  }
  expect(() => columnLetters(COLUMNS_MAX)).toThrow(RangeError)
  expect(() => columnLetters(-1)).toThrow(RangeError)
})
