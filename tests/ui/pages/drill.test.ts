// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { code, date, text } from '#kernel/field.ts'
import { daysOfPeriod } from '#kernel/period.ts'
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

test('the group overrides a wider search, and columns can have other names there', () => {
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
  expect(daysOfPeriod(period)).toEqual([first, last])
})

test('an invalid period has no dates', () => {
  expect(daysOfPeriod('')).toBeUndefined()
  expect(daysOfPeriod('합계')).toBeUndefined()
})
