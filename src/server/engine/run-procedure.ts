import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { DatabaseError, type Database, type Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { rejectBound } from './owner-scope.ts'
import { cleanRows, mergesRows } from './clean-rows.ts'
import { timeSlices } from '#server/base/time-slices.ts'
import type { Caller } from '#server/auth/caller.ts'
import { hideForeignDetail } from './explain-constraint.ts'
import type { ProcedureHandler, SaveCall, SaveResult } from './handler.ts'
import { storeBatch } from './import-batch.ts'
import { recordRightsEvents } from '#server/security/rights-events.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { everyError, rejectedRow, type Trial } from './save-errors.ts'
import { label } from '#kernel/label.ts'

export interface SaveRequest {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly idempotencyKey: string
  /** Whether to roll back after all checks and statements. */
  readonly dryRun: boolean
  /**
   * Source file of an import. Existing keys are updated, and the import can be undone as a unit.
   */
  readonly importFile?: string | undefined
  /** Questions the user has confirmed, by their ID in the errors of the previous attempt. */
  readonly confirmed?: readonly string[] | undefined
}

class DryRunDone extends Error {
  readonly result: SaveResult

  constructor(result: SaveResult) {
    super('dry run')
    this.result = result
  }
}

/**
 * Runs a procedure exactly once. Saves all rows or none, and stores the idempotency key with the
 * response in the same transaction. A repeated key returns the first response. The same key with a
 * different body throws AppError 422.
 */
export async function runProcedure(
  db: Database,
  handler: ProcedureHandler,
  caller: Caller,
  request: SaveRequest,
): Promise<SaveResult> {
  rejectBound(handler.operation, caller.scope)
  const merges = mergesRows(handler, request.importFile)
  const clean = await cleanRows(handler, caller, request.rows, merges)
  const { rows } = clean
  const trial: Trial = (tx, some) => {
    const { idempotencyKey, importFile: fileName } = request
    const call = { ...caller, tx, rows: some, idempotencyKey, fileName, confirmed: 'all' } as const
    return executeOnce(handler, call, { ...request, dryRun: true })
  }
  if (clean.errors.length > 0) {
    throw await everyError(db, trial, clean, handler.edits && !merges)
  }
  const bodyHash = await hashRequest(handler, caller, request)
  try {
    return await db.transaction(async (tx) => {
      if (!request.dryRun) {
        const first = await claimKey(tx, caller.userId, request.idempotencyKey, bodyHash)
        if (first) return first
      }
      const { idempotencyKey, importFile: fileName } = request
      const isRehearsal = request.dryRun
      const confirmed = isRehearsal ? 'all' : new Set(request.confirmed)
      const call = {
        ...caller,
        tx,
        rows,
        idempotencyKey,
        fileName,
        isRehearsal,
        confirmed,
      } as const
      const result = await executeOnce(handler, call, request)
      if (request.dryRun) throw new DryRunDone(result)
      storeResponse(tx, handler, caller, request, result)
      return result
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.result
    if (error instanceof AppError && handler.refused && !request.dryRun) {
      const { idempotencyKey, importFile: fileName } = request
      const record = (tx: Transaction) =>
        handler.refused?.({ ...caller, tx, rows, idempotencyKey, fileName }, error)
      // The caller must receive the original error even if recording it fails.
      await db.transaction(async (tx) => record(tx)).catch(() => undefined)
    }
    if (error instanceof DatabaseError) {
      const shown = await hideForeignDetail(db, caller.scope, error)
      throw await rejectedRow(db, trial, rows, shown)
    }
    throw error
  }
}

/** Hashes the JSON of procedure, warehouse, rows and file name. */
async function hashRequest(
  { operation }: ProcedureHandler,
  { scope }: Caller,
  { rows, importFile }: SaveRequest,
): Promise<string> {
  const hash = createHash('sha256')
  hash.update(`${JSON.stringify([operation.name, scope.wcode]).slice(0, -1)},[`)
  const pause = timeSlices()
  for (const [index, row] of rows.entries()) {
    hash.update((index === 0 ? '' : ',') + JSON.stringify(row))
    const paused = pause()
    if (paused) await paused
  }
  hash.update(importFile === undefined ? ']]' : `],${JSON.stringify(importFile)}]`)
  return hash.digest('hex')
}

async function executeOnce(
  handler: ProcedureHandler,
  call: SaveCall,
  request: SaveRequest,
): Promise<SaveResult> {
  if (request.importFile === undefined || !handler.imports) return handler.run(call)
  const { result, entries } = await handler.imports.record(call, handler.run)
  if (request.dryRun || entries.length === 0) return result
  const operation = handler.operation.name
  const importNo = await storeBatch(call, { operation, fileName: request.importFile, entries })
  return { ...result, importNo }
}

async function claimKey(
  tx: Transaction,
  userId: string,
  key: string,
  bodyHash: string,
): Promise<SaveResult | undefined> {
  const inserted = await tx.execute(sql`
    insert into idempotency (user_id, idempotency_key, body_hash)
    values (${userId}, ${key}, ${bodyHash}) on conflict do nothing`)
  if (inserted === 1) return undefined
  const [stored] = await tx.query<{ body_hash: string; answer: SaveResult | null }>(sql`
    select body_hash, answer from idempotency
    where user_id = ${userId} and idempotency_key = ${key}`)
  if (stored?.body_hash === bodyHash && stored.answer) return stored.answer
  throw new AppError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    label(
      '같은 저장 번호를 다른 내용으로 다시 받았습니다. 화면을 다시 조회한 뒤 저장하세요.',
      'The same save number was received again with different rows. Search again, then save.',
    ),
  )
}

/** Queues the writes to be sent with the commit, which fails if one of them does. */
function storeResponse(
  tx: Transaction,
  handler: ProcedureHandler,
  caller: Caller,
  request: SaveRequest,
  result: SaveResult,
): void {
  const { name } = handler.operation
  // Only saves of the system area can change permissions.
  if (name.startsWith('system/')) {
    recordRightsEvents(tx, {
      userId: caller.userId,
      origin: caller.origin ?? noOrigin,
      operation: name,
    })
  }
  const { once: _shown, ...kept } = result
  tx.later(sql`
    update idempotency set answer = ${JSON.stringify(kept)}::jsonb
    where user_id = ${caller.userId} and idempotency_key = ${request.idempotencyKey}`)
  tx.later(sql`
    insert into audit_log (user_id, wcode, operation, row_count, idempotency_key)
    values (${caller.userId}, ${caller.scope.wcode}, ${name},
      ${request.rows.length}, ${request.idempotencyKey})`)
}
