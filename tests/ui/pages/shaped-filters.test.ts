// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { groupBy, groupKeys } from '#ui/grid/model/grouping.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { applyView } from '#ui/page/tools/grid-views.tsx'
import { NoteArea, dismissNotes } from '#ui/windows/notify.tsx'
import { inventoryByZoneScreen } from '#areas/reports/screens/InventoryByZone.ts'
import { mockServer, grant, openPage } from './page-support.ts'

const owners = { current: ['HANBIT', 'SEOJIN'] }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'export')
  owners.current = ['HANBIT', 'SEOJIN']
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/reports/inventory-by-zone': ({ body }) => {
      const { GROUP } = body as { GROUP?: { ACROSS?: object } }
      if (!GROUP) return { body: { data: [{ ZONE_CD: 'A', OWNER_CD: 'HANBIT', QTY: 12 }] } }
      if (GROUP.ACROSS) return { body: { data: [{ ZONE_CD: 'A', QTY: 12, QTY__1: 5, QTY__2: 7 }] } }
      return { body: { data: owners.current.map((OWNER_CD) => ({ OWNER_CD })) } }
    },
  })
})
afterEach(dismissNotes)

async function open(): Promise<PageModel> {
  const page = openPage(inventoryByZoneScreen)
  page.setSearch('VALID_DT', '20261101~20261110')
  await page.load()
  return page
}

async function pivotByOwner(page: PageModel): Promise<void> {
  page.shape.requestShape({ across: { key: { column: 'OWNER_CD' }, measure: 'QTY' } })
  await page.load()
}

const getTitle = (name: string) => `title of ${name}`
const columns = { columns: [], sort: [] }

test('a pivot clears filters on columns that it lacks, with a notice', async () => {
  const { container } = render(createElement(NoteArea))
  const page = await open()
  const filters = [
    { column: 'ZONE_CD', operator: '=', values: ['A'] },
    { column: 'LOT_COUNT', operator: '>', values: [3] },
  ] as const
  const title = page.grid.column('LOT_COUNT')?.title ?? '?'
  page.grid.filter(filters)
  groupBy(page.grid, [{ column: 'LOT_COUNT' }])
  await pivotByOwner(page)
  expect(page.grid.filters).toEqual([filters[0]])
  expect(groupKeys(page.grid)).toEqual([])
  expect(page.grid.rowCount).toBe(1)
  await vi.waitFor(() => expect(container.textContent).toContain(title))
})

test('a filter on a pivot column remains only while that column has the same meaning', async () => {
  const page = await open()
  await pivotByOwner(page)
  page.grid.filter([{ column: 'QTY__2', operator: '>', values: [1] }])
  await page.load()
  expect(page.grid.filters).toHaveLength(1)
  owners.current = ['HANBIT', 'NEWCO', 'SEOJIN']
  await page.load()
  expect(page.grid.filters).toEqual([])
})

test('a view names its filters that the shown columns lack', async () => {
  const { container } = render(createElement(NoteArea))
  const page = await open()
  await pivotByOwner(page)
  applyView({ model: page.grid, titleOf: getTitle }, 'Mine', {
    ...columns,
    filters: [
      { column: 'ZONE_CD', operator: '=', values: ['A'] },
      { column: 'LOT_COUNT', operator: '>', values: [3] },
      { column: 'QTY__1', operator: '>', values: [3] },
    ],
  })
  expect(page.grid.filters.map(({ column }) => column)).toEqual(['ZONE_CD'])
  await vi.waitFor(() =>
    expect(container.textContent).toMatch(/Mine.*title of LOT_COUNT, title of QTY__1/),
  )
})

test('a view filters by the dates that its text means today', async () => {
  const page = await open()
  page.grid.setColumns([{ id: 'DAY', title: 'Day', kind: 'date', width: 90 }])
  applyView({ model: page.grid, titleOf: getTitle }, 'Mine', {
    ...columns,
    filters: [
      {
        column: 'DAY',
        operator: '=',
        values: ['20200101'],
        typed: { operator: '=', text: 'today' },
      },
    ],
  })
  expect(page.grid.filters[0]?.values).not.toContain('20200101')
  expect(page.grid.filters[0]?.typed).toEqual({ operator: '=', text: 'today' })
})
