// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { messages } from '#kernel/messages.ts'
import { mockServer, grant, receiptScreen, SAVE, supplierScreen, openPage } from './page-support.ts'

const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }
const receipts = [
  { RECEIPT_NO: 'R1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261120', VERSION: 1 },
  { RECEIPT_NO: 'R2', OWNER_CD: 'SEOJIN', RECEIPT_DT: '20261121', VERSION: 4 },
]
const lines = {
  '/api/wms/inbound/receipts': () => ({ body: { data: receipts } }),
  '/api/wms/inbound/receipt-lines': () => ({
    body: { data: [{ LINE_NO: 1, STOCK_CD: 'K1', ORDER_QTY: 5, VERSION: 2 }] },
  }),
}

async function openReceipts(): Promise<PageModel> {
  const page = openPage(receiptScreen, 'tab')
  await page.load()
  await waitUntilShown(page)
  return page
}

const waitUntilShown = (page: PageModel) =>
  vi.waitFor(() => expect(page.lines?.current?.phase).toBe('shown'))

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})
afterEach(() => topPopup()?.dismiss())

test('edits under several documents are kept together and saved in one list', async () => {
  const sent = mockServer({
    ...codes,
    ...lines,
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.setCurrent(1)
  await waitUntilShown(page)
  page.lines?.model?.setCell(0, 'ORDER_QTY', 9)
  await savePage(page)
  const { ROWS } = sent.find(({ path }) => path === SAVE)?.body ?? {}
  expect(ROWS).toEqual([
    expect.objectContaining({ ROW_TYPE: 'L', DOC_REF: 'R1', ORDER_QTY: 7, VERSION: 2, NO: 1 }),
    expect.objectContaining({ ROW_TYPE: 'L', DOC_REF: 'R2', ORDER_QTY: 9, VERSION: 2, NO: 2 }),
  ])
})

test('the lines of a new document reference it by a temporary name', async () => {
  const sent = mockServer({
    ...codes,
    ...lines,
    [SAVE]: () => ({
      body: {
        message: messages.saved.ko,
        data: { rows: [{ ROW: 1, POSTATUS: 0, RECEIPT_NO: 'R9' }] },
      },
    }),
  })
  const page = await openReceipts()
  page.grid.insertRow(2, { OWNER_CD: 'HANBIT', RECEIPT_DT: '20261125' })
  page.grid.setCurrent(2)
  page.lines?.model?.insertRow(0, { STOCK_CD: 'K1', ORDER_QTY: 3 })
  await savePage(page)
  const rows = sent.find(({ path }) => path === SAVE)?.body['ROWS'] as Record<string, unknown>[]
  expect(rows.map(({ ROW_TYPE, BATCH_FLAG }) => [ROW_TYPE, BATCH_FLAG])).toEqual([
    ['H', 'I'],
    ['L', 'I'],
  ])
  expect(rows[0]?.['DOC_REF']).toMatch(/^new-/)
  expect(rows[1]?.['DOC_REF']).toBe(rows[0]?.['DOC_REF'])
  expect(page.note).toBe('저장했습니다. 새 번호 R9')
})

test('the lines of a deleted document are not sent', async () => {
  const sent = mockServer({
    ...codes,
    ...lines,
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.deleteRows([0])
  await savePage(page)
  expect(sent.find(({ path }) => path === SAVE)?.body['ROWS']).toEqual([
    expect.objectContaining({ ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: 'R1' }),
  ])
})

test('a rejected save keeps every edit and moves to the document of the first error', async () => {
  mockServer({
    ...codes,
    ...lines,
    [SAVE]: () => ({
      status: 422,
      body: {
        message: 'Not saved.',
        rows: [{ ROW: 1, POSTATUS: -1, POERROR: 'too many', COLUMN: 'ORDER_QTY' }],
      },
    }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.setCurrent(1)
  await waitUntilShown(page)
  expect(await savePage(page)).toBe(false)
  expect(page.grid.current?.row).toBe(0)
  expect(page.zone).toBe('lines')
  expect(page.lines?.model?.rowError(0)).toBe('too many')
  expect(page.lines?.model?.value(0, 'ORDER_QTY')).toBe(7)
  expect(page.isDirty).toBe(true)
})

test('a save reloads the rows and leaves nothing to save', async () => {
  let name = 'Daehan'
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({
      body: {
        data: [{ OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: name, VERSION: 1 }],
      },
    }),
    [SAVE]: ({ body }) => {
      name = (body['ROWS'] as { SUPPLIER_NM: string }[])[0]?.SUPPLIER_NM ?? ''
      return { body: { message: 'saved', data: { rows: [{ ROW: 1, POSTATUS: 0 }] } } }
    },
  })
  const page = openPage(supplierScreen, 'tab')
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Co')
  expect(await savePage(page)).toBe(true)
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('Daehan Co')
  expect(page.isDirty).toBe(false)
})

test('a successful save is complete even if the rows cannot be reloaded', async () => {
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ status: 500, body: { message: 'disconnected' } }),
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
  const page = openPage(supplierScreen, 'tab')
  page.grid.insertRow(0, { OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: '갑' })
  await savePage(page)
  expect(page.loaded.phase).toBe('failed')
  expect(page.isDirty).toBe(false)
  expect(page.grid.rowCount).toBe(1)
})

test('each save has its own key, and a repeated press during a save sends nothing', async () => {
  const sent = mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({
      body: { data: [{ OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 }] },
    }),
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
  const page = openPage(supplierScreen, 'tab')
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', '갑')
  await Promise.all([savePage(page), savePage(page)])
  page.grid.setCell(0, 'SUPPLIER_NM', '갑')
  await savePage(page)
  const keys = sent.filter(({ path }) => path === SAVE).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('a failure message that concerns no row is shown in a popup', async () => {
  mockServer({
    ...codes,
    [SAVE]: () => ({ status: 500, body: { message: 'the warehouse is closed' } }),
  })
  const page = openPage(supplierScreen, 'tab')
  page.grid.insertRow(0, { OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: '갑' })
  const save = savePage(page)
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  topPopup()?.dismiss()
  await save
  expect(page.grid.hasChanges).toBe(true)
  expect(page.busy).toBe(false)
})

const suppliers = [
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', VERSION: 1 },
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S2', SUPPLIER_NM: 'Minguk', VERSION: 1 },
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S3', SUPPLIER_NM: 'Manse', VERSION: 1 },
]
const saved = { body: { message: messages.saved.ko, data: { rows: [] } } }

test('edits made during a save stay unsaved, on the reloaded rows', async () => {
  let rows = suppliers
  const page = openPage(supplierScreen, 'tab')
  const setName = (row: number, name: string) => page.grid.setCell(row, 'SUPPLIER_NM', name)
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ body: { data: rows } }),
    [SAVE]: () => {
      setName(0, 'One more')
      setName(1, 'Second')
      page.grid.deleteRows([2])
      page.grid.insertRow(3, { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S4', SUPPLIER_NM: 'Fresh' })
      const fresh = { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S0', SUPPLIER_NM: '앞', VERSION: 1 }
      rows = [fresh, ...suppliers.map((row) => ({ ...row, VERSION: 2 }))]
      return saved
    },
  })
  await page.load()
  setName(0, 'First')
  await savePage(page)
  expect(
    page.grid.changes().map(({ flag, row }) => [flag, row['SUPPLIER_NM'], row['VERSION']]),
  ).toEqual([
    ['U', 'One more', 2],
    ['U', 'Second', 2],
    ['D', 'Manse', 2],
    ['I', 'Fresh', null],
  ])
  expect(page.grid.rowCount).toBe(5)
})

test('a save without later edits leaves nothing to save', async () => {
  const page = openPage(supplierScreen, 'tab')
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ body: { data: suppliers } }),
    [SAVE]: () => saved,
  })
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', 'First')
  page.grid.deleteRows([1])
  await savePage(page)
  expect([page.grid.hasChanges, page.grid.rowCount]).toEqual([false, 3])
})

test('a name looked up while its row is saved is not a change', async () => {
  const added = { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S4', SUPPLIER_NM: 'Fresh' }
  let rows = suppliers
  const page = openPage(supplierScreen, 'tab')
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ body: { data: rows } }),
    [SAVE]: () => {
      page.grid.rows.store.set(page.grid.rowId(3), 'OWNER_NM', '한빛헬스')
      rows = [...suppliers, { ...added, VERSION: 1 }]
      return saved
    },
  })
  await page.load()
  page.grid.insertRow(3, { ...added, OWNER_NM: null })
  await savePage(page)
  expect([page.grid.hasChanges, page.grid.rowCount]).toEqual([false, 4])
})

test('a line edited while its document is saved stays unsaved, with a notice', async () => {
  const page = openPage(receiptScreen, 'tab')
  mockServer({
    ...codes,
    ...lines,
    [SAVE]: () => {
      page.lines?.model?.setCell(0, 'STOCK_CD', 'K2')
      return saved
    },
  })
  await page.load()
  await waitUntilShown(page)
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  await savePage(page)
  const changed = page.lines?.model?.changes().map(({ flag, row }) => [flag, row['STOCK_CD']])
  expect(changed).toEqual([['U', 'K2']])
  expect(page.lines?.model?.rows.tracker.originals(0)).toEqual(new Map([['STOCK_CD', 'K1']]))
  expect(page.note).toContain('아직 저장되지 않았습니다')
})

test('a cursor moved while the rows reload is not moved back', async () => {
  const page = openPage(receiptScreen, 'tab')
  let request = 0
  mockServer({
    ...codes,
    ...lines,
    '/api/wms/inbound/receipts': () => {
      request++
      if (request === 2) page.grid.setCurrent(0)
      return { body: { data: receipts } }
    },
    [SAVE]: () => saved,
  })
  await page.load()
  page.grid.setCurrent(1)
  await waitUntilShown(page)
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  await savePage(page)
  expect([request, page.grid.current?.row]).toEqual([2, 0])
})

test('rows received during a cell edit wait until the edit ends', async () => {
  const page = openPage(supplierScreen, 'tab')
  let rows = suppliers
  mockServer({
    ...codes,
    '/api/wms/master/suppliers': () => ({ body: { data: rows } }),
    [SAVE]: () => {
      rows = suppliers.slice(1)
      const column = page.grid.column('SUPPLIER_NM')
      if (!column) throw new Error('no column')
      page.grid.editing = 'typing'
      page.grid.getTypedText = () => ({ id: 1, column, text: 'Min' })
      return saved
    },
  })
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', 'First')
  const saving = savePage(page)
  await vi.waitFor(() => expect(page.note).toContain('저장했습니다'))
  expect(page.grid.rowCount).toBe(3)
  page.grid.setCell(1, 'SUPPLIER_NM', 'Minguk Co')
  page.grid.editing = null
  page.grid.touch()
  await saving
  expect(page.grid.rowCount).toBe(2)
  expect(page.grid.changes().map(({ row }) => row['SUPPLIER_NM'])).toEqual(['Minguk Co'])
})
