import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { enqueueThrottledJob, type NewJob } from './job-queue.ts'

const maxHourly = 5

const text = label(
  `같은 전표의 메일은 한 시간에 ${maxHourly}번까지 보낼 수 있습니다. 잠시 뒤에 다시 보내세요.`,
  `A document can be mailed ${maxHourly} times an hour. Send it again later.`,
)

/**
 * Enqueues a job that mails a document. Returns an error if the document was mailed too often,
 * because its recipient must not be flooded.
 */
export async function enqueueDocumentMail(
  tx: Transaction,
  document: string,
  job: NewJob,
): Promise<Label | undefined> {
  const throttle = { key: document, max: maxHourly, minutes: 60 }
  return (await enqueueThrottledJob(tx, job, throttle)) === undefined ? text : undefined
}
