import type { DatabaseError } from '#server/db/database.ts'
import { label } from '#kernel/label.ts'
import { AppError } from './app-error.ts'
import { constraintWords } from './constraint-words.ts'

/** Waited too long for another's work, or met it too often: nothing was kept, and it may be tried again. */
const busyCodes = new Set(['40001', '40P01', '55P03', '57014', '25P03'])

const refusals: Readonly<Record<string, AppError>> = {
  '23502': new AppError(
    422,
    'VALUE_MISSING',
    label('필수 항목이 비어 있습니다.', 'A required value is missing.'),
  ),
  '23503': new AppError(
    409,
    'REFERENCE',
    label(
      '다른 자료가 사용 중이거나, 가리키는 자료가 없습니다.',
      'Other rows use this, or what it points at does not exist.',
    ),
  ),
  '23505': new AppError(409, 'DUPLICATE', label('이미 있는 자료입니다.', 'This exists already.')),
  '23514': new AppError(
    422,
    'VALUE_REFUSED',
    label('저장할 수 없는 값이 있습니다.', 'A value cannot be saved.'),
  ),
  '22003': new AppError(
    422,
    'NUMBER_TOO_LARGE',
    label('숫자가 너무 큽니다.', 'A number is too large.'),
  ),
}

/** A breach of an invariant that the database holds, in words; anything else stays as it is. */
export function explainDatabaseError(error: DatabaseError): Error {
  const words = error.constraint ? constraintWords[error.constraint] : undefined
  if (words) return new AppError(409, 'CONFLICT', words.text)
  const refusal = refusals[error.code]
  if (refusal) return new AppError(refusal.status, refusal.code, refusal.text)
  if (busyCodes.has(error.code)) {
    const busy = label(
      '다른 작업이 같은 자료를 처리하고 있습니다. 잠시 뒤 다시 시도하세요.',
      'Other work holds the same rows. Try again soon.',
    )
    return new AppError(503, 'STORE_BUSY', busy)
  }
  if (error.code.startsWith('WM')) {
    const refused = label(
      '재고 원장의 규칙에 어긋나 저장하지 않았습니다.',
      'Against the rules of the stock ledger; nothing was saved.',
    )
    return new AppError(409, error.code, refused)
  }
  return error
}
