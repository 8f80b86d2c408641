import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '#server/db/database.ts'
import type { JobCall } from './job.ts'

const storeRetryMs = 1_000

interface StoreWait {
  /** Whether the caller stops waiting, so the error is thrown. */
  readonly isOver: () => boolean
  readonly report?: (error: unknown) => void
}

/** Repeats a write while the database restarts or fails over. */
export async function untilStored<T>(
  write: () => Promise<T>,
  { isOver, report }: StoreWait,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreError) || isOver()) throw error
      report?.(error)
    }
    await pause(storeRetryMs, undefined, { ref: false })
  }
}

/**
 * Records an email after it was sent. Repeated while the database restarts or fails over, because an
 * error would make the job run, and send it, again.
 */
export function recordSent<T>(
  { signal }: Pick<JobCall, 'signal'>,
  write: () => Promise<T>,
): Promise<T> {
  return untilStored(write, { isOver: () => signal.aborted })
}
