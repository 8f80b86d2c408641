import type { Label } from '#kernel/label.ts'

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

  constructor(status: number, code: string, text: Label, rows: readonly RowError[] = []) {
    super(`${code}: ${text.en}`)
    this.status = status
    this.code = code
    this.text = text
    this.rows = rows
  }
}

/** 422: rows that are not right in themselves. Every failing row at once, never only the first. */
export function badRows(rows: readonly RowError[]): AppError {
  const text = {
    ko: `${rows.length}건의 행에 오류가 있습니다. 표시된 행을 고친 뒤 다시 저장하세요.`,
    en: `${rows.length} rows are not right. Mend the marked rows and save again.`,
  }
  return new AppError(422, 'ROWS_INVALID', text, rows)
}

/** 409: rows that others changed meanwhile, or stock and documents that are no longer as assumed. */
export function conflictingRows(rows: readonly RowError[]): AppError {
  const text = {
    ko: `${rows.length}건이 다른 작업과 충돌했습니다. 표시된 행을 확인하세요.`,
    en: `${rows.length} rows meet another user's work. Look at the marked rows.`,
  }
  return new AppError(409, 'ROWS_CONFLICT', text, rows)
}

/** 403: the user's roles do not grant it. */
export function forbidden(): AppError {
  const text = {
    ko: '이 작업의 권한이 없습니다. 관리자에게 문의하세요.',
    en: 'You may not do this. Ask the administrator.',
  }
  return new AppError(403, 'FORBIDDEN', text)
}
