import { expect, test } from 'vitest'
import { adjustStepFrom } from '#areas/inventory/rules/adjust-status.ts'

test('adjustment request steps start only from the allowed statuses', () => {
  expect(adjustStepFrom).toEqual({
    decide: ['10'],
  })
})
