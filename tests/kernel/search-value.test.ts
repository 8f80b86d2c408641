import { describe, expect, test } from 'vitest'
import { code, date, integer, select, text } from '#kernel/field.ts'
import { readSearchBy } from '#kernel/read-search.ts'
import { parseSearch } from '#kernel/search-value.ts'
import { testLabel } from '#tests/support/labels.ts'

const name = testLabel('Value')
const item = code(name)
const container = code(name, { closedUp: true })

describe('a code is searched as it is stored', () => {
  test.each([
    ['full-width letters', item, 'ａｂ－１', { operator: '=', values: ['AB-1'] }],
    ['a full-width wildcard', item, 'ａｂ％', { operator: 'like', values: ['AB%'] }],
    ['a full-width operator', item, '＞＝ａ１', { operator: '>=', values: ['A1'] }],
    ['full-width list', item, 'ａ１，ｂ１', { operator: 'in', values: ['A1', 'B1'] }],
    ['a full-width range', item, 'ａ１～ｂ１', { operator: 'between', values: ['A1', 'B1'] }],
    ['the tilde of Korean documents', item, 'A1∼B1', { operator: 'between', values: ['A1', 'B1'] }],
    ['separators', container, 'csqu 305438-3', { operator: '=', values: ['CSQU3054383'] }],
    [
      'full-width digits of a status',
      select(name, 'state'),
      '１０',
      { operator: '=', values: ['10'] },
    ],
    ['full-width digits', integer(name), '１０', { operator: '=', values: ['10'] }],
  ] as const)('matches when typed with %s', (_, field, typed, expected) => {
    expect(parseSearch(field, typed)).toEqual(expected)
  })

  test('free text keeps its full-width letters', () => {
    const values = ['%ａｂ～%']
    expect(parseSearch(text(name), 'ａｂ～')).toEqual({ operator: 'like', values })
  })
})

test('a date range is read with any tilde', () => {
  const by = { now: '20261130', text: (_: unknown, typed: string) => ({ value: typed }) }
  for (const tilde of ['~', '～', '〜', '∼']) {
    expect(readSearchBy(date(name), `2026-1-1${tilde}2026-1-31`, by)).toEqual({
      value: '20260101~20260131',
    })
  }
})
