import { addDays, addMonths } from '#kernel/calendar.ts'

/** Numbers of the law for a shed, as its masters say them on the day. */
export interface StorageRules {
  readonly termMonths: number
  readonly noticeDays: number
  /** Days to declare in; undefined where the shed has no such limit. */
  readonly declareDays?: number | undefined
  readonly removeDays: number
}

/** The days of a cargo, `yyyyMMdd`. */
export interface StorageDays {
  /** Last day of the storage period. */
  readonly end: string
  /** Last day to tell the consignee (반출통고). */
  readonly notice: string
  readonly declareBy?: string
}

/**
 * The days of a cargo that came in whole on a day (second-half.md §1, *장치기간*): the first day does
 * not count, so a period of months ends on the same day of a later month, clamped to its last day.
 * Days the goods were kept before they came in again are taken off.
 */
export function storageDays(
  cameIn: string,
  rules: StorageRules,
  extendedMonths = 0,
  priorDays = 0,
): StorageDays {
  const end = addDays(addMonths(cameIn, rules.termMonths + extendedMonths), -priorDays)
  const { declareDays } = rules
  return {
    end,
    notice: addDays(end, -rules.noticeDays),
    ...(declareDays !== undefined && { declareBy: addDays(cameIn, declareDays) }),
  }
}

/** Last day for cleared goods to be out. */
export function removeBy(cleared: string, rules: StorageRules): string {
  return addDays(cleared, rules.removeDays)
}
