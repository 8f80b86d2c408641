import type { Fields, WireRow } from '#kernel/field.ts'
import { howMany } from '#kernel/how-many.ts'
import { type Label, label } from '#kernel/label.ts'
import { emptyFields } from '#kernel/required.ts'
import { FIRST_ROW, type SheetMapping } from '#kernel/sheet-mapping.ts'
import { message, t } from '#ui/base/language.ts'
import type { Sheet, SheetChanges } from './upload-calls.ts'

/** `choose` a file, `map` its columns, mend the `rows`, all `saved`. */
export type UploadStage = 'choose' | 'map' | 'rows' | 'saved'

/** `passed`: the server would take every row without a known fault. */
export type CheckState = 'none' | 'stale' | 'passed'

export interface UploadProgress {
  readonly title: Label
  readonly done?: number
  readonly total?: number
  readonly startedAt: number
}

export interface UploadState {
  readonly stage: UploadStage
  readonly sheet: Sheet | undefined
  readonly mapping: SheetMapping
  readonly firstRow: number
  readonly header: WireRow
  /** How the rows were read that are shown, or kept behind the columns. */
  readonly readBy: { readonly mapping: SheetMapping; readonly firstRow: number } | undefined
  readonly progress: UploadProgress | undefined
  /** Why something could not be done, shown where the user did it. */
  readonly problem: string | undefined
  readonly check: CheckState
  /** What a save would do to the records that are there, once all rows are checked. */
  readonly changes: SheetChanges | undefined
  readonly made: MadeNumbers | undefined
  /** Number of the import that was saved, by which it can be taken back. */
  readonly importNo: number | undefined
  /** Sheet rows behind the first empty A; read too when the user says so. */
  readonly unread: readonly number[]
}

/** Before the first file. */
export const emptyUpload: UploadState = {
  stage: 'choose',
  sheet: undefined,
  mapping: {},
  firstRow: FIRST_ROW,
  header: {},
  readBy: undefined,
  progress: undefined,
  problem: undefined,
  check: 'none',
  changes: undefined,
  made: undefined,
  importNo: undefined,
  unread: [],
}

/** What a save made of the rows, for the person who has to tell the owner. */
interface MadeNumbers {
  readonly savedRows: number
  /** New numbers by column, in the order of the rows, each once. */
  readonly numbers: readonly {
    readonly column: string
    readonly label: Label
    readonly values: readonly string[]
  }[]
}

/** Columns of an answer that say how it went, not what was made. */
const plumbing = new Set(['ROW', 'NO', 'POSTATUS', 'POERROR', 'VERSION', 'BATCH_FLAG'])

const fallback = label('새 번호', 'New numbers')

/** The numbers in a save's answer. Columns of the rows themselves are no news and are left out. */
export function madeNumbers(
  answer: readonly WireRow[],
  sent: Fields,
  savedRows: number,
): MadeNumbers {
  const found = new Map<string, Set<string>>()
  for (const row of answer) {
    for (const [column, value] of Object.entries(row)) {
      if (plumbing.has(column) || value === null || value === '') continue
      const values = found.get(column) ?? new Set<string>()
      found.set(column, values.add(String(value)))
    }
  }
  const numbers = [...found]
    .filter(([column]) => column.endsWith('_NO') && column !== 'LINE_NO')
    .map(([column, values]) => ({
      column,
      label: sent[column]?.label ?? fallback,
      values: [...values],
    }))
  return { savedRows, numbers }
}

/** Why a save did not begin. */
export function notSaved(faulty: number): Label {
  const count = faulty
  return label(
    `오류 ${howMany(count)}행이 있어 저장하지 않았습니다. 수정하거나 제외한 뒤 다시 저장하세요.`,
    `Not saved: ${howMany(count, 'row has', 'rows have')} errors. Correct or exclude them, then save again.`,
  )
}

/** What went wrong, in the words of whoever said it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Names the required facts of a header that are still empty; nothing when all are there. */
export function emptyFacts(fields: Fields, header: WireRow): string | undefined {
  const required = Object.entries(fields).filter(([, field]) => field.required)
  const titled = required.map(([name, field]) => ({ name, label: field.label }))
  const empty = emptyFields(titled, header).map((field) => t(field.label))
  return empty.length > 0 ? message('MSG000012', empty.join(', ')) : undefined
}
