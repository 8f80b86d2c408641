import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { label, type Label } from '#kernel/label.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import { canCall } from '#server/auth/grants.ts'
import { canDelete, canImport } from '#server/engine/save-rights.ts'
import type { ColumnCopies } from '#server/columns/column-copies.ts'
import type { Database } from '#server/db/database.ts'
import { nameOperation } from '#server/base/call-trace.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import type {
  Handler,
  PrintHandler,
  ProcedureHandler,
  QueryHandler,
} from '#server/engine/handler.ts'
import { groupFromCopy } from '#server/engine/copied-groups.ts'
import { composePrint } from '#server/engine/compose-print.ts'
import { footerKinds, computeFooters, type FooterRequest } from '#server/engine/footers.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { countRows, locateRow, runQuery } from '#server/engine/run-query.ts'
import { streamQuery } from '#server/engine/stream-query.ts'
import { packFiles } from '#server/print/file-set.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { withSeals } from '#server/print/seals.ts'
import { toZpl } from '#server/print/zpl.ts'
import { attachmentHeader } from '#server/files/content-disposition.ts'
import { filtersBody } from './filters-body.ts'
import { groupBody, groupQuery } from './group-body.ts'
import { getAbortSignal, sendArrow, wantsArrow } from './arrow-response.ts'
import { missingGrantError } from '#server/roles/missing-grant.ts'
import { peekProcedure, signedBodyLimit, type BodyHead } from './large-body.ts'
import { longListSchema } from './read-body.ts'
import { readFromReplica } from './read-from-replica.ts'
import type { SignedContext } from './context.ts'
import { route, rowsBodyLimit } from './route.ts'
import { callerId, logEvent, logGuarded } from './security-log.ts'

const printBodyLimit = 8 * 1024 * 1024

const value = z.union([z.string().max(20_000), z.number(), z.null()])
const row = z.record(z.string().max(60), value)

/** One route per query and print-out, and a single route for changes (spec §7). */
export function operationRoutes(handlers: readonly Handler[], copies?: ColumnCopies) {
  const queries = handlers.filter(
    (handler): handler is QueryHandler => handler.operation.type === 'query',
  )
  const prints = handlers.filter(
    (handler): handler is PrintHandler => handler.operation.type === 'print',
  )
  const procedures = new Map(
    handlers
      .filter((handler): handler is ProcedureHandler => handler.operation.type === 'procedure')
      .map((handler) => [handler.operation.name, handler]),
  )
  return [
    ...queries.map((query) => queryRoute(query, copies)),
    ...prints.map(printRoute),
    saveRoute(procedures),
  ]
}

const place = z.int().min(0).max(1_000_000_000)

const questionBody = z.looseObject({
  SEARCH: row.default({}),
  FILTER: row.default({}),
  FILTERS: filtersBody,
  SORT: z
    .array(z.object({ COLUMN: z.string().max(60), DIRECTION: z.enum(['asc', 'desc']) }))
    .max(8)
    .default([]),
  WINDOW: z
    .object({ FIRST: place, ROWS: z.int().min(1).max(10_000), OF: place.optional() })
    .optional(),
  COUNT: z.enum(['Y', 'N']).default('N'),
  FOOTERS: z
    .array(z.object({ COLUMN: z.string().max(60), KIND: z.enum(footerKinds) }))
    .max(200)
    .optional(),
  LOCATE: z.object({ FROM: place.default(0), VALUES: row }).optional(),
  GROUP: groupBody,
})

async function rejectUngranted(
  { db, session }: SignedContext,
  { operation }: Handler,
): Promise<void> {
  if (!canCall(session.grants, operation)) throw await missingGrantError(db, session, operation)
}

/**
 * The first or last value of a personal column is personal data, but a count of its values is not.
 */
function showsPersonalValue({ output }: Query, { COLUMN, KIND }: FooterRequest): boolean {
  return (KIND === 'MIN' || KIND === 'MAX') && output[COLUMN]?.personal === true
}

function queryRoute(question: QueryHandler, copies?: ColumnCopies) {
  const hasPersonalData = Object.values(question.operation.output).some(({ personal }) => personal)
  return route({
    path: `/api/wms/${question.operation.name}`,
    counts: 'question',
    reads: true,
    access: 'granted',
    scope: 'operation',
    mayCall: (context) => rejectUngranted(context, question),
    body: questionBody,
    answer: async (body, { db, caller, request, reply }) => {
      const { operation } = question
      const { WINDOW, LOCATE } = body
      const window = WINDOW && { first: WINDOW.FIRST, rows: WINDOW.ROWS, of: WINDOW.OF }
      const { SEARCH: search, FILTER: filter, FILTERS: filters, SORT: sort } = body
      const { handler, request: query } = await groupFromCopy(copies, caller, {
        handler: groupQuery(question, body.GROUP),
        request: { search, filter, filters, sort, window },
      })
      const logRead = (rows?: number): void => {
        if (!hasPersonalData) return
        const { name } = operation
        // The administrator, if viewing as another user.
        const userId = callerId(request)
        const subject = caller.userId === userId ? {} : { subject: caller.userId }
        const read = { kind: 'PERSONAL', userId, operation: name, ...subject } as const
        logEvent(request, rows === undefined ? read : { ...read, rows })
      }
      const read = <T>(work: (from: Database) => Promise<T>) => readFromReplica({ db, reply }, work)
      if (wantsArrow(request)) {
        logRead()
        const streamed = { ...query, caller, signal: getAbortSignal(reply) }
        return sendArrow(reply, await read((from) => streamQuery(from, handler, streamed)))
      }
      if (body.COUNT === 'Y') {
        return { data: { ROWS: await read((from) => countRows(from, handler, caller, query)) } }
      }
      if (body.FOOTERS) {
        const wanted = { ...query, footers: body.FOOTERS }
        const footers = await read((from) => computeFooters(from, handler, caller, wanted))
        if (body.FOOTERS.some((footer) => showsPersonalValue(operation, footer))) logRead()
        return { data: { FOOTERS: footers } }
      }
      if (!LOCATE) {
        const data = await read((from) => runQuery(from, handler, caller, query))
        logRead(data.length)
        return { data }
      }
      const wantedRow = { ...query, from: LOCATE.FROM, wanted: LOCATE.VALUES }
      const PLACE = await read((from) => locateRow(from, handler, caller, wantedRow))
      return { data: { PLACE } }
    },
  })
}

function printRoute(handler: PrintHandler) {
  return route({
    path: `/api/print/${handler.operation.name}`,
    counts: 'print',
    access: 'granted',
    scope: 'operation',
    bodyLimit: printBodyLimit,
    mayCall: (context) => rejectUngranted(context, handler),
    maySendMore: () => undefined,
    body: z.object({ ROWS: longListSchema(row, { min: 1, max: 2000 }) }),
    answer: async (body, { db, caller, request, reply }) => {
      const { operation } = handler
      const document = await composePrint(handler, { ...caller, db }, body.ROWS)
      const [{ name }, rows] = [operation, body.ROWS.length]
      logEvent(request, { kind: 'PRINT', userId: caller.userId, operation: name, rows })
      if ('labels' in document && body.ROWS[0]?.['FORMAT_CD'] === 'ZPL') {
        reply.header('content-disposition', attachmentHeader(`${document.fileName}.zpl`))
        reply.type('text/plain; charset=utf-8')
        return toZpl(document)
      }
      if ('files' in document) {
        const file = await packFiles(document)
        reply.header('content-disposition', attachmentHeader(file.name))
        reply.type(file.type)
        return file.content
      }
      const asker = { who: caller.userId, signal: getAbortSignal(reply) }
      const paper = 'labels' in document ? document : await withSeals(document, db)
      const pdf = await renderPdf(paper, asker)
      reply.header('content-disposition', attachmentHeader(`${document.fileName}.pdf`))
      reply.type('application/pdf')
      return Buffer.from(pdf)
    },
  })
}

function saveRoute(procedures: ReadonlyMap<string, ProcedureHandler>) {
  return route({
    path: '/api/wms/comm/wmsCommon/saveProcedure',
    access: 'granted',
    scope: 'operation',
    counts: 'save',
    bodyLimit: rowsBodyLimit,
    dropsUnstorable: true,
    maySendMore: (context, head) => rejectLargeSave(context, head, procedures),
    body: z.object({
      PROCEDURE: z.string().max(100),
      /** Above the limit of every procedure, because the procedure's error shows the row count. */
      ROWS: longListSchema(row, { max: 1_000_000 }),
      DRY_RUN: z.enum(['Y', 'N']).default('N'),
      IMPORT: z.object({ FILE_NM: z.string().normalize('NFC').min(1).max(255) }).optional(),
      CONFIRMED: longListSchema(z.string().max(1000), { max: 100_000 }).optional(),
    }),
    answer: async (body, { db, session, caller, request }) => {
      const handler = procedures.get(body.PROCEDURE)
      const admitted = admittedProcedures.get(request)
      if (!handler || (admitted !== undefined && admitted !== body.PROCEDURE)) throw forbidden()
      nameOperation(handler.operation.name)
      const refuse = async (action?: string) =>
        missingGrantError(db, session, handler.operation, action)
      if (!canCall(session.grants, handler.operation)) throw await refuse()
      if (body.IMPORT && !canImport(session.grants, handler)) throw await refuse('import')
      if (deletesRows(handler, body.ROWS) && !canDelete(session.grants, handler)) {
        throw await refuse('delete')
      }
      if (handler.operation.asksLogin && !session.isFresh)
        throw loginRequiredError(handler.operation.title)
      const isDryRun = body.DRY_RUN === 'Y'
      const { name: operation } = handler.operation
      const attempt = { operation, userId: caller.userId, isDryRun: isDryRun, rows: body.ROWS }
      const result = await runProcedure(db, handler, caller, {
        rows: body.ROWS as Record<string, Value>[],
        idempotencyKey: isDryRun ? '' : readSaveKey(request),
        dryRun: isDryRun,
        importFile: body.IMPORT?.FILE_NM,
        confirmed: body.CONFIRMED,
      }).catch((error: unknown) => {
        logGuarded(request, attempt, error)
        throw error
      })
      logGuarded(request, attempt)
      return {
        message: result.message?.[caller.language] ?? '',
        data: {
          rows: (result.rows ?? []).map((saved, index) => ({
            POSTATUS: 0,
            ...saved,
            ...(index === 0 && result.once),
          })),
          ...(result.warns && { WARNS: true }),
          ...(result.changes && { CHANGES: result.changes }),
          ...(result.importNo && { IMPORT_NO: result.importNo }),
          ...(result.plan && { PLAN: { MARK: result.plan.mark, ROWS: result.plan.rows } }),
        },
      }
    },
  })
}

/** Procedure that each admitted large save named before its body was read. */
const admittedProcedures = new WeakMap<FastifyRequest, string>()

/**
 * Rejects a save above `maxSmallBody` before its body is read, unless the caller may run its
 * procedure. Bodies above the usual limit also require the import permission.
 */
async function rejectLargeSave(
  { db, session, request }: SignedContext,
  head: BodyHead,
  procedures: ReadonlyMap<string, ProcedureHandler>,
): Promise<void> {
  const name = peekProcedure(request, head.text)
  if (name === undefined) throw new AppError(413, 'PROCEDURE_UNNAMED', procedureNotNamed)
  const handler = procedures.get(name)
  if (!handler) throw forbidden()
  const { operation } = handler
  if (!canCall(session.grants, operation)) throw await missingGrantError(db, session, operation)
  if (head.bytes > signedBodyLimit && !canImport(session.grants, handler)) {
    throw await missingGrantError(db, session, operation, 'import')
  }
  admittedProcedures.set(request, name)
}

const procedureNotNamed = label(
  '64KB가 넘는 저장은 PROCEDURE를 본문의 처음이나 X-Procedure 헤더에 지정해야 합니다.',
  'A save above 64 KB must name its PROCEDURE at the start of the body or in the X-Procedure header.',
)

/**
 * Makes the page prompt for the login and repeat the call. The user stays logged in if they cancel
 * the prompt.
 */
function loginRequiredError(title: Label): AppError {
  const text = label(
    `${title.ko}: 본인 확인이 필요합니다.`,
    `${title.en}: please confirm that it is you.`,
  )
  return new AppError(401, 'LOGIN_AGAIN', text)
}

/**
 * Rows flagged as deleted by a grid. Rows deleted before their first save are not sent, and other
 * saves have no delete flag.
 */
function deletesRows({ edits }: ProcedureHandler, rows: readonly WireRow[]): boolean {
  return edits && rows.some((candidate) => candidate['BATCH_FLAG'] === 'D')
}

/** Returns the idempotency key of a write. Throws AppError 400 without one. */
export function readSaveKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\w-]{8,255}$/.test(key)) return key
  throw new AppError(
    400,
    'IDEMPOTENCY_KEY_MISSING',
    label('저장 번호(Idempotency-Key)가 없습니다.', 'The Idempotency-Key header is missing.'),
  )
}
