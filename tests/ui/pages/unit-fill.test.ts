// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterOrHold, pasteBlock } from '#ui/grid/model/editing.ts'
import { setLanguage } from '#ui/base/language.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { mockServer, grant, receiptScreen, SAVE, openPage } from './page-support.ts'

const UNITS = '/api/pop/commonPopup/selectStockUnit'

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})
afterEach(() => topPopup()?.dismiss())

/** Opens a receipt with one line of K1, with a way to type its quantity. */
async function openLine(detail: string | null) {
  const DATA = detail === null ? [] : [{ CODE: 'K1', NAME: 'Item', DETAIL: detail }]
  const smaller = [{ CODE: 'K2', NAME: 'Item', DETAIL: 'BOX:6' }]
  const sent = mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/receipts': () => ({
      body: {
        data: [{ RECEIPT_NO: 'R1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261120', VERSION: 1 }],
      },
    }),
    '/api/wms/inbound/receipt-lines': () => ({
      body: { data: [{ LINE_NO: 1, STOCK_CD: 'K1', ORDER_QTY: 5, VERSION: 2 }] },
    }),
    [UNITS]: ({ body }) => ({ body: { DATA: body['SEARCH'] === 'K2' ? smaller : DATA } }),
    [SAVE]: () => ({ body: { message: 'saved', data: { rows: [] } } }),
  })
  const page = openPage(receiptScreen, 'tab')
  await page.load()
  await vi.waitFor(() => expect(page.lines?.current?.phase).toBe('shown'))
  const grid = page.lines?.model
  const column = grid?.columns.find(({ id }) => id === 'ORDER_QTY')
  if (!grid || !column) throw new Error('there is no such column')
  return { page, grid, sent, type: (text: string) => enterOrHold(grid, { row: 0, column }, text) }
}

test('a quantity typed in units is converted to pieces of the row item', async () => {
  const { grid, sent, type } = await openLine('BOX:12 PLT:480')
  expect(type('1p2b5')).toBe(true)
  await vi.waitFor(() => expect(grid.value(0, 'ORDER_QTY')).toBe(509))
  expect(grid.rejection(0, 'ORDER_QTY')).toBeUndefined()
  expect(sent.find(({ path }) => path === UNITS)?.body).toMatchObject({
    SEARCH: 'K1',
    OWNER_CD: 'HANBIT',
    EXACT: 'Y',
  })
})

test('a converted quantity is undone in one step', async () => {
  const { grid, type } = await openLine('BOX:12 PLT:480')
  type('1p2b5')
  await vi.waitFor(() => expect(grid.value(0, 'ORDER_QTY')).toBe(509))
  grid.undo()
  expect([grid.value(0, 'ORDER_QTY'), grid.rejections()]).toEqual([5, []])
})

test('a save right after a quantity in units waits and sends the pieces once', async () => {
  const { page, sent, type } = await openLine('BOX:12')
  type('3b')
  await Promise.all([savePage(page), savePage(page)])
  const saves = sent.filter(({ path }) => path === SAVE)
  expect(saves.map(({ body }) => body['ROWS'])).toEqual([
    [expect.objectContaining({ ORDER_QTY: 36 })],
  ])
})

test.each([['BOX:12'], [null]])(
  'a unit that the item does not have remains as typed and blocks the save (%s)',
  async (known) => {
    const { page, grid, sent, type } = await openLine(known)
    type('3p')
    await savePage(page)
    expect(grid.rejection(0, 'ORDER_QTY')).toEqual({ code: 'unit', text: '3p' })
    expect(grid.value(0, 'ORDER_QTY')).toBe(5)
    expect(sent.some(({ path }) => path === SAVE)).toBe(false)
  },
)

test('pieces beyond the limit of the column remain as typed and block the save', async () => {
  const { page, grid, sent, type } = await openLine('BOX:12')
  type('90000000b')
  await savePage(page)
  expect(grid.rejection(0, 'ORDER_QTY')).toMatchObject({ code: 'shape', text: '90000000b' })
  expect(grid.value(0, 'ORDER_QTY')).toBe(5)
  expect(sent.some(({ path }) => path === SAVE)).toBe(false)
})

test('a quantity in units is converted for the item that the row finally has', async () => {
  const { page, grid, type } = await openLine('BOX:12')
  type('3b')
  await Promise.resolve()
  grid.setCell(0, 'STOCK_CD', 'K2')
  await savePage(page)
  expect(grid.value(0, 'ORDER_QTY')).toBe(18)
})

test('a value typed over a pending unit conversion wins', async () => {
  const { page, grid, type } = await openLine('BOX:12')
  type('3b')
  type('7')
  await savePage(page)
  expect(grid.value(0, 'ORDER_QTY')).toBe(7)
})

test('the units of an item are requested once for all rows of a paste', async () => {
  const { grid, sent } = await openLine('BOX:12 PLT:480')
  const block = Array.from({ length: 50 }, (_, index) => `K${(index % 2) + 1}\t2b`).join('\n')
  grid.setCurrent(0, 'STOCK_CD')
  pasteBlock(grid, { text: block, html: '' }, () => ({}))
  await vi.waitFor(() => expect(grid.value(49, 'ORDER_QTY')).toBe(12))
  expect(grid.value(48, 'ORDER_QTY')).toBe(24)
  expect(sent.filter(({ path }) => path === UNITS)).toHaveLength(2)
})
