import { label, type Label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import {
  StoreExhaustedError,
  StoreFullError,
  StoreRestartingError,
  type StoreError,
} from '#server/db/database.ts'

const diskFullText = label(
  '서버 디스크가 가득 차 저장하지 않았습니다. 조회는 계속할 수 있습니다. 관리자에게 디스크 공간 확보를 요청하세요.',
  'Not saved: the server disk is full. You can still search. Ask your administrator to free disk space.',
)

const restartingMessage = label(
  '데이터베이스가 재시작 중입니다. 잠시 뒤 다시 시도하세요.',
  'The database is restarting. Try again shortly.',
)

const databaseBusyText = label(
  '데이터베이스를 사용할 수 없습니다. 잠시 뒤 다시 시도하세요.',
  'The database is not available. Try again shortly.',
)

const storeLimitReached: ExhaustedResource = {
  code: 'STORE_LIMIT',
  text: label(
    '데이터베이스의 설정 한도를 초과했습니다. 잠시 뒤 다시 시도하고, 반복되면 관리자에게 문의하세요.',
    'The database reached a configured limit. Try again shortly; if it recurs, contact your administrator.',
  ),
}

interface ExhaustedResource {
  readonly code: string
  readonly text: Label
}

const exhaustedByCode: Readonly<Record<string, ExhaustedResource>> = {
  '53200': {
    code: 'STORE_MEMORY',
    text: label(
      '데이터베이스 메모리가 부족합니다. 잠시 뒤 다시 시도하고, 반복되면 관리자에게 문의하세요.',
      'The database is out of memory. Try again shortly; if it recurs, contact your administrator.',
    ),
  },
  '53300': {
    code: 'STORE_CONNECTIONS',
    text: label(
      '데이터베이스 연결이 모두 사용 중입니다. 잠시 뒤 다시 시도하고, 반복되면 관리자에게 문의하세요.',
      'All database connections are in use. Try again shortly; if it recurs, contact your administrator.',
    ),
  },
}

/** Message for a store that cannot serve requests now. All of these requests can be retried. */
export function explainStoreError(error: StoreError): AppError {
  if (error instanceof StoreFullError) return new AppError(error.status, 'DISK_FULL', diskFullText)
  if (error instanceof StoreExhaustedError) {
    const { code, text } = exhaustedByCode[error.code] ?? storeLimitReached
    return new AppError(error.status, code, text)
  }
  const isRestarting = error instanceof StoreRestartingError
  return isRestarting
    ? new AppError(error.status, 'STORE_RESTARTING', restartingMessage)
    : new AppError(error.status, 'STORE_BUSY', databaseBusyText)
}
