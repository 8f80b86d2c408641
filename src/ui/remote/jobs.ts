import { proxy, ref, useSnapshot } from 'valtio'
import { jobTables, jobTitles } from '#areas/system/rules/job-titles.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call } from './api.ts'
import { recordJobChange } from './changed-elsewhere.ts'

export interface Job {
  readonly JOB_ID: string
  readonly KIND: string
  readonly STATE: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
  /** Percentage from 0 to 100. */
  readonly PROGRESS: number
  readonly TEXT: string
  readonly CREATED_AT: string
}

const MAX_JOBS = 20

const state = proxy<{ jobs: readonly Job[] }>({ jobs: ref([]) })

export function useJobs(): readonly Job[] {
  return useSnapshot(state).jobs as readonly Job[]
}

export function isFinished({ STATE }: Job): boolean {
  return STATE !== 'QUEUED' && STATE !== 'RUNNING'
}

export function jobTitle({ KIND }: Job): string {
  const title = Object.hasOwn(jobTitles, KIND) ? jobTitles[KIND] : undefined
  return title ? t(title) : KIND
}

/** Prefers the finished state, because updates can arrive out of order. */
function newerState(known: Job | undefined, received: Job): Job {
  return known && isFinished(known) && !isFinished(received) ? known : received
}

function mergeJobs(received: readonly Job[]): void {
  const known = new Map(state.jobs.map((job) => [job.JOB_ID, job]))
  for (const job of received) known.set(job.JOB_ID, newerState(known.get(job.JOB_ID), job))
  const all = [...known.values()].toSorted((a, b) => (a.CREATED_AT < b.CREATED_AT ? 1 : -1))
  const finished = all.filter(isFinished).slice(0, MAX_JOBS)
  state.jobs = ref(all.filter((job) => !isFinished(job) || finished.includes(job)))
}

export function updateJob(job: Job): void {
  const before = state.jobs.find(({ JOB_ID }) => JOB_ID === job.JOB_ID)
  mergeJobs([job])
  if (!isFinished(job) || (before && isFinished(before))) return
  recordJobChange(jobTables[job.KIND] ?? [])
  const outcome = outcomeTexts[job.STATE]
  if (outcome)
    notify(outcome.kind, [`${jobTitle(job)}: ${t(outcome.text)}`, job.TEXT].join('\n').trim())
}

const outcomeTexts: Partial<
  Record<Job['STATE'], { kind: 'success' | 'error' | 'info'; text: Label }>
> = {
  DONE: { kind: 'success', text: label('끝났습니다', 'done') },
  FAILED: { kind: 'error', text: label('실패했습니다', 'failed') },
  CANCELLED: { kind: 'info', text: label('중지했습니다', 'stopped') },
}

/** Loads the jobs after a reload or reconnect. On failure, later job events fill the list. */
export async function loadJobs(): Promise<void> {
  try {
    const { data } = await call<{ data: Job[] }>('/api/job/list', {}, { isBackground: true })
    const known = new Set(state.jobs.map(({ JOB_ID }) => JOB_ID))
    // Jobs that finished before this window opened need no notice. One that finished while
    // disconnected does, whether this response or its event arrives first.
    for (const job of data) if (known.has(job.JOB_ID) || !isFinished(job)) updateJob(job)
  } catch {
    // Background load, so report no error.
  }
}

export function clearJobs(): void {
  state.jobs = ref([])
}

/**
 * Requests cancellation, which takes effect at the job's next step. Returns the server's message.
 * Throws CallError.
 */
export async function cancelJob({ JOB_ID }: Job): Promise<string> {
  const { message } = await call<{ message: string }>('/api/job/cancel', { JOB_ID })
  return message
}
