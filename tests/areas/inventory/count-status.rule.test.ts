import { expect, test } from 'vitest'
import { countStepFrom } from '#areas/inventory/rules/count-status.ts'

test('count job steps start only from the allowed statuses', () => {
  expect(countStepFrom).toEqual({
    count: ['10', '20', '40'],
    countFirst: ['10', '20'],
    cancel: ['10', '20'],
    overlap: ['10', '20', '30', '40'],
    openResults: ['20', '30', '40', '50'],
    decide: ['30'],
    undoSingleCount: ['30', '50'],
    over: ['50', '90'],
  })
})
