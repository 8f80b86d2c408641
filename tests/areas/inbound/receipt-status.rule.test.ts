import { expect, test } from 'vitest'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'

test('receipt steps start only from the allowed statuses', () => {
  expect(receiptStepFrom).toEqual({
    change: ['05', '10'],
    receive: ['10', '20'],
    printLabels: ['10', '20', '30'],
    cancelReceiving: ['20', '30'],
    printConfirmation: ['20', '30'],
    skipReports: ['05', '90'],
  })
})
