import { code, date, integer, quantity, select, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { countJob, countLine } from '../tables/count.ts'
import { serialNo } from '../tables/serial.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { workInput } from './work-fields.ts'
import { countStatus } from '../rules/count-status.ts'

const jobNumber = { JOB_NO: withOptions(countJob.fields.JOB_NO, { required: true }) }
const abcClass = select(label('ABC', 'ABC'), 'abc-class', { width: 60 })
const optionalOwner = withOptions(stockBalance.fields.OWNER_CD, { required: false })
const optionalItem = withOptions(stockBalance.fields.STOCK_CD, { required: false })

/** Attributes shared by a group of stock. Empty if not relevant to the method. */
const groupKeys = {
  METHOD_CD: withOptions(countJob.fields.METHOD_CD, { required: true }),
  ZONE_CD: stockBalance.fields.ZONE_CD,
  CELL_CD: stockBalance.fields.CELL_CD,
  OWNER_CD: optionalOwner,
  STOCK_CD: optionalItem,
  ABC_CD: abcClass,
}

const plan = {
  COUNT_DT: countJob.fields.COUNT_DT,
  ASSIGNED_TO: countJob.fields.ASSIGNED_TO,
  REMARK: countJob.fields.REMARK,
}

export const countGroups = defineQuery({
  name: 'inventory/count-groups',
  title: label('실사 대상', 'Stock to count'),
  action: 'search',
  scope: 'warehouse-owner',
  search: groupKeys,
  output: {
    ...groupKeys,
    STOCK_NM: stockBalance.fields.STOCK_NM,
    LINE_COUNT: integer(label('재고건수', 'Stock records'), { width: 90, footer: 'SUM' }),
    COUNTED_DT: date(label('최근실사일', 'Last count date')),
    ...plan,
  },
})

/** Creates count jobs. Selected groups with the same date and counter form one job. */
export const makeCount = defineProcedure({
  name: 'inventory/make-count',
  title: label('실사작업 생성', 'Create a count job'),
  action: 'save',
  scope: 'warehouse-owner',
  input: { ...groupKeys, ...plan },
})

export const countJobs = defineQuery({
  name: 'inventory/count-jobs',
  title: label('실사작업 조회', 'Count jobs'),
  action: 'search',
  scope: 'warehouse',
  bound: 'own',
  search: countJob.fields,
  output: {
    ...countJob.fields,
    STATE_CD: withOptions(countJob.fields.STATE_CD, { voids: [countStatus.cancelled] }),
  },
})

/** Jobs of today and unfinished earlier ones. */
export const countJobsToday = defineQuery({
  ...countJobs,
  name: 'inventory/count-jobs-today',
  title: label('금일 실사현황', "Today's counts"),
})

export const countDays = defineQuery({
  name: 'inventory/count-days',
  title: label('일자별 실사', 'Counts by day'),
  action: 'search',
  scope: 'warehouse',
  bound: 'own',
  search: pick(countJob, ['COUNT_DT']),
  output: {
    ...pick(countJob, ['COUNT_DT']),
    JOB_COUNT: integer(label('작업수', 'Jobs'), { footer: 'SUM' }),
    DONE_COUNT: integer(label('종결', 'Closed'), { footer: 'SUM', zeroAsEmpty: true }),
    ...pick(countJob, ['LINE_COUNT', 'COUNTED_COUNT', 'DIFF_COUNT', 'PROGRESS']),
  },
})

/** Lines to count without the book quantity. WANTED_QTY is always null (blind count). */
export const countWork = defineQuery({
  name: 'inventory/count-work',
  title: label('실사 행', 'Lines to count'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(countLine, ['JOB_NO', 'OWNER_CD', 'CELL_CD', 'STOCK_CD']),
  output: {
    ...pick(countLine, [
      'JOB_NO',
      'LINE_NO',
      'OWNER_CD',
      'CELL_CD',
      'STOCK_CD',
      'STOCK_NM',
      'LOT_NO',
      'VALID_DT',
      'PALLET_NO',
      'BOX_NO',
      'CONDITION_CD',
    ]),
    COUNTED_QTY: quantity(label('실사수량', 'Counted qty')),
    WANTED_QTY: quantity(label('전산수량', 'System qty')),
  },
})

/**
 * One scan at the counting station: a cell, then its items. Adds QTY to the count of the item in
 * the cell; 0 records that there is none, and a negative quantity undoes a scan. A serial counts
 * its piece once.
 */
export const countScan = defineProcedure({
  name: 'inventory/count-scan',
  title: label('실사 스캔', 'Count scan'),
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  maxRows: 1,
  input: {
    ...jobNumber,
    CELL_CD: stockBalance.fields.CELL_CD,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, maxLength: 100 }),
    SERIAL_NO: serialNo,
    QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
    LOT_NO: stockBalance.fields.LOT_NO,
    VALID_DT: stockBalance.fields.VALID_DT,
  },
})

/** Count sheet by cell. Scanning its number opens the counting station. */
export const countSheet = definePrintOut({
  name: 'inventory/count-sheet',
  title: label('실사표', 'Count sheet'),
  action: 'print',
  scope: 'warehouse',
  bound: 'own',
  input: jobNumber,
})

/** Finishes a count. Uncounted lines remain uncounted. */
export const finishCount = defineProcedure({
  name: 'inventory/finish-count',
  title: label('실사완료', 'Finish count'),
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  input: jobNumber,
})

export const cancelCount = defineProcedure({
  name: 'inventory/cancel-count',
  title: label('실사작업 취소', 'Cancel count jobs'),
  menus: ['StocktakingJobList'],
  action: 'delete',
  scope: 'warehouse',
  bound: 'own',
  input: jobNumber,
})

const results = {
  ...pick(countJob, ['COUNT_DT', 'STATE_CD', 'TARGET']),
  ...countLine.fields,
}

/** Counted quantities next to the book quantity at the time of counting. */
export const countResults = defineQuery({
  name: 'inventory/count-results',
  title: label('실사결과 조회', 'Count results'),
  action: 'search',
  scope: 'warehouse-owner',
  search: results,
  output: { ...results, ...workInput(['SERIALS', 'REASON'], []) },
})

export const closedCountResults = defineQuery({
  ...countResults,
  name: 'inventory/closed-count-results',
  output: results,
})

const lineNumber = {
  ...jobNumber,
  LINE_NO: withOptions(countLine.fields.LINE_NO, { required: true }),
}

/** Adjusts stock to the count. Must be approved by a user who did not count. */
export const approveCount = defineProcedure({
  name: 'inventory/approve-count',
  title: label('차이 승인·조정', 'Approve and adjust'),
  final: label(
    '승인한 차이는 재고에 바로 반영되고 취소할 수 없습니다.',
    'Approved differences change the stock immediately and cannot be cancelled.',
  ),
  action: 'save',
  scope: 'warehouse-owner',
  input: { ...lineNumber, ...workInput(['SERIALS', 'REASON'], []) },
})

/** Orders a recount by another user. */
export const recountLines = defineProcedure({
  name: 'inventory/recount',
  title: label('재실사 지시', 'Request recount'),
  with: [countResults],
  action: 'save',
  scope: 'warehouse-owner',
  input: lineNumber,
})
