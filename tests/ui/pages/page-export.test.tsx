// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { exportPage } from '#ui/page/tools/page-files.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { mockServer, grant, supplierScreen, openPage } from './page-support.ts'

HTMLElement.prototype.checkVisibility = () => true
HTMLAnchorElement.prototype.click = () => undefined
URL.createObjectURL = () => 'blob:saved'

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'export')
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
})

test('an empty grid is not exported: the page reports it and sends no request', async () => {
  render(<PopupHost />)
  const sent = mockServer({})
  const exporting = exportPage(openPage(supplierScreen, 'tab'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(emptyExportMessage.ko)
  act(() => topPopup()?.dismiss())
  await exporting
  expect(sent).toEqual([])
})

test('a grid with rows is exported as shown, under the name of the screen', async () => {
  const sent = mockServer({ '/api/file/exportExcel': () => ({ body: {} }) })
  const page = openPage(supplierScreen, 'tab')
  page.grid.setData([{ OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan' }])
  await exportPage(page)
  expect(sent.map(({ path, body }) => [path, body['FORMAT'], body['ROWS']])).toEqual([
    [
      '/api/file/exportExcel',
      'csv',
      [expect.arrayContaining(['HANBIT', 'S1', 'Daehan']) as unknown],
    ],
  ])
})

test('a column folded for lack of space is exported, a hidden one is not', async () => {
  const sent = mockServer({ '/api/file/exportExcel': () => ({ body: {} }) })
  const page = openPage(supplierScreen, 'tab')
  page.grid.setData([{ OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan' }])
  page.grid.fitToWidth(150, true)
  expect(page.grid.folded).toBeGreaterThan(0)
  const all = page.grid.columns.length
  const getSentColumns = () => sent.at(-1)?.body['COLUMNS']
  await exportPage(page)
  expect(getSentColumns()).toHaveLength(all)
  page.grid.setColumns(
    page.grid.columns.map((column) => ({ ...column, hidden: column.id === 'SUPPLIER_NM' })),
  )
  await exportPage(page)
  expect(getSentColumns()).toHaveLength(all - 1)
})

test('an export too large for one request is written by the server, filters applied', async () => {
  render(<PopupHost />)
  const sent = mockServer({ '/api/file/exportQuery': () => ({ body: {} }) })
  const page = openPage(supplierScreen, 'tab')
  const length = 200_002
  const codes = Int32Array.from({ length }, (_, index) => index + 1)
  const added = Array.from({ length }, (_, index) => `S${index}`)
  const columns = { SUPPLIER_CD: { codes, added } }
  await page.grid.receive((take) => Promise.resolve(take({ length, columns })))
  page.grid.filter([{ column: 'SUPPLIER_CD', operator: 'Not In', values: ['S0'] }])
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  await act(() => exportPage(page, 'xlsx'))
  expect(sent.map(({ body }) => [body['FORMAT'], body['FILTERS'], body['ORDER']])).toEqual([
    [
      'xlsx',
      [{ COLUMN: 'SUPPLIER_CD', OPERATOR: 'Not In', VALUES: ['S0'] }],
      [{ column: 'SUPPLIER_CD', direction: 'desc' }],
    ],
  ])
  page.grid.setCell(0, 'SUPPLIER_NM', 'Changed')
  const refused = exportPage(page)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('먼저 저장하거나')
  act(() => topPopup()?.dismiss())
  await refused
  expect(sent).toHaveLength(1)
})
