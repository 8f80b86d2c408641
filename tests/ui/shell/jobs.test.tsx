// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearJobs, loadJobs, updateJob, type Job } from '#ui/remote/jobs.ts'
import { notify } from '#ui/windows/notify.tsx'

vi.mock('#ui/windows/notify.tsx', () => ({ notify: vi.fn() }))

const job = (id: string, state: Job['STATE']): Job => ({
  JOB_ID: id,
  KIND: 'Stock count',
  STATE: state,
  PROGRESS: 0,
  TEXT: '',
  CREATED_AT: '2026-11-23T08:00:00Z',
})

function listed(...jobs: Job[]): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: jobs })))
}

beforeEach(() => {
  clearJobs()
  vi.mocked(notify).mockClear()
})
afterEach(() => vi.unstubAllGlobals())

test('a job finished during a disconnection is reported once, by the list or its event', async () => {
  updateJob(job('1', 'RUNNING'))
  listed(job('1', 'DONE'))
  await loadJobs()
  updateJob(job('1', 'DONE'))
  expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Stock count: 끝났습니다')
})

test('a job finished before the window opened is not reported', async () => {
  listed(job('1', 'DONE'))
  await loadJobs()
  expect(notify).not.toHaveBeenCalled()
})
