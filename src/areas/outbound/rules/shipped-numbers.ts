import { label } from '#kernel/label.ts'

/** Proof of what the customer received: unmatching it would lose the history of the serial. */
export const shippedNumbers = label(
  '출하한 전표의 번호는 해제할 수 없습니다. 돌아온 물품은 반품으로 등록하세요.',
  'Numbers of a shipped document cannot be unmatched. Register returned items as a return.',
)
