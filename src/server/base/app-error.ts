import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

export interface RowError {
  /** The row's NO in the request. */
  readonly row: number
  readonly text: Label
  readonly column?: string
  readonly who?: string
  readonly when?: string
  /** Identifies a confirmation question: the row is saved if the user confirms it. */
  readonly question?: string
  /** Whether the caller lacks permission for the row. Otherwise the row contains a mistake. */
  readonly isDenied?: true
}

/** Error shown to the user: HTTP status, stable code, and text in both languages. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly text: Label
  readonly rows: readonly RowError[]
  /** Missing grant in the form stored in roles: `save:area/name`. */
  readonly missingGrant: string | undefined
  /** The missing grant as a user can request it: an action on one of these screens. */
  requestableGrant: { readonly menus: readonly string[]; readonly action: string } | undefined

  constructor(
    status: number,
    code: string,
    text: Label,
    rows: readonly RowError[] = [],
    lacks?: string,
  ) {
    super(`${code}: ${text.en}`)
    this.status = status
    this.code = code
    this.text = text
    this.rows = rows
    this.missingGrant = lacks
  }
}

const countDistinctRows = (rows: readonly RowError[]) => new Set(rows.map(({ row }) => row)).size

/** 422: invalid rows. Reports every failing row, not only the first. */
export function invalidRows(rows: readonly RowError[]): AppError {
  const count = countDistinctRows(rows)
  const text = label(
    `${formatCount(count)}행에 오류가 있습니다. 표시된 행을 수정한 뒤 다시 저장하세요.`,
    `${formatCount(count, 'row has', 'rows have')} errors. Correct the marked rows and save again.`,
  )
  return new AppError(422, 'ROWS_INVALID', text, rows)
}

/**
 * 409: rows changed by others since they were read, or stock and documents no longer in the
 * expected state.
 */
export function conflictingRows(rows: readonly RowError[]): AppError {
  const count = countDistinctRows(rows)
  const text = label(
    `${formatCount(count)}행을 처리하지 못했습니다. 표시된 행의 사유를 확인하세요.`,
    `${formatCount(count, 'row')} could not be processed. See the reasons at the marked rows.`,
  )
  return new AppError(409, 'ROWS_CONFLICT', text, rows)
}

/** 409: rows that can be saved as entered, but only after the user has confirmed them. */
export function unconfirmedRows(rows: readonly RowError[]): AppError {
  const count = countDistinctRows(rows)
  const text = label(
    `${formatCount(count)}행을 확인하세요. 입력한 대로 저장하려면 확인을 누르세요.`,
    `Check ${formatCount(count, 'row')}. Press OK to save as entered.`,
  )
  return new AppError(409, 'CONFIRM', text, rows)
}

export function forbidden(): AppError {
  const text = label(
    '이 작업의 권한이 없습니다. 관리자에게 문의하세요.',
    'You do not have permission for this. Ask your administrator.',
  )
  return new AppError(403, 'FORBIDDEN', text)
}
