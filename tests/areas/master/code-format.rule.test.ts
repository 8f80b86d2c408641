import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeFormat, type CodeFormat } from '#areas/master/rules/code-format.ts'
import { readByFormat } from '#areas/master/rules/read-by-format.ts'

function parseFormat(pattern: string): CodeFormat {
  const format = codeFormat(pattern)
  if ('error' in format) throw new Error(format.error.en)
  return format
}

function read(pattern: string, code: string) {
  const reading = readByFormat(parseFormat(pattern), code, 2026)
  if (reading.kind === 'other') return undefined
  if (reading.kind === 'refused') return reading.reason.ko
  return Object.fromEntries(reading.values.map(({ part, value }) => [part, value]))
}

describe('an owner’s code', () => {
  test.each([
    [
      'SJ{ITEM:8}{LOT:6}{QTY:4}',
      'SJVITA0001L260010012',
      { ITEM: 'VITA0001', LOT: 'L26001', QTY: '12' },
    ],
    [
      '{ITEM}-{LOT}-{VALID:yyMMdd}',
      'MASK-L7-271231',
      { ITEM: 'MASK', LOT: 'L7', VALID: '20271231' },
    ],
    ['P|{ITEM}|{MADE}|{QTY}', 'p|A 1|20260229|1', '제조일 값이 아닙니다: 20260229'],
    ['{ITEM:3-6}/{SERIAL:1-20}', 'ABCD/S-9', { ITEM: 'ABCD', SERIAL: 'S-9' }],
    ['X{ITEM}{QTY:3}', 'XSKU-1012', { ITEM: 'SKU-1', QTY: '12' }],
    ['{ITEM:5}{VALID:yyMM}{SKIP:2}', 'SKU12260299', { ITEM: 'SKU12', VALID: '20260228' }],
    ['{ITEM:5}{VALID:dd.MM.yyyy}', 'SKU1231.12.2027', { ITEM: 'SKU12', VALID: '20271231' }],
    // A field padded with blanks, and a blank field.
    ['{ITEM:8}{LOT:4}{QTY:3}', 'SKU1        005', { ITEM: 'SKU1', QTY: '5' }],
    ['{PALLET:6}@{CELL}', 'PL0001@A-01', { PALLET: 'PL0001', CELL: 'A-01' }],
    ['Q{ITEM}*{QTY}', 'QA*2.5', { ITEM: 'A', QTY: '2.5' }],
    ['Q{ITEM}*{QTY}', 'QA*0', '수량 값이 아닙니다: 0'],
  ])('pattern %s reads %s', (pattern, code, values) => {
    expect(read(pattern, code)).toEqual(values)
  })

  test.each([
    ['SJ{ITEM:8}', 'SK12345678'],
    ['SJ{ITEM:8}', 'SJ1234567'],
    ['SJ{ITEM:8}', 'SJ123456789'],
    ['{ITEM:3-6}/{SERIAL}', 'AB/1'],
    ['{ITEM:3-6}/{SERIAL}', 'ABCDEFG/1'],
    ['{ITEM}-END', 'A-ENDE'],
    ['{ITEM}-{LOT}', 'A-'],
  ])('pattern %s does not match %s', (pattern, code) => {
    expect(read(pattern, code)).toBeUndefined()
  })

  test('returns the values it was composed of, for any values', () => {
    const codeText = (min: number, max: number) =>
      fc.stringMatching(new RegExp(`^[A-Z0-9]{${min},${max}}$`))
    fc.assert(
      fc.property(
        codeText(8, 8),
        codeText(1, 12),
        fc.integer({ min: 1, max: 9999 }),
        (item, lot, count) => {
          const code = `SJ${item}#${lot}#${String(count).padStart(4, '0')}`
          const values = { ITEM: item, LOT: lot, QTY: String(count) }
          expect(read('SJ{ITEM:8}#{LOT}#{QTY:4}', code)).toEqual(values)
        },
      ),
    )
  })
})

describe('invalid patterns', () => {
  test.each([
    ['', '읽을 값이 없습니다'],
    ['SJ{SKIP:4}', '읽을 값이 없습니다'],
    ['SJ{ITEM', '중괄호가 맞지 않습니다'],
    ['{THING:3}-', '모르는 이름입니다: THING'],
    ['{ITEM:0}', '길이는 1에서'],
    ['{ITEM:8-4}', '길이는 1에서'],
    ['{ITEM:4}{ITEM:4}', 'ITEM가 두 번'],
    ['S{ITEM}{LOT}', '길이가 정해지지 않은 값이 이어져'],
    ['{ITEM}', '어느 코드에나 일치합니다'],
    ['{ITEM}{QTY:3}', '어느 코드에나 일치합니다'],
    ['S{ITEM:3}{VALID:yyDDD}', '날짜는'],
    ['S{ITEM:3}{VALID:MMdd}', '날짜는'],
    ['S{ITEM:3}{VALID:yyMMyy}', '날짜는'],
  ])('%s is rejected: %s', (pattern, reason) => {
    const format = codeFormat(pattern)
    expect('error' in format && format.error.ko).toContain(reason)
  })
})
