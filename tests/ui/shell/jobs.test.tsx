// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearJobs, loadJobs, updateJob, type Job } from '#ui/remote/jobs.ts'
import { isChangedElsewhere, watchSearches } from '#ui/remote/changed-elsewhere.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { screens } from '#tests/support/all-screens.ts'
import { grantMenus, openPage } from '#tests/ui/pages/page-support.ts'
import { notify } from '#ui/windows/notify.tsx'

vi.mock('#ui/windows/notify.tsx', () => ({ notify: vi.fn() }))

const makeJob = (id: string, state: Job['STATE']): Job => ({
  JOB_ID: id,
  KIND: 'Stock count',
  STATE: state,
  PROGRESS: 0,
  TEXT: '',
  CREATED_AT: '2026-11-23T08:00:00Z',
})

function mockJobs(...jobs: Job[]): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: jobs })))
}

beforeEach(() => {
  clearJobs()
  vi.mocked(notify).mockClear()
})
afterEach(() => vi.unstubAllGlobals())

test('a job finished during a disconnection is reported once, by the list or its event', async () => {
  updateJob(makeJob('1', 'RUNNING'))
  mockJobs(makeJob('1', 'DONE'))
  await loadJobs()
  updateJob(makeJob('1', 'DONE'))
  expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Stock count: 끝났습니다')
})

test.each([
  ['arrival-notice', 'ArrivalNotice'],
  ['bill-mail', 'Invoice'],
  ['ask-customs', 'BondedAnswer'],
  ['ask-customs-list', 'BondedCustomsList'],
  ['mail-start', 'User'],
])('rows loaded before the job %s finished are outdated on %s', (KIND, route) => {
  const screen = screens[route]
  grantMenus({ [route]: ['search', 'save'] })
  const page = pageRegistration(screen ? openPage(screen, 'job') : throwError(), new PageView())
  const leave = registerPage('job', {
    ...page,
    shown: () => ({ tables: page.shown?.().tables ?? new Set(), since: 1 }),
  })
  const stop = watchSearches()
  updateJob({ ...makeJob('2', 'RUNNING'), KIND })
  expect(isChangedElsewhere('job')).toBe(false)
  updateJob({ ...makeJob('2', 'DONE'), KIND })
  expect(isChangedElsewhere('job')).toBe(true)
  stop()
  leave()
})

function throwError(): never {
  throw new Error('no such screen')
}

test('a job finished before the window opened is not reported', async () => {
  mockJobs(makeJob('1', 'DONE'))
  await loadJobs()
  expect(notify).not.toHaveBeenCalled()
})
