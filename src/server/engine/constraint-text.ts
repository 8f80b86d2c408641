import type { Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'

export interface ConstraintText {
  readonly text: Label
  /** Column that shows the error; by default the last column of the constraint. */
  readonly column?: string
  /** Message built from the detail of the error, which names the conflicting row. */
  readonly describe?: (detail: string) => Label
  /**
   * Selects `wcode` and `owner_cd` of the conflicting row. The detail is used only if that row is
   * in the scope of the call.
   */
  readonly conflicting?: (detail: string) => Sql
}

/** Message for constraints over columns that only the program writes, and always together. */
export const inconsistentDetails: ConstraintText = {
  text: label(
    '상태와 작업 정보가 서로 맞지 않습니다. 다시 조회한 뒤 시도하세요.',
    'Status and details do not match. Search again, then retry.',
  ),
}

export const periodOverlap: ConstraintText = {
  text: label('종료일이 시작일보다 빠릅니다.', 'The end date is before the start date.'),
  column: 'TO_DT',
}
