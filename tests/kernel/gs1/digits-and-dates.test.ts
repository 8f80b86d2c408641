import { expect, test } from 'vitest'
import {
  checkDigit,
  checkCharacterPair,
  gtin14,
  toPieceGtin,
  expandUpcE,
} from '#kernel/gs1/check-digit.ts'
import { gs1Date } from '#kernel/gs1/gs1-date.ts'

test.each([
  ['261231', 2026, '20261231'],
  ['260200', 2026, '20260228'],
  ['280200', 2026, '20280229'],
  ['260229', 2026, undefined],
  ['261300', 2026, undefined],
  ['260431', 2026, undefined],
  // 49 years back and 50 ahead, before and after the turn of the century.
  ['760101', 2026, '20760101'],
  ['770101', 2026, '19770101'],
  ['990101', 2026, '19990101'],
  ['010101', 1999, '20010101'],
  ['480101', 1999, '20480101'],
  ['500101', 1999, '19500101'],
])('date %s read in %s is %s', (text, year, day) => {
  expect(gs1Date(text, year)).toBe(day)
})

test('day 00 is valid only where the AI allows it', () => {
  expect(gs1Date('260200', 2026, false)).toBeUndefined()
})

test('check digits match those of real products', () => {
  expect(['400638133393', '9638507', '10614141234567890'].map(checkDigit)).toEqual([1, 4, 8])
})

test('check characters match those of the General Specifications', () => {
  expect(checkCharacterPair('1987654Ad4X4bL5ttr2310c')).toBe('2K')
  expect(checkCharacterPair('12345_ABCDEFGHIJKLM')).toBe('CP')
})

test('a box GTIN maps to its piece GTIN, a piece or variable-measure GTIN to none', () => {
  expect(gtin14('8801234567893')).toBe('08801234567893')
  expect(gtin14('8801234567890')).toBeUndefined()
  expect(toPieceGtin('18801234567890')).toBe('08801234567893')
  expect(toPieceGtin('08801234567893')).toBeUndefined()
  expect(toPieceGtin('98801234567896')).toBeUndefined()
})

test.each([
  ['04252614', '042100005264'],
  ['01234505', '012000003455'],
  ['06141939', '061400000199'],
  ['01234543', '012340000053'],
  ['02345673', '023456000073'],
])('UPC-E %s expands to UPC-A %s', (short, upc) => {
  expect(expandUpcE(short)).toBe(upc)
  const wrong = `${short.slice(0, 7)}${(Number(short[7]) + 1) % 10}`
  expect(expandUpcE(wrong)).toBeUndefined()
})

test('UPC-E requires eight digits and number system 0 or 1', () => {
  expect(['24252614', '4252614', '042526140'].map(expandUpcE)).toEqual(Array(3).fill(undefined))
})
