import { indexSteps, type StatusOf } from '#kernel/status.ts'

export const recallStatus = {
  blocked: '20',
  closed: '50',
} as const

export type RecallStatus = StatusOf<typeof recallStatus>

export const recallStepFrom = indexSteps({
  [recallStatus.blocked]: ['close'],
  [recallStatus.closed]: [],
} as const satisfies Readonly<Record<RecallStatus, readonly string[]>>)
