import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'

/** One row of a refused save: which one, what is wrong, where, and who stood in the way. */
export interface RowError {
  /** The row's NO as the caller sent it. */
  readonly row: number
  readonly text: Label
  readonly column?: string
  readonly who?: string
  readonly when?: string
}

/** A refusal with words for the user: HTTP status, a stable code, and a text in both languages. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly text: Label
  readonly rows: readonly RowError[]
  /** The grant that a refused call lacks, as roles have it: `save:area/name`. */
  readonly lacks: string | undefined
  /** The same as users ask for it: an action on one of these screens. */
  asks: { readonly menus: readonly string[]; readonly action: string } | undefined

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
    this.lacks = lacks
  }
}

/** A row with several errors is one row. */
const rowCount = (rows: readonly RowError[]) => new Set(rows.map(({ row }) => row)).size

/** 422: rows that are not right in themselves. Every failing row at once, never only the first. */
export function badRows(rows: readonly RowError[]): AppError {
  const count = rowCount(rows)
  const text = label(
    `${howMany(count)}행에 오류가 있습니다. 표시된 행을 수정한 뒤 다시 저장하세요.`,
    `${howMany(count, 'row has', 'rows have')} errors. Correct the marked rows and save again.`,
  )
  return new AppError(422, 'ROWS_INVALID', text, rows)
}

/** 409: rows that others changed meanwhile, or stock and documents that are no longer as assumed. */
export function conflictingRows(rows: readonly RowError[]): AppError {
  const count = rowCount(rows)
  const text = label(
    `${howMany(count)}행이 다른 사용자의 변경과 충돌했습니다. 다시 조회해 확인하세요.`,
    `${howMany(count, 'row conflicts', 'rows conflict')} with another user's changes. Search again and check.`,
  )
  return new AppError(409, 'ROWS_CONFLICT', text, rows)
}

/** 403: the user's roles do not grant it. */
export function forbidden(): AppError {
  const text = label(
    '이 작업의 권한이 없습니다. 관리자에게 문의하세요.',
    'You do not have permission for this. Ask your administrator.',
  )
  return new AppError(403, 'FORBIDDEN', text)
}
