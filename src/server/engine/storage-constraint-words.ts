import { label } from '#kernel/label.ts'
import type { ConstraintWords } from './breach-words.ts'

/** Storage and hazard classes and put-away methods. */
export const storageConstraintWords: Readonly<Record<string, ConstraintWords>> = {
  storage_facts_fixed: {
    text: label(
      '보관 중인 재고와 맞지 않아 변경할 수 없습니다. 다시 조회하세요.',
      'The value contradicts stock that is stored. Search again.',
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
  work_method_fit: {
    text: label('적치방법에만 지정할 수 있습니다.', 'Only a put-away method has it.'),
    column: 'FIT_CD',
  },
}
