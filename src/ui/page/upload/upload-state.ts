import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { FIRST_ROW, type SheetMapping } from '#kernel/sheet-mapping.ts'
import type { Sheet, SheetChanges } from './upload-calls.ts'
import type { MadeNumbers } from './upload-made.ts'

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
