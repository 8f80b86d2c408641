import { code, date, integer, measure, quantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

const days = { min: -999_999, max: 999_999 }

/** Age and remaining shelf life in days, relative to the date of the query. */
export const ageFields = {
  DAYS_LEFT: integer(label('잔여일수', 'Remaining days'), { ...days, width: 80 }),
  EXPIRY_CD: select(label('유통기한 구간', 'Expiry range'), 'expiry-bucket', { width: 100 }),
  LIFE_RATE: measure(label('잔여율 %', 'Remaining shelf life %'), 1, { min: -999_999, width: 80 }),
  AGE_DAYS: integer(label('경과일수', 'Days stored'), { ...days, width: 80 }),
  AGE_CD: select(label('경과 구간', 'Age range'), 'age-bucket', { width: 100 }),
  LAST_OUT_DT: date(label('최종출하일', 'Last ship date')),
} as const

const blockedQty = (ko: string, en: string) => quantity(label(ko, en), { zeroAsEmpty: true })

/**
 * Reasons why stock on hand is not available. Each piece counts under the first reason that
 * applies: on hand = available + allocated + picked + these.
 */
export const blockedFields = {
  BLOCKED_QTY: blockedQty('가용 외', 'Not available'),
  BLOCK_MISSING_QTY: blockedQty('미발견', 'Missing'),
  BLOCK_HELD_QTY: blockedQty('보류분', 'Held back'),
  BLOCK_DAMAGED_QTY: blockedQty('불량', 'Damaged'),
  BLOCK_INSPECT_QTY: blockedQty('검품대기', 'Awaiting inspection'),
  BLOCK_BONDED_QTY: blockedQty('보세 미통관', 'Not cleared'),
  BLOCK_RULE_QTY: blockedQty('규칙 보류', 'Held by a rule'),
  BLOCK_LOCKED_QTY: blockedQty('잠긴 셀', 'In locked cells'),
  BLOCK_EXPIRED_QTY: blockedQty('기한 경과', 'Expired'),
} as const

export const holdFields = {
  HOLD_KIND_CD: select(label('보류 구분', 'Hold kind'), 'hold-kind', { width: 100 }),
  HOLD_WHY: text(label('보류사유', 'Hold reason'), { width: 200 }),
  HELD_SINCE_DT: date(label('보류시작일', 'Held from')),
} as const

export const cancelFields = {
  CANCEL_CD: select(label('취소 구분', 'Cancellation kind'), 'cancel-kind', { width: 100 }),
  CANCEL_DT: date(label('취소일', 'Cancellation date'), { maxSpan: { count: 12, unit: 'months' } }),
  CANCEL_QTY: quantity(label('취소수량', 'Cancelled qty'), { width: 90 }),
  REASON: text(label('사유', 'Reason'), { width: 200 }),
  USER_ID: text(label('작업자', 'User'), { width: 90 }),
} as const

/** Reason of the last cancelled receiving or shipping of a document. */
export const lastCancelReason = text(label('최근 취소사유', 'Last cancellation reason'), {
  width: 160,
})

/** Identifies a line, box or document for distinct counts. */
export const countedId = code(label('식별자', 'ID'), { width: 160, maxLength: 200 })
