import { expect, test } from 'vitest'
import { billMonthStepFrom, invoiceStepFrom } from '#areas/billing/rules/billing-status.ts'

test('billing month steps start only from the allowed statuses', () => {
  expect(billMonthStepFrom).toEqual({
    review: ['10', '20'],
    close: ['10', '20'],
    reopen: ['20', '30'],
  })
})

test('invoice steps start only from the allowed statuses', () => {
  expect(invoiceStepFrom).toEqual({
    issue: ['30'],
    undo: ['40'],
    print: ['30', '40', '50', '60'],
    approve: ['40', '60'],
    pay: ['40', '50'],
    correct: ['40', '50', '60'],
    send: ['40', '50', '60'],
  })
})
