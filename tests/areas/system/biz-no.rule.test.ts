import { expect, test } from 'vitest'
import { pick } from '#kernel/table.ts'
import { validateRow } from '#kernel/validate-row.ts'
import { isBizNo } from '#areas/system/rules/biz-no.ts'
import { corp } from '#areas/system/tables/corp.ts'

test.each(['220-81-62517', '124-81-00998', '120-81-47521'])('%s is a business number', (text) => {
  expect(isBizNo(text)).toBe(true)
})

test.each(['220-81-62518', '2208162517', '220-81-6251', '220-8a-62517', ''])(
  '%s is not a business number',
  (text) => {
    expect(isBizNo(text)).toBe(false)
  },
)

test('all but one of the ten possible last digits are rejected', () => {
  const taken = Array.from({ length: 10 }, (_, digit) => `123-45-6789${digit}`).filter(isBizNo)
  expect(taken).toHaveLength(1)
})

test.each(['1208147521', '120 81 47521', '120-81-47521'])(
  '%s is stored with its hyphens',
  (typed) => {
    const { row, errors } = validateRow(pick(corp, ['BIZ_NO']), { BIZ_NO: typed }, () => undefined)
    expect(errors).toEqual([])
    expect(row).toEqual({ BIZ_NO: '120-81-47521' })
  },
)

test.each(['1208147522', '12081475211', '120814752'])('%s is rejected on input', (typed) => {
  const { errors } = validateRow(pick(corp, ['BIZ_NO']), { BIZ_NO: typed }, () => undefined)
  expect(errors).toHaveLength(1)
})
