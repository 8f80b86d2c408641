// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/language.ts'
import { PageModel } from '#ui/pages/page-model.ts'
import { savePage } from '#ui/pages/page-save.ts'
import { topPopup } from '#ui/popups/popup-stack.ts'
import { farEnd, grant, receiptScreen, SAVE, supplierScreen } from './page-support.ts'

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

/** A doc page with the lines of its first document on screen. */
async function openReceipts(): Promise<PageModel> {
  const page = new PageModel(receiptScreen, 'tab')
  await page.load()
  await shown(page)
  return page
}

const shown = (page: PageModel) =>
  vi.waitFor(() => expect(page.lines?.current?.phase).toBe('shown'))

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})
afterEach(() => topPopup()?.dismiss())

test('edits under several documents stand side by side and are saved in one list', async () => {
  const sent = farEnd({
    ...codes,
    ...lines,
    [SAVE]: () => ({ body: { message: '저장', data: { rows: [] } } }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.setCurrent(1)
  await shown(page)
  page.lines?.model?.setCell(0, 'ORDER_QTY', 9)
  await savePage(page)
  const { ROWS } = sent.find(({ path }) => path === SAVE)?.body ?? {}
  expect(ROWS).toEqual([
    expect.objectContaining({ ROW_TYPE: 'L', DOC_REF: 'R1', ORDER_QTY: 7, VERSION: 2, NO: 1 }),
    expect.objectContaining({ ROW_TYPE: 'L', DOC_REF: 'R2', ORDER_QTY: 9, VERSION: 2, NO: 2 }),
  ])
})

test('the lines of a new document find it by a name of its own before it has a number', async () => {
  const sent = farEnd({
    ...codes,
    ...lines,
    [SAVE]: () => ({
      body: {
        message: '저장했습니다.',
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

test('lines of a document that is deleted do not travel', async () => {
  const sent = farEnd({
    ...codes,
    ...lines,
    [SAVE]: () => ({ body: { message: '저장', data: { rows: [] } } }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.deleteRows([0])
  await savePage(page)
  expect(sent.find(({ path }) => path === SAVE)?.body['ROWS']).toEqual([
    expect.objectContaining({ ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: 'R1' }),
  ])
})

test('a refused save keeps every edit and goes to the document of the first error', async () => {
  farEnd({
    ...codes,
    ...lines,
    [SAVE]: () => ({
      status: 422,
      body: {
        message: '저장하지 못했습니다.',
        rows: [{ ROW: 1, POSTATUS: -1, POERROR: '수량이 많습니다', COLUMN: 'ORDER_QTY' }],
      },
    }),
  })
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  page.grid.setCurrent(1)
  await shown(page)
  await savePage(page)
  expect(page.grid.current?.row).toBe(0)
  expect(page.zone).toBe('lines')
  expect(page.lines?.model?.rowError(0)).toBe('수량이 많습니다')
  expect(page.lines?.model?.value(0, 'ORDER_QTY')).toBe(7)
  expect(page.isDirty).toBe(true)
})

test('after a save the rows are asked for again and nothing is left to save', async () => {
  let name = '대한'
  farEnd({
    ...codes,
    '/api/wms/master/suppliers': () => ({
      body: {
        data: [{ OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: name, VERSION: 1 }],
      },
    }),
    [SAVE]: ({ body }) => {
      name = (body['ROWS'] as { SUPPLIER_NM: string }[])[0]?.SUPPLIER_NM ?? ''
      return { body: { message: '저장', data: { rows: [{ ROW: 1, POSTATUS: 0 }] } } }
    },
  })
  const page = new PageModel(supplierScreen, 'tab')
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', '대한상사')
  await savePage(page)
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('대한상사')
  expect(page.isDirty).toBe(false)
})

test('a save that went through is done with, though the rows cannot be had again', async () => {
  farEnd({
    ...codes,
    '/api/wms/master/suppliers': () => ({ status: 500, body: { message: '연결 끊김' } }),
    [SAVE]: () => ({ body: { message: '저장', data: { rows: [] } } }),
  })
  const page = new PageModel(supplierScreen, 'tab')
  page.grid.insertRow(0, { OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: '갑' })
  await savePage(page)
  expect(page.phase).toBe('failed')
  expect(page.isDirty).toBe(false)
  expect(page.grid.rowCount).toBe(1)
})

test('each save has a key of its own, and a second press while one is under way sends nothing', async () => {
  const sent = farEnd({
    ...codes,
    '/api/wms/master/suppliers': () => ({
      body: { data: [{ OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: '대한', VERSION: 1 }] },
    }),
    [SAVE]: () => ({ body: { message: '저장', data: { rows: [] } } }),
  })
  const page = new PageModel(supplierScreen, 'tab')
  await page.load()
  page.grid.setCell(0, 'SUPPLIER_NM', '갑')
  await Promise.all([savePage(page), savePage(page)])
  page.grid.setCell(0, 'SUPPLIER_NM', '갑')
  await savePage(page)
  const keys = sent.filter(({ path }) => path === SAVE).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('a failure with words about no row stands in a box', async () => {
  farEnd({ ...codes, [SAVE]: () => ({ status: 500, body: { message: '창고가 닫혔습니다' } }) })
  const page = new PageModel(supplierScreen, 'tab')
  page.grid.insertRow(0, { OWNER_CD: 'H', SUPPLIER_CD: 'S1', SUPPLIER_NM: '갑' })
  const save = savePage(page)
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  topPopup()?.dismiss()
  await save
  expect(page.grid.hasChanges).toBe(true)
  expect(page.busy).toBe(false)
})
