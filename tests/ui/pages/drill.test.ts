// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { code, date, text } from '#kernel/field.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import { datesOfPeriod } from '#kernel/period.ts'
import { summariseQuery } from '#kernel/summarise-query.ts'
import { drillArguments } from '#ui/page/tools/drill.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'

const zone = paneScreens.find(({ route }) => route === 'InventoryByZone')
const lots = paneScreens.find(({ route }) => route === 'InventoryByLot')

test('a drill-down searches for the group within the previous search', () => {
  const finer = lots?.sources.grid?.source
  if (!zone || !finer) throw new Error('the screens are gone')
  const row = { ZONE_CD: 'A', QTY: 12 }
  const searched = { OWNER_CD: 'HANBIT', AS_OF: '20261101', NO_SUCH: 'x', STOCK_CD: null }
  expect(drillArguments(zone, finer, row, searched)).toEqual({
    ZONE_CD: 'A',
    OWNER_CD: 'HANBIT',
    AS_OF: '20261101',
  })
})

test('the group overrides a wider search, and the target columns can have other names', () => {
  const query = lots?.sources.grid?.source
  if (!zone || !query) throw new Error('the screens are gone')
  const search = {
    ZONE_CD: code(columnLabels.ZONE_CD),
    NOTE: text(columnLabels.REMARK),
    DAY_DT: date(testLabel('Day')),
  }
  const finer = { ...query, search }
  const screen = { ...zone, drill: { to: 'X', with: { NOTE: 'ZONE_NM', DAY_DT: 'NO_COLUMN' } } }
  const row = { ZONE_CD: 'A', ZONE_NM: 'Zone A' }
  expect(drillArguments(screen, finer, row, { ZONE_CD: 'A,B' })).toEqual({
    ZONE_CD: 'A',
    NOTE: '=Zone A',
  })
})

test('a missing permission leads to the roles that grant its screen', () => {
  const rights = paneScreens.find(({ route }) => route === 'UserMgr')
  const menus = paneScreens.find(({ route }) => route === 'MenuByRole')?.sources.grid?.source
  if (!rights || !menus) throw new Error('the screens are gone')
  const row = { MENU_NM: 'Putaway', MENU_ID: 'PutAway', ACTION_CD: 'save', MAY_YN: 'N' }
  const searched = { USER_ID: 'picker', MENU_NM: 'away', GROUP_NM: null }
  expect(drillArguments(rights, menus, row, searched)).toEqual({ MENU_NM: '=Putaway' })
})

test.each([
  ['20261105', '20261105', '20261105'],
  ['2026-02', '20260201', '20260228'],
  ['2028-02', '20280201', '20280229'],
  ['2026-Q4', '20261001', '20261231'],
  ['2026', '20260101', '20261231'],
  // ISO 8601: 2026 starts on a Thursday, so its first week starts in 2025.
  ['2026-W01', '20251229', '20260104'],
  ['2026-W53', '20261228', '20270103'],
])('the period %s covers %s to %s', (period, first, last) => {
  expect(datesOfPeriod(period)).toEqual([first, last])
})

test('an invalid period has no dates', () => {
  expect(datesOfPeriod('')).toBeUndefined()
  expect(datesOfPeriod('합계')).toBeUndefined()
})

describe('a drill-down from a report with a different shape', () => {
  const summary = paneScreens.find(({ route }) => route === 'ShipmentSummary')
  const part = summary?.sources.grid
  const finer = paneScreens.find(({ route }) => route === 'ShipmentReport')?.sources.grid?.source
  if (!summary || !part || !finer) throw new Error('the screens are gone')
  const searched = { SHIPMENT_DT: '2026-08-15~2026-11-30' }
  const shapeRequest = (request: Omit<GroupRequest, 'by'>) => {
    const source = summariseQuery(part.source, { by: [{ column: 'OWNER_CD' }], ...request })
    return { ...summary, sources: { ...summary.sources, grid: { ...part, source } } }
  }
  const months = {
    key: { column: 'SHIPMENT_DT', period: 'month' },
    values: ['2026-08', '2026-09', null],
    measures: ['SHIPMENT_COUNT'],
  } as const
  const drillColumn = (request: Omit<GroupRequest, 'by'>, column: string, search = searched) =>
    drillArguments(shapeRequest(request), finer, { OWNER_CD: 'HANBIT' }, search, column)

  test.each([
    ['SHIPMENT_COUNT__2', '20260901~20260930'],
    // The search starts within August.
    ['SHIPMENT_COUNT__1', '20260815~20260831'],
    ['SHIPMENT_COUNT__3', '2026-08-15~2026-11-30'],
    ['OWNER_CD', '2026-08-15~2026-11-30'],
  ])('%s of a pivot by month opens %s', (column, days) => {
    expect(drillColumn({ across: months }, column)).toEqual({
      OWNER_CD: 'HANBIT',
      SHIPMENT_DT: days,
    })
  })

  test('a pivot by a code opens the rows of that code', () => {
    const across = { ...months, key: { column: 'STOCK_CD' }, values: ['MUG', 'CUP'] }
    expect(drillColumn({ across }, 'SHIPMENT_COUNT__2')).toMatchObject({ STOCK_CD: 'CUP' })
  })

  test.each([
    ['day', 108, '20260429~20260814'],
    ['month', 1, '20260715~20261030'],
  ] as const)('a compared figure opens the compared period (%s)', (unit, count, days) => {
    const compare = { search: { SHIPMENT_DT: days }, shift: { count, unit } }
    expect(drillColumn({ compare }, 'SHIPMENT_COUNT_WAS')['SHIPMENT_DT']).toBe(days)
    expect(drillColumn({ compare }, 'SHIPMENT_COUNT')['SHIPMENT_DT']).toBe(searched.SHIPMENT_DT)
  })
})
