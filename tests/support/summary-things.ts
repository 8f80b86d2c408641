import sql from 'sql-template-tag'
import { code, date, dateTime, lookup, measure, quantity, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import { summariseQuery } from '#kernel/summarise-query.ts'
import type { Caller } from '#server/auth/caller.ts'
import { handleQuery, type QueryHandler } from '#server/engine/handler.ts'
import { applyGrouping } from '#server/engine/summary.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'

const quantities = {
  QTY: quantity(columnLabels.ORDER_QTY),
  DONE_QTY: quantity(columnLabels.SHIP_QTY),
}
const output = {
  OWNER_CD: code(columnLabels.OWNER_CD),
  ZONE_CD: code(columnLabels.ZONE_CD),
  STOCK_CD: lookup(testLabel('Item'), 'stock', { fills: { STOCK_NM: 'NAME' } }),
  STOCK_NM: text(columnLabels.STOCK_NM),
  LOT_NO: text(columnLabels.LOT_NO),
  UNIT_CD: code(columnLabels.UNIT_CD),
  DAY_DT: date(testLabel('Day')),
  POSTED_AT: dateTime(testLabel('Moment')),
  ...quantities,
  CBM: measure(label('CBM', 'CBM'), 6, { footer: 'SUM' }),
}
/** Query with every column kind that can be grouped by. */
export const thingsQuery = defineQuery({
  name: 'test/things',
  title: testLabel('Test'),
  menus: ['grid'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: output,
  output,
})

export interface Thing {
  readonly [column: string]: string | number | null
}

/** Returns a test's rows as the source of a query. */
export const summaryHandler = (rows: readonly Thing[]) =>
  handleQuery(thingsQuery, 'v.place', () => {
    const json = JSON.stringify(rows.map((row, place) => ({ ...row, place })))
    return sql`select place, wcode, owner_cd, zone_cd, stock_cd, stock_nm, lot_no, unit_cd,
        day_dt, posted_at, qty, done_qty, cbm
      from jsonb_to_recordset(${json}::jsonb) as r(place int, wcode text, owner_cd text,
        zone_cd text, stock_cd text, stock_nm text, lot_no text, unit_cd text, day_dt date,
        posted_at timestamptz, qty numeric, done_qty numeric, cbm numeric)`
  })

export const caller: Caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
}
export const ownerCaller: Caller = { ...caller, scope: { wcode: 'W01', owners: ['B'] } }

export const plainThing: Thing = {
  wcode: 'W01',
  owner_cd: 'A',
  zone_cd: 'Z1',
  stock_cd: 'S1',
  stock_nm: 'S1 name',
  lot_no: 'L1',
  unit_cd: 'EA',
  day_dt: '2026-11-20',
  posted_at: '2026-11-20T10:00:00+09:00',
  qty: 1,
  done_qty: 1,
  cbm: 0.001,
}

export const fullRequest = {
  sums: ['QTY', 'DONE_QTY', 'CBM'],
  counts: ['*', 'LOT_NO', 'STOCK_CD'],
  least: ['DAY_DT', 'POSTED_AT', 'ZONE_CD'],
  most: ['DAY_DT'],
  ratios: [
    { of: 'DONE_QTY', to: 'QTY' },
    { of: 'CBM', to: 'ROW_COUNT' },
  ],
} as const satisfies Omit<GroupRequest, 'by'>

export const requestFor = (
  rows: readonly Thing[],
  request: GroupRequest,
  extra: Pick<QueryHandler, 'lowCardinalityColumns' | 'indexedColumns'> = {},
) => {
  const source = { ...summaryHandler(rows), ...extra }
  return {
    source,
    handler: applyGrouping(source, request),
    summary: summariseQuery(thingsQuery, request),
  }
}
