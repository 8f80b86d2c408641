import { expect, test } from 'vitest'
import { fieldText } from '#ui/scanner/codes/field-text.ts'
import { createInterpreters, interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ownerFormatCode, readOwnerFormats } from '#ui/scanner/codes/owner-format-code.ts'

const pattern = { OWNER_CD: 'S', FORMAT_NM: 'f', PATTERN: 'S{ITEM:4}{VALID:yyMMdd}{QTY:3}' }
const own = ownerFormatCode(readOwnerFormats([{ ...pattern, USE_YN: 'Y' }]), undefined, 2026)
const textFor = (code: string, kind = 'text', name?: string) =>
  fieldText(interpretScan(code, createInterpreters(own)), {
    kind,
    isReadOnly: false,
    ...(name === undefined ? {} : { name }),
  })

test('a plain number is written as scanned and a label as its content', () => {
  expect(textFor('8801234567893')).toBe('8801234567893')
  expect(textFor('SKU-1')).toBe('SKU-1')
  expect(textFor('CELL:a-01')).toBe('A-01')
  expect(textFor('PLT0077')).toBe('PLT0077')
})

test.each([
  ['text', '8801234567893', 'ABCD'],
  ['date', '20271231', '20271231'],
  ['number', '12', '5'],
])('a field of kind %s gets the matching part of the code', (kind, ofGs1, ofOwner) => {
  expect(textFor('010880123456789317271231\u001d3012', kind)).toBe(ofGs1)
  expect(textFor('SABCD271231005', kind)).toBe(ofOwner)
})

test.each([
  ['a barcode is not a quantity', '8801234567893', 'number', 'BOX_QTY'],
  ['a barcode is not a date', '8801234567893', 'date', 'VALID_DT'],
  [
    'a pallet number is not a date, although four of its digits could be',
    'PLT0077',
    'date',
    'VALID_DT',
  ],
  ['a cell is not an owner name', 'CELL:A01', 'text', 'OWNER_NM'],
  ['a document is not an owner', 'SH-20261120-0412', 'lookup', 'OWNER_CD'],
  ['a barcode is not an owner', '8801234567893', 'lookup', 'OWNER_CD'],
  ['the expiry date of a label is not a receipt date', '(17)261231', 'date', 'RECEIPT_DT'],
  [
    'the item and number of a pallet are not a name',
    '(01)08801234567893(00)106141412345678908',
    'text',
    'OWNER_NM',
  ],
  ['the item on a label is not a cell', '(01)08801234567893(10)L7', 'text', 'CELL_CD'],
  ['a barcode is not a month', '8801234567893', 'month', 'BILL_YM'],
])('%s', (_, code, kind, name) => {
  expect(textFor(code, kind, name)).toBeUndefined()
})

test.each([
  ['lot', '(01)08801234567893(10)L7', 'text', 'LOT_NO', 'L7'],
  [
    'item with as many digits as in its master data',
    '(01)08801234567893(10)L7',
    'text',
    'BARCODE',
    '8801234567893',
  ],
  ['expiry date', '(01)08801234567893(17)261231', 'date', 'VALID_DT', '20261231'],
  ['production date', '(01)08801234567893(11)261101', 'date', 'MADE_DT', '20261101'],
  ['cell', 'CELL:A01', 'lookup', 'TO_CELL_CD', 'A01'],
  ['pallet', 'PLT0077', 'text', 'PALLET_NO', 'PLT0077'],
  ['document', 'SH-20261120-0412', 'text', 'SHIPMENT_NO', 'SH-20261120-0412'],
  ['count from a sheet', '0024', 'number', 'NOW_QTY', '0024'],
  ['owner by its code', 'SEOJIN', 'lookup', 'OWNER_CD', 'SEOJIN'],
  ['all-digit lot', '96385074', 'text', 'LOT_NO', '96385074'],
  [
    'code without its symbology identifier',
    ']E08801234567893',
    'text',
    'STOCK_NM',
    '8801234567893',
  ],
])('a matching field gets the %s', (_, code, kind, name, value) => {
  expect(textFor(code, kind, name)).toBe(value)
})

test('a read-only field gets nothing', () => {
  const scan = interpretScan('8801234567893')
  expect(fieldText(scan, { kind: 'text', name: 'BARCODE', isReadOnly: true })).toBeUndefined()
})
