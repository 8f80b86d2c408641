import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { freightDivision } from '#areas/freight/rules/freight-division.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'

describe('spec §9: Freight division codes: IN, IT, DI (origin equals destination), OP, OS.', () => {
  const home = 'KR'

  test('the list has exactly these five codes', () => {
    expect(Object.keys(freightCodeLists['freight-division'])).toEqual([
      'IN',
      'IT',
      'DI',
      'OP',
      'OS',
    ])
  })

  test('equal origin and destination are DI, at home and abroad', () => {
    expect(freightDivision({ origin: 'KRPUS', destination: 'KRPUS', home })).toBe('DI')
    expect(freightDivision({ origin: 'KRPUS', destination: 'KRINC', home })).toBe('DI')
    expect(freightDivision({ origin: 'JP', destination: 'JP', home })).toBe('DI')
  })

  test('a journey that ends at home is IN, and one that starts at home is OP', () => {
    expect(freightDivision({ origin: 'CNSHA', destination: 'KRPUS', home })).toBe('IN')
    expect(freightDivision({ origin: 'KRPUS', destination: 'USLAX', home })).toBe('OP')
  })

  test('a journey via home is IT, and one that avoids it is OS', () => {
    const abroad = { origin: 'CNSHA', destination: 'USLAX', home }
    expect(freightDivision({ ...abroad, via: ['JPTYO', 'KRPUS'] })).toBe('IT')
    expect(freightDivision({ ...abroad, via: ['JPTYO'] })).toBe('OS')
    expect(freightDivision(abroad)).toBe('OS')
  })

  test('a journey with an unknown end has no division', () => {
    expect(freightDivision({ origin: '', destination: 'KRPUS', home })).toBeUndefined()
    expect(freightDivision({ origin: 'KRPUS', destination: '', home })).toBeUndefined()
    expect(freightDivision({ origin: '', destination: '', home })).toBeUndefined()
  })

  test('every known journey has a division, and only equal ends are DI', () => {
    const country = fc.constantFrom('KR', 'JP', 'CN', 'US')
    fc.assert(
      fc.property(country, country, fc.array(country, { maxLength: 3 }), (from, to, via) => {
        const division = freightDivision({ origin: from, destination: to, home, via })
        expect(division === 'DI').toBe(from === to)
        expect(division).toBeDefined()
      }),
    )
  })
})
