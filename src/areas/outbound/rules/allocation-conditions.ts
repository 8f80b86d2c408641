import { label, type Label } from '#kernel/label.ts'

/**
 * Conditions that prevent allocating stock to a shipment line. If several apply, the first is shown
 * as the reason. `server/eligible.ts` has the SQL of each.
 */
export const allocationConditions = {
  MISSING: label('미발견', 'Missing'),
  SAMPLE: label('샘플', 'Sample'),
  NOT_SAMPLE: label('샘플 아님', 'Not a sample'),
  BONDED: label('보세 미통관', 'Not cleared'),
  INSPECT: label('검품대기', 'Awaiting inspection'),
  HELD: label('보류·불량', 'Held or damaged'),
  EXPIRING: label('유통기한 부족', 'Shelf life too short'),
  LOCKED: label('잠긴 셀', 'Locked cell'),
  OTHER_LOT: label('지정 로트·마크 아님', 'Not the lot or mark ordered'),
} as const satisfies Readonly<Record<string, Label>>

export type AllocationCondition = keyof typeof allocationConditions

/** Remedies that make such stock eligible for the line. */
export const allocationRemedies: Readonly<Record<AllocationCondition, Label>> = {
  MISSING: label('실사 또는 미발견 해제', 'Count it, or release it as found'),
  SAMPLE: label('샘플 출고로 등록', 'Register it as a sample shipment'),
  NOT_SAMPLE: label('일반 출고로 등록', 'Register it as a normal shipment'),
  BONDED: label('수입신고 수리 후 할당', 'Clear it through customs first'),
  INSPECT: label('반품 검품합격 후 할당', 'Pass the inspection of the return first'),
  HELD: label('보류 해제 또는 상태변경', 'Release the hold or change the condition'),
  EXPIRING: label('배송처의 잔여유통일 기준 확인', 'Check the shelf life required by the ship-to'),
  LOCKED: label('셀·존 잠금 해제', 'Unlock the cell or zone'),
  OTHER_LOT: label('출고 행의 지정 로트·마크 변경', 'Change the lot or mark of the order line'),
}
