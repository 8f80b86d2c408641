import { expect, test } from 'vitest'
import { priceQuantity, type PriceTerms } from '#areas/freight/rules/price-amount.ts'
import { tiersError } from '#areas/freight/rules/price-tiers.ts'

const amount = (qty: string, terms: PriceTerms) => priceQuantity(qty, terms).amount

test('storage at 568 won per CBM and day costs at least 20 won', () => {
  const card = { unitPrice: '568', minAmt: '20' }
  expect(amount('0.02', { unitPrice: '568' })).toBe('11.36')
  expect(amount('0.02', card)).toBe('20')
  expect(amount('1', card)).toBe('568')
})

test('overdue stock costs four times as much', () => {
  expect(amount('1', { unitPrice: '568', surcharge: '300' })).toBe('2272')
})

test('1,300 won and 200 for each further piece are capped at 3,000 per order', () => {
  const card = {
    unitPrice: '0',
    tierCd: 'GRADUATED',
    tiers: '0:1300, 1:200',
    maxAmt: '3000',
  } as const
  const orders = ['1', '3', '5', '30'].map((pieces) => amount(pieces, card))
  expect(orders).toEqual(['1300', '1700', '2100', '3000'])
})

test('tiers price each part, or the entire quantity at the tier it reaches', () => {
  const tiers = { unitPrice: '0', tiers: '0:300, 100:250' }
  expect(amount('120', { ...tiers, tierCd: 'GRADUATED' })).toBe('35000')
  expect(amount('120', { ...tiers, tierCd: 'WHOLE' })).toBe('30000')
  expect(amount('100', { ...tiers, tierCd: 'GRADUATED' })).toBe('30000')
  expect(amount('100', { ...tiers, tierCd: 'WHOLE' })).toBe('30000')
})

test('a free quantity costs nothing, not even the minimum amount', () => {
  const card = { unitPrice: '100', freeQty: '10', minAmt: '50' }
  expect(amount('10', card)).toBe('0')
  expect(amount('12', card)).toBe('200')
})

test('the steps explain how the amount was calculated', () => {
  const card = { unitPrice: '0', tierCd: 'GRADUATED', tiers: '0:300,100:250' } as const
  expect(priceQuantity('120', card).steps.map(({ ko }) => ko)).toEqual([
    '100 × 300 + 20 × 250 = 35,000',
  ])
})

test('tiers that start above zero, descend or are unreadable are rejected with a message', () => {
  expect(tiersError('0:300, 100:250')).toBeUndefined()
  expect(tiersError('1:300')?.ko).toBe('첫 구간은 0부터 시작해야 합니다.')
  expect(tiersError('0:300, 100:250, 50:1')?.ko).toMatch(/차례로/)
  expect(tiersError('0=300')?.ko).toMatch(/읽을 수 없습니다/)
})
