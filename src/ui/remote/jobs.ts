import { proxy, ref, useSnapshot } from 'valtio'
import { jobTitles } from '#areas/system/rules/job-titles.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call } from './api.ts'

/** A job of the user as the server tells of it. */
export interface Job {
  readonly JOB_ID: string
  readonly KIND: string
  readonly STATE: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
  /** 0 to 100. */
  readonly PROGRESS: number
  /** What it is at, or why it failed. */
  readonly TEXT: string
  readonly CREATED_AT: string
}

/** Finished jobs that stay in sight for whoever looks what became of them. */
const KEPT = 20

const state = proxy<{ jobs: readonly Job[] }>({ jobs: ref([]) })

/** The user's jobs, newest first. */
export function useJobs(): readonly Job[] {
  return useSnapshot(state).jobs as readonly Job[]
}

export function isOver({ STATE }: Job): boolean {
  return STATE !== 'QUEUED' && STATE !== 'RUNNING'
}

/** What a kind of job is called; its own name where nobody gave it another. */
export function jobTitle({ KIND }: Job): string {
  const title = Object.hasOwn(jobTitles, KIND) ? jobTitles[KIND] : undefined
  return title ? t(title) : KIND
}

/** Of two tellings of one job the later one holds: a job that is over does not run again. */
function later(known: Job | undefined, told: Job): Job {
  return known && isOver(known) && !isOver(told) ? known : told
}

function take(told: readonly Job[]): void {
  const known = new Map(state.jobs.map((job) => [job.JOB_ID, job]))
  for (const job of told) known.set(job.JOB_ID, later(known.get(job.JOB_ID), job))
  const all = [...known.values()].toSorted((a, b) => (a.CREATED_AT < b.CREATED_AT ? 1 : -1))
  const over = all.filter(isOver).slice(0, KEPT)
  state.jobs = ref(all.filter((job) => !isOver(job) || over.includes(job)))
}

/** News of a job. What has ended says so. */
export function noteJob(job: Job): void {
  const before = state.jobs.find(({ JOB_ID }) => JOB_ID === job.JOB_ID)
  take([job])
  if (!isOver(job) || (before && isOver(before))) return
  const said = outcomes[job.STATE]
  if (said) notify(said.kind, [`${jobTitle(job)}: ${t(said.text)}`, job.TEXT].join('\n').trim())
}

const outcomes: Partial<Record<Job['STATE'], { kind: 'success' | 'error' | 'info'; text: Label }>> =
  {
    DONE: { kind: 'success', text: label('끝났습니다', 'done') },
    FAILED: { kind: 'error', text: label('실패했습니다', 'failed') },
    CANCELLED: { kind: 'info', text: label('중지했습니다', 'stopped') },
  }

/**
 * Asks how the jobs stand: after a reload, and whenever the line to the server was lost. Without an
 * answer the next news of each job tells.
 */
export async function loadJobs(): Promise<void> {
  try {
    const { data } = await call<{ data: Job[] }>('/api/job/list', {}, { aside: true })
    const known = new Set(state.jobs.map(({ JOB_ID }) => JOB_ID))
    // Jobs that were over before this window was opened are history; one that ended while the line
    // was lost has to be told, whether this answer or its event arrives first.
    for (const job of data) if (known.has(job.JOB_ID) || !isOver(job)) noteJob(job)
  } catch {
    // Nothing was asked for by the user, so nothing is said.
  }
}

export function forgetJobs(): void {
  state.jobs = ref([])
}

/** Stops a job; it ends at its next step. Answers the server's words. Throws CallError. */
export async function cancelJob({ JOB_ID }: Job): Promise<string> {
  const { message } = await call<{ message: string }>('/api/job/cancel', { JOB_ID })
  return message
}
