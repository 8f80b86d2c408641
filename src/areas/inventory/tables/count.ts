import {
  code,
  date,
  dateTime,
  flag,
  integer,
  progress,
  quantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef, remark } from '#areas/master/tables/references.ts'
import { stockBalance } from './stock-balance.ts'

const jobNo = code(label('실사번호', 'Count no.'), { width: 150 })
const { STOCK_CD, STOCK_NM, ZONE_CD, CELL_CD, LOT_NO, VALID_DT, PALLET_NO, BOX_NO, CONDITION_CD } =
  stockBalance.fields
const signed = { min: -999_999_999 } as const

export const countJob = defineTable({
  name: 'count_job',
  title: label('실사작업', 'Count job'),
  key: ['JOB_NO'],
  scope: { warehouse: 'WCODE' },
  fields: {
    JOB_NO: jobNo,
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    COUNT_DT: date(label('실사일', 'Count date'), { required: true }),
    METHOD_CD: select(label('실사방법', 'Method'), 'count-method', { width: 100 }),
    TARGET: text(label('대상', 'Target'), { width: 200 }),
    STATE_CD: select(label('상태', 'Status'), 'count-state', { width: 90 }),
    ASSIGNED_TO: text(label('담당자', 'Counter'), { width: 90, maxLength: 50 }),
    LINE_COUNT: integer(label('행수', 'Lines'), { footer: 'SUM' }),
    COUNTED_COUNT: integer(label('실사 행', 'Counted lines'), { footer: 'SUM' }),
    DIFF_COUNT: integer(label('차이 행', 'Lines with differences'), {
      footer: 'SUM',
      zeroAsEmpty: true,
    }),
    PROGRESS: progress(label('진행', 'Progress')),
    COUNTERS: text(label('실사자', 'Counted by'), { width: 140 }),
    REMARK: remark,
    ...changeFields,
  },
})

export const countLine = defineTable({
  name: 'count_line',
  title: label('실사 행', 'Count line'),
  key: ['JOB_NO', 'LINE_NO'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    JOB_NO: jobNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    OWNER_CD: ownerRef,
    ZONE_CD,
    CELL_CD,
    STOCK_CD,
    STOCK_NM,
    LOT_NO,
    VALID_DT,
    PALLET_NO,
    BOX_NO,
    CONDITION_CD,
    FOUND_YN: flag(label('전산 외', 'Not in system'), { width: 70 }),
    RESULT_CD: select(label('결과', 'Result'), 'count-result', { width: 90 }),
    BOOK_QTY: quantity(label('전산수량', 'System qty')),
    COUNT_QTY: quantity(label('실사수량', 'Counted qty')),
    COUNTERS: text(label('실사자', 'Counted by'), { width: 110 }),
    COUNTED_AT: dateTime(label('실사일시', 'Counted at')),
    RECOUNT_YN: flag(label('재실사', 'Recount'), { width: 70 }),
    RECOUNT_BOOK_QTY: quantity(label('재실사 전산수량', 'System qty at recount'), { width: 100 }),
    RECOUNT_QTY: quantity(label('재실사수량', 'Recounted qty'), { width: 100 }),
    RECOUNTERS: text(label('재실사자', 'Recounted by'), { width: 110 }),
    RECOUNTED_AT: dateTime(label('재실사일시', 'Recounted at')),
    DIFF_QTY: quantity(label('차이', 'Difference'), signed),
    MISSING_SERIALS: text(label('없는 시리얼', 'Missing serials'), { width: 150 }),
    FOREIGN_SERIALS: text(label('전산 외 시리얼', 'Serials not in system'), { width: 150 }),
    MOVED_YN: flag(label('실사 중 이동', 'Moved during count'), { width: 100 }),
    MOVED_IN_QTY: quantity(label('실사 후 증가', 'Increase since count'), {
      width: 110,
      zeroAsEmpty: true,
    }),
    MOVED_OUT_QTY: quantity(label('실사 후 감소', 'Decrease since count'), {
      width: 110,
      zeroAsEmpty: true,
    }),
    WORK_NO: code(label('조정번호', 'Adjustment no.'), { width: 150 }),
    APPROVED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
  },
})
