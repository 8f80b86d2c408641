import { expect, test } from 'vitest'
import { readDigitalLink } from '#kernel/gs1/digital-link.ts'

const read = (text: string) => readDigitalLink(text, 2026)

test('key, qualifiers and attributes of an address are elements', () => {
  expect(read('https://id.example/shop/01/8801234567893/10/A%2F1?17=261231&x=1')).toMatchObject({
    ok: true,
    elements: [
      { ai: '01', value: '08801234567893' },
      { ai: '10', value: 'A/1' },
      { ai: '17', value: '261231' },
    ],
  })
})

test('qualifiers out of order, wrong check digits and foreign attributes are refused', () => {
  expect(read('https://id.example/01/08801234567893/21/7/10/A')).toMatchObject({
    ok: false,
    code: 'wrong-order',
  })
  expect(read('https://id.example/01/08801234567890')).toMatchObject({ code: 'wrong-value' })
  expect(read('https://id.example/01/08801234567893?21=7')).toMatchObject({ code: 'wrong-order' })
})

test('an address without a key is somebody else’s', () => {
  expect(read('https://example.com/01/next/page')).toBeUndefined()
  expect(read('https://example.com/')).toBeUndefined()
  expect(read('0108801234567893')).toBeUndefined()
})
