import { expect, test } from 'vitest'
import { isBizNo } from '#areas/system/rules/biz-no.ts'

test.each(['220-81-62517', '124-81-00998', '120-81-47521'])('%s is a business number', (text) => {
  expect(isBizNo(text)).toBe(true)
})

test.each(['220-81-62518', '2208162517', '220-81-6251', '220-8a-62517', ''])(
  '%s is none',
  (text) => {
    expect(isBizNo(text)).toBe(false)
  },
)

test('every last digit but one is refused', () => {
  const taken = Array.from({ length: 10 }, (_, digit) => `123-45-6789${digit}`).filter(isBizNo)
  expect(taken).toHaveLength(1)
})
