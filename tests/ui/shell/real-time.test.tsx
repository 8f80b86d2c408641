// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { receiptLines, receipts } from '#areas/inbound/operations/receipts.ts'
import { stockByLot } from '#areas/inventory/operations/stock.ts'
import { zones } from '#areas/master/operations/masters.ts'
import { requiredMessage } from '#kernel/required.ts'
import { label } from '#kernel/label.ts'
import { tablesShown } from '#kernel/table.ts'
import { reconnectDelay } from '#ui/remote/events.ts'
import { joinLabels, message, setLanguage, setLanguageMap } from '#ui/base/language.ts'

test('a lost connection is retried after 1, 2, 4, 8 and 16 seconds, then every 30', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map(reconnectDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('the tables of a response are the tables of its columns, not the ones they refer to', () => {
  expect([...tablesShown(zones.query.output)]).toEqual(['zone'])
  expect([...tablesShown(stockByLot.output)]).toEqual(['stock_balance'])
  expect([...tablesShown(receipts.output)]).toEqual(['receipt'])
  expect([...tablesShown(receiptLines.output)]).toEqual(['receipt_line'])
})

test('a message uses the server text in its language, or our own if there is none', () => {
  setLanguage('ko')
  expect(message('MSG000012', '화주')).toBe('화주 항목은 필수 입력입니다.')
  setLanguageMap({ MSG000012: '{0}을(를) 넣으세요.' })
  expect(message('MSG000012', '화주')).toBe('화주을(를) 넣으세요.')
  setLanguage('en')
  expect(message('MSG000012', 'Owner')).toBe('Owner is required.')
  expect(message('MSG000023', 3, 'months')).toBe('The span must not exceed 3 months.')
})

test('several messages are joined by line breaks, and none give an empty text', () => {
  setLanguage('ko')
  setLanguageMap({ MSG000012: '{0}을(를) 넣으세요.' })
  const errors = [requiredMessage(label('화주', 'Owner')), label('수량이 모자랍니다.', 'Too few.')]
  expect(joinLabels(errors)).toBe('화주을(를) 넣으세요.\n수량이 모자랍니다.')
  expect(joinLabels([])).toBe('')
})
