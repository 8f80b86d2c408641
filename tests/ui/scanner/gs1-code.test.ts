import { describe, expect, test } from 'vitest'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { fieldText } from '#ui/scanner/codes/field-text.ts'
import { gs1Code } from '#ui/scanner/codes/gs1-code.ts'
import { checkDigitNumber, interpretScan, ownLabel } from '#ui/scanner/codes/scan-code.ts'

const GS = '\u001d'
const read = (code: string) =>
  interpretScan(code, [ownLabel, checkDigitNumber, gs1Code(() => 2026)])
const readParts = (code: string) => read(code).parts.map(({ kind, value }) => [kind, value])

const goods = [
  ['item', '08801234567893'],
  ['lot', 'L7'],
  ['valid-date', '20261231'],
]

test.each([
  [`]C101088012345678931726123110L7`, 'gs1-128'],
  [`]d2010880123456789310L7${GS}17261231`, 'gs1-datamatrix'],
  [`]Q3${GS}010880123456789310L7${GS}17261231`, 'gs1-qr'],
  [`]e0010880123456789310L7${GS}17261200`, 'gs1-databar'],
  [`]e1010880123456789310L7${GS}17261231`, 'gs1-composite'],
  [`]e2010880123456789310L7${GS}17261231`, 'gs1-composite'],
  [`]d5010880123456789310L7${GS}17261231`, 'gs1-datamatrix'],
  [`]Q4010880123456789310L7${GS}17261231`, 'gs1-qr'],
  [`]J4010880123456789310L7${GS}17261231`, 'gs1-dotcode'],
  [`]J1010880123456789310L7${GS}17261231`, 'gs1-dotcode'],
  [`${GS}010880123456789310L7${GS}17261231`, 'gs1'],
  [`01088012345678931726123110L7`, 'gs1'],
  ['(01)08801234567893(10)L7(17)261231', 'gs1-text'],
  ['https://id.example/01/08801234567893/10/L7?17=261231', 'gs1-link'],
])('%s is read as item, lot and date', (code, format) => {
  expect(read(code).format).toBe(format)
  expect(read(code).refusal).toBeUndefined()
  expect(readParts(code)).toEqual(goods)
})

describe('parts of a code', () => {
  test('a pallet label yields its content, its count and the pallet number', () => {
    expect(readParts(`]C10010614141234567890802088012345678933712`)).toEqual([
      ['item', '08801234567893'],
      ['handling-unit', '106141412345678908'],
      ['quantity', '12'],
    ])
  })

  test('a box code yields its packaging indicator, serial and production date', () => {
    const [item, ...rest] = read(`]d201188012345678901126110121SN-1`).parts
    expect(item).toMatchObject({ kind: 'item', gtin14: '18801234567890', packagingLevel: 1 })
    expect(rest.map(({ kind, value }) => [kind, value])).toEqual([
      ['serial', 'SN-1'],
      ['made-date', '20261101'],
    ])
  })

  test('a piece has no packaging indicator, and counted variable-measure items keep their count', () => {
    expect(read('(01)08801234567893').parts[0]).not.toHaveProperty('packagingLevel')
    const digits = '9880123456789'
    const gtin = `${digits}${checkDigit(digits)}`
    expect(readParts(`(01)${gtin}(3103)001250`)).toEqual([
      ['item', gtin],
      ['quantity', '1.25'],
    ])
    expect(readParts(`(02)${gtin}(37)12(3103)001250(00)106141412345678908`)).toEqual(
      expect.arrayContaining([
        ['quantity', '12'],
        ['net-weight', '1.25'],
      ]),
    )
  })

  test('a code without relevant data becomes unknown text', () => {
    expect(readParts('(91)ABC')).toEqual([['unknown', '(91)ABC']])
  })

  test('best before serves as the expiry date if there is none', () => {
    expect(readParts(']C1010880123456789315270600')).toContainEqual(['valid-date', '20270630'])
    expect(readParts(']C101088012345678931527060017270501')).toContainEqual([
      'valid-date',
      '20270501',
    ])
  })

  test('the weight is the quantity of variable-measure items, not of pieces', () => {
    expect(readParts(']C101988012345678963103001250')).toContainEqual(['quantity', '1.25'])
    expect(readParts(']C101088012345678933103001250')).toContainEqual(['net-weight', '1.25'])
  })
})

test('a broken code marked as GS1 is rejected with the reason in both languages', () => {
  const { refusal } = read(`]C10108801234567890`)
  expect(refusal?.ko).toContain('검사 숫자')
  expect(refusal?.en).toContain('check digit')
  expect(read(`]C1010880123456789310L717261231`).refusal?.ko).toContain('구분자 누락')
  expect(read(`]C19908`).refusal).toBeUndefined()
  expect(read(`]C14908`).refusal?.ko).toContain('알 수 없는 식별자')
})

test('a text that only resembles GS1 remains text, with a warning', () => {
  const scan = read('010880123456789310L717261231')
  expect(scan).toMatchObject({ format: 'text', parts: [{ kind: 'unknown' }] })
  expect(scan.warning?.ko).toContain('구분자 누락')
  expect(read('LOT-0108801234567893').format).toBe('text')
})

test('the focused field gets the part that matches its kind', () => {
  const scan = read(']d201088012345678931726123110L7')
  const fieldOf = (kind: string) => ({ kind, isReadOnly: false })
  expect(fieldText(scan, fieldOf('text'))).toBe('8801234567893')
  expect(fieldText(scan, fieldOf('date'))).toBe('20261231')
  expect(fieldText(read(']d210L7'), fieldOf('text'))).toBe('L7')
  expect(fieldText(read('SKU-1'), fieldOf('date'))).toBeUndefined()
})

test('a text that could be GS1 elements but is not marked as GS1 remains text', () => {
  for (const code of ['10ABC', '21SERIAL', '17261231X']) {
    expect(read(code)).toMatchObject({ format: 'text', parts: [{ kind: 'unknown', value: code }] })
  }
})
