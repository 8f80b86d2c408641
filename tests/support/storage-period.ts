import { addDays, addMonths, weekday } from '#kernel/calendar.ts'

export interface StorageRules {
  readonly termMonths: number
  readonly noticeDays: number
  /** Declaration period in days, or undefined if the shed has no limit. */
  readonly declareDays?: number | undefined
  readonly removeDays: number
}

/** Deadlines of a cargo, `yyyyMMdd`. */
export interface StorageDays {
  readonly end: string
  /** Last date to notify the consignee (반출통고). */
  readonly notice: string
  readonly declareBy?: string
}

/**
 * Deadlines of a cargo received in full on a date (second-half.md §1, *장치기간*). The first day does
 * not count: a period of months ends on the same day of a later month, clamped to the month end.
 * Storage days before re-entry are deducted.
 */
export function storageDays(
  arrived: string,
  rules: StorageRules,
  extendedMonths = 0,
  priorDays = 0,
): StorageDays {
  const end = addDays(addMonths(arrived, rules.termMonths + extendedMonths), -priorDays)
  const { declareDays } = rules
  return {
    end,
    notice: addDays(end, -rules.noticeDays),
    ...(declareDays !== undefined && { declareBy: addDays(arrived, declareDays) }),
  }
}

export function removeBy(cleared: string, rules: StorageRules): string {
  return addDays(cleared, rules.removeDays)
}

const fixedHolidays = '0101 0301 0501 0505 0606 0815 1003 1009 1225'.split(' ')

/** The first date on or after a date that is neither a weekend nor a holiday with a fixed date. */
export function customsDay(day: string): string {
  const isClosed = weekday(day) > 5 || fixedHolidays.includes(day.slice(4))
  return isClosed ? customsDay(addDays(day, 1)) : day
}
