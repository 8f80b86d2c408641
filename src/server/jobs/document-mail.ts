import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { enqueueTargetJobs, type NewJob } from './job-queue.ts'

const maxHourly = 5

/** Error for a document, person or owner that was mailed too often. */
export const mailLimitReached = label(
  `같은 전표나 같은 수신자에게는 한 시간에 ${maxHourly}번까지 메일을 보낼 수 있습니다. 잠시 뒤에 다시 보내세요.`,
  `The same document or recipient can be mailed ${maxHourly} times an hour. Send it again later.`,
)

/** Enqueues a job that mails a document. Returns an error if it was mailed too often. */
export async function enqueueDocumentMail(
  tx: Transaction,
  document: string,
  job: NewJob,
): Promise<Label | undefined> {
  const exceeded = await enqueueMails(tx, [{ target: document, payload: job.payload }], job)
  return exceeded.size > 0 ? mailLimitReached : undefined
}

/**
 * Enqueues emails to targets. Returns the targets that were mailed too often and must not be
 * flooded; nothing is enqueued then.
 */
export function enqueueMails(
  tx: Transaction,
  mails: Parameters<typeof enqueueTargetJobs>[1],
  job: Pick<NewJob, 'kind' | 'userId' | 'wcode'>,
): Promise<ReadonlySet<string>> {
  return enqueueTargetJobs(tx, mails, { ...job, maxHourly })
}
