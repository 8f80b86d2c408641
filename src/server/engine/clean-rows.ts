import { formatCount } from '#kernel/format-count.ts'
import { withoutDefaults, type Fields } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { validateRow, type CodesOf } from '#kernel/validate-row.ts'
import { AppError, type RowError } from '#server/base/app-error.ts'
import { timeSlices } from '#server/base/time-slices.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { ProcedureHandler, SaveRow } from './handler.ts'
import { codeLists } from '#areas/code-lists.ts'
import { repeatedRowNumber } from './row-texts.ts'
import { tidyRow } from './tidy-row.ts'

type ReceivedRow = Readonly<Record<string, unknown>>

const codeSets = new Map(
  Object.entries(codeLists).map(([list, codes]) => [list, new Set(Object.keys(codes))] as const),
)
/** Codes of the lists that the program itself defines and depends on. */
export const getCodes: CodesOf = (list) => codeSets.get(list)

export interface CleanRows {
  readonly rows: readonly SaveRow[]
  readonly errors: readonly RowError[]
  /** Numbers of rows outside the caller's scope, which must not be looked up. */
  readonly hidden: ReadonlySet<number>
}

/**
 * Returns whether the rows of a sheet are merged into existing records: columns missing in the
 * sheet keep their values.
 */
export function mergesRows(handler: ProcedureHandler, importFile: string | undefined): boolean {
  return importFile !== undefined && handler.edits && Boolean(handler.imports)
}

/** Validates the rows of a save. Throws AppError 422 if there are none or too many. */
export async function cleanRows(
  handler: ProcedureHandler,
  caller: Caller,
  given: readonly ReceivedRow[],
  merges: boolean,
): Promise<CleanRows> {
  assertRowCount(given.length, handler.operation.maxRows)
  const errors: RowError[] = []
  const hidden = new Set<number>()
  const numbers = new Set<number>()
  const cleanRow = (row: ReceivedRow, index: number): SaveRow => {
    const no = rowNumber(row, index)
    if (numbers.has(no)) {
      errors.push({ row: no, text: repeatedRowNumber(no), column: 'NO' })
      hidden.add(no)
    }
    numbers.add(no)
    const flag = readFlag(row, handler.edits && !merges)
    if (!flag) {
      const text = label(
        `BATCH_FLAG '${String(row['BATCH_FLAG'])}': I(추가), U(수정), D(삭제) 중 하나여야 합니다.`,
        `BATCH_FLAG '${String(row['BATCH_FLAG'])}' must be I (insert), U (update) or D (delete).`,
      )
      errors.push({ row: no, text, column: 'BATCH_FLAG' })
      hidden.add(no)
    }
    const type = row['ROW_TYPE'] === 'L' ? 'L' : 'H'
    const fields = getInputFields(handler, type, merges)
    const { row: values, errors: rowErrors } = validateRow(fields, tidyRow(fields, row), getCodes)
    if (flag !== 'D') errors.push(...rowErrors.map((error) => ({ row: no, ...error })))
    const owner = values['OWNER_CD']
    if (caller.scope.owners && owner && !caller.scope.owners.includes(String(owner))) {
      const text = label(`등록되지 않은 화주입니다: ${owner}`, `Owner not found: ${owner}`)
      errors.push({ row: no, text, column: 'OWNER_CD', isDenied: true })
      hidden.add(no)
    }
    const version = wholeNumber(row['VERSION']) ?? null
    return { no, flag: flag ?? 'I', version, type, docRef: readDocRef(row), values }
  }
  const rows: SaveRow[] = []
  const pause = timeSlices()
  for (const [index, row] of given.entries()) {
    rows.push(cleanRow(row, index))
    const paused = pause()
    if (paused) await paused
  }
  return { rows, errors, hidden }
}

function assertRowCount(count: number, max: number): void {
  if (count > 0 && count <= max) return
  if (count === 0) {
    throw new AppError(422, 'ROW_COUNT', label('저장할 행이 없습니다.', 'No rows to save.'))
  }
  throw new AppError(
    422,
    'ROW_COUNT',
    label(
      `한 번에 1건부터 ${formatCount(max)}건까지 저장할 수 있습니다(보낸 행 ${formatCount(count)}건). 나누어 저장하세요.`,
      `One save takes 1 to ${formatCount(max, 'row')} (sent: ${formatCount(count)}). Save them in parts.`,
    ),
  )
}

function readFlag(row: ReceivedRow, isEdited: boolean): SaveRow['flag'] | undefined {
  if (!isEdited) return 'I'
  const wanted = row['BATCH_FLAG'] ?? ''
  if (wanted === '') return 'I'
  return wanted === 'I' || wanted === 'U' || wanted === 'D' ? wanted : undefined
}

function getInputFields(
  { operation }: ProcedureHandler,
  type: SaveRow['type'],
  merges: boolean,
): Fields {
  const declared = type === 'L' && operation.lines ? operation.lines : operation.input
  if (!merges) return declared
  return Object.fromEntries(
    Object.entries(withoutDefaults(declared)).map(([name, field]) => {
      return [name, { ...field, required: false }]
    }),
  )
}

function readDocRef(row: ReceivedRow): string {
  const ref = row['DOC_REF']
  return typeof ref === 'string' || typeof ref === 'number' ? String(ref) : ''
}

/** Number of a received row in messages: its NO, otherwise its position from 1. */
export function rowNumber(row: ReceivedRow, index: number): number {
  return wholeNumber(row['NO']) ?? index + 1
}

/** Row numbers and versions are 32-bit integers. Other values count as missing. */
function wholeNumber(given: unknown): number | undefined {
  const fits = typeof given === 'number' && Number.isInteger(given) && Math.abs(given) < 2 ** 31
  return fits ? given : undefined
}
