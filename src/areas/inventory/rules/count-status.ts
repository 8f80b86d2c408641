import { indexSteps, type StatusOf } from '#kernel/status.ts'

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
 * Statuses from which each step of a count job can start. - `count` covers first counts and
 * recounts. `countFirst` is a first count, with every line open. - `overlap` blocks a single count
 * of the same balance. A planned group count (`count`) only skips balances that are still being
 * counted. - `openResults` marks jobs with results to review. The results screen lists all jobs
 * except cancelled ones.
 */
export const countStepFrom = indexSteps({
  [countStatus.planned]: ['count', 'countFirst', 'cancel', 'overlap'],
  [countStatus.counting]: ['count', 'countFirst', 'cancel', 'overlap', 'openResults'],
  [countStatus.counted]: ['decide', 'undoSingleCount', 'overlap', 'openResults'],
  [countStatus.recounting]: ['count', 'overlap', 'openResults'],
  [countStatus.closed]: ['undoSingleCount', 'openResults', 'over'],
  [countStatus.cancelled]: ['over'],
} as const satisfies Readonly<Record<CountStatus, readonly string[]>>)

/** Search value for results of a count that still need approval or a recount. */
export const openResults = 'DIFF,MOVED'
