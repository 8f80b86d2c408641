import { label } from '#kernel/label.ts'

/** Proof of what the customer received: unmatching it would lose the history of the serial. */
export const cannotUnmatchShipped = label(
  '출하한 전표의 번호는 해제할 수 없습니다. 반품된 물품은 반품으로 등록하세요.',
  'Numbers of a shipped document cannot be unmatched. Register returned items as a return.',
)

/** Manual matching depends on the serial level of the item. */
export const serialLevels = {
  none: label(
    '시리얼을 관리하지 않는 품목입니다. 품목의 시리얼관리를 확인하세요.',
    'Serials of this item are not tracked. Check its serial setting.',
  ),
  all: label(
    '피킹할 때 지정한 시리얼입니다. 피킹취소에서 해제하세요.',
    'This serial was entered when picking. Cancel the pick.',
  ),
} as const
