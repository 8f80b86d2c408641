import { expect, test } from 'vitest'
import { adjustStepFrom } from '#areas/inventory/rules/adjust-status.ts'

test('every step of an adjustment request starts from its statuses', () => {
  expect(adjustStepFrom).toEqual({
    decide: ['10'],
  })
})
