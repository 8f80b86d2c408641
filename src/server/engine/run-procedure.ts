import { createHash } from 'node:crypto'
import { DatabaseError, type Database, type Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { rejectBound } from './owner-scope.ts'
import { cleanRows, mergesRows } from './clean-rows.ts'
import { timeSlices } from '#server/base/time-slices.ts'
import type { Caller } from '#server/auth/caller.ts'
import { gatherSave, type GatheredSave } from './gather-saves.ts'
import { hideForeignDetail } from './explain-constraint.ts'
import type { ProcedureHandler, SaveCall, SaveResult } from './handler.ts'
import { storeBatch } from './import-batch.ts'
import { recordRightsEvents } from '#server/security/rights-events.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { claimKey, storeResponses } from './save-keys.ts'
import { collectErrors, findRejectedRow, type TrialSave } from './save-errors.ts'

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
  const trial: TrialSave = (tx, some) => {
    const { idempotencyKey, importFile: fileName } = request
    const call = { ...caller, tx, rows: some, idempotencyKey, fileName, confirmed: 'all' } as const
    return executeOnce(handler, call, { ...request, dryRun: true })
  }
  if (clean.errors.length > 0) {
    throw await collectErrors(db, trial, clean, handler.edits && !merges)
  }
  const { idempotencyKey } = request
  const bodyHash = await hashRequest(handler, caller, request)
  const save = { caller, rows, idempotencyKey, bodyHash }
  const runAlone = () => runSave(db, handler, save, request, trial)
  const isPlain = !request.dryRun && request.importFile === undefined && !request.confirmed?.length
  return handler.gathering && isPlain ? gatherSave(db, handler, save, runAlone) : runAlone()
}

/** Runs a save in a separate transaction. */
async function runSave(
  db: Database,
  handler: ProcedureHandler,
  save: GatheredSave,
  request: SaveRequest,
  trial: TrialSave,
): Promise<SaveResult> {
  const { caller, rows, idempotencyKey } = save
  const { dryRun: isRehearsal, importFile: fileName } = request
  const { name: operation } = handler.operation
  try {
    return await db.transaction(async (tx) => {
      if (!isRehearsal) {
        const first = await claimKey(tx, save)
        if (first) return first
      }
      const confirmed = isRehearsal ? ('all' as const) : new Set(request.confirmed)
      const call = { ...caller, tx, rows, idempotencyKey, fileName, isRehearsal, confirmed }
      const result = await executeOnce(handler, call, request)
      if (isRehearsal) throw new DryRunDone(result)
      // Only saves of the system area can change permissions.
      if (operation.startsWith('system/')) {
        const { userId, origin = noOrigin } = caller
        recordRightsEvents(tx, { userId, origin, operation })
      }
      storeResponses(tx, [{ ...save, operation, rowCount: request.rows.length, result }])
      return result
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.result
    if (error instanceof AppError && handler.onRejected && !isRehearsal) {
      const record = (tx: Transaction) =>
        handler.onRejected?.({ ...caller, tx, rows, idempotencyKey, fileName }, error)
      // The caller must receive the original error even if recording it fails.
      await db.transaction(async (tx) => record(tx)).catch(() => undefined)
    }
    if (error instanceof DatabaseError) {
      const shown = await hideForeignDetail(db, caller.scope, error)
      throw await findRejectedRow(db, trial, rows, shown)
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
