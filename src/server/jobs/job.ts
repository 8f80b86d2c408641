import type { Label } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'

export type JobState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/** Temporary failure with a readable message. The job is retried. */
export class RetryableJobError extends Error {
  readonly text: Label

  constructor(text: Label, cause: unknown) {
    super(text.en, { cause })
    this.text = text
  }
}

export interface Job {
  readonly jobId: string
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId: string | null
  readonly wcode: string | null
  /** 1 for the first attempt. */
  readonly attempt: number
}

export interface JobCall {
  readonly db: Database
  readonly job: Job
  /** Aborted when the job is cancelled or the server stops. */
  readonly signal: AbortSignal
  /**
   * Reports the progress, 0 to 100, to the user. Rejects if the job was cancelled or taken over or
   * if the server stops, so a job that reports often needs no other check. Pending user requests
   * run first.
   */
  readonly progress: (percent: number, text?: string) => Promise<void>
}

/**
 * Data that a job can access. `reader`: what its user may see at the time of the run. `order`: the
 * records and addresses that were checked when it was enqueued. `site`: everything; its result
 * contains no row, owner or user.
 */
export const jobBounds = ['reader', 'order', 'site'] as const
export type JobBound = (typeof jobBounds)[number]

/** Handler of one kind of job. A job can run again from the start after a failure or crash. */
export interface JobHandler {
  readonly kind: string
  /** Data that the job can access. Without a value, the server does not start. */
  readonly bound: JobBound
  /** Maximum attempts, with increasing delays. */
  readonly maxAttempts: number
  /**
   * Runs next to the parallel jobs in a place reserved for short ones. Users wait for their results,
   * such as a login code, and long reports must not delay them.
   */
  readonly isShort?: boolean
  readonly run: (call: JobCall) => Promise<unknown>
}
