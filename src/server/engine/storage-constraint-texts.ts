import { label } from '#kernel/label.ts'
import type { ConstraintText } from './constraint-text.ts'

const taskAmountsText: ConstraintText = {
  text: label(
    '이동작업의 수량과 상태가 서로 맞지 않습니다. 다시 조회하세요.',
    'Quantity and status of the move task do not match. Search again.',
  ),
}

/** Messages for pick faces, move tasks, storage and hazard classes and putaway methods. */
export const storageConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  storage_facts_fixed: {
    text: label(
      '보관 중인 재고와 맞지 않아 변경할 수 없습니다. 다시 조회하세요.',
      'The change conflicts with stock in storage. Search again.',
    ),
  },
  hazard_pair_differ: {
    text: label('다른 위험물을 선택하세요.', 'Select another class.'),
    column: 'OTHER_CD',
  },
  hazard_pair_once: {
    text: label('이미 등록된 조합입니다.', 'This pair already exists.'),
    column: 'OTHER_CD',
  },
  hazard_pair_stored: {
    text: label(
      '한 존에 함께 보관 중입니다. 재고를 먼저 이동하세요.',
      'A zone stores both classes. Move that stock first.',
    ),
    column: 'OTHER_CD',
  },
  pick_face_range: {
    text: label('최대보다 작은 값을 입력하세요.', 'Enter less than the maximum.'),
    column: 'MIN_QTY',
  },
  pick_face_fixed: {
    text: label('고정 피킹면에는 한 품목만 지정합니다.', 'A fixed face can only have one item.'),
    column: 'CELL_CD',
  },
  move_task_travel: taskAmountsText,
  move_task_state: taskAmountsText,
  allocation_demand: {
    text: label(
      '할당은 출고 행이나 이동작업 하나에만 속합니다.',
      'An allocation belongs to one shipment line or one move task.',
    ),
  },
  claim_times: {
    text: label('작업 시간이 서로 맞지 않습니다.', 'The times of the claim do not match.'),
  },
  work_method_fit: {
    text: label('적치방법에만 지정할 수 있습니다.', 'Can only be set for a put-away method.'),
    column: 'FIT_CD',
  },
}
