import { indexSteps, type StatusOf } from '#kernel/status.ts'

export const adjustStatus = { waiting: '10', approved: '20', rejected: '90' } as const

export type AdjustStatus = StatusOf<typeof adjustStatus>

export const adjustStepFrom = indexSteps({
  [adjustStatus.waiting]: ['decide'],
  [adjustStatus.approved]: [],
  [adjustStatus.rejected]: [],
} as const satisfies Readonly<Record<AdjustStatus, readonly string[]>>)
