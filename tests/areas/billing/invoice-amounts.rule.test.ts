import { describe, expect, test } from 'vitest'
import { invoiceAmounts, type ExactLine } from '#areas/billing/rules/invoice-amounts.ts'

const line = (exact: string, rounding = '2', taxRate = '10'): ExactLine => {
  return { exact, rounding, taxRate }
}
const three = [line('10005'), line('10005'), line('10005')]

describe('invoice tax', () => {
  test('LINE mode truncates the tax of every line', () => {
    const created = invoiceAmounts(three, 'KRW', 'LINE')
    expect(created.lines.map(({ tax }) => tax)).toEqual(['1000', '1000', '1000'])
    expect(created).toMatchObject({ supply: '30015', tax: '3000', total: '33015' })
  })

  test('SUM mode truncates the tax once, and the lines add up to it', () => {
    const created = invoiceAmounts(three, 'KRW', 'SUM')
    expect(created.lines.map(({ tax }) => tax)).toEqual(['1001', '1000', '1000'])
    expect(created).toMatchObject({ tax: '3001', total: '33016' })
  })

  test('a credit total is the negated invoice total', () => {
    for (const way of ['LINE', 'SUM'] as const) {
      const debit = invoiceAmounts(three, 'KRW', way)
      const credit = invoiceAmounts([line('-10005'), line('-10005'), line('-10005')], 'KRW', way)
      expect(credit.total).toBe(`-${debit.total}`)
    }
  })

  test('lines and total agree for any amounts', () => {
    for (let seed = 1; seed < 300; seed += 1) {
      const lines = Array.from({ length: (seed % 7) + 1 }, (_, index) =>
        line(`${(seed * 7919 * (index + 3)) % 100_003}.${(seed * 31) % 1000}`),
      )
      for (const way of ['LINE', 'SUM'] as const) {
        const created = invoiceAmounts(lines, 'KRW', way)
        const taxes = created.lines.reduce((sum, { tax }) => sum + Number(tax), 0)
        const supplies = created.lines.reduce((sum, { supply }) => sum + Number(supply), 0)
        expect([supplies, taxes]).toEqual([Number(created.supply), Number(created.tax)])
        if (way === 'SUM') expect(taxes).toBe(Math.floor(supplies / 10))
      }
    }
  })
})

test('a line is rounded by the mode of its price, and dollars to two decimals', () => {
  expect(invoiceAmounts([line('340.8')], 'KRW', 'LINE').supply).toBe('340')
  expect(invoiceAmounts([line('340.8', '24')], 'KRW', 'LINE').supply).toBe('341')
  expect(invoiceAmounts([line('345', '4')], 'KRW', 'LINE').supply).toBe('340')
  expect(invoiceAmounts([line('12.345', '2', '0')], 'USD', 'LINE').supply).toBe('12.35')
})

test('a line is rounded to two decimals first, and then by its mode', () => {
  const supplyInWon = (exact: string, mode: string) =>
    invoiceAmounts([line(exact, mode)], 'KRW', 'LINE').supply
  expect(supplyInWon('10.4951', '24')).toBe('11')
  expect(supplyInWon('0.0005', '7')).toBe('0')
  expect(supplyInWon('10.996', '2')).toBe('11')
  expect(supplyInWon('-10.4951', '24')).toBe('-11')
})

test('amounts and tax have the decimals of their currency', () => {
  const amountsIn = (currency: string, exact: string, mode: string) => {
    const { supply, tax } = invoiceAmounts([line(exact, mode)], currency, 'LINE')
    return [supply, tax]
  }
  expect(amountsIn('JPY', '6423.2', '24')).toEqual(['6423', '642'])
  expect(amountsIn('JPY', '6423.2', '7')).toEqual(['6424', '642'])
  expect(amountsIn('VND', '1234.5', '2')).toEqual(['1234', '123'])
  expect(amountsIn('USD', '6423.205', '24')).toEqual(['6423.21', '642.32'])
  expect(amountsIn('KWD', '1.23456', '2')).toEqual(['1.235', '0.123'])
})
