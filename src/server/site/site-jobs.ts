import type { JobHandler } from '#server/jobs/job.ts'
import { sendMailJob } from '#server/jobs/mail-job.ts'
import { scheduleJobs, type SiteServices } from '#server/jobs/schedule-kind.ts'
import {
  accountJobs,
  arrivalNoticeJob,
  billMailJob,
  customsJobs,
  customsListJobs,
  orderNoticeJob,
  scheduleKinds,
} from './registry.ts'

/** Handlers of all jobs of a site, scheduled ones included. */
export function siteJobs(services: SiteServices): readonly JobHandler[] {
  const { send, publicUrl } = services
  return [
    ...accountJobs(send, publicUrl),
    ...customsJobs(),
    ...customsListJobs(),
    sendMailJob(send),
    billMailJob(send),
    arrivalNoticeJob(send),
    orderNoticeJob,
    ...scheduleJobs(scheduleKinds, services),
  ]
}
