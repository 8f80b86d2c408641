import { label, type Label } from '#kernel/label.ts'

/** What a breach of a constraint means on the floor. */
export interface ConstraintWords {
  readonly text: Label
  /** Column it is told at, where the last column of the constraint is not the one people typed. */
  readonly column?: string
}

/** Facts that only the program writes, and always together. */
export const together: ConstraintWords = {
  text: label(
    '상태와 작업 정보가 서로 맞지 않습니다. 다시 조회한 뒤 시도하세요.',
    'Status and details do not match. Search again, then retry.',
  ),
}

/** A last day that comes before the first. */
export const period: ConstraintWords = {
  text: label('종료일이 시작일보다 빠릅니다.', 'The end date is before the start date.'),
  column: 'TO_DT',
}
