import type { FastifyInstance } from 'fastify'
import { ColumnCopies } from '#server/columns/column-copies.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteSettings } from '#server/http/site-settings.ts'

/** Opens the column copies of a server and closes them with it. */
export function openCopies(
  app: FastifyInstance,
  db: Database,
  { reportCopy }: SiteSettings,
): ColumnCopies {
  const copies = new ColumnCopies(db, reportCopy, (error) => app.log.error(error))
  app.addHook('onClose', () => copies.close())
  return copies
}
