import { describe, expect, test } from 'vitest'
import { selectRetained, getNextBackupTime } from '#areas/system/rules/backup-plan.ts'
import { timestampAt } from '#kernel/calendar.ts'

const plan = { everyHours: 6, fromHour: 3, keepHours: 24, keepDays: 7, keepWeeks: 4 }

describe('the next backup', () => {
  test.each([
    ['2026-11-20T02:59:59+09:00', plan, '20261120030000'],
    ['2026-11-20T03:00:00+09:00', plan, '20261120090000'],
    ['2026-11-20T21:30:00+09:00', plan, '20261121030000'],
    ['2026-11-20T10:00:00+09:00', { ...plan, everyHours: 24 }, '20261121030000'],
    ['2026-11-20T10:20:00+09:00', { ...plan, everyHours: 1 }, '20261120110000'],
    ['2026-11-20T10:20:00+09:00', { ...plan, fromHour: 23 }, '20261120110000'],
  ])('follows the plan after %s', (now, given, expected) => {
    expect(timestampAt(getNextBackupTime(Date.parse(now), given))).toBe(expected)
  })
})

function listBackupTimes(hours: number, days: number): string[] {
  const now = Date.UTC(2026, 10, 20, 12) - 9 * 3_600_000
  return Array.from({ length: (days * 24) / hours }, (_, index) =>
    timestampAt(now - index * hours * 3_600_000),
  )
}

describe('retained backups', () => {
  const kept = [...selectRetained(listBackupTimes(6, 60), '20261120120000', plan)].toSorted()

  test('retained backups include all of the last hours, then the newest per day and per week', () => {
    expect(kept).toEqual([
      // Weeks start on Monday, so the newest backups of the two older weeks are from Sundays.
      '20261101180000',
      '20261108180000',
      '20261114180000',
      '20261115180000',
      '20261116180000',
      '20261117180000',
      '20261118180000',
      '20261119180000',
      '20261120000000',
      '20261120060000',
      '20261120120000',
    ])
  })

  test('retained backups stay the same when the plan is applied again', () => {
    expect([...selectRetained(kept, '20261120120000', plan)].toSorted()).toEqual(kept)
  })

  test('retained backups include the newest one regardless of its age and the plan', () => {
    const none = { ...plan, keepHours: 1, keepDays: 0, keepWeeks: 0 }
    expect([
      ...selectRetained(['20250101000000', '20240101000000'], '20261120120000', none),
    ]).toEqual(['20250101000000'])
    expect(selectRetained([], '20261120120000', none).size).toBe(0)
  })
})
