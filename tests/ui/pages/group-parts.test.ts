// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { groupsRows, fetchGroupRows } from '#ui/page/tools/drill.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { inventoryByPalletScreen } from '#areas/reports/screens/InventoryByPallet.ts'
import { inventoryByStockScreen } from '#areas/reports/screens/InventoryByStock.ts'
import { cInventoryByStockScreen } from '#areas/reports/screens/CInventoryByStock.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { mockServer, grantMenus, openPage } from './page-support.ts'

const balances = [
  { BALANCE_ID: '1', OWNER_CD: 'HANBIT', STOCK_CD: 'K1', PALLET_NO: null, QTY: 3 },
  { BALANCE_ID: '2', OWNER_CD: 'HANBIT', STOCK_CD: 'K1', PALLET_NO: 'PL-1', QTY: 5 },
]

function mockGroups(groups: object[]) {
  return mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/reports/inventory-by-pallet': () => ({ body: { data: groups } }),
    '/api/wms/reports/inventory-by-stock': () => ({ body: { data: groups } }),
    '/api/wms/inventory/balances': () => ({ body: { data: balances } }),
  })
}

async function loadAndSelect(page: PageModel, search = {}): Promise<PageModel> {
  await page.load(search)
  page.grid.setCurrent(0, page.grid.drawn[0]?.id)
  return page
}

beforeEach(() => {
  setLanguage('ko')
  grantMenus({ InventoryByLot: ['search'], InventoryByPallet: ['search'] })
})
afterEach(() => topPopup()?.dismiss())

test('a report row expands to its underlying stock within the search', async () => {
  const sent = mockGroups([{ OWNER_CD: 'HANBIT', STOCK_CD: 'K1', QTY: 8 }])
  const page = await loadAndSelect(openPage(inventoryByStockScreen), { ZONE_CD: 'A' })
  expect(groupsRows(page, stockBalance)).toBe(true)
  const parts = await fetchGroupRows(page, [page.grid.row(0)])
  expect(parts.map(({ BALANCE_ID }) => BALANCE_ID)).toEqual(['1', '2'])
  const request = sent.find(({ path }) => path.endsWith('/balances'))
  expect(request?.body['SEARCH']).toEqual({ OWNER_CD: 'HANBIT', STOCK_CD: 'K1', ZONE_CD: 'A' })
})

test('the rows of a group without a pallet exclude stock on pallets, which a search would include', async () => {
  mockGroups([{ PALLET_NO: null, QTY: 3 }])
  const page = await loadAndSelect(openPage(inventoryByPalletScreen))
  const parts = await fetchGroupRows(page, [page.grid.row(0)])
  expect(parts.map(({ BALANCE_ID }) => BALANCE_ID)).toEqual(['1'])
})

test('the underlying stock requires current data, permission and an internal screen', async () => {
  mockGroups([{ OWNER_CD: 'HANBIT', STOCK_CD: 'K1', QTY: 8 }])
  const past = await loadAndSelect(openPage(inventoryByStockScreen), { AS_OF: '20261101120000' })
  expect(groupsRows(past, stockBalance)).toBe(false)
  grantMenus({ InventoryByStock: ['search'] })
  expect(groupsRows(await loadAndSelect(openPage(inventoryByStockScreen)), stockBalance)).toBe(
    false,
  )
  grantMenus({ CInventoryByLot: ['search'] })
  expect(groupsRows(await loadAndSelect(openPage(cInventoryByStockScreen)), stockBalance)).toBe(
    false,
  )
})

test('a customer screen offers the origin of a quantity only with ledger access', async () => {
  mockGroups([{ OWNER_CD: 'HANBIT', STOCK_CD: 'K1', QTY: 8 }])
  const isOffered = async (screen: typeof inventoryByStockScreen) => {
    const page = await loadAndSelect(openPage(screen))
    return pageRegistration(page, new PageView()).context()['ofStock']
  }
  grantMenus({ CInventoryByStock: ['search'], InventoryByStock: ['search'] })
  expect(await isOffered(cInventoryByStockScreen)).toBe(false)
  expect(await isOffered(inventoryByStockScreen)).toBe(true)
  grantMenus({ CInventoryByStock: ['search'], InventoryHistory: ['search'] })
  expect(await isOffered(cInventoryByStockScreen)).toBe(true)
})
