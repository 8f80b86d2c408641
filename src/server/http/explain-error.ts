import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { DatabaseError, StoreError } from '#server/db/database.ts'
import { explainDatabaseError } from '#server/engine/explain-database-error.ts'
import { explainStoreError } from '#server/engine/explain-store-error.ts'

/** A busy store is not a bug, and a flood of 503s must not fill the error log. */
export function isBug(error: unknown, { status }: AppError): boolean {
  if (status === 503 && (error instanceof AppError || error instanceof StoreError)) return false
  return status >= 500
}

/** Response to an error of any kind. Only errors with their own message reveal the cause. */
export function explainError(thrown: unknown): AppError {
  const error = thrown instanceof DatabaseError ? explainDatabaseError(thrown) : thrown
  if (error instanceof AppError) return error
  if (error instanceof StoreError) return explainStoreError(error)
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status === 413) {
    return new AppError(
      413,
      'TOO_LARGE',
      label('보낸 자료가 너무 큽니다.', 'The data sent is too large.'),
    )
  }
  if (status < 500) {
    return new AppError(
      status,
      'REQUEST_INVALID',
      label('요청을 읽을 수 없습니다.', 'The request cannot be read.'),
    )
  }
  const broken = label(
    '서버에서 오류가 발생했습니다. 입력한 내용은 화면에 남아 있습니다.',
    'A server error occurred. Your input is still on the screen.',
  )
  return new AppError(500, 'SERVER_ERROR', broken)
}
