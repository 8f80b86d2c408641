// @vitest-environment jsdom
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { provideScanTypeAhead, scanTypeAhead } from '#ui/keys/scan-type-ahead.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { GridPageHandle } from '#ui/page/tools/page-handle.ts'
import {
  mockServer,
  grant,
  openPage,
  receivingScreen,
  SAVE,
  supplierScreen,
} from './page-support.ts'

const supplier = { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 }
const line = { RECEIPT_NO: 'R1', STOCK_CD: 'K1', BARCODE: null, OPEN_QTY: 10, CELL_CD: null }
const withoutScans = scanTypeAhead

/** A pending scan. Returns a function that completes it. */
function scanAhead(): (isTaken: boolean) => void {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let isWaiting = true
  provideScanTypeAhead({ ...withoutScans, isWaiting: () => isWaiting, taken: () => promise })
  return (isTaken) => {
    isWaiting = false
    resolve(isTaken)
  }
}

function mockSuppliers() {
  return mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/suppliers': () => ({ body: { data: [supplier] } }),
    '/api/wms/inbound/receiving-lines': () => ({ body: { data: [{ ...line, NOW_QTY: 4 }] } }),
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
}

const getHandle = (page: PageModel) => new GridPageHandle(page, new PageView())

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})
afterAll(() => provideScanTypeAhead(withoutScans))

test('a save pressed right after a scan includes what the scan counted', async () => {
  const sent = mockSuppliers()
  const page = openPage(supplierScreen)
  await page.load()
  const answer = scanAhead()
  const saving = getHandle(page).save()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Co')
  answer(true)
  expect(await saving).toBe(true)
  const saved = sent.filter(({ path }) => path === SAVE).map(({ body }) => body['ROWS'])
  expect(saved).toEqual([[expect.objectContaining({ SUPPLIER_NM: 'Daehan Co' })]])
})

test('a save pressed right after a scan is dropped if the scan is rejected', async () => {
  const sent = mockSuppliers()
  const page = openPage(supplierScreen)
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Co')
  const answer = scanAhead()
  const saving = getHandle(page).save()
  answer(false)
  expect(await saving).toBe(false)
  expect(sent.map(({ path }) => path)).not.toContain(SAVE)
  expect(page.isDirty).toBe(true)
})

test('confirming a receipt right after a scan waits for the scan and is dropped if it is rejected', async () => {
  const sent = mockSuppliers()
  const page = openPage(receivingScreen)
  await page.load()
  page.grid.setChecked([0], true)
  const refuse = scanAhead()
  const refused = getHandle(page).act()
  refuse(false)
  expect(await refused).toBe(false)
  expect(sent.map(({ path }) => path)).not.toContain(SAVE)
  const take = scanAhead()
  const taken = getHandle(page).act()
  page.grid.setCell(0, 'NOW_QTY', 5)
  take(true)
  expect(await taken).toBe(true)
  const saved = sent.filter(({ path }) => path === SAVE).map(({ body }) => body['ROWS'])
  expect(saved).toEqual([[expect.objectContaining({ NOW_QTY: 5 })]])
})
