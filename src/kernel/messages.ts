import { label } from './label.ts'

/**
 * Texts that client and server reference by code. The `MSG` codes are from spec §5; the caller
 * fills in `{0}` and `{1}`.
 */
export const messages = {
  MSG000012: label('{0} 항목은 필수 입력입니다.', '{0} is required.'),
  MSG000022: label('시작일이 종료일보다 늦을 수 없습니다.', 'The start must not be after the end.'),
  MSG000023: label('조회 기간은 {0}{1}을 넘을 수 없습니다.', 'The span must not exceed {0} {1}.'),
  favouriteAdded: label('즐겨찾기에 추가했습니다.', 'Added to favourites.'),
  favouriteRemoved: label('즐겨찾기에서 해제했습니다.', 'Removed from favourites.'),
  saved: label('저장했습니다.', 'Saved.'),
} as const
