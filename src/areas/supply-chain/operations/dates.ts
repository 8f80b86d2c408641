import { date, integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { scmOrder } from '../tables/scm-order.ts'

const reason = text(label('변경사유', 'Reason'), { width: 180, maxLength: 200 })
const newDay = date(label('변경일자', 'New date'))
const batchNo = integer(label('변경묶음', 'Batch'), { width: 80 })

/** Requested date: a fixed date or a shift in days, with a weekday rule. */
const requestedDate = {
  SET_DT: date(label('지정일', 'Specified date')),
  SHIFT_DAYS: integer(label('± 일수', '± days'), { min: -366, max: 366 }),
  RULE_CD: select(label('요일', 'Weekday'), 'scm-day-rule', { default: 'EXACT', width: 120 }),
  CHANGE_REASON: reason,
}

/**
 * Orders whose date can still change, each with its new date, the reason if it is rejected, and the
 * shortage of usable stock on either date. A row with an empty REFUSAL can be saved.
 */
export const datePlan = defineQuery({
  name: 'supply-chain/date-plan',
  title: label('일자변경 미리보기', 'Date change preview'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(scmOrder, ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'SCM_NO', 'PARTNER_ORDER_NO']),
    ...pick(scmOrder, ['KIND_CD', 'STATE_CD', 'REQUEST_DT', 'SHIP_TO_CD', 'SUPPLIER_CD']),
    NOW_DT: date(label('현재 일자', 'Current date')),
    ...requestedDate,
  },
  output: {
    ...pick(scmOrder, ['SCM_NO', 'KIND_CD', 'STATE_CD', 'ACTIVE_YN', 'OWNER_CD']),
    ...pick(scmOrder, ['BRANCH_CD', 'BRANCH_NM', 'PARTNER_CD', 'PARTNER_NM', 'PARTNER_ORDER_NO']),
    ...pick(scmOrder, ['SUPPLIER_CD', 'SHIP_TO_CD', 'REQUEST_DT', 'LEFT_QTY', 'DOC_NO']),
    NOW_DT: date(label('현재 일자', 'Current date')),
    NEW_DT: newDay,
    REFUSAL: text(label('변경 불가 사유', 'Reason not changeable'), { width: 240 }),
    SHORT_NOW_QTY: quantity(label('현재일 부족', 'Current shortage'), { zeroAsEmpty: true }),
    SHORT_NEW_QTY: quantity(label('변경일 부족', 'Shortage on new date'), { zeroAsEmpty: true }),
    REASON: reason,
    BATCH_NO: batchNo,
  },
})

/** Changes the dates of orders and their documents as one batch, all or none. */
export const changeDates = defineProcedure({
  name: 'supply-chain/change-dates',
  title: label('일자변경', 'Change dates'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    SCM_NO: withOptions(scmOrder.fields.SCM_NO, { required: true }),
    NEW_DT: withOptions(newDay, { required: true }),
    REASON: withOptions(reason, { required: true }),
  },
})

/** Undoes a batch of date changes entirely, if its orders are unchanged since. */
export const undoDates = defineProcedure({
  name: 'supply-chain/undo-dates',
  title: label('일자변경 취소', 'Undo date changes'),
  with: [datePlan],
  action: 'save',
  scope: 'warehouse-owner',
  input: { BATCH_NO: withOptions(batchNo, { required: true }) },
})
