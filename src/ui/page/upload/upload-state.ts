import type { Fields, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { type Label, label } from '#kernel/label.ts'
import { emptyFields } from '#kernel/required.ts'
import { FIRST_ROW, type SheetMapping } from '#kernel/sheet-mapping.ts'
import { message, t } from '#ui/base/language.ts'
import type { Sheet, SheetChanges } from './upload-calls.ts'

export type UploadStage = 'choose' | 'map' | 'rows' | 'saved'

/** `passed`: the server accepts every row without a known error. */
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
  readonly readBy: { readonly mapping: SheetMapping; readonly firstRow: number } | undefined
  readonly progress: UploadProgress | undefined
  readonly problem: string | undefined
  readonly check: CheckState
  readonly changes: SheetChanges | undefined
  readonly made: CreatedNumbers | undefined
  readonly importNo: number | undefined
  /** Sheet rows after the first empty A cell. They are read only on request. */
  readonly unread: readonly number[]
}

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

interface CreatedNumbers {
  readonly savedRows: number
  readonly numbers: readonly {
    readonly column: string
    readonly label: Label
    readonly values: readonly string[]
  }[]
}

/** Response columns that describe the save of a row, not the created record. */
const technicalColumns = new Set(['ROW', 'NO', 'POSTATUS', 'POERROR', 'VERSION', 'BATCH_FLAG'])

const fallback = label('새 번호', 'New numbers')

export function collectNumbers(
  answer: readonly WireRow[],
  sent: Fields,
  savedRows: number,
): CreatedNumbers {
  const found = new Map<string, Set<string>>()
  for (const row of answer) {
    for (const [column, value] of Object.entries(row)) {
      if (technicalColumns.has(column) || value === null || value === '') continue
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

export function notSavedText(invalid: number): Label {
  const count = invalid
  return label(
    `오류 ${formatCount(count)}행이 있어 저장하지 않았습니다. 수정하거나 제외한 뒤 다시 저장하세요.`,
    `Not saved: ${formatCount(count, 'row has', 'rows have')} errors. Correct or exclude them, then save again.`,
  )
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function missingHeaderText(fields: Fields, header: WireRow): string | undefined {
  const required = Object.entries(fields).filter(([, field]) => field.required)
  const titled = required.map(([name, field]) => ({ name, label: field.label }))
  const empty = emptyFields(titled, header).map((field) => t(field.label))
  return empty.length > 0 ? message('MSG000012', empty.join(', ')) : undefined
}
