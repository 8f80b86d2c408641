import { integer, measure } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, distinct, rate } from '#kernel/summary.ts'
import { claimedWork } from '#areas/tasks/operations/claimed-work.ts'

/** Six minutes: a few seconds of work would make thousands of pieces per hour. */
const minHours = 0.1

/** Pieces per hour (UPH) by date, user and kind of work. */
export const laborReport = defineSummary(claimedWork, {
  name: 'reports/labor',
  title: label('작업자 생산성', 'Labour productivity'),
  by: ['WORK_DT', 'USER_ID', 'USER_NM', 'KIND_CD'],
  leads: {
    TASK_COUNT: distinct(integer(label('작업수', 'Tasks'), { width: 80 }), 'KIND_CD', 'REF_NO'),
  },
  sums: ['QTY', 'HOURS'],
  measures: {
    UPH: rate(
      measure(label('시간당 개수', 'Pieces per hour'), 1, { width: 110, minDecimals: 1 }),
      'QTY',
      'HOURS',
      minHours,
    ),
  },
  offers: ['WORK_DT', 'USER_ID', 'KIND_CD', 'OWNER_CD', 'STOCK_CD', 'REF_NO'],
})
