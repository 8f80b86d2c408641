import { describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import {
  cronError,
  describeCron,
  nextRuns,
  formatShortTimes,
  type CronFields,
} from '#areas/system/rules/cron.ts'

function cron(text: string): CronFields {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.split(' ')
  return { minute, hour, day, month, weekday }
}

test.each([
  ['0 3 * * *', '매일 03:00', 'at 03:00, daily'],
  ['30 3 * * 1-5', '매주 월–금요일 03:30', 'at 03:30, Mon–Fri'],
  ['0 9,18 * * *', '매일 09:00, 18:00', 'at 09:00, 18:00, daily'],
  ['*/10 * * * *', '매일 10분마다', 'every 10 minutes, daily'],
  ['5 * * * *', '매일 매시 5분', 'at minute 5 of every hour, daily'],
  ['0 */6 * * *', '매일 6시간마다 00분', 'every 6 hours at minute 00, daily'],
  ['0 1 1 * *', '매월 1일 01:00', 'at 01:00, day 1 each month'],
  ['0 1 31 * *', '매월 31일(없는 달 제외) 01:00', 'at 01:00, day 31 each month that has it'],
  [
    '0 1 15,30 * *',
    '매월 15,30일(없는 달 제외) 01:00',
    'at 01:00, day 15,30 each month that has it',
  ],
  ['0 1 31 12 *', '12월 31일 01:00', 'at 01:00, day 31 of month 12'],
  ['0 1 L * *', '매월 말일 01:00', 'at 01:00, last day each month'],
  [
    '*/15 9-18 * * 1,3',
    '매주 월·수요일 9-18시 15분마다',
    'every 15 minutes of hours 9-18, Mon, Wed',
  ],
  ['0 0 1 1 *', '1월 1일 00:00', 'at 00:00, day 1 of month 1'],
  ['0 1 */3 1 *', '1월 1일부터 3일 간격 01:00', 'at 01:00, every 3 days from day 1 of month 1'],
  ['0 1 1-9/4 */6 *', '1,7월 1,5,9일 01:00', 'at 01:00, day 1,5,9 of month 1,7'],
  ['*/1 */1 * * *', '매일 매분', 'every minute, daily'],
  ['0 */9 * * *', '매일 00:00, 09:00, 18:00', 'at 00:00, 09:00, 18:00, daily'],
  [
    '0,30 */6 * * */3',
    '매주 일·수·토요일 6시간마다 00, 30분',
    'every 6 hours at minute 00, 30, Sun, Wed, Sat',
  ],
  [
    '*/10 */6 * * *',
    '매일 6시간에 한 시간씩 10분마다',
    'every 10 minutes in one of every 6 hours, daily',
  ],
])('%s is described as %s', (text, ko, en) => {
  expect(cronError(cron(text))).toBeUndefined()
  expect(describeCron(cron(text))).toEqual({ ko, en })
})

describe('invalid cron expressions', () => {
  test.each([
    ['60 3 * * *', 'minute'],
    ['0 24 * * *', 'hour'],
    ['0 3 32 * *', 'day'],
    ['0 3 * 13 *', 'month'],
    ['0 3 * * MON', 'weekday'],
    ['0 3 1 * 1', 'weekday'],
    ['0 3 30 2 *', 'day'],
    [' 3 * * *', 'minute'],
  ])('%s is rejected at field %s', (text, field) => {
    expect(cronError(cron(text))?.field).toBe(field)
  })
})

test('the next five runs are in Seoul time', () => {
  const from = Date.parse('2026-12-30T18:00:00+09:00')
  const next = nextRuns(cron('0 3 * * *'), 5, from)
  expect(next.map((at) => timestampAt(at))).toEqual([
    '20261231030000',
    '20270101030000',
    '20270102030000',
    '20270103030000',
    '20270104030000',
  ])
  expect(formatShortTimes(next.slice(0, 2))).toBe('12-31 03:00, 01-01 03:00')
})
