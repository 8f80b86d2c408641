import { expect, test } from 'vitest'
import { ownerFormatCode, readOwnerFormats } from '#ui/scanner/codes/owner-format-code.ts'
import { createInterpreters, interpretScan } from '#ui/scanner/codes/scan-code.ts'

const formatRow = (OWNER_CD: string, FORMAT_NM: string, PATTERN: string, USE_YN = 'Y') => ({
  OWNER_CD,
  FORMAT_NM,
  PATTERN,
  USE_YN,
})

const formats = readOwnerFormats([
  formatRow('HANBIT', 'box', 'X{ITEM:4}{LOT:3}{QTY:2}'),
  formatRow('HANBIT', 'piece', 'X{ITEM:6}{QTY:3}'),
  formatRow('SEOJIN', 'piece', 'X{LOT:3}{ITEM:6}'),
  formatRow('SEOJIN', 'valid', 'V{ITEM:4}{VALID:yyMMdd}'),
  formatRow('SEOJIN', 'gtin', '77{ITEM:13}{QTY:3}'),
  formatRow('SEOJIN', 'lot', '10{LOT:6}'),
  formatRow('SEOJIN', 'old', 'Z{ITEM:4}', 'N'),
  formatRow('SEOJIN', 'broken', 'W{ITEM:4}{WHAT:3}'),
  formatRow('SEOJIN', 'serial', 'Y{SERIAL}'),
])

const read = (code: string, ...owners: string[]) => {
  const own = ownerFormatCode(formats, owners.length > 0 ? owners : undefined, 2026)
  return interpretScan(code, createInterpreters(own))
}

test('the first matching format of the active owner reads the code', () => {
  expect(read('XSKU1L0112', 'HANBIT')).toMatchObject({
    format: 'HANBIT box',
    owner: 'HANBIT',
    parts: [
      { kind: 'item', value: 'SKU1' },
      { kind: 'lot', value: 'L01' },
      { kind: 'quantity', value: '12' },
    ],
  })
  expect(read('XL01SKU112', 'SEOJIN')).toMatchObject({
    owner: 'SEOJIN',
    parts: [
      { kind: 'lot', value: 'L01' },
      { kind: 'item', value: 'SKU112' },
    ],
  })
})

test('a code that two active owners read differently is rejected', () => {
  const scan = read('XSKU1L0112')
  expect(scan.refusal?.ko).toContain('HANBIT, SEOJIN')
  expect(scan.parts).toEqual([{ kind: 'unknown', value: 'XSKU1L0112' }])
})

test('an invalid value is reported with the owner and the format', () => {
  expect(read('VSKU1261332').refusal?.ko).toBe('SEOJIN valid: 유통기한 값이 아닙니다: 261332')
})

test('an item number in a format is compared as a GTIN', () => {
  expect(read('778801234567893012').parts[0]).toMatchObject({ gtin14: '08801234567893' })
})

test('owner formats ignore our own labels and GS1 codes, and inactive or broken formats read nothing', () => {
  expect(read('PLT001').format).toBe('pallet-label')
  expect(read(']C10108801234567893').format).toBe('gs1-128')
  expect(read('10261107').format).toBe('SEOJIN lot')
  expect(read(']d210261107').format).toBe('gs1-datamatrix')
  expect(read('ZSKU1').format).toBe('text')
  expect(read('WSKU1ABC').format).toBe('text')
  // A separator makes it GS1, regardless of other formats it matches.
  expect(read('YS1').format).toBe('SEOJIN serial')
  expect(read('YS1\u001d21S').format).toBe('gs1')
})
