// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { createPageDraft, restoreDraft, unsavedInputKind } from '#ui/page/tools/page-draft.ts'
import { enterOrHold } from '#ui/grid/model/editing.ts'
import { earlierDoneNote, runPageAction } from '#ui/page/tools/page-action.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import {
  mockServer,
  grant,
  receiptScreen,
  receivingScreen,
  SAVE,
  supplierScreen,
  openPage,
} from './page-support.ts'

const SUPPLIERS = '/api/wms/master/suppliers'
const suppliers = ['S1', 'S2', 'S3'].map((code) => ({
  OWNER_CD: 'HANBIT',
  SUPPLIER_CD: code,
  SUPPLIER_NM: `Supplier ${code}`,
  SINCE_DT: null,
  VERSION: 1,
}))
const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})

const toStoredDraft = (page: PageModel): unknown =>
  JSON.parse(JSON.stringify(createPageDraft(page)))

async function openSearched(): Promise<PageModel> {
  const page = openPage(supplierScreen, 'tab')
  page.setSearch('OWNER_CD', 'HANBIT')
  await page.load()
  return page
}

const getColumn = (page: PageModel, name: string) => {
  const found = page.grid.column(name)
  if (!found) throw new Error(name)
  return found
}

test('a typed search is restored silently, together with its rows', async () => {
  const sent = mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
  const before = await openSearched()
  before.setSearch('SUPPLIER_NM', 'Supp')
  expect(unsavedInputKind(before)).toBe('passing')
  const after = openPage(supplierScreen, 'tab')
  expect(unsavedInputKind(after)).toBeUndefined()
  expect(await restoreDraft(after, toStoredDraft(before))).toBe(false)
  expect(after.search).toEqual({ OWNER_CD: 'HANBIT', SUPPLIER_NM: 'Supp' })
  // Rows of the executed search, not of the typed search.
  const requests = sent.filter(({ path }) => path === SUPPLIERS).at(-1)
  expect(requests?.body['SEARCH']).toEqual({ OWNER_CD: 'HANBIT', USE_YN: 'Y' })
  expect(after.grid.rowCount).toBe(3)
})

test('a search passed from another screen does not count as typed', () => {
  const page = openPage(supplierScreen, 'tab')
  page.setSearch('SUPPLIER_NM', 'As typed')
  page.takeArguments({ OWNER_CD: 'HANBIT' })
  expect(unsavedInputKind(page)).toBeUndefined()
})

test('an open cell is restored as if it had been committed', async () => {
  mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
  const before = await openSearched()
  const id = before.grid.rowId(1)
  before.grid.getTypedText = () => ({ id, column: getColumn(before, 'SUPPLIER_NM'), text: 'Half' })
  before.searchTyped = false
  expect(before.isDirty).toBe(false)
  expect(unsavedInputKind(before)).toBe('work')
  const after = openPage(supplierScreen, 'tab')
  expect(await restoreDraft(after, toStoredDraft(before))).toBe(true)
  expect(after.grid.value(1, 'SUPPLIER_NM')).toBe('Half')
  expect(after.grid.flag(1)).toBe('U')
  expect(after.grid.current).toMatchObject({ row: 1, column: 'SUPPLIER_NM' })
})

test('an open cell without changes does not count as typed', async () => {
  mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
  const page = await openSearched()
  const id = page.grid.rowId(0)
  const name = getColumn(page, 'SUPPLIER_NM')
  page.grid.getTypedText = () => ({ id, column: name, text: 'Supplier S1' })
  page.searchTyped = false
  expect(unsavedInputKind(page)).toBeUndefined()
})

test('rejected text is restored in its cell with its error, also in new rows', async () => {
  mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
  const before = await openSearched()
  before.grid.refuse(2, 'SINCE_DT', { code: 'date', text: '20279999' })
  before.grid.insertRow(3, { SUPPLIER_CD: 'NEW' })
  before.grid.refuse(3, 'SINCE_DT', { code: 'date', text: 'someday' })
  const after = openPage(supplierScreen, 'tab')
  await restoreDraft(after, toStoredDraft(before))
  expect(after.grid.rejection(2, 'SINCE_DT')?.text).toBe('20279999')
  expect(after.grid.rejection(3, 'SINCE_DT')?.text).toBe('someday')
  expect(after.grid.value(3, 'SUPPLIER_CD')).toBe('NEW')
})

test.each([
  ['deleted', ({ grid }: PageModel) => grid.deleteRows([3]), ({ grid }: PageModel) => grid.undo()],
  ['undone', ({ grid }: PageModel) => grid.undo(), ({ grid }: PageModel) => grid.redo()],
] as const)(
  'a rejected text counts only until its new row is %s',
  async (_how, remove, putBack) => {
    mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
    const page = await openSearched()
    page.grid.transaction(() => {
      page.grid.insertRow(3)
      enterOrHold(page.grid, { row: 3, column: getColumn(page, 'SUPPLIER_NM') }, 'x'.repeat(20))
    })
    expect(unsavedInputKind(page)).toBe('work')
    remove(page)
    // The search that was typed remains.
    expect(unsavedInputKind(page)).toBe('passing')
    expect(createPageDraft(page).grid.texts).toEqual([])
    putBack(page)
    expect(page.grid.rejection(3, 'SUPPLIER_NM')).toMatchObject({ code: 'length' })
    expect(unsavedInputKind(page)).toBe('work')
  },
)

test('restoring edits fails while the rows cannot be loaded', async () => {
  mockServer({ ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) })
  const before = await openSearched()
  before.grid.setCell(0, 'SUPPLIER_NM', 'Edited')
  mockServer({ ...codes, [SUPPLIERS]: () => ({ status: 500, body: { message: 'disconnected' } }) })
  const after = openPage(supplierScreen, 'tab')
  await expect(restoreDraft(after, toStoredDraft(before))).rejects.toThrow('disconnected')
})

test('rejected text in an otherwise unchanged line is restored', async () => {
  const receipt = { RECEIPT_NO: 'RC-1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261120', VERSION: 1 }
  const line = { LINE_NO: 1, OWNER_CD: 'HANBIT', STOCK_CD: 'A', ORDER_QTY: 3, VERSION: 1 }
  mockServer({
    ...codes,
    '/api/wms/inbound/receipts': () => ({ body: { data: [receipt] } }),
    '/api/wms/inbound/receipt-lines': () => ({ body: { data: [line] } }),
  })
  const before = openPage(receiptScreen, 'tab')
  await before.load()
  const owner = before.ownerOf(before.grid.rowId(0))
  if (!owner || !before.lines) throw new Error('no document')
  const lines = await before.lines.loadLines(owner)
  lines.refuse(0, 'ORDER_QTY', { code: 'number', text: 'three' })
  const after = openPage(receiptScreen, 'tab')
  expect(await restoreDraft(after, toStoredDraft(before))).toBe(true)
  const again = after.typedLines()[0]?.model
  expect(again?.rejection(0, 'ORDER_QTY')?.text).toBe('three')
})

test('a save without a response is repeated after a reload with its key', async () => {
  const answers = { ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) }
  const sent = mockServer({ ...answers, [SAVE]: () => new Promise(() => undefined) })
  const before = await openSearched()
  before.grid.setCell(1, 'SUPPLIER_NM', 'Renamed')
  before.grid.insertRow(3, { SUPPLIER_NM: 'Fresh', OWNER_CD: 'HANBIT', SUPPLIER_CD: 'NEW' })
  void savePage(before)
  await vi.waitFor(() => expect(sent.some(({ path }) => path === SAVE)).toBe(true))
  const again = mockServer({ ...answers, [SAVE]: () => ({ body: { message: 'saved' } }) })
  const after = openPage(supplierScreen, 'tab')
  await restoreDraft(after, toStoredDraft(before))
  await savePage(after)
  const saves = [...sent, ...again].filter(({ path }) => path === SAVE)
  expect(saves).toHaveLength(2)
  expect(JSON.stringify(saves[1])).toBe(JSON.stringify(saves[0]))
  expect(createPageDraft(after)).not.toHaveProperty('unsettled')
})

test('rows edited after a save without a response are not saved twice', async () => {
  let stored = suppliers
  let isAnswering = false
  const sent = mockServer({
    ...codes,
    [SUPPLIERS]: () => ({ body: { data: stored } }),
    [SAVE]: ({ body, key }) => {
      // The first save runs, but its response is lost.
      if (sent.filter((request) => request.key === key).length === 1) {
        for (const row of body['ROWS'] as (typeof stored)[number][]) {
          const others = stored.filter(({ SUPPLIER_CD }) => SUPPLIER_CD !== row.SUPPLIER_CD)
          stored = [...others, { ...row, VERSION: (row.VERSION ?? 0) + 1 }]
        }
      }
      return isAnswering ? { body: { message: 'saved' } } : new Promise(() => undefined)
    },
  })
  const before = await openSearched()
  before.grid.setCell(1, 'SUPPLIER_NM', 'Renamed')
  before.grid.insertRow(3, { SUPPLIER_NM: 'Fresh', OWNER_CD: 'HANBIT', SUPPLIER_CD: 'NEW' })
  void savePage(before)
  await vi.waitFor(() => expect(sent.some(({ path }) => path === SAVE)).toBe(true))
  before.grid.setCell(1, 'SUPPLIER_NM', 'In flight')
  isAnswering = true
  const after = openPage(supplierScreen, 'tab')
  await restoreDraft(after, toStoredDraft(before))
  const added = after.grid.changes().find(({ flag }) => flag === 'I')
  after.grid.setCellOf(added?.index ?? -1, 'SUPPLIER_NM', 'Restored')
  expect(await savePage(after)).toBe(true)
  const saves = sent.filter(({ path }) => path === SAVE)
  expect(saves.map(({ key }) => key === saves[0]?.key)).toEqual([true, true, false])
  expect(saves[1]?.body).toEqual(saves[0]?.body)
  expect(saves[2]?.body['ROWS']).toEqual([
    expect.objectContaining({ BATCH_FLAG: 'U', SUPPLIER_NM: 'In flight', VERSION: 2 }),
    expect.objectContaining({ BATCH_FLAG: 'U', SUPPLIER_NM: 'Restored', VERSION: 1 }),
  ])
})

test('an earlier save that the server rejects does not block the corrected rows', async () => {
  const answers = { ...codes, [SUPPLIERS]: () => ({ body: { data: suppliers } }) }
  const sent = mockServer({ ...answers, [SAVE]: () => new Promise(() => undefined) })
  const before = await openSearched()
  before.grid.setCell(1, 'SUPPLIER_NM', 'Wrong')
  void savePage(before)
  await vi.waitFor(() => expect(sent.some(({ path }) => path === SAVE)).toBe(true))
  const again = mockServer({
    ...answers,
    [SAVE]: ({ body }) =>
      JSON.stringify(body).includes('Wrong')
        ? { status: 422, body: { message: 'wrong' } }
        : { body: { message: 'saved' } },
  })
  const after = openPage(supplierScreen, 'tab')
  await restoreDraft(after, toStoredDraft(before))
  after.grid.setCell(1, 'SUPPLIER_NM', 'Right')
  expect(await savePage(after)).toBe(true)
  expect(again.filter(({ path }) => path === SAVE)).toHaveLength(2)
})

test('an action without a response is settled before other rows are sent', async () => {
  const lines = ['K1', 'K2', 'K3'].map((item) => ({
    RECEIPT_NO: 'R1',
    STOCK_CD: item,
    OPEN_QTY: 10,
    NOW_QTY: item === 'K1' ? 4 : null,
    CELL_CD: null,
  }))
  const answers = {
    ...codes,
    '/api/wms/inbound/receiving-lines': () => ({ body: { data: lines } }),
  }
  const sent = mockServer({ ...answers, [SAVE]: () => new Promise(() => undefined) })
  const before = openPage(receivingScreen, 'tab')
  await before.load()
  before.grid.setCell(2, 'NOW_QTY', 3)
  before.grid.setChecked([0, 2], true)
  void runPageAction(before)
  await vi.waitFor(() => expect(sent.some(({ path }) => path === SAVE)).toBe(true))
  const again = mockServer({ ...answers, [SAVE]: () => ({ body: { message: 'posted' } }) })
  const after = openPage(receivingScreen, 'tab')
  await restoreDraft(after, toStoredDraft(before))
  // Selections are not stored, so only the row with a typed quantity would be sent.
  expect(await runPageAction(after)).toBe(false)
  const saves = [...sent, ...again].filter(({ path }) => path === SAVE)
  expect(saves).toHaveLength(2)
  expect(saves[1]).toEqual(saves[0])
  expect([after.isDirty, after.note]).toEqual([false, earlierDoneNote.ko])
})
