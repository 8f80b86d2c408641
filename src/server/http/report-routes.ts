import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { canCall } from '#server/auth/grants.ts'
import type { Database } from '#server/db/database.ts'
import { forbidden } from '#server/base/app-error.ts'
import { composePrint } from '#server/engine/compose-print.ts'
import type { Handler, PrintHandler } from '#server/engine/handler.ts'
import { attachmentHeader } from '#server/files/content-disposition.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { withSeals } from '#server/print/seals.ts'
import { readReportJob, reportJobShape, type ReportJob } from '#server/report/report-job.ts'
import { runViewer } from '#server/report/run-viewer.ts'
import { viewerHtml } from '#server/report/viewer-html.ts'
import { getAbortSignal } from './arrow-response.ts'
import { toCaller, type SignedContext } from './context.ts'
import { addGetRoutes, getRoute, setWarehouseHeader } from './get-route.ts'
import { missingGrantError } from '#server/roles/missing-grant.ts'
import { assertCanExport } from './large-body.ts'
import { addRoutes, route } from './route.ts'
import { logEvent } from './security-log.ts'

/** Like the site's policy, but our own pages may frame the viewer. */
const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';')

/** Rows of a report that a caller sends, as JSON and as a form. */
const jobBodyLimit = 8 * 1024 * 1024
const formBodyLimit = 256 * 1024

const serverPath = '/oz80/server'

/** Report server (spec §3, §7): returns a report as PDF, or a viewer that shows and prints it. */
export function reportRoutes(handlers: readonly Handler[]) {
  const reports = new Map(
    handlers
      .filter((handler): handler is PrintHandler => handler.operation.type === 'print')
      .filter(({ deliversFiles = false }) => !deliversFiles)
      .map((handler) => [handler.operation.name, handler]),
  )
  return {
    post: [
      route({
        path: serverPath,
        counts: 'print',
        access: 'granted',
        scope: 'operation',
        bodyLimit: jobBodyLimit,
        maySendMore: assertCanExport,
        body: reportJobShape,
        answer: (body, signed) => {
          // A form in a new window sends no headers, so its warehouse is a field.
          setWarehouseHeader(signed.request.headers, body)
          const caller = toCaller(signed.session, signed.request)
          return respondWithJob(reports, body, { ...signed, caller })
        },
      }),
    ],
    get: [
      getRoute({
        path: serverPath,
        counts: 'print',
        access: 'granted',
        scope: 'operation',
        query: reportJobShape,
        answer: (query, signed) => respondWithJob(reports, query, signed),
      }),
      asset('/oz80/viewer.js', 'text/javascript; charset=utf-8', `(${runViewer.toString()})()\n`),
      asset('/oz80/viewer.css', 'text/css; charset=utf-8', viewerCss()),
      asset('/oz80/pretendard.woff2', 'font/woff2', koreanFont()),
    ],
  }
}

function viewerCss(): string {
  return readFileSync(join(import.meta.dirname, '../report/viewer.css'), 'utf8')
}

/** Embedded because warehouse PCs may lack a Korean font. */
function koreanFont(): Buffer {
  const manifest = createRequire(import.meta.url).resolve('pretendard/package.json')
  return readFileSync(join(manifest, '../dist/web/static/woff2/Pretendard-Regular.woff2'))
}

function asset(path: string, type: string, content: string | Buffer) {
  return getRoute({
    path,
    counts: 'none',
    access: 'signed-in',
    scope: 'self',
    query: z.unknown(),
    answer: async (_, { reply }) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
  })
}

async function respondWithJob(
  reports: ReadonlyMap<string, PrintHandler>,
  given: z.infer<typeof reportJobShape>,
  { db, session, caller, request, reply }: SignedContext,
): Promise<unknown> {
  const job = readReportJob(given)
  const handler = reports.get(job.report)
  if (!handler) throw forbidden()
  if (!canCall(session.grants, handler.operation)) {
    throw await missingGrantError(db, session, handler.operation)
  }
  reply.header('cache-control', 'no-store')
  if (job.isView) {
    const title = handler.operation.title[session.language]
    reply.header('content-security-policy', viewerPolicy)
    // The site-wide header would block the frame that the policy allows.
    reply.header('x-frame-options', 'SAMEORIGIN')
    reply.type('text/html; charset=utf-8')
    return viewerHtml(job, title, caller.scope.wcode, session.language)
  }
  const document = await composePrint(handler, { ...caller, db }, job.rows)
  if ('files' in document) throw forbidden()
  const [{ name }, rows] = [handler.operation, job.rows.length]
  logEvent(request, { kind: 'PRINT', userId: caller.userId, operation: name, rows })
  const asker = { who: caller.userId, signal: getAbortSignal(reply) }
  const sealed = 'labels' in document ? document : await withSeals(document, db)
  const pdf = await renderPdf({ ...sealed, copies: job.copies, paper: job.paper }, asker)
  reply.header('content-disposition', attachmentHeader(`${pdfName(job, document.fileName)}.pdf`))
  reply.type('application/pdf')
  return Buffer.from(pdf)
}

function pdfName(job: ReportJob, own: string): string {
  return job.fileName.replace(/\.pdf$/i, '') || own
}

export async function addReportRoutes(
  app: FastifyInstance,
  db: Database,
  routes: ReturnType<typeof reportRoutes>,
): Promise<void> {
  await app.register(async (part) => {
    part.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBodyLimit },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    addRoutes(part, db, routes.post)
    addGetRoutes(part, db, routes.get)
  })
}
