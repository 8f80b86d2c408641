import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tracer } from '@opentelemetry/api'
import sql, { empty } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import {
  DatabaseError,
  StoreError,
  type Database,
  type Queryable,
  type Transaction,
} from '#server/db/database.ts'
import { explainStoreError } from '#server/engine/explain-store-error.ts'
import { AppError } from '#server/base/app-error.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'
import { runJobTraced } from '#server/base/spans.ts'
import { claimJob, extendLease, type ClaimedRow } from './claim-job.ts'
import { jobBounds, RetryableJobError, type Job, type JobHandler } from './job.ts'
import { cancelChannel, jobChannel, notifyJob, type JobRow } from './job-queue.ts'
import { endUnknownJobs, reportKinds, unknownKindMs } from './unknown-kinds.ts'
import { untilStored } from './until-stored.ts'

export interface JobRunnerOptions {
  readonly parallel?: number
  /** Lease time. A job whose process does not renew it is taken over by another. */
  readonly leaseMs?: number
  /** Interval to poll for jobs without notification: retries and jobs of dead processes. */
  readonly pollMs?: number
  /** Awaited at every progress report, to let user requests run before the next step. */
  readonly giveWay?: () => Promise<void>
  /** Exports a span of each job. */
  readonly tracer?: Tracer | undefined
}

interface RunningJob {
  readonly row: ClaimedRow
  readonly abort: AbortController
  readonly done: Promise<void>
}

class JobStopped extends Error {
  readonly why: 'cancelled' | 'stopping' | 'lost'

  constructor(why: JobStopped['why']) {
    super(`the job is ${why}`)
    this.why = why
  }
}

type Outcome = { readonly result: unknown } | { readonly error: unknown }

const progressEveryMs = 250
const stopPatienceMs = 5_000

/**
 * Claims jobs with `for update skip locked`. Any number of processes can share the work, and each
 * job runs in only one of them.
 */
export class JobRunner {
  #db: Database
  #handlers: ReadonlyMap<string, JobHandler>
  #kinds: readonly string[]
  #options: Required<JobRunnerOptions>
  #report: (error: unknown) => void
  #running = new Map<string, RunningJob>()
  #unlisten: (() => Promise<void>)[] = []
  #timers: NodeJS.Timeout[] = []
  #claiming: Promise<void> | undefined
  #isClaimPending = false
  /** Replaced once a claim was answered. Until then, it is repeated. */
  #claimId = randomUUID()
  #stopped = false

  constructor(
    db: Database,
    handlers: readonly JobHandler[],
    report: (error: unknown) => void,
    options: JobRunnerOptions = {},
  ) {
    for (const { kind, bound } of handlers) {
      assertDeclared(`job ${kind}`, { bound: jobBounds.find((known) => known === bound) })
    }
    this.#db = db
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#kinds = handlers.map(({ kind }) => kind)
    this.#report = report
    this.#options = {
      parallel: 2,
      leaseMs: 60_000,
      pollMs: 15_000,
      giveWay: () => Promise.resolve(),
      tracer: undefined,
      ...options,
    }
  }

  async start(): Promise<void> {
    this.#unlisten.push(
      await this.#db.listen(jobChannel, () => this.#wake()),
      await this.#db.listen(cancelChannel, (jobId) => {
        this.#running.get(jobId)?.abort.abort(new JobStopped('cancelled'))
      }),
    )
    const { pollMs, leaseMs } = this.#options
    await reportKinds(this.#db, this.#kinds)
    this.#timers.push(
      setInterval(() => this.#poll(), pollMs),
      setInterval(() => void this.#renewLeases().catch(this.#report), leaseMs / 3),
      setInterval(
        () => void endUnknownJobs(this.#db, this.#kinds).catch(this.#report),
        unknownKindMs,
      ),
    )
    for (const timer of this.#timers) timer.unref()
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#claiming
    for (const { abort } of this.#running.values()) abort.abort(new JobStopped('stopping'))
    const ended = Promise.all([...this.#running.values()].map(({ done }) => done))
    // A job that ignores the signal dies with the process. Another process takes it over when its
    // lease expires.
    const patience = new AbortController()
    const timeout = pause(stopPatienceMs, undefined, { signal: patience.signal, ref: false })
    await Promise.race([ended, timeout])
    patience.abort()
    await timeout.catch(() => undefined)
    for (const unlisten of this.#unlisten) await unlisten()
  }

  #poll(): void {
    void reportKinds(this.#db, this.#kinds).catch(this.#report)
    this.#wake()
  }

  #wake(): void {
    if (this.#stopped) return
    if (this.#claiming) {
      this.#isClaimPending = true
      return
    }
    this.#claiming = this.#claimAll()
      .catch(this.#report)
      .finally(() => {
        this.#claiming = undefined
        if (this.#isClaimPending) {
          this.#isClaimPending = false
          this.#wake()
        }
      })
  }

  async #claimAll(): Promise<void> {
    while (!this.#stopped) {
      const kinds = this.#claimableKinds()
      const row = kinds.length > 0 ? await this.#claim(kinds) : undefined
      if (!row) return
      const abort = new AbortController()
      const done = this.#run(row, abort)
        .catch(this.#report)
        .finally(() => {
          this.#running.delete(row.job_id)
          this.#wake()
        })
      this.#running.set(row.job_id, { row, abort, done })
    }
  }

  /** All kinds while a place is free, then short ones for one more. */
  #claimableKinds(): readonly string[] {
    const places = this.#options.parallel - this.#running.size
    if (places !== 0) return places > 0 ? this.#kinds : []
    return this.#kinds.filter((kind) => this.#handlers.get(kind)?.isShort)
  }

  async #claim(kinds: readonly string[]): Promise<ClaimedRow | undefined> {
    const { leaseMs } = this.#options
    const running = [...this.#running.keys()]
    const row = await claimJob(this.#db, { claimId: this.#claimId, kinds, leaseMs, running })
    this.#claimId = randomUUID()
    return row
  }

  #lease() {
    return extendLease(this.#options.leaseMs)
  }

  async #renewLeases(): Promise<void> {
    const mine = [...this.#running.values()].map(({ row }) => row)
    if (mine.length === 0) return
    await this.#db.execute(sql`
      update job j set ${this.#lease()} from unnest(${mine.map((row) => row.job_id)}::uuid[],
        ${mine.map((row) => row.attempt)}::int[]) m(job_id, attempt)
      where j.job_id = m.job_id and j.attempt = m.attempt and j.state_cd = 'RUNNING'`)
  }

  async #run(row: ClaimedRow, abort: AbortController): Promise<void> {
    const handler = this.#handlers.get(row.kind)
    if (!handler) return
    const outcome = await this.#perform(row, handler, abort)
    const store = (end: Outcome) =>
      this.#db.transaction((tx) => this.#storeOutcome(tx, row, handler, end))
    try {
      // The work is done: a job that ended as failed or is run again would send its email twice. Its
      // lease is renewed until then.
      await untilStored(() => store(outcome), {
        isOver: () => this.#stopped,
        report: this.#report,
      })
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // The database rejects the result.
      await store({ error })
    }
  }

  async #perform(row: ClaimedRow, handler: JobHandler, abort: AbortController): Promise<Outcome> {
    const { signal } = abort
    try {
      if (row.cancel_yn === 'Y') throw new JobStopped('cancelled')
      // The process crashed during every previous attempt, so do not try again.
      if (row.attempt > maxAttempts(row, handler)) {
        throw new AppError(500, 'JOB_ENDED_EARLY', endedEarlyText)
      }
      const progress = this.#progressOf(row, abort)
      const call = { db: this.#db, job: toJob(row), signal, progress }
      const { tracer } = this.#options
      const result = await runJobTraced(tracer, row.kind, () => handler.run(call))
      // A cancellation during the last step is too late: the work is done.
      return { result: result ?? null }
    } catch (error) {
      return { error: signal.aborted ? signal.reason : error }
    }
  }

  async #storeOutcome(
    tx: Transaction,
    row: ClaimedRow,
    handler: JobHandler,
    outcome: Outcome,
  ): Promise<void> {
    if ('result' in outcome) {
      await this.#finish(tx, row, { state: 'DONE', result: outcome.result })
      return
    }
    const { error } = outcome
    if (!(error instanceof JobStopped)) await this.#handleFailure(tx, row, handler, error)
    else if (error.why === 'cancelled') await this.#finish(tx, row, { state: 'CANCELLED' })
    else if (error.why === 'stopping') await this.#requeue(tx, row)
  }

  #progressOf(row: ClaimedRow, abort: AbortController) {
    let writtenAt = -Infinity
    let resultText = ''
    return async (percent: number, text = ''): Promise<void> => {
      await this.#options.giveWay()
      abort.signal.throwIfAborted()
      const now = performance.now()
      if (now - writtenAt < progressEveryMs) return
      writtenAt = now
      const share = Math.min(100, Math.max(0, Math.trunc(percent)))
      const renewed = await this.#db.transaction(async (tx) => {
        const [updated] = await tx.query<ClaimedRow>(sql`
          update job set progress = ${share}, progress_text = ${text}, ${this.#lease()}
          where job_id = ${row.job_id}::uuid and attempt = ${row.attempt} and state_cd = 'RUNNING'
          returning *`)
        if (updated)
          await Promise.all([
            notifyJob(tx, updated),
            text === resultText ? 0 : logJob(tx, row, text),
          ])
        return updated
      })
      resultText = text
      if (!renewed) abort.abort(new JobStopped('lost'))
      else if (renewed.cancel_yn === 'Y') abort.abort(new JobStopped('cancelled'))
      abort.signal.throwIfAborted()
    }
  }

  /**
   * Only the process that holds the lease can finish the job. A process that lost its lease writes
   * nothing.
   */
  async #finish(
    tx: Transaction,
    row: ClaimedRow,
    end: { state: 'DONE' | 'CANCELLED' | 'FAILED'; result?: unknown; error?: string },
  ): Promise<boolean> {
    const isDone = end.state === 'DONE'
    const [updated] = await tx.query<JobRow>(sql`
      update job set state_cd = ${end.state}, finished_at = now(), lease_until = null,
        ${isDone ? sql`progress = 100,` : empty}
        -- The payload can name people and is not needed after the job has ended.
        payload = '{}', result = ${JSON.stringify(end.result ?? null)}::jsonb,
        error_text = ${end.error ?? null}
      where job_id = ${row.job_id}::uuid and attempt = ${row.attempt} and state_cd = 'RUNNING'
      returning *`)
    if (updated) await notifyJob(tx, updated)
    return updated !== undefined
  }

  async #requeue(tx: Transaction, row: ClaimedRow): Promise<void> {
    await tx.execute(sql`
      update job set state_cd = 'QUEUED', lease_until = null, attempt = attempt - 1
      where job_id = ${row.job_id}::uuid and attempt = ${row.attempt} and state_cd = 'RUNNING'`)
    await tx.notify(jobChannel)
  }

  async #handleFailure(
    tx: Transaction,
    row: ClaimedRow,
    handler: JobHandler,
    error: unknown,
  ): Promise<void> {
    if (row.attempt < maxAttempts(row, handler) && !(error instanceof AppError)) {
      const waitSecs = 10 * row.attempt ** 2
      await logJob(tx, row, error instanceof Error ? error.message : String(error))
      await tx.execute(sql`
        update job set state_cd = 'QUEUED', lease_until = null, error_text = ${errorText(error)},
          run_after = now() + make_interval(secs => ${waitSecs}::float8)
        where job_id = ${row.job_id}::uuid and attempt = ${row.attempt} and state_cd = 'RUNNING'`)
      return
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const isEnded = await this.#finish(tx, row, { state: 'FAILED', error: errorText(error) })
    if (!isEnded) return
    await tx.execute(sql`
      insert into error_log (user_id, path, error_code, detail)
      values (${row.user_id}, ${`job/${row.kind}`}, 'JOB_FAILED', ${detail.slice(0, 8000)})`)
  }
}

function logJob(db: Queryable, { job_id: jobId, attempt }: ClaimedRow, text: string) {
  return db.execute(sql`
    insert into job_log (job_id, attempt, log_text)
    values (${jobId}::uuid, ${attempt}, ${text.slice(0, 2000)})`)
}

const jobFailedText = label('작업이 실패했습니다.', 'The job failed.')
const endedEarlyText = label(
  '작업 중에 서버가 종료되어 끝내지 못했습니다. 결과를 확인하고 다시 실행하세요.',
  'The server stopped while the job was running. Check the result and run the job again.',
)

/** In both languages, because the user can switch the language after the job has failed. */
function errorText(error: unknown): string {
  const shown = error instanceof StoreError ? explainStoreError(error) : error
  const isWorded = shown instanceof AppError || shown instanceof RetryableJobError
  const { ko, en } = isWorded ? shown.text : jobFailedText
  return `${ko} / ${en}`
}

function maxAttempts(row: ClaimedRow, handler: JobHandler): number {
  return row.attempts_max ?? handler.maxAttempts
}

function toJob(row: ClaimedRow): Job {
  return {
    jobId: row.job_id,
    kind: row.kind,
    payload: row.payload,
    userId: row.user_id,
    wcode: row.wcode,
    attempt: row.attempt,
  }
}
