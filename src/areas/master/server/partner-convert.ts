import sql from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { validateRow } from '#kernel/validate-row.ts'
import { DatabaseError } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { getCodes } from '#server/engine/clean-rows.ts'
import { explainDatabaseError } from '#server/engine/explain-database-error.ts'
import { hideForeignDetail } from '#server/engine/explain-constraint.ts'
import type { SaveCall, SaveResult, SaveRow } from '#server/engine/handler.ts'
import { findViolatingRow } from '#server/engine/save-errors.ts'
import { tidyRow } from '#server/engine/tidy-row.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { PartnerKind } from './partner-kind.ts'
import { makeResponse } from './partner-results.ts'
import { addLines, recordAttempt, type LineError } from './partner-store.ts'

interface Line extends Record<string, unknown> {
  line_no: number
  fields: Record<string, string>
}

const { waiting, refused, converted } = messageStatus

type AttemptStatus = typeof waiting | typeof refused | typeof converted

const attemptByStatus = {
  [waiting]: 'CHECKED',
  [refused]: 'REFUSED',
  [converted]: 'CONVERTED',
} as const satisfies Record<AttemptStatus, string>

export interface MessageOutcome {
  readonly id: number
  readonly state: AttemptStatus
  readonly documents: readonly string[]
  readonly errors: readonly LineError[]
}

/**
 * Processes a message whose row the caller has locked. Checks every line, then runs the same
 * operation that users run, all or nothing. If `keepsResult` is false, only the errors are stored.
 * The outcome is written to the message, its lines and its attempts.
 */
export async function tryMessage(
  call: SaveCall,
  kind: PartnerKind,
  message: { readonly id: number; readonly owner: string },
  keepsResult: boolean,
): Promise<MessageOutcome> {
  const { tx, userId } = call
  await addMissing(call, kind, message)
  const lines = await tx.query<Line>(sql`
    select line_no, fields from partner_message_line
    where message_id = ${message.id} order by line_no`)
  const { rows, alone: separateRows, errors } = checkLines(kind, message.owner, lines)
  const ways = { keepsResult: keepsResult && errors.length === 0, hasGaps: false }
  const tried = await runConversion({ ...call, rows }, kind, ways)
  const more = await runConversion({ ...call, rows: separateRows }, kind, {
    keepsResult: false,
    hasGaps: true,
  })
  const wrong = [
    ...errors,
    // Only errors for valid values, because validation has already reported the others.
    ...more.errors
      .filter(({ column }) => column !== '' && column !== 'OWNER_ORDER_NO')
      .filter(
        ({ line, column }) =>
          !errors.some((error) => error.line === line && error.column === column),
      ),
    ...tried.errors,
    ...(lines.length === 0 ? [noLinesError] : []),
  ]
  const state = wrong.length > 0 ? refused : keepsResult ? converted : waiting
  await storeLines(call, kind, { id: message.id, state, errors: wrong, result: tried.result })
  await tx.execute(sql`
    update partner_message set state_cd = ${state}, version = version + 1,
      updated_by = ${userId}, updated_at = now() where message_id = ${message.id}`)
  const documents = wrong.length > 0 || !keepsResult ? [] : getDocumentNumbers(kind, tried.result)
  const attempt = attemptByStatus[state]
  await recordAttempt(tx, [message.id], attempt, attemptText(documents, wrong), userId)
  if (state === converted && kind.number === null) await makeResponse(call, message.id)
  return { id: message.id, state, documents, errors: wrong }
}

/** Adds lines for records the message should mention but does not, to make them visible. */
async function addMissing(
  call: SaveCall,
  kind: PartnerKind,
  message: { readonly id: number; readonly owner: string },
): Promise<void> {
  const missing = (await kind.missing?.(call, message)) ?? []
  if (missing.length > 0) await addLines(call.tx, message.id, missing, call.userId)
}

const noLinesError: LineError = {
  line: 0,
  column: 'LINE_NO',
  text: label('행이 없습니다.', 'No lines.'),
}

/**
 * Returns the valid lines as rows of a save, and the errors of the others. Invalid lines are
 * returned in `separateRows`, each as a separate document, to find their remaining errors.
 */
function checkLines(kind: PartnerKind, owner: string, lines: readonly Line[]) {
  const errors: LineError[] = []
  const rows: SaveRow[] = []
  const separateRows: SaveRow[] = []
  for (const { line_no: no, fields } of lines) {
    const checked = validateRow(kind.fields, tidyRow(kind.fields, fields), getCodes)
    errors.push(...checked.errors.map(({ column, text }) => ({ line: no, column, text })))
    const values: WireRow = { ...checked.row, OWNER_CD: owner }
    const row = { no, flag: 'I', version: null, type: 'H', docRef: '', values } as const
    if (checked.errors.length === 0) rows.push(row)
    else separateRows.push({ ...row, values: { ...values, OWNER_ORDER_NO: `# ${no}` } })
  }
  return { rows, alone: separateRows, errors }
}

/**
 * Runs the conversion within a savepoint and rolls back unless `keepsResult` is set. Rows are tried
 * even if others are invalid. Invalid rows are tried without their invalid values (`hasGaps`). This
 * reports all errors together.
 */
async function runConversion(
  call: SaveCall,
  kind: PartnerKind,
  { keepsResult, hasGaps }: { readonly keepsResult: boolean; readonly hasGaps: boolean },
): Promise<{ readonly result: SaveResult; readonly errors: readonly LineError[] }> {
  if (call.rows.length === 0) return { result: {}, errors: [] }
  await call.tx.execute(sql`savepoint partner_message`)
  try {
    const result = await kind.convert(call)
    await call.tx.execute(
      keepsResult
        ? sql`release savepoint partner_message`
        : sql`rollback to savepoint partner_message`,
    )
    return { result, errors: [] }
  } catch (thrown) {
    // Omitted invalid values can violate NOT NULL and other constraints.
    const isGap = hasGaps && thrown instanceof DatabaseError
    const error = isGap ? explainDatabaseError(thrown) : await toLineErrors(call, kind, thrown)
    if (!isGap && !(error instanceof AppError)) throw thrown
    if (error instanceof AppError && error.status >= 500) throw thrown
    await rollBackToSavepoint(call)
    if (isGap || !(error instanceof AppError)) return { result: {}, errors: [] }
    const whole: LineError = { line: call.rows[0]?.no ?? 0, column: '', text: error.text }
    const errors = error.rows.map(({ row, column = '', text }) => ({ line: row, column, text }))
    return { result: {}, errors: errors.length > 0 ? errors : [whole] }
  }
}

function rollBackToSavepoint({ tx }: SaveCall): Promise<number> {
  return tx.execute(sql`rollback to savepoint partner_message`)
}

/**
 * Turns a constraint violation into an error of the line that caused it. Other errors are
 * unchanged.
 */
async function toLineErrors(call: SaveCall, kind: PartnerKind, error: unknown): Promise<unknown> {
  if (!(error instanceof DatabaseError)) return error
  await rollBackToSavepoint(call)
  const shown = await hideForeignDetail(call.tx, call.scope, error)
  const refusal = explainDatabaseError(shown)
  if (!(refusal instanceof AppError) || refusal.status === 503) return refusal
  const line = await findViolatingRow(call.tx, call.rows, shown, async (rows) => {
    try {
      await kind.convert({ ...call, rows })
      return undefined
    } catch (thrown) {
      return thrown
    } finally {
      await rollBackToSavepoint(call)
    }
  })
  return line ? new AppError(refusal.status, refusal.code, refusal.text, [line]) : refusal
}

function getDocumentNumbers(kind: PartnerKind, result: SaveResult): string[] {
  const { number } = kind
  if (number === null) return []
  return [...new Set((result.rows ?? []).map((row) => String(row[number] ?? '')))].filter(Boolean)
}

interface Attempt {
  readonly id: number
  readonly state: MessageOutcome['state']
  readonly errors: readonly LineError[]
  readonly result: SaveResult
}

async function storeLines(
  { tx, userId }: SaveCall,
  kind: PartnerKind,
  { id, state, errors, result }: Attempt,
): Promise<void> {
  const wrong = Map.groupBy(errors, ({ line }) => line)
  const given = (result.rows ?? []).map(({ ROW, ...row }) => {
    const results = Object.entries(row).filter(
      ([name, value]) => Object.hasOwn(kind.results, name) && value !== null,
    )
    const fields = Object.fromEntries(results.map(([name, value]) => [name, String(value)]))
    return { line_no: ROW, fields, doc_no: kind.number === null ? null : row[kind.number] }
  })
  const errorRows = [...wrong].map(([line, all]) => ({
    line_no: line,
    errors: all.map(({ column, text }) => ({ column, ...text })),
  }))
  const validLines = state === refused ? [] : uniqueLines(given)
  await tx.execute(sql`
    update partner_message_line l set errors = coalesce(e.errors, '[]'),
      fields = l.fields || coalesce(g.fields, '{}'),
      doc_no = case when ${state === converted} then g.doc_no end,
      updated_by = ${userId}, updated_at = now()
    from partner_message_line x
    left join jsonb_to_recordset(${JSON.stringify(errorRows)}::jsonb) e(line_no integer, errors jsonb)
      on e.line_no = x.line_no
    left join jsonb_to_recordset(${JSON.stringify(validLines)}::jsonb)
      g(line_no integer, fields jsonb, doc_no text) on g.line_no = x.line_no
    where x.message_id = ${id} and l.message_id = x.message_id and l.line_no = x.line_no`)
}

/** Headers and lines of a document report the same row. One result per row is enough. */
function uniqueLines<T extends { readonly line_no: number }>(given: readonly T[]): T[] {
  return [...new Map(given.map((row) => [row.line_no, row])).values()]
}

function attemptText(documents: readonly string[], errors: readonly LineError[]): Label {
  if (errors.length === 0) {
    const numbers = documents.join(', ')
    return label(numbers || '오류 없음', numbers || 'No errors')
  }
  return label(
    errors.map(({ line, text }) => `${line}행: ${text.ko}`).join('\n'),
    errors.map(({ line, text }) => `Line ${line}: ${text.en}`).join('\n'),
  )
}
