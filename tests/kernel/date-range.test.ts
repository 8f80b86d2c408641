import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { dateRangeError } from '#kernel/date-range.ts'
import { addDays } from '#kernel/calendar.ts'

describe('spec §5: Date range: start must not be after end (MSG000022).', () => {
  test('a start after the end is rejected, the same date is not', () => {
    expect(dateRangeError('20260302', '20260301')).toMatchObject({
      code: 'MSG000022',
      ko: '시작일이 종료일보다 늦을 수 없습니다.',
      en: 'The start must not be after the end.',
    })
    expect(dateRangeError('20260301', '20260301')).toBeUndefined()
    expect(dateRangeError('20251231', '20260101')).toBeUndefined()
  })

  test('months and timestamps are ranges too', () => {
    expect(dateRangeError('202603', '202602')?.code).toBe('MSG000022')
    expect(dateRangeError('202602', '202602')).toBeUndefined()
    expect(dateRangeError('20260301090001', '20260301090000')?.code).toBe('MSG000022')
    expect(dateRangeError('20260301090001', '20260301')).toBeUndefined()
  })

  test('an open end and an invalid date are ignored by this rule', () => {
    expect(dateRangeError('20260302', null)).toBeUndefined()
    expect(dateRangeError('', '20260301')).toBeUndefined()
    expect(dateRangeError('20260231', '20260101')).toBeUndefined()
  })

  test('exactly one order of two different dates is rejected', () => {
    const offset = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(offset, offset, (one, other) => {
        const [a, b] = [addDays('19900101', one), addDays('19900101', other)]
        const refused = [dateRangeError(a, b), dateRangeError(b, a)].filter(Boolean)
        expect(refused).toHaveLength(a === b ? 0 : 1)
      }),
    )
  })
})

describe('spec §5: The span must not exceed a given number of months, days or years (MSG000023 with that number).', () => {
  const cases = [
    { unit: 'days', count: 30, last: '20260331', text: '조회 기간은 30일을 넘을 수 없습니다.' },
    { unit: 'months', count: 3, last: '20260601', text: '조회 기간은 3개월을 넘을 수 없습니다.' },
    { unit: 'years', count: 1, last: '20270301', text: '조회 기간은 1년을 넘을 수 없습니다.' },
  ] as const

  for (const { unit, count, last, text } of cases) {
    test(`${count} ${unit} from March 1 extend to ${last} and no further`, () => {
      expect(dateRangeError('20260301', last, { unit, count })).toBeUndefined()
      expect(dateRangeError('20260301', addDays(last, 1), { unit, count })).toMatchObject({
        code: 'MSG000023',
        ko: text,
      })
    })
  }

  test('one month from the end of January ends on the last day of February', () => {
    const limit = { unit: 'months', count: 1 } as const
    expect(dateRangeError('20260131', '20260228', limit)).toBeUndefined()
    expect(dateRangeError('20260131', '20260301', limit)?.code).toBe('MSG000023')
  })

  test('the English message includes the number and uses the singular for one month', () => {
    const englishError = (count: number) =>
      dateRangeError('20260101', '20301231', { unit: 'months', count })?.en
    expect(englishError(3)).toBe('The span must not exceed 3 months.')
    expect(englishError(1)).toBe('The span must not exceed 1 month.')
  })

  test('a timestamp range can end at its start time on the last allowed day, but not later', () => {
    const limit = { unit: 'days', count: 1 } as const
    expect(dateRangeError('20260301090000', '20260302090000', limit)).toBeUndefined()
    expect(dateRangeError('20260301090000', '20260302090001', limit)?.code).toBe('MSG000023')
  })

  test('a reversed range reports only that, and the maximum date has no span limit', () => {
    const limit = { unit: 'days', count: 1 } as const
    expect(dateRangeError('20260302', '20260101', limit)?.code).toBe('MSG000022')
    expect(dateRangeError('99991231', '99991231', limit)).toBeUndefined()
    expect(dateRangeError('99991201', '99991231', { unit: 'months', count: 1 })).toBeUndefined()
  })
})
