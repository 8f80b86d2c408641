import sql from 'sql-template-tag'
import {
  DatabaseError,
  StoreError,
  type Database,
  type Queryable,
  type Transaction,
} from '#server/db/database.ts'
import { AppError, invalidRows, type RowError } from '#server/base/app-error.ts'
import type { CleanRows } from './clean-rows.ts'
import { explainConstraint, rowError } from './explain-constraint.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import type { SaveRow } from './handler.ts'

export type TrialSave = (tx: Transaction, rows: readonly SaveRow[]) => Promise<unknown>

class TrialRollback extends Error {}

async function trySaveRows(
  db: Database,
  trial: TrialSave,
  rows: readonly SaveRow[],
): Promise<unknown> {
  try {
    await db.transaction(async (tx) => {
      await trial(tx, rows)
      await tx.execute(sql`set constraints all immediate`)
      throw new TrialRollback()
    })
  } catch (error) {
    return error instanceof TrialRollback ? undefined : error
  }
  return undefined
}

/**
 * Combines the errors of invalid rows with those that a trial save finds in the other rows, to let
 * users correct all of them in one pass.
 *
 * @param hasGaps try invalid rows without their invalid values; otherwise leave these rows out
 */
export async function collectErrors(
  db: Database,
  trial: TrialSave,
  clean: CleanRows,
  hasGaps: boolean,
): Promise<AppError> {
  const { rows, errors, hidden } = clean
  const invalid = new Set(errors.map(({ row }) => row))
  const hiddenRefs = getDocRefs(rows.filter(({ no }) => hidden.has(no)))
  const candidates = rows.filter(({ no, docRef }) => {
    if (hidden.has(no) || hiddenRefs.has(docRef)) return false
    return hasGaps || !invalid.has(no)
  })
  const refused = candidates.length ? await trySaveRows(db, trial, candidates) : undefined
  if (refused !== undefined && !isSaveError(refused)) throw refused
  const found = refused instanceof AppError ? refused.rows : []
  const all = [...errors, ...found.filter(certainErrorFilter(clean))]
  return invalidRows(all.toSorted((a, b) => a.row - b.row))
}

function isSaveError(error: unknown): boolean {
  return error instanceof AppError || error instanceof DatabaseError || error instanceof StoreError
}

function getDocRefs(rows: readonly SaveRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ docRef }) => docRef).filter(Boolean))
}

/**
 * Returns a predicate that accepts genuine errors and rejects those that only result from omitting
 * an invalid value.
 */
function certainErrorFilter({ rows, errors }: CleanRows): (error: RowError) => boolean {
  const byNumber = new Map(rows.map((row) => [row.no, row]))
  const groupKey = ({ no, docRef }: SaveRow) => docRef || no
  const errorsByGroup = Map.groupBy(errors, ({ row }) => {
    const invalid = byNumber.get(row)
    return invalid ? groupKey(invalid) : row
  })
  return (error) => {
    const row = byNumber.get(error.row)
    if (!row) return false
    const reported = errorsByGroup.get(groupKey(row)) ?? []
    if (reported.length === 0) return true
    // Without a valid owner, errors of lookups by owner and code are not reliable.
    if (reported.some(({ column }) => column === 'OWNER_CD')) return false
    return error.column !== undefined && (row.values[error.column] ?? null) !== null
  }
}

/**
 * Attributes a constraint violation to a row. It is the last row of the shortest list of leading
 * rows that still violates the constraint.
 */
export async function findRejectedRow(
  db: Database,
  trial: TrialSave,
  rows: readonly SaveRow[],
  error: DatabaseError,
): Promise<Error> {
  const refusal = explainDatabaseError(error)
  if (!(refusal instanceof AppError) || refusal.status === 503) return refusal
  const breaching = await findViolatingRow(db, rows, error, (some) => trySaveRows(db, trial, some))
  return breaching ? new AppError(refusal.status, refusal.code, refusal.text, [breaching]) : refusal
}

/**
 * Returns the error of the row that violates a constraint, or undefined if the violation cannot be
 * reproduced.
 *
 * @param refused tries to save only these rows and rolls back; returns the error
 */
export async function findViolatingRow(
  db: Queryable,
  rows: readonly SaveRow[],
  error: DatabaseError,
  refused: (rows: readonly SaveRow[]) => Promise<unknown>,
): Promise<RowError | undefined> {
  const row = await findFailingRow(rows, error, refused)
  if (!row) return undefined
  const explained = await explainConstraint(db, error)
  if (explained) return rowError(row, error, explained)
  const refusal = explainDatabaseError(error)
  return refusal instanceof AppError ? { row: row.no, text: refusal.text } : undefined
}

async function findFailingRow(
  given: readonly SaveRow[],
  error: DatabaseError,
  refused: (rows: readonly SaveRow[]) => Promise<unknown>,
): Promise<SaveRow | undefined> {
  if (given.length === 1) return given[0]
  // Lines need their header, so try headers first.
  const rows = given.toSorted((a, b) => a.type.localeCompare(b.type))
  const breaches = async (count: number) => {
    const again = await refused(rows.slice(0, count))
    return (
      again instanceof DatabaseError &&
      again.code === error.code &&
      again.constraint === error.constraint
    )
  }
  if (!(await breaches(rows.length))) return undefined
  let low = 1
  let high = rows.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await breaches(middle)) high = middle
    else low = middle + 1
  }
  return rows[low - 1]
}
