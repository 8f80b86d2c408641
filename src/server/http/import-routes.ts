import sql from 'sql-template-tag'
import { z } from 'zod'
import { timestampAt } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { canCall } from '#server/auth/grants.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { isVisibleWarehouse, toShownUser } from '#server/auth/visible-names.ts'
import { canDelete, canImport } from '#server/engine/save-rights.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler, ProcedureHandler } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { undoImport } from '#server/engine/undo-import.ts'
import { publishSaves } from '#server/events/publish-saves.ts'
import type { SignedContext } from './context.ts'
import { readSaveKey } from './operation-routes.ts'
import { route } from './route.ts'
import { logGuarded } from './security-log.ts'

const maxListed = 200

interface Batch extends Record<string, unknown> {
  import_no: number
  wcode: string
  operation: string
  file_nm: string
  row_count: number
  created_count: number
  updated_count: number
  state_cd: string
  created_by: string
  created_at: string
  undone_by: string | null
  undone_at: string | null
  /** Whether the caller works in the warehouse of the import or made the import. */
  is_near: boolean
}

export function importRoutes(handlers: readonly Handler[]) {
  const importHandlers = new Map(
    handlers
      .filter((handler): handler is ProcedureHandler => 'imports' in handler)
      .filter((handler) => handler.imports !== undefined)
      .map((handler) => [handler.operation.name, handler]),
  )
  const permittedHandlers = ({ session }: SignedContext) =>
    [...importHandlers.values()].filter(({ operation }) => canCall(session.grants, operation))
  return [
    route({
      path: '/api/import/list',
      counts: 'question',
      access: 'granted',
      scope: 'operation',
      body: z.object({ PROCEDURES: z.array(z.string().max(100)).max(20).default([]) }),
      answer: async ({ PROCEDURES }, context) => {
        const mine = permittedHandlers(context)
        if (mine.length === 0) throw forbidden()
        const requests = mine.filter(
          ({ operation }) => PROCEDURES.length === 0 || PROCEDURES.includes(operation.name),
        )
        const batches = await readBatches(context, requests)
        return { data: batches.map((batch) => wireBatch(batch, importHandlers, context.caller)) }
      },
    }),
    route({
      path: '/api/import/undo',
      counts: 'save',
      access: 'granted',
      scope: 'operation',
      body: z.object({
        IMPORT_NO: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        DRY_RUN: z.enum(['Y', 'N']).default('N'),
      }),
      answer: async ({ IMPORT_NO, DRY_RUN }, context) => {
        const mine = permittedHandlers(context)
        if (mine.length === 0) throw forbidden()
        const [batch] = await readBatches(context, mine, IMPORT_NO)
        const handler = importHandlers.get(batch?.operation ?? '')
        if (!batch || !handler) {
          const text = label('가져오기를 찾을 수 없습니다.', 'Import not found.')
          throw new AppError(404, 'IMPORT_UNKNOWN', text)
        }
        rejectUndo(context, batch, handler)
        const isDryRun = DRY_RUN === 'Y'
        const rows = await readKeys(context.db, IMPORT_NO)
        const { name: operation } = handler.operation
        const attempt = { operation, userId: context.caller.userId, isDryRun, rows }
        const [undo] = publishSaves([undoImport(handler)], context.db)
        const result = await runProcedure(context.db, undo as ProcedureHandler, context.caller, {
          rows: [{ NO: 1, IMPORT_NO }],
          idempotencyKey: isDryRun ? '' : readSaveKey(context.request),
          dryRun: isDryRun,
        }).catch((error: unknown) => {
          logGuarded(context.request, attempt, error)
          throw error
        })
        logGuarded(context.request, attempt)
        return { message: result.message?.[context.caller.language] ?? '', data: {} }
      },
    }),
  ]
}

/**
 * Undoing requires the import permission, and the delete permission if the import created rows.
 * Throws AppError 403.
 */
function rejectUndo({ session }: SignedContext, batch: Batch, handler: ProcedureHandler): void {
  if (!canImport(session.grants, handler)) {
    const ko = '가져오기를 되돌리려면 가져오기 권한이 필요합니다. 관리자에게 요청하세요.'
    const en = 'You need the import permission to undo an import. Ask your administrator.'
    throw new AppError(403, 'FORBIDDEN', label(ko, en))
  }
  if (batch.created_count === 0 || canDelete(session.grants, handler)) return
  const inserted = batch.created_count
  const ko = `새로 만든 ${formatCount(inserted)}건을 삭제하므로 삭제 권한이 필요합니다. 관리자에게 요청하세요.`
  const en = `This deletes ${formatCount(inserted, 'new row')}, so you need the delete permission. Ask your administrator.`
  throw new AppError(403, 'FORBIDDEN', label(ko, en))
}

function readBatches(
  { db, caller }: SignedContext,
  handlers: readonly ProcedureHandler[],
  importNo?: number,
): Promise<Batch[]> {
  const names = handlers.map(({ operation }) => operation.name)
  const ofWarehouse = handlers
    .filter(({ operation }) => operation.scope.startsWith('warehouse'))
    .map(({ operation }) => operation.name)
  const { wcode, owners } = caller.scope
  return db.query<Batch>(sql`
    select b.*, b.created_by = ${caller.userId} or ${isVisibleWarehouse('b.wcode', caller)} is_near
    from import_batch b where b.operation = any(${names}::text[])
      and (b.wcode = ${wcode} or b.operation <> all(${ofWarehouse}::text[]))
      and (${owners === null} or (b.owner_cds <@ ${[...(owners ?? [])]}::text[]
        and b.owner_cds <> '{}'))
      and (b.created_by = ${caller.userId} or not ${worksForPartner(caller.userId)})
      and (${importNo ?? null}::bigint is null or b.import_no = ${importNo ?? null}::bigint)
    order by b.import_no desc limit ${maxListed}`)
}

/** Keys of the imported records, as rows for the security log. */
async function readKeys(db: Database, importNo: number): Promise<WireRow[]> {
  const entries = await db.query<{ no: number; key: WireRow }>(sql`
    select entry_no "no", row_key "key" from import_entry where import_no = ${importNo}
    order by entry_no`)
  return entries.map(({ no: NO, key }) => {
    const columns = Object.entries(key).map(([name, value]) => [name.toUpperCase(), value])
    return { ...Object.fromEntries(columns), NO }
  })
}

/** Imports of another warehouse show neither file names nor user names. */
function wireBatch(batch: Batch, handlers: ReadonlyMap<string, ProcedureHandler>, caller: Caller) {
  const { language } = caller
  const { is_near: isNear } = batch
  const showUser = (who: string | null) =>
    who && ((isNear || who === caller.userId ? toShownUser(who, caller).who : undefined) ?? '-')
  const title = handlers.get(batch.operation)?.operation.title
  return {
    IMPORT_NO: batch.import_no,
    WCODE: isNear ? batch.wcode : '-',
    OPERATION: batch.operation,
    OPERATION_NM: title?.[language] ?? batch.operation,
    FILE_NM: isNear ? batch.file_nm : '-',
    ROW_COUNT: batch.row_count,
    CREATED_COUNT: batch.created_count,
    UPDATED_COUNT: batch.updated_count,
    STATE_CD: batch.state_cd,
    CREATED_BY: showUser(batch.created_by),
    CREATED_AT: timestampAt(Date.parse(batch.created_at)),
    UNDONE_BY: showUser(batch.undone_by),
    UNDONE_AT: batch.undone_at === null ? null : timestampAt(Date.parse(batch.undone_at)),
  }
}
