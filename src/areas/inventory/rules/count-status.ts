import { stepsFrom, type StatusOf } from '#kernel/status.ts'

export const countStatus = {
  planned: '10',
  counting: '20',
  counted: '30',
  recounting: '40',
  closed: '50',
  cancelled: '90',
} as const

export type CountStatus = StatusOf<typeof countStatus>

/**
 * Statuses each step of a count job may start from.
 * - `count` covers first counts and recounts, `countFirst` first counts, in which every line is open.
 * - `overlap`: a single count of the same balance has to wait. A planned group count (`count`) only
 *   skips balances that are still being counted.
 * - `openResults` is where looking at results makes sense; the screen itself lists every job that is
 *   not cancelled.
 */
export const countStepFrom = stepsFrom({
  [countStatus.planned]: ['count', 'countFirst', 'cancel', 'overlap'],
  [countStatus.counting]: ['count', 'countFirst', 'cancel', 'overlap', 'openResults'],
  [countStatus.counted]: ['decide', 'undoSingleCount', 'overlap', 'openResults'],
  [countStatus.recounting]: ['count', 'overlap', 'openResults'],
  [countStatus.closed]: ['undoSingleCount', 'openResults', 'over'],
  [countStatus.cancelled]: ['over'],
} as const satisfies Readonly<Record<CountStatus, readonly string[]>>)
