// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { comparisonRequest } from '#ui/page/model/report-shape.ts'
import { groupBy, openToLevel } from '#ui/grid/model/grouping.ts'
import { sheetAsShown } from '#ui/page/rows/export-rows.ts'
import { receiptChart } from '#areas/reports/operations/charts.ts'
import { inventoryByZoneScreen } from '#areas/reports/screens/InventoryByZone.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { mockServer, grant, openPage } from './page-support.ts'

const QUERY = '/api/wms/reports/inventory-by-zone'

interface RequestedReport {
  readonly SEARCH?: unknown
  readonly GROUP?: { BY: unknown[]; ACROSS?: unknown; COMPARE?: unknown }
}

function mockReport() {
  return mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    [QUERY]: ({ body }) => {
      const { GROUP } = body as RequestedReport
      if (!GROUP) return { body: { data: [{ ZONE_CD: 'A', QTY: 12 }] } }
      if (GROUP.COMPARE) return { body: { data: [{ ZONE_CD: 'A', QTY: 12, QTY_WAS: 10 }] } }
      if (GROUP.ACROSS) return { body: { data: [{ ZONE_CD: 'A', QTY: 12, QTY__1: 5, QTY__2: 7 }] } }
      return { body: { data: [{ OWNER_CD: 'HANBIT' }, { OWNER_CD: 'SEOJIN' }] } }
    },
  })
}

function getLastGroup(sent: readonly { path: string; body: unknown }[]): RequestedReport['GROUP'] {
  const { body } = sent.findLast(({ path }) => path === QUERY) ?? {}
  return (body as RequestedReport | undefined)?.GROUP
}

function open(): PageModel {
  const page = openPage(inventoryByZoneScreen)
  page.setSearch('VALID_DT', '20261101~20261110')
  return page
}

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'export')
})

test('a pivot requests the key values first and shows them with a total', async () => {
  const sent = mockReport()
  const page = open()
  await page.load()
  page.shape.requestShape({ across: { key: { column: 'OWNER_CD' }, measure: 'QTY' } })
  await page.load()
  const requests = sent
    .filter(({ path }) => path === QUERY)
    .map(({ body }) => body as RequestedReport)
  expect(requests[1]?.GROUP).toMatchObject({ BY: ['OWNER_CD'] })
  expect(requests[2]?.GROUP).toEqual({
    BY: ['ZONE_CD'],
    ACROSS: { KEY: 'OWNER_CD', VALUES: ['HANBIT', 'SEOJIN'], MEASURES: ['QTY'] },
  })
  expect(page.grid.drawn.map(({ title }) => title)).toEqual([
    columnTitles.ZONE_CD,
    columnTitles.UNIT_CD,
    'HANBIT 재고',
    'SEOJIN 재고',
    '재고',
  ])
  expect(page.grid.value(0, 'QTY__2')).toBe(7)
  page.shape.requestShape({})
  await page.load()
  expect(page.grid.column('QTY__1')).toBeUndefined()
  expect(page.grid.column('ALLOC_QTY')).toBeDefined()
})

test.each([
  ['before', '20261022~20261031', { COUNT: 10, UNIT: 'day' }],
  ['month', '20261001~20261010', { COUNT: 1, UNIT: 'month' }],
  ['year', '20251101~20251110', { COUNT: 12, UNIT: 'month' }],
] as const)('comparing with %s requests the matching other dates', async (compare, days, SHIFT) => {
  const sent = mockReport()
  const page = open()
  page.shape.requestShape({ compare })
  await page.load()
  const GROUP = getLastGroup(sent)
  expect(GROUP?.COMPARE).toEqual({ SEARCH: { VALID_DT: days }, SHIFT })
  expect(page.grid.column('QTY_DIFF')?.title).toBe('재고 증감')
})

test.each([
  ['before', '20260201~20260228', '20260101~20260131', 1],
  ['month', '20261101~20261130', '20261001~20261031', 1],
  ['month', '20260401~20260630', '20260301~20260531', 1],
  ['year', '20290201~20290228', '20280201~20280229', 12],
  ['before', '20260701~20260930', '20260401~20260630', 3],
  ['before', '20280101~20281231', '20270101~20271231', 12],
] as const)(
  'complete months are compared with complete months: %s %s',
  (compare, now, then, count) => {
    const searched = { RECEIPT_DT: now }
    expect(comparisonRequest(receiptChart, compare, searched)).toEqual({
      search: { RECEIPT_DT: then },
      shift: { count, unit: 'month' },
    })
  },
)

test('weeks are compared with whole weeks', () => {
  const searched = { RECEIPT_DT: '20261101~20261130' }
  const weeks = [{ column: 'RECEIPT_DT', period: 'week' as const }]
  expect(comparisonRequest(receiptChart, 'month', searched, weeks)).toEqual({
    search: { RECEIPT_DT: '20261001~20261031' },
    shift: { count: 28, unit: 'day' },
  })
})

test('a comparison with another time works, and an unavailable shape is reported', async () => {
  const sent = mockReport()
  const page = open()
  page.shape.requestShape({ compare: { asOf: '20261001' } })
  await page.load()
  const GROUP = getLastGroup(sent)
  expect(GROUP?.COMPARE).toEqual({ SEARCH: { AS_OF: '20261001' } })
  page.shape.requestShape({ across: { key: { column: 'NO_SUCH' }, measure: 'QTY' } })
  await page.load()
  expect(page.note).toContain('NO_SUCH')
  // The previous columns are still shown.
  expect(page.grid.column('QTY_WAS')).toBeDefined()
})

test.each([
  // Both start on the first of a month, so complete months are compared.
  ['20260801', '20260810', { COUNT: 3, UNIT: 'month' }],
  ['20260805', '20260814', { COUNT: 88, UNIT: 'day' }],
])(
  'the chosen dates from %s to %s are compared with the searched dates',
  async (first, last, SHIFT) => {
    const sent = mockReport()
    const page = open()
    page.shape.requestShape({ compare: { first, last } })
    await page.load()
    const SEARCH = { VALID_DT: `${first}~${last}` }
    expect(getLastGroup(sent)?.COMPARE).toEqual({ SEARCH, SHIFT })
  },
)

test('a pivot and a comparison can be combined, and removed one by one', async () => {
  const across = { key: { column: 'OWNER_CD' }, measure: 'QTY' }
  const both = ['QTY__1', 'QTY__1_WAS', 'QTY__1_DIFF', 'QTY__2', 'QTY__2_WAS', 'QTY__2_DIFF']
  for (const first of [{ across }, { compare: 'before' as const }]) {
    const sent = mockReport()
    const page = open()
    page.shape.requestShape(first)
    await page.load()
    page.shape.requestShape({ across, compare: 'before' })
    await page.load()
    expect(page.note).toBe('')
    expect(getLastGroup(sent)).toMatchObject({
      ACROSS: { VALUES: ['HANBIT', 'SEOJIN'] },
      COMPARE: { SEARCH: { VALID_DT: '20261022~20261031' } },
    })
    expect(page.grid.drawn.map(({ id }) => id)).toEqual([
      'ZONE_CD',
      'UNIT_CD',
      ...both,
      'QTY',
      'QTY_WAS',
      'QTY_DIFF',
      'QTY_PCT',
    ])
    page.shape.requestShape({ across })
    await page.load()
    expect(page.grid.column('QTY__1')).toBeDefined()
    expect(page.grid.column('QTY__1_WAS')).toBeUndefined()
  }
})

test('compared values are adjacent', async () => {
  mockReport()
  const page = open()
  page.shape.requestShape({ compare: 'before' })
  await page.load()
  const names = page.grid.drawn.map(({ id }) => id)
  expect(names.slice(names.indexOf('QTY'), names.indexOf('QTY') + 4)).toEqual([
    'QTY',
    'QTY_WAS',
    'QTY_DIFF',
    'QTY_PCT',
  ])
})

test('groups are exported with their levels', async () => {
  mockReport()
  const page = open()
  await page.load()
  expect(sheetAsShown(page.grid).LEVELS).toBeUndefined()
  groupBy(page.grid, [{ column: 'ZONE_CD' }])
  expect(sheetAsShown(page.grid).LEVELS).toEqual([0, 1])
  openToLevel(page.grid, 0)
  expect(sheetAsShown(page.grid).LEVELS).toEqual([0])
})
