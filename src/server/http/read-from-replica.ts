import type { Database } from '#server/db/database.ts'
import type { SignedContext } from './context.ts'

/** Header of a response that a replica read, for the status line of the page. */
const sourceHeader = 'x-read-from'

/** Runs `work`, which only reads, on a replica that is up to date, or on the primary. */
export function readFromReplica<T>(
  { db, reply }: Pick<SignedContext, 'db' | 'reply'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return db.read((from) => {
    if (from === db) reply.removeHeader(sourceHeader)
    else reply.header(sourceHeader, 'replica')
    return work(from)
  })
}
