import { expect, test } from 'vitest'
import { bulkItemsMost, foldItems, type TaxItem } from '#areas/billing/rules/tax-items.ts'
import { taxTypeCode } from '#areas/billing/rules/tax-xml.ts'

const items = (count: number): TaxItem[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `작업 ${at + 1}`,
    spec: '',
    qty: '1',
    unitPrice: '100',
    supply: String(100 * (at + 1)),
    tax: String(10 * (at + 1)),
    note: '',
  }))

test('items that a form has room for stay as they are', () => {
  expect(foldItems(items(4), bulkItemsMost)).toEqual(items(4))
})

test('what has no room stands summed in the last item, and nothing is lost', () => {
  const folded = foldItems(items(6), bulkItemsMost)
  expect(folded).toHaveLength(4)
  expect(folded[3]).toMatchObject({ name: '작업 4 외 2건', supply: '1500', tax: '150', qty: '' })
  const sum = folded.reduce((total, { supply }) => total + Number(supply), 0)
  expect(sum).toBe(100 + 200 + 300 + 400 + 500 + 600)
})

test('the kind of a document says its tax, and whether it corrects another', () => {
  expect(taxTypeCode('TAX', false)).toBe('0101')
  expect(taxTypeCode('ZERO', true)).toBe('0202')
  expect(taxTypeCode('FREE', false)).toBe('0301')
  expect(taxTypeCode('FREE', true)).toBe('0401')
})
