import { expect, test } from 'vitest'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'

const readParts = (code: string) =>
  Object.fromEntries(interpretScan(code).parts.map(({ kind, value }) => [kind, value]))
const label06 = ['PABC-1', 'Q24', '1TLOT7', 'SSN01', '14D20280131', '16D20260131'].join('\u001D')
const read06 = {
  item: 'ABC-1',
  quantity: '24',
  lot: 'LOT7',
  serial: 'SN01',
  'valid-date': '20280131',
  'made-date': '20260131',
}
const label05 = '010880123456789310AB7\u001D17280131'
const read05 = { item: '08801234567893', lot: 'AB7', 'valid-date': '20280131' }

test.each([
  ['format 06', `[)>\u001E06\u001D${label06}\u001E\u0004`, read06],
  ['format 06 with a symbology', `]d1[)>\u001E06\u001D${label06}\u001E\u0004`, read06],
  ['format 06 without record separators', `[)>06\u001D${label06}`, read06],
  [
    'format 06 with a trailing separator',
    `[)>\u001E06\u001D${label06}\u001D\u001E\u0004\r`,
    read06,
  ],
  ['format 05', `[)>\u001E05\u001D${label05}\u001E\u0004`, read05],
  [
    'two formats',
    `[)>\u001E06\u001DQ5\u001E05\u001D${label05}\u001E\u0004`,
    { quantity: '5', ...read05 },
  ],
  [
    'format 06 with a quantity too large for a number',
    '[)>\u001E06\u001DPABC\u001DQ12345678901234567\u001E\u0004',
    { item: 'ABC' },
  ],
  ['unsupported identifiers', '[)>\u001E06\u001D12ZX9\u001DPABC\u001D4LKR\u001E', { item: 'ABC' }],
])('an ISO 15434 message in %s is read by its identifiers', (_name, code, read) => {
  const scan = interpretScan(code)
  expect([scan.format, scan.refusal]).toEqual(['iso-15434', undefined])
  expect(readParts(code)).toEqual(read)
})

test.each([
  ['an unknown format', '[)>\u001E99\u001DPABC\u001E\u0004'],
  ['a text without an identifier', '[)>\u001E06\u001D--\u001E\u0004'],
  ['no known identifier', '[)>\u001E06\u001D4LKR\u001E\u0004'],
  ['no content', '[)>\u001E\u0004'],
  ['a damaged GS1 element', '[)>\u001E05\u001D0108801234567890\u001E\u0004'],
])('an ISO 15434 message with %s is refused', (_name, code) => {
  expect(interpretScan(code).refusal?.en).toBeTruthy()
})

test.each(['\u0004', '\u001C', '\u0003\u0004'])(
  'the trailing control character %j is not part of a code',
  (end) => {
    expect(interpretScan(`8801234567893${end}`)).toMatchObject({ format: 'ean-13' })
    expect(readParts(`]d2${label05}${end}`)).toEqual(read05)
  },
)
