import { label, type Label } from '#kernel/label.ts'

/**
 * What keeps goods from being promised to a line of a shipment. Where several apply, the first is
 * the reason that is shown. The SQL of each is in `server/eligible.ts`.
 */
export const promiseConditions = {
  SAMPLE: label('샘플', 'Sample'),
  NOT_SAMPLE: label('샘플 아님', 'Not a sample'),
  BONDED: label('보세 미통관', 'Not cleared'),
  HELD: label('보류·불량', 'Held or damaged'),
  EXPIRING: label('유통기한 부족', 'Shelf life too short'),
  LOCKED: label('잠긴 셀', 'Locked cell'),
  OTHER_LOT: label('지정 로트·마크 아님', 'Not the lot or mark ordered'),
} as const satisfies Readonly<Record<string, Label>>

export type PromiseCondition = keyof typeof promiseConditions
