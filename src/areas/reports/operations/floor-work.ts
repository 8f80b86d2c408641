import { measure } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, rate } from '#kernel/summary.ts'
import { checkScans, picks } from '#areas/outbound/operations/report-rows.ts'
import { distinctCount, documentCounts, percent } from './figures.ts'

/** Six minutes: a few seconds between two picks would make thousands of lines per hour. */
const minHours = 0.1

export const pickingReport = defineSummary(picks, {
  name: 'reports/picking',
  title: label('피킹현황', 'Picking report'),
  by: ['USER_ID', 'ZONE_CD'],
  sums: ['PICK_QTY', 'SHORT_QTY', 'WORK_HOURS'],
  measures: {
    LINE_COUNT: distinctCount('행수', 'Lines', 'LINE_ID'),
    SHIPMENT_COUNT: documentCounts.shipments,
    LINES_PER_HOUR: rate(
      measure(label('시간당 행', 'Lines per hour'), 1, { width: 90 }),
      'LINE_COUNT',
      'WORK_HOURS',
      minHours,
    ),
  },
  offers: ['PICK_DT', 'OWNER_CD', 'STOCK_CD', 'SHIPMENT_NO', 'CELL_CD', 'REASON', 'UNIT_CD'],
})

export const shippedCheckReport = defineSummary(checkScans, {
  name: 'reports/shipped-check',
  title: label('출하검수 현황', 'Shipping check report'),
  by: ['USER_ID'],
  measures: {
    SHIPMENT_COUNT: documentCounts.shipments,
    SCAN_COUNT: distinctCount('스캔', 'Scans', 'SCAN_ID'),
    WRONG_COUNT: distinctCount('오류 스캔', 'Error scans', 'WRONG_ID'),
    WRONG_RATE: percent('오류율 %', 'Error rate %', 'WRONG_COUNT', 'SCAN_COUNT'),
  },
  offers: ['CHECK_DT', 'OWNER_CD', 'SHIPMENT_NO', 'CODE', 'FAULT'],
})
