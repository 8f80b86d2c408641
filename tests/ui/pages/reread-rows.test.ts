// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#kernel/messages.ts'
import { setLanguage } from '#ui/base/language.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { recordMissedChanges, watchSearches } from '#ui/remote/changed-elsewhere.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { mockServer, grant, openPage, SAVE, supplierScreen } from './page-support.ts'

const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }
const suppliers = [
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 },
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S2', SUPPLIER_NM: 'Minguk', VERSION: 1 },
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S3', SUPPLIER_NM: 'Manse', VERSION: 1 },
]
const saved = { body: { message: messages.saved.ko, data: { rows: [] } } }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})
afterEach(() => topPopup()?.dismiss())

describe('a save among more rows than one request returns', () => {
  const many = Array.from({ length: 1_200 }, (_, index) => ({
    OWNER_CD: 'HANBIT',
    SUPPLIER_CD: `M${index}`,
    SUPPLIER_NM: `${index}`,
    VERSION: 1,
  }))

  async function openMany(found: (code: string) => Record<string, unknown> | undefined) {
    const sent = mockServer({
      ...codes,
      '/api/wms/master/suppliers': ({ body }) => {
        const filters = body['FILTERS'] as { COLUMN: string; VALUES: string[] }[] | undefined
        const request = filters?.find(({ COLUMN }) => COLUMN === 'SUPPLIER_CD')?.VALUES
        return {
          body: { data: request ? request.flatMap((code) => found(code) ?? []) : suppliers },
        }
      },
      [SAVE]: () => saved,
    })
    const page = openPage(supplierScreen, 'tab')
    await page.load()
    page.grid.appendRows(many)
    const getSearches = () => sent.filter(({ path }) => path === '/api/wms/master/suppliers')
    return { page, searches: getSearches }
  }

  test('reads the saved rows by key and leaves all others unchanged', async () => {
    const { page, searches } = await openMany((code) => ({
      OWNER_CD: 'HANBIT',
      SUPPLIER_CD: code,
      SUPPLIER_NM: 'Corrected by the server',
      VERSION: 2,
    }))
    page.grid.setCell(5, 'SUPPLIER_NM', 'New name')
    page.grid.deleteRows([7])
    expect(await savePage(page)).toBe(true)
    expect(page.grid.row(5)).toMatchObject({ SUPPLIER_NM: 'Corrected by the server', VERSION: 2 })
    expect(page.grid.row(6)).toMatchObject({ SUPPLIER_NM: '3', VERSION: 1 })
    expect(page.grid.rowCount).toBe(1_202)
    expect(searches()).toHaveLength(2)
    expect(searches().at(-1)?.body['FILTERS']).toContainEqual({
      COLUMN: 'SUPPLIER_CD',
      OPERATOR: 'In',
      VALUES: ['M2'],
    })
  })

  test('searches again if another user may have changed rows since the search', async () => {
    const { page, searches } = await openMany((code) => ({ SUPPLIER_CD: code }))
    const unregister = registerPage('tab', pageRegistration(page, new PageView()))
    recordMissedChanges()
    page.grid.setCell(5, 'SUPPLIER_NM', 'New name')
    expect(await savePage(page)).toBe(true)
    unregister()
    watchSearches()()
    expect(searches()).toHaveLength(2)
    expect(searches().at(-1)?.body).not.toHaveProperty('FILTERS')
    expect(page.grid.rowCount).toBe(suppliers.length)
  })

  test('searches again if a saved row is no longer found', async () => {
    const { page, searches } = await openMany(() => undefined)
    page.grid.setCell(5, 'SUPPLIER_NM', 'New name')
    expect(await savePage(page)).toBe(true)
    expect(searches()).toHaveLength(3)
    expect(page.grid.rowCount).toBe(suppliers.length)
  })
})
