import { expect, test } from 'vitest'
import { fieldText } from '#ui/scanner/field-text.ts'
import { interpretersWith, interpretScan } from '#ui/scanner/scan-code.ts'
import { ownerFormatCode, ownerFormatsOf } from '#ui/scanner/owner-format-code.ts'

const pattern = { OWNER_CD: 'S', FORMAT_NM: 'f', PATTERN: 'S{ITEM:4}{VALID:yyMMdd}{QTY:3}' }
const own = ownerFormatCode(ownerFormatsOf([{ ...pattern, USE_YN: 'Y' }]), undefined, 2026)
const text = (code: string, kind = 'text') =>
  fieldText(interpretScan(code, interpretersWith(own)), kind)

test('a plain number is written as it was scanned, a label as what stands on it', () => {
  expect(text('8801234567893')).toBe('8801234567893')
  expect(text('SKU-1')).toBe('SKU-1')
  expect(text('CELL:a-01')).toBe('A-01')
  expect(text('PLT0077')).toBe('PLT0077')
})

test.each([
  ['text', '8801234567893', 'ABCD'],
  ['date', '20271231', '20271231'],
  ['number', '12', '5'],
])('a field of kind %s gets the part that suits it', (kind, ofGs1, ofOwner) => {
  expect(text('010880123456789317271231\u001d3012', kind)).toBe(ofGs1)
  expect(text('SABCD271231005', kind)).toBe(ofOwner)
})
