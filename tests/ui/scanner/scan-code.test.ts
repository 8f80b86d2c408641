import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit, hasCheckDigit } from '#kernel/gs1/check-digit.ts'
import { createInterpreters, interpretScan } from '#ui/scanner/codes/scan-code.ts'

test.each([
  ['8801234567893', 'ean-13', { kind: 'item', gtin14: '08801234567893' }],
  ['96385074', 'ean-8', { kind: 'item', gtin14: '00000096385074' }],
  ['036000291452', 'upc-a', { kind: 'item', gtin14: '00036000291452' }],
  ['18801234567890', 'itf-14', { kind: 'item', packagingLevel: 1, gtin14: '18801234567890' }],
  ['106141412345678908', 'sscc', { kind: 'handling-unit', value: '106141412345678908' }],
  ['04252614', 'upc-e', { kind: 'item', value: '042100005264', gtin14: '00042100005264' }],
  [']E3880123456789312', 'ean-13', { kind: 'item', value: '8801234567893' }],
  // A magazine. It is not a pallet even though its eighteen digits end with a valid check digit.
  [']E3977123456789812342', 'ean-13', { kind: 'item', value: '9771234567898' }],
  ['CELL:a01-02-3', 'cell-label', { kind: 'cell', value: 'A01-02-3' }],
  ['PLT20261120-0001', 'pallet-label', { kind: 'pallet', value: 'PLT20261120-0001' }],
  ['box:0077', 'box-label', { kind: 'box', value: '0077' }],
  ['SKU100422', 'text', { kind: 'unknown', value: 'SKU100422' }],
])('%s is read as %s', (code, format, part) => {
  const scan = interpretScan(code)
  expect(scan.format).toBe(format)
  expect(scan.parts).toEqual([expect.objectContaining(part)])
})

test('a wrong check digit raises a warning, and the number is not an item', () => {
  const scan = interpretScan('8801234567890')
  expect(scan).toMatchObject({ format: 'text', parts: [{ kind: 'unknown' }] })
  expect(scan.warning?.ko).toContain('검사 숫자')
})

test('the symbology identifier and stray control characters are not part of the code', () => {
  expect(interpretScan(']E08801234567893\r')).toMatchObject({
    code: ']E08801234567893\r',
    symbology: ']E0',
    format: 'ean-13',
    parts: [{ kind: 'item', value: '8801234567893' }],
  })
  expect(interpretScan('\u0002]E08801234567893\u0003').format).toBe('ean-13')
})

test.each([
  [']C117261231', 'valid-date', '20261231'],
  [']C13700000024', 'quantity', '24'],
  [']C1102611070009', 'lot', '2611070009'],
  [']d210261107000123', 'lot', '261107000123'],
  [']Q4108801234567890124', 'lot', '8801234567890124'],
])(
  '%s is parsed as GS1 elements even though its digits could be a retail number',
  (code, kind, value) => {
    expect(interpretScan(code).parts).toEqual([{ kind, value }])
  },
)

test.each([
  ['SH-20261120-0412', 'document'],
  ['rc-202611-00007', 'document'],
  ['RC-20261128-0029/1', 'document'],
  ['RC-20261128-0029/', 'text'],
  ['RC-20261128-0029/A', 'text'],
  ['SH-20261320-0412', 'text'],
  ['SH-20260231-0412', 'text'],
  ['SH-20261120-41', 'text'],
  ['SH-', 'text'],
  // Item codes that start like a label prefix.
  ['BOXER-01', 'text'],
  ['PLTX1', 'text'],
  ['BOX-0077', 'box-label'],
])('%s is recognized as %s', (code, format) => {
  expect(interpretScan(code).format).toBe(format)
})

test('an additional interpreter extends the code families and is tried in order', () => {
  const gs1 = (code: { symbology: string | undefined }) =>
    code.symbology === ']C1' ? { format: 'gs1', parts: [] } : undefined
  expect(interpretScan(']C10108801234567893', [gs1, ...createInterpreters()]).format).toBe('gs1')
})

test('digits are accepted with their check digit and rejected with any single wrong digit', () => {
  const digits = fc.stringMatching(/^\d{7,17}$/)
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
      const whole = body + String(checkDigit(body))
      expect(hasCheckDigit(whole)).toBe(true)
      const at = place % whole.length
      const wrong = (Number(whole[at]) + shift) % 10
      expect(hasCheckDigit(whole.slice(0, at) + String(wrong) + whole.slice(at + 1))).toBe(false)
    }),
  )
})

test('the label of a line names its document and the line', () => {
  expect(interpretScan('rc-20261128-0029/12').parts).toEqual([
    { kind: 'document', value: 'RC-20261128-0029' },
    { kind: 'line', value: '12' },
  ])
})
