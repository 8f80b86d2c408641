import { expect, test } from 'vitest'
import {
  hasSamePattern,
  findMatchingLine,
  scannedCode,
  scannedFacts,
  scannedQuantity,
} from '#ui/scanner/codes/scan-columns.ts'
import { code, date } from '#kernel/field.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import { columnLabels } from '#tests/support/labels.ts'

const gs1: InterpretedScan = {
  code: ']C1010950600013435217270719' + '10L261107-A\u001d3012',
  format: 'gs1-128',
  parts: [
    { kind: 'lot', value: 'L261107-A' },
    { kind: 'item', value: '09506000134352' },
    { kind: 'valid-date', value: '20270719' },
    { kind: 'quantity', value: '12' },
  ],
}

test('a code with several parts counts as its item with the printed quantity', () => {
  expect(scannedCode(gs1)).toBe('09506000134352')
  expect(scannedQuantity(gs1)).toBe(12)
})

test('lot and date are passed only if the procedure has a column for them', () => {
  const lot = { LOT_NO: code(columnLabels.LOT_NO) }
  expect(scannedFacts(gs1, lot)).toEqual({ LOT_NO: 'L261107-A' })
  const both = { ...lot, VALID_DT: date(columnLabels.VALID_DT) }
  expect(scannedFacts(gs1, both)).toEqual({ LOT_NO: 'L261107-A', VALID_DT: '20270719' })
})

test('a response finds its line by the key columns, regardless of counted quantities', () => {
  const lines = [
    { LINE_NO: 1, STOCK_CD: 'A', CHECK_QTY: 0 },
    { LINE_NO: 2, STOCK_CD: 'A', CHECK_QTY: 0 },
  ]
  expect(findMatchingLine(lines, { LINE_NO: 2, STOCK_CD: 'A', CHECK_QTY: 5 })).toBe(1)
  expect(findMatchingLine(lines, { STOCK_CD: 'A', CHECK_QTY: 5 })).toBeUndefined()
  expect(findMatchingLine(lines, { CHECK_QTY: 5 })).toBeUndefined()
})

test('only long numbers with a letter prefix match by their pattern, and cell codes never do', () => {
  expect(hasSamePattern('SH-20261121-0007', 'SH-20261120-0412')).toBe(true)
  expect(hasSamePattern('RC-20261121-0007', 'SH-20261120-0412')).toBe(false)
  expect(hasSamePattern('A01-02-3', 'A03-19-2')).toBe(false)
  expect(hasSamePattern('8801234567893', 'SH-20261120-0412')).toBe(false)
})
