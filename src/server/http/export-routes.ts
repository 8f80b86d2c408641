import { z } from 'zod'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { canCall } from '#server/auth/grants.ts'
import { isNarrower } from '#server/auth/is-narrower.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { exportRows } from '#server/engine/export-rows.ts'
import type { Handler, QueryHandler } from '#server/engine/handler.ts'
import { attachmentHeader, safeFileName } from '#server/files/content-disposition.ts'
import { contentTypes, writeSpreadsheet } from '#server/files/spreadsheet-writer.ts'
import { filtersBody } from './filters-body.ts'
import { groupBody, groupQuery } from './group-body.ts'
import { missingGrantError } from '#server/roles/missing-grant.ts'
import { readFromReplica } from './read-from-replica.ts'
import { route } from './route.ts'
import { logEvent } from './security-log.ts'
import { countRows } from '#server/security/count-rows.ts'
import { currentContext, type SignedContext } from './context.ts'
import { whilePermitted } from './while-permitted.ts'

const value = z.union([z.string().max(20_000), z.number(), z.null()])
const search = z.record(z.string().max(60), value)
const column = z.object({
  name: z.string().max(60),
  title: z.string().max(200),
  kind: z.enum(['text', 'number', 'date', 'datetime']),
  names: z.record(z.string().max(100), z.string().max(200)).optional(),
})
const order = z.object({ column: z.string().max(60), direction: z.enum(['asc', 'desc']) })

/**
 * Exports all rows of a query as a spreadsheet, streamed while the database reads. Requires the
 * query's permission and scope, and the export permission on one of its menus.
 */
export function exportRoutes(handlers: readonly Handler[]) {
  const queries = new Map(
    handlers
      .filter((handler): handler is QueryHandler => handler.operation.type === 'query')
      .map((handler) => [handler.operation.name, handler]),
  )
  return [
    route({
      path: '/api/file/exportQuery',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      body: z.object({
        QUERY: z.string().max(100),
        SEARCH: search.default({}),
        FILTERS: filtersBody,
        GROUP: groupBody,
        FILE_NM: z.string().max(200),
        FORMAT: z.enum(['csv', 'xlsx']).default('csv'),
        COLUMNS: z.array(column).min(1).max(500),
        ORDER: z.array(order).max(20).default([]),
      }),
      answer: async (body, signed) => {
        const { db, caller, request, reply } = signed
        const handler = queries.get(body.QUERY)
        if (!handler) throw forbidden()
        const { operation } = handler
        await assertMayExport(signed, operation)
        const wanted = {
          search: body.SEARCH,
          filters: body.FILTERS,
          columns: body.COLUMNS,
          order: body.ORDER,
        }
        const rows = await readFromReplica({ db, reply }, (from) =>
          exportRows(from, groupQuery(handler, body.GROUP), caller, wanted),
        )
        if (!rows) throw new AppError(422, 'EMPTY', emptyExportMessage)
        const fileName = safeFileName(`${body.FILE_NM}.${body.FORMAT}`)
        reply.header('content-disposition', attachmentHeader(fileName))
        reply.type(contentTypes[body.FORMAT])
        // Prevents proxies from buffering, which would hide the progress.
        reply.header('x-accel-buffering', 'no')
        const sent = countRows(whilePermitted(rows, () => assertSameReach(signed, operation)))
        logEvent(request, {
          kind: 'EXPORT',
          userId: caller.userId,
          operation: operation.name,
          rows: () => sent.count,
        })
        return writeSpreadsheet({ format: body.FORMAT, columns: body.COLUMNS, rows: sent.rows })
      },
    }),
  ]
}

async function assertMayExport(
  { db, session }: SignedContext,
  operation: QueryHandler['operation'],
): Promise<void> {
  for (const action of [operation.action, 'export']) {
    if (canCall(session.grants, { ...operation, action })) continue
    throw await missingGrantError(db, session, operation, action)
  }
}

/** Throws AppError if the session ended since the export began, or may read less than then. */
async function assertSameReach(
  signed: SignedContext,
  operation: QueryHandler['operation'],
): Promise<void> {
  const current = await currentContext(signed)
  await assertMayExport(current, operation)
  if (isNarrower(current.session.owners, signed.session.owners)) throw forbidden()
}
