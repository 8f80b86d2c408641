/** A waiting task that a user has claimed is shown as in progress. */
export const moveTaskStatus = {
  waiting: '10',
  claimed: '20',
  done: '30',
  short: '35',
  cancelled: '90',
} as const

export type MoveTaskStatus = (typeof moveTaskStatus)[keyof typeof moveTaskStatus]
