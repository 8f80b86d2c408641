import { documentStatus, indexSteps, type StatusOf } from '#kernel/status.ts'

export const scmStatus = {
  requested: documentStatus.requested,
  accepted: '10',
  inProgress: '20',
  done: '30',
  rejected: '80',
  cancelled: documentStatus.cancelled,
} as const

export type ScmStatus = StatusOf<typeof scmStatus>

/**
 * Statuses each step of a supply chain order can start from.
 * - `cancelOwn` is a withdrawal by the partner, `cancel` one by the site.
 * - `board` are the lanes of the cards. `over` frees the partner's order number.
 */
export const scmStepFrom = indexSteps({
  [scmStatus.requested]: [
    'change',
    'accept',
    'reject',
    'replan',
    'switch',
    'cancelOwn',
    'cancel',
    'board',
  ],
  [scmStatus.accepted]: ['accept', 'reject', 'replan', 'switch', 'cancel', 'board'],
  [scmStatus.inProgress]: ['accept', 'reject', 'replan', 'cancel', 'board'],
  [scmStatus.done]: ['board'],
  [scmStatus.rejected]: ['cancel', 'over'],
  [scmStatus.cancelled]: ['over'],
} as const satisfies Readonly<Record<ScmStatus, readonly string[]>>)
