import { describe, expect, test } from 'vitest'
import { invoiceAmounts, type ExactLine } from '#areas/billing/rules/invoice-amounts.ts'

const line = (exact: string, rounding = '2', taxRate = '10'): ExactLine => {
  return { exact, rounding, taxRate }
}
const three = [line('10005'), line('10005'), line('10005')]

describe('invoice tax', () => {
  test('LINE mode truncates the tax of every line', () => {
    const made = invoiceAmounts(three, 'KRW', 'LINE')
    expect(made.lines.map(({ tax }) => tax)).toEqual(['1000', '1000', '1000'])
    expect(made).toMatchObject({ supply: '30015', tax: '3000', total: '33015' })
  })

  test('SUM mode truncates the tax once, and the lines add up to it', () => {
    const made = invoiceAmounts(three, 'KRW', 'SUM')
    expect(made.lines.map(({ tax }) => tax)).toEqual(['1001', '1000', '1000'])
    expect(made).toMatchObject({ tax: '3001', total: '33016' })
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
      const lines = Array.from({ length: (seed % 7) + 1 }, (_, at) =>
        line(`${(seed * 7919 * (at + 3)) % 100_003}.${(seed * 31) % 1000}`),
      )
      for (const way of ['LINE', 'SUM'] as const) {
        const made = invoiceAmounts(lines, 'KRW', way)
        const taxes = made.lines.reduce((sum, { tax }) => sum + Number(tax), 0)
        const supplies = made.lines.reduce((sum, { supply }) => sum + Number(supply), 0)
        expect([supplies, taxes]).toEqual([Number(made.supply), Number(made.tax)])
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
