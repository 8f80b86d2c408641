import type { DatabaseError } from '#server/db/database.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { constraintTexts } from './constraint-texts.ts'
import { describe } from './explain-constraint.ts'

/** Serialization failures, deadlocks and timeouts: rolled back, safe to retry. */
const busyCodes = new Set(['40001', '40P01', '55P03', '25P03'])

/** Reason why a follower of another database refuses a change. */
export const mastersReplicated = label(
  '기준정보는 이 데이터베이스에서 변경할 수 없습니다. 기준정보를 관리하는 주 사이트에서 변경하세요.',
  'Master data cannot be changed in this database. Change it on the main site, which maintains it.',
)

const errorsByCode: Readonly<Record<string, AppError>> = {
  '23502': new AppError(
    422,
    'VALUE_MISSING',
    label('필수 항목이 비어 있습니다.', 'A required value is missing.'),
  ),
  '23503': new AppError(
    409,
    'REFERENCE',
    label(
      '다른 자료에서 사용 중이거나 없는 코드입니다. 코드를 확인하세요.',
      'In use elsewhere, or a code does not exist. Check the codes.',
    ),
  ),
  '23505': new AppError(
    409,
    'DUPLICATE',
    label('이미 있는 자료입니다.', 'This record already exists.'),
  ),
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
  WM010: new AppError(409, 'MASTERS_REPLICATED', mastersReplicated),
}

/** Converts a violated database invariant to a readable error. Returns other errors unchanged. */
export function explainDatabaseError(error: DatabaseError): Error {
  const words = error.constraint ? constraintTexts[error.constraint] : undefined
  if (words) return new AppError(409, 'CONFLICT', describe(words, error))
  const refusal = errorsByCode[error.code]
  if (refusal) return new AppError(refusal.status, refusal.code, refusal.text)
  if (error.code === '57014') {
    const slow = label(
      '처리 시간이 초과되었습니다. 조건을 좁히거나 나누어 다시 시도하세요.',
      'This took too long. Narrow the conditions or split the work, then try again.',
    )
    return new AppError(503, 'STORE_BUSY', slow)
  }
  if (busyCodes.has(error.code)) {
    const busy = label(
      '다른 사용자가 같은 행을 저장하고 있습니다. 잠시 뒤 다시 시도하세요.',
      'Another user is saving the same rows. Try again shortly.',
    )
    return new AppError(503, 'STORE_BUSY', busy)
  }
  if (error.code.startsWith('WM')) {
    const refused = label(
      '재고 원장의 규칙에 어긋나 저장하지 않았습니다. 다시 조회한 뒤 저장하고, 반복되면 관리자에게 문의하세요.',
      'Not saved: against the rules of the stock ledger. Search again; if it recurs, contact your administrator.',
    )
    return new AppError(409, error.code, refused)
  }
  return error
}
