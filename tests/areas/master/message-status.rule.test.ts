import { expect, test } from 'vitest'
import { messageStepFrom } from '#areas/master/rules/message-status.ts'

test('every step of a partner message starts from its statuses', () => {
  expect(messageStepFrom).toEqual({
    change: ['10', '20'],
    convert: ['10', '20'],
    discard: ['10', '20'],
    handOver: ['40'],
  })
})
