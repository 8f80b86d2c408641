import { expect, test } from 'vitest'
import { messageStepFrom } from '#areas/master/rules/message-status.ts'

test('partner message steps start only from the allowed statuses', () => {
  expect(messageStepFrom).toEqual({
    change: ['10', '20'],
    convert: ['10', '20'],
    discard: ['10', '20'],
    handOver: ['40'],
  })
})
