import type { Label } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'

export type JobState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/** Why a job could not be done this time and may be the next time, in words. */
export class JobSetback extends Error {
  readonly text: Label

  constructor(text: Label, cause: unknown) {
    super(text.en, { cause })
    this.text = text
  }
}

/** A job as it is handed to the code that does it. */
export interface Job {
  readonly jobId: string
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId: string | null
  readonly wcode: string | null
  /** 1 at the first try. */
  readonly attempt: number
}

export interface JobCall {
  readonly db: Database
  readonly job: Job
  /** Aborted when the job is cancelled or the server stops. */
  readonly signal: AbortSignal
  /**
   * Says how far it is, 0 to 100, to whoever asked for the job. Rejects when the job was cancelled,
   * taken over or the server stops: a job that reports often needs no other check. People's calls
   * are answered meanwhile.
   */
  readonly progress: (percent: number, text?: string) => Promise<void>
}

/** Does one kind of job. May run again from the start after a failure or a crash. */
export interface JobHandler {
  readonly kind: string
  /** Tries in all, each later than the one before. */
  readonly attemptsMax: number
  /** Returns the result, as JSON. */
  readonly run: (call: JobCall) => Promise<unknown>
}
