import { expect, test } from 'vitest'
import { jobTitles } from '#areas/system/rules/job-titles.ts'
import {
  accountJobs,
  billMailJob,
  customsJobs,
  customsListJobs,
  orderNoticeJob,
} from '#server/site/registry.ts'

test('every kind of job shown while running has a title', () => {
  const send = async () => undefined
  const jobs = [
    ...accountJobs(send, ''),
    ...customsJobs(),
    ...customsListJobs(),
    billMailJob(send),
    orderNoticeJob,
  ]
  expect(jobs.length).toBeGreaterThan(5)
  expect(jobs.map(({ kind }) => kind).filter((kind) => !Object.hasOwn(jobTitles, kind))).toEqual([])
})
