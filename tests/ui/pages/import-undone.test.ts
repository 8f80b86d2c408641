// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { openImportHistory } from '#ui/page/tools/import-sheet.ts'
import { grant, mockServer, openPage, supplierScreen } from './page-support.ts'

/** The user undoes an import in the list. */
vi.mock(import('#ui/page/rows/import-history.tsx'), async (original) => ({
  ...(await original()),
  openImports: async (_procedures: readonly string[], undone: () => void) => undone(),
}))

const supplier = { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'import')
})

async function openSuppliers() {
  const sent = mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/suppliers': () => ({ body: { data: [supplier] } }),
  })
  const page = openPage(supplierScreen, 'tab')
  await page.load()
  const countSearches = () => sent.filter(({ path }) => path.endsWith('suppliers')).length
  return { page, searches: countSearches }
}

test('undoing an import while rows are unsaved discards none of these rows', async () => {
  const { page, searches } = await openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Co')
  await openImportHistory(page)
  await page.whenLoaded()
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Daehan Co')
  expect([page.isDirty, searches()]).toEqual([true, 1])
  expect(page.note).not.toBe('')
})

test('undoing an import without unsaved rows reloads the rows', async () => {
  const { page, searches } = await openSuppliers()
  await openImportHistory(page)
  await page.whenLoaded()
  expect(searches()).toBe(2)
})
