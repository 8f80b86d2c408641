// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { printGrid } from '#ui/page/tools/page-print.tsx'
import { codeLists } from '#ui/remote/code-lists.ts'
import type { Screen } from '#kernel/screen.ts'
import { grant, mockServer, openPage, receiptScreen, supplierScreen } from './page-support.ts'

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'export', 'print')
})

const suppliers = Array.from({ length: 3 }, (_, index) => ({
  OWNER_CD: 'HANBIT',
  SUPPLIER_CD: `S${index}`,
  SUPPLIER_NM: 'x'.repeat(index * 1500),
  GRADE_CD: 'A',
}))

async function loadPage(screen: Screen, search: Record<string, string>) {
  const sent = mockServer({
    '/api/wms/master/suppliers': () => ({ body: { data: suppliers } }),
    '/api/wms/inbound/receipts': () => ({ body: { data: [{ RECEIPT_NO: 'R1', OWNER_CD: 'H' }] } }),
    '/api/file/printGrid': () => ({ body: {} }),
  })
  const page = openPage(screen)
  page.search = search
  await page.load(page.search)
  async function printAndGetRequest() {
    void printGrid(page)
    const request = () => sent.findLast(({ path }) => path === '/api/file/printGrid')
    await vi.waitFor(() => expect(request()).toBeDefined())
    return request()?.body
  }
  return { page, printed: printAndGetRequest }
}

test('a printed grid states the conditions as the screen shows them, and its filters', async () => {
  vi.spyOn(codeLists, 'get').mockReturnValue([{ CODE: 'A', NAME: 'Excellent' }])
  const screen: Screen = { ...supplierScreen, search: ['OWNER_CD', 'SINCE_DT', 'GRADE_CD'] }
  const { page, printed } = await loadPage(screen, {
    OWNER_CD: 'HANBIT',
    SINCE_DT: '20260801~20261130',
    GRADE_CD: 'A',
  })
  page.grid.filter([{ column: 'SUPPLIER_CD', operator: 'Not In', values: ['S1'] }])
  const criteria = String((await printed())?.['CRITERIA'])
  expect(criteria).toContain('2026-08-01 ~ 2026-11-30')
  expect(criteria).toContain('Excellent')
  expect(criteria).toMatch(/S1$/)
})

test('texts longer than a printed cell and conditions longer than the heading are cut', async () => {
  const { page, printed } = await loadPage(supplierScreen, {})
  page.grid.filter([
    {
      column: 'SUPPLIER_CD',
      operator: 'In',
      values: Array.from({ length: 1000 }, (_, index) => `S${index}`),
    },
  ])
  const body = await printed()
  const rows = (body?.['ROWS'] ?? []) as string[][]
  const lengths = rows.flat().map((text) => text.length)
  expect(Math.max(...lengths)).toBe(1000)
  expect(String(body?.['CRITERIA'])).toHaveLength(2000)
  expect(String(body?.['CRITERIA'])).toMatch(/…$/)
})

test('printed lines state their document instead of the search', async () => {
  const { page, printed } = await loadPage(receiptScreen, { RECEIPT_DT: '20260801' })
  page.lines?.show({ key: 'R1', id: 0, row: { RECEIPT_NO: 'R1' }, isNew: true })
  page.lines?.model?.setData([{ STOCK_CD: 'A', ORDER_QTY: 1 }])
  page.zone = 'lines'
  expect((await printed())?.['CRITERIA']).toBe('R1')
})

test('printed totals read as below the grid', async () => {
  const columns = supplierScreen.grid.columns.map((column) =>
    typeof column === 'object' && column.field === 'SUPPLIER_CD'
      ? { ...column, footer: 'COUNT' as const }
      : column,
  )
  const screen = { ...supplierScreen, grid: { ...supplierScreen.grid, columns } }
  const { page, printed } = await loadPage(screen, {})
  page.grid.setData(Array.from({ length: 1200 }, (_, index) => ({ SUPPLIER_CD: `S${index}` })))
  expect((await printed())?.['TOTALS']).toContain('1,200')
})
