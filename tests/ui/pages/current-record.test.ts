// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { inventoryHoldStockScreen } from '#areas/inventory/screens/InventoryHoldStock.ts'
import { palletMoveScreen } from '#areas/inventory/screens/PalletMove.ts'
import { setLanguage } from '#ui/base/language.ts'
import { runPageAction } from '#ui/page/tools/page-action.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { messages } from '#kernel/messages.ts'
import { mockServer, grant, openPage, SAVE, supplierScreen } from './page-support.ts'

type Row = Record<string, unknown>

const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }
const saved = { body: { message: messages.saved.ko, data: { rows: [] } } }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})

test('the current record stays current after a save, even in another row', async () => {
  const supplier = (code: string) => ({
    OWNER_CD: 'HANBIT',
    SUPPLIER_CD: code,
    SUPPLIER_NM: code,
    VERSION: 1,
  })
  let rows = ['S1', 'S2', 'S3'].map(supplier)
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ body: { data: rows } }),
    [SAVE]: () => {
      rows = ['S0', 'S1', 'S2', 'S3'].map(supplier)
      return saved
    },
  })
  const page = openPage(supplierScreen)
  await page.load()
  page.grid.setCurrent(1, 'SUPPLIER_NM')
  page.grid.setCell(1, 'SUPPLIER_NM', 'Second')
  await savePage(page)
  expect(page.grid.current).toEqual({ row: 2, column: 'SUPPLIER_NM' })
  expect(page.grid.value(2, 'SUPPLIER_CD')).toBe('S2')
})

test('a moved pallet stays current, and a removed one leaves the cursor in place', async () => {
  const pallet = (CELL_CD: string, PALLET_NO: string): Row => ({
    OWNER_CD: 'HANBIT',
    CELL_CD,
    PALLET_NO,
    QTY: 10,
    TO_CELL_CD: null,
    REASON: null,
  })
  const [first, second, third] = [pallet('A-1', 'P1'), pallet('A-2', 'P2'), pallet('A-3', 'P3')]
  let rows = [first, second, third]
  mockServer({
    ...codes,
    '/api/wms/inventory/move-pallet-rows': () => ({ body: { data: rows } }),
    [SAVE]: ({ body }) => {
      const [{ TO_CELL_CD } = {}] = body['ROWS'] as Row[]
      rows = TO_CELL_CD === 'Z-9' ? [first, third, pallet('Z-9', 'P2')] : [first, third]
      return saved
    },
  })
  const page = openPage(palletMoveScreen)
  await page.load()
  page.grid.setCurrent(1, 'TO_CELL_CD')
  page.grid.setCell(1, 'TO_CELL_CD', 'Z-9')
  expect(await runPageAction(page)).toBe(true)
  expect(page.grid.current).toEqual({ row: 2, column: 'TO_CELL_CD' })
  expect(page.grid.value(2, 'PALLET_NO')).toBe('P2')
  page.grid.setCell(2, 'TO_CELL_CD', 'B-1')
  expect(await runPageAction(page)).toBe(true)
  expect(page.grid.current).toEqual({ row: 1, column: 'TO_CELL_CD' })
})

test('a row that was just held does not propose its release, and other rows keep their choice', async () => {
  const item = (STOCK_CD: string, HOLD_CD: string): Row => ({
    OWNER_CD: 'HANBIT',
    STOCK_CD,
    QTY: 10,
    HOLD_CD,
    REASON: null,
  })
  let rows = [item('K1', 'HOLD'), item('K2', 'RELEASE')]
  const sent = mockServer({
    ...codes,
    '/api/wms/inventory/hold-stock-rows': () => ({ body: { data: rows } }),
    [SAVE]: () => {
      rows = [item('K1', 'RELEASE'), item('K2', 'RELEASE')]
      return saved
    },
  })
  const page = openPage(inventoryHoldStockScreen)
  await page.load()
  page.grid.setCurrent(0, 'REASON')
  page.grid.setCell(0, 'REASON', 'looks damaged')
  expect(await runPageAction(page)).toBe(true)
  expect([page.grid.value(0, 'HOLD_CD'), page.grid.value(1, 'HOLD_CD')]).toEqual([null, 'RELEASE'])
  expect(page.isDirty).toBe(false)
  const countSaves = () => sent.filter(({ path }) => path === SAVE).length
  const again = runPageAction(page)
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  topPopup()?.dismiss()
  expect([await again, countSaves()]).toEqual([false, 1])
  await page.load()
  expect(page.grid.value(0, 'HOLD_CD')).toBe('RELEASE')
})
