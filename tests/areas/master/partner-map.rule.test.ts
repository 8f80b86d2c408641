import { describe, expect, test } from 'vitest'
import { code, quantity } from '#kernel/field.ts'
import {
  codeMap,
  duplicateError,
  fieldMap,
  notAPairError,
  translateLine,
  unknownFieldError,
} from '#areas/master/rules/partner-map.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

const known = new Set(['STOCK_CD', 'ORDER_QTY'])
const fields = {
  STOCK_CD: code(testLabel('Item')),
  ORDER_QTY: quantity(columnLabels.QTY),
}

describe('partner field names and codes', () => {
  test('partner field names and codes parse as pairs separated by commas or newlines, the partner’s name first', () => {
    expect(fieldMap('품번 = stock_cd,\n수=량=ORDER_QTY', known)).toEqual({
      map: new Map([
        ['품번', 'STOCK_CD'],
        ['수=량', 'ORDER_QTY'],
      ]),
    })
    expect(fieldMap(null, known)).toEqual({ map: new Map() })
    expect(codeMap('STOCK_CD:A:1=PLAIN, stock_cd:A-2=OTHER', known)).toEqual({
      map: new Map([
        [
          'STOCK_CD',
          new Map([
            ['A:1', 'PLAIN'],
            ['A-2', 'OTHER'],
          ]),
        ],
      ]),
    })
  })

  test.each([
    ['PART', notAPairError('PART')],
    ['=STOCK_CD', notAPairError('=STOCK_CD')],
    ['PART=NOSUCH', unknownFieldError('NOSUCH')],
    ['PART=STOCK_CD, PART=ORDER_QTY', duplicateError('PART')],
    ['PART=STOCK_CD, CODE=STOCK_CD', duplicateError('STOCK_CD')],
  ])('partner field names and codes reject an unclear field name: %s', (text, error) => {
    const read = fieldMap(text, known)
    expect(read).toEqual({ error })
  })

  test.each([
    ['A=B', unknownFieldError('A=B')],
    ['STOCK_CD:A', notAPairError('STOCK_CD:A')],
    ['STOCK_CD:A=B, STOCK_CD:A=C', duplicateError('A')],
  ])('partner field names and codes reject an unclear code: %s', (text, error) => {
    const read = codeMap(text, known)
    expect(read).toEqual({ error })
  })
})

describe('a partner line', () => {
  const names = new Map([['품번', 'STOCK_CD']])
  const codes = new Map([['STOCK_CD', new Map([['A-1', 'PLAIN']])]])
  const read = (line: Record<string, unknown>) => translateLine(line, fields, names, codes)

  test('translates to our names and codes, and leaves ours unchanged', () => {
    expect(read({ 품번: ' A-1 ', order_qty: 3 })).toEqual({ STOCK_CD: 'PLAIN', ORDER_QTY: '3' })
    expect(read({ STOCK_CD: 'B-2' })).toEqual({ STOCK_CD: 'B-2' })
  })

  test('uses the mapped name if a field is given twice', () => {
    expect(read({ STOCK_CD: 'B', 품번: 'A-1' })).toEqual({ STOCK_CD: 'PLAIN' })
  })

  test('drops anything that is not a known field, a text or a number', () => {
    const hostile: unknown = JSON.parse('{"__proto__": "x", "constructor": "y", "품번": {"a": 1}}')
    expect(read(hostile as Record<string, unknown>)).toEqual({})
    expect(read({ STOCK_CD: '  ', ORDER_QTY: null })).toEqual({})
  })
})
