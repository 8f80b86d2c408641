// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { groupBy, openToLevel } from '#ui/grid/model/grouping.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { grant, mockServer, openPage, receiptScreen, SAVE, supplierScreen } from './page-support.ts'

const suppliers = ['S1', 'S2', 'S3'].map((code, index) => ({
  OWNER_CD: index === 2 ? 'LUMI' : 'HANBIT',
  SUPPLIER_CD: code,
  SUPPLIER_NM: `Supplier ${code}`,
  VERSION: 1,
}))
const refused = { ROW: 1, POSTATUS: -1, POERROR: 'taken', COLUMN: 'SUPPLIER_NM' }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/suppliers': () => ({ body: { data: suppliers } }),
    '/api/wms/inbound/receipts': () => ({
      body: { data: ['R1', 'R2'].map((RECEIPT_NO) => ({ RECEIPT_NO, RECEIPT_DT: '20261120' })) },
    }),
    '/api/wms/inbound/receipt-lines': () => ({
      body: { data: [{ LINE_NO: 1, STOCK_CD: 'K1', ORDER_QTY: 5, VERSION: 2 }] },
    }),
    [SAVE]: () => ({ status: 422, body: { message: 'refused', rows: [refused] } }),
  })
})
afterEach(() => topPopup()?.dismiss())

async function save(page: ReturnType<typeof openPage>): Promise<void> {
  const saving = savePage(page)
  await vi.waitFor(() => expect(topPopup() ?? (page.busy ? undefined : page)).toBeDefined())
  topPopup()?.dismiss()
  expect(await saving).toBe(false)
}

async function openSuppliers(name: string | null) {
  const page = openPage(supplierScreen, 'tab')
  await page.load()
  page.grid.setCell(2, 'SUPPLIER_NM', name)
  return page
}

test.each([
  ['an empty field', null],
  ['a value that the server rejects', 'Changed'],
])('a row with %s that a filter hides is shown again', async (_name, name) => {
  const page = await openSuppliers(name)
  page.grid.filter([{ column: 'OWNER_CD', operator: '=', values: ['HANBIT'] }])
  await save(page)
  expect(page.grid.filters).toEqual([])
  expect(page.grid.current).toEqual({ row: 2, column: 'SUPPLIER_NM' })
})

test('the closed group of a row with an error is opened', async () => {
  const page = await openSuppliers(null)
  groupBy(page.grid, [{ column: 'OWNER_CD' }])
  openToLevel(page.grid, 0)
  await save(page)
  const row = page.grid.current?.row ?? -1
  expect(page.grid.value(row, 'SUPPLIER_CD')).toBe('S3')
})

test('a filter that hides other rows only remains', async () => {
  const page = await openSuppliers(null)
  page.grid.filter([{ column: 'OWNER_CD', operator: '=', values: ['LUMI'] }])
  await save(page)
  expect(page.grid.rowCount).toBe(1)
})

test('the document of a line with an error is shown again', async () => {
  const page = openPage(receiptScreen, 'tab')
  await page.load()
  page.grid.setCurrent(1)
  await vi.waitFor(() => expect(page.lines?.current?.phase).toBe('shown'))
  const lines = page.lines?.model
  lines?.setCell(0, 'ORDER_QTY', null)
  page.grid.filter([{ column: 'RECEIPT_NO', operator: '=', values: ['R1'] }])
  await save(page)
  expect(page.lines?.model).toBe(lines)
  expect(page.focused).toBe(lines)
})
