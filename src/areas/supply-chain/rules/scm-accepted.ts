import { label } from '#kernel/label.ts'

/** For example when shipping is cancelled after its rest was accepted on another shipment. */
export const scmAccepted = label(
  '접수·반려 수량이 요청 수량을 넘습니다. 잔량을 다시 접수했으면 그 전표를 먼저 취소하세요.',
  'Accepted and rejected quantities exceed the ordered quantity. If the rest was accepted again, cancel that document first.',
)
