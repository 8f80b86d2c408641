import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { withoutDefaults, type Fields } from '#kernel/field.ts'
import { validateRow, type CodesOf } from '#kernel/validate-row.ts'
import { codeLists } from '#areas/system/rules/code-lists.ts'
import { DatabaseError, type Database, type Transaction } from '#server/db/database.ts'
import { AppError, badRows, type RowError } from './app-error.ts'
import type { Caller, ProcedureHandler, SaveCall, SaveResult, SaveRow } from './handler.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { keepBatch } from './import-batch.ts'
import { tidyRow } from './tidy-row.ts'

const codeSets = new Map(
  Object.entries(codeLists).map(([list, codes]) => [list, new Set(Object.keys(codes))] as const),
)
/** Codes of the lists that the program itself depends on. */
export const codesOf: CodesOf = (list) => codeSets.get(list)

export interface SaveRequest {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly idempotencyKey: string
  /** Checks everything and writes nothing: the same statements, rolled back. */
  readonly dryRun: boolean
  /** Name of the file the rows come from: known keys are changed, the whole can be taken back. */
  readonly importFile?: string | undefined
}

/** Thrown to roll a dry run back once it has proved that everything would be saved. */
class DryRunDone extends Error {
  readonly result: SaveResult

  constructor(result: SaveResult) {
    super('dry run')
    this.result = result
  }
}

/**
 * Carries out a change once: rows checked by their fields, all saved or none, the idempotency key
 * and the answer written in the same transaction. A repeat of the key gets the first answer; the
 * same key with another body is refused with 422.
 */
export async function runProcedure(
  db: Database,
  handler: ProcedureHandler,
  caller: Caller,
  request: SaveRequest,
): Promise<SaveResult> {
  const rows = cleanRows(handler, caller, request)
  const bodyHash = createHash('sha256')
    .update(
      JSON.stringify([
        handler.operation.name,
        caller.scope.wcode,
        request.rows,
        ...(request.importFile === undefined ? [] : [request.importFile]),
      ]),
    )
    .digest('hex')
  try {
    return await db.transaction(async (tx) => {
      if (!request.dryRun) {
        const first = await claimKey(tx, caller.userId, request.idempotencyKey, bodyHash)
        if (first) return first
      }
      const { idempotencyKey, importFile: fileName } = request
      const call = { ...caller, tx, rows, idempotencyKey, fileName }
      const result = await carryOut(handler, call, request)
      if (request.dryRun) throw new DryRunDone(result)
      keepAnswer(tx, handler, caller, request, result)
      return result
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.result
    if (error instanceof DatabaseError) throw explainDatabaseError(error)
    throw error
  }
}

/** Runs the save; rows of a sheet are written down as one import beside it. */
async function carryOut(
  handler: ProcedureHandler,
  call: SaveCall,
  request: SaveRequest,
): Promise<SaveResult> {
  if (request.importFile === undefined || !handler.imports) return handler.run(call)
  const { result, entries } = await handler.imports.record(call, handler.run)
  if (request.dryRun || entries.length === 0) return result
  const operation = handler.operation.name
  const importNo = await keepBatch(call, { operation, fileName: request.importFile, entries })
  return { ...result, importNo }
}

/** What a row of a sheet has to hold: a column that it lacks stays as it is in a known record. */
function sheetFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(withoutDefaults(fields)).map(([name, field]) => {
      return [name, { ...field, required: false }]
    }),
  )
}

function cleanRows(
  handler: ProcedureHandler,
  caller: Caller,
  request: SaveRequest,
): readonly SaveRow[] {
  const { operation } = handler
  if (request.rows.length === 0 || request.rows.length > operation.rowsMax) {
    throw new AppError(422, 'ROW_COUNT', {
      ko: `한 번에 1건부터 ${operation.rowsMax.toLocaleString('ko')}건까지 저장할 수 있습니다.`,
      en: `One save takes 1 to ${operation.rowsMax} rows.`,
    })
  }
  const errors: RowError[] = []
  const numbers = new Set<number>()
  const merges = request.importFile !== undefined && handler.edits && Boolean(handler.imports)
  const rows = request.rows.map((given, index): SaveRow => {
    const no = wholeNumber(given['NO']) ?? index + 1
    // Statements tell their rows apart by this number.
    if (numbers.has(no)) {
      const text = label(`행 번호 ${no}이(가) 두 번 왔습니다.`, `Row number ${no} came twice.`)
      errors.push({ row: no, text, column: 'NO' })
    }
    numbers.add(no)
    const wanted = handler.edits && !merges ? given['BATCH_FLAG'] : 'I'
    const flag = wanted === 'U' || wanted === 'D' ? wanted : 'I'
    const version = wholeNumber(given['VERSION']) ?? null
    const type = given['ROW_TYPE'] === 'L' ? 'L' : 'H'
    const ref = given['DOC_REF']
    const docRef = typeof ref === 'string' || typeof ref === 'number' ? String(ref) : ''
    const declared = type === 'L' && operation.lines ? operation.lines : operation.input
    const fields = merges ? sheetFields(declared) : declared
    const { row: values, faults } = validateRow(fields, tidyRow(fields, given), codesOf)
    if (flag !== 'D') {
      for (const fault of faults) errors.push({ row: no, text: fault.text, column: fault.column })
    }
    const owner = values['OWNER_CD']
    if (caller.scope.owners && owner && !caller.scope.owners.includes(String(owner))) {
      const text = label(`화주 ${owner}을(를) 찾을 수 없습니다.`, `Owner ${owner} is not found.`)
      errors.push({ row: no, text, column: 'OWNER_CD' })
    }
    return { no, flag, version, type, docRef, values }
  })
  if (errors.length) throw badRows(errors)
  return rows
}

/** Row numbers and versions are integers of the database; anything else counts as not given. */
function wholeNumber(given: unknown): number | undefined {
  const fits = typeof given === 'number' && Number.isInteger(given) && Math.abs(given) < 2 ** 31
  return fits ? given : undefined
}

async function claimKey(
  tx: Transaction,
  userId: string,
  key: string,
  bodyHash: string,
): Promise<SaveResult | undefined> {
  const made = await tx.execute(sql`
    insert into idempotency (user_id, idempotency_key, body_hash)
    values (${userId}, ${key}, ${bodyHash}) on conflict do nothing`)
  if (made === 1) return undefined
  const [kept] = await tx.query<{ body_hash: string; answer: SaveResult | null }>(sql`
    select body_hash, answer from idempotency
    where user_id = ${userId} and idempotency_key = ${key}`)
  if (kept?.body_hash === bodyHash && kept.answer) return kept.answer
  throw new AppError(422, 'IDEMPOTENCY_KEY_REUSED', {
    ko: '같은 저장 번호가 다른 내용으로 다시 왔습니다. 화면을 다시 조회한 뒤 저장하세요.',
    en: 'The same save key came again with other rows. Search again, then save.',
  })
}

/** Nobody waits for these: they go with the commit, which fails where one of them does. */
function keepAnswer(
  tx: Transaction,
  handler: ProcedureHandler,
  caller: Caller,
  request: SaveRequest,
  result: SaveResult,
): void {
  tx.later(sql`
    update idempotency set answer = ${JSON.stringify(result)}::jsonb
    where user_id = ${caller.userId} and idempotency_key = ${request.idempotencyKey}`)
  tx.later(sql`
    insert into audit_log (user_id, wcode, operation, row_count, idempotency_key)
    values (${caller.userId}, ${caller.scope.wcode}, ${handler.operation.name},
      ${request.rows.length}, ${request.idempotencyKey})`)
}
