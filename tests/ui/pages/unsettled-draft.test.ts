// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Screen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { createPageDraft, restoreDraft, storedInputKind } from '#ui/page/tools/page-draft.ts'
import { earlierDoneNote, runPageAction } from '#ui/page/tools/page-action.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import {
  grant,
  mockServer,
  openPage,
  receiptScreen,
  receivingScreen,
  SAVE,
  supplierScreen,
  type SentRequest,
} from './page-support.ts'

const SUPPLIERS = '/api/wms/master/suppliers'
const codes = { '/api/code/selectCommonCode': () => ({ body: { data: {} } }) }

interface Supplier {
  readonly OWNER_CD: string
  readonly SUPPLIER_CD: string
  readonly SUPPLIER_NM: string
  readonly VERSION: number | null
}

const supplier = (code: string, name: string, version: number | null = 1): Supplier => ({
  OWNER_CD: 'HANBIT',
  SUPPLIER_CD: code,
  SUPPLIER_NM: name,
  VERSION: version,
})

let stored: Supplier[]
let sent: SentRequest[]
let isAnswering: boolean

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
  stored = [supplier('S1', 'Daehan'), supplier('S2', 'Minguk')]
  isAnswering = false
})

/** Saves run once per key. Their responses are lost until `isAnswering`. */
function applySave({ body, key }: SentRequest) {
  if (sent.filter((request) => request.key === key).length === 1) {
    for (const row of body['ROWS'] as (Supplier & { BATCH_FLAG: string })[]) {
      const { BATCH_FLAG: flag, SUPPLIER_CD: code, SUPPLIER_NM: name, VERSION: version } = row
      stored = stored.filter(({ SUPPLIER_CD }) => SUPPLIER_CD !== code)
      if (flag !== 'D') stored.push(supplier(code, name, (version ?? 0) + 1))
    }
  }
  return isAnswering ? { body: { message: 'saved' } } : new Promise<never>(() => undefined)
}

async function openSearched(): Promise<PageModel> {
  sent = mockServer({
    ...codes,
    [SUPPLIERS]: () => ({ body: { data: stored } }),
    [SAVE]: applySave,
  })
  const page = openPage(supplierScreen, 'tab')
  await page.load()
  return page
}

async function sendSave(page: PageModel, save: (page: PageModel) => Promise<unknown> = savePage) {
  void save(page)
  await vi.waitFor(() => expect(getSaves()).toHaveLength(1))
}

async function reload(before: PageModel, screen: Screen = supplierScreen): Promise<PageModel> {
  expect(storedInputKind(before) === 'work' || before.isDirty).toBe(true)
  const draft: unknown = JSON.parse(JSON.stringify(createPageDraft(before)))
  isAnswering = true
  const after = openPage(screen, 'tab')
  await restoreDraft(after, draft)
  return after
}

const getSaves = () => sent.filter(({ path }) => path === SAVE)
const storedNames = () => stored.map((row) => `${row.SUPPLIER_CD} ${row.SUPPLIER_NM}`)

test('a new row deleted during its save is deleted after a reload, too', async () => {
  const before = await openSearched()
  before.grid.insertRow(2, { ...supplier('S3', 'Fresh', null) })
  await sendSave(before)
  before.grid.deleteRows([2])
  expect(before.isDirty).toBe(true)
  const after = await reload(before)
  expect(after.isDirty).toBe(true)
  await savePage(after)
  expect(storedNames()).toEqual(['S1 Daehan', 'S2 Minguk'])
  expect(after.grid.rowCount).toBe(2)
})

test('deleting a new row during a save that fails does not delete the record with the same key', async () => {
  const before = await openSearched()
  before.grid.insertRow(2, { ...supplier('S1', 'Again', null) })
  sent = mockServer({ ...codes, [SAVE]: () => new Promise<never>(() => undefined) })
  await sendSave(before)
  before.grid.deleteRows([2])
  sent = mockServer({
    ...codes,
    [SUPPLIERS]: () => ({ body: { data: stored } }),
    [SAVE]: () => ({ status: 422, body: { message: 'known' } }),
  })
  const after = await reload(before)
  await savePage(after)
  expect([after.grid.changes(), after.isDirty]).toEqual([[], false])
  expect(getSaves()).toHaveLength(1)
})

test('an edit undone during its save is undone after a reload, too', async () => {
  const before = await openSearched()
  before.grid.setCell(0, 'SUPPLIER_NM', 'Renamed')
  await sendSave(before)
  before.grid.undo()
  const after = await reload(before)
  await savePage(after)
  expect(storedNames()).toEqual(['S2 Minguk', 'S1 Daehan'])
  expect(after.isDirty).toBe(false)
})

test('a deletion undone during its save creates the row again after a reload', async () => {
  const before = await openSearched()
  before.grid.deleteRows([0])
  await sendSave(before)
  before.grid.undo()
  const after = await reload(before)
  await savePage(after)
  expect(storedNames()).toEqual(['S2 Minguk', 'S1 Daehan'])
})

test('a long save keeps its key, too', async () => {
  const before = await openSearched()
  const code = `L${'0'.repeat(400_000)}`
  before.grid.insertRow(2, { ...supplier(code, 'Fresh', null) })
  await sendSave(before)
  const after = await reload(before)
  after.grid.setCell(after.grid.rowCount - 1, 'SUPPLIER_NM', 'Later')
  await savePage(after)
  expect(getSaves().map(({ key }) => key === getSaves()[0]?.key)).toEqual([true, true, false])
  expect(getSaves()[2]?.body['ROWS']).toHaveLength(1)
})

test('an action on checked rows without typed input keeps its key', async () => {
  const lines = ['K1', 'K2'].map((item) => ({
    RECEIPT_NO: 'R1',
    STOCK_CD: item,
    OPEN_QTY: 10,
    NOW_QTY: 4,
    CELL_CD: null,
  }))
  sent = mockServer({
    ...codes,
    '/api/wms/inbound/receiving-lines': () => ({ body: { data: lines } }),
    [SAVE]: () => (isAnswering ? { body: { message: 'posted' } } : new Promise(() => undefined)),
  })
  const before = openPage(receivingScreen, 'tab')
  await before.load()
  before.grid.setChecked([0, 1], true)
  await sendSave(before, runPageAction)
  const after = await reload(before, receivingScreen)
  expect(after.isDirty).toBe(false)
  await runPageAction(after)
  expect(getSaves()).toHaveLength(2)
  expect(getSaves()[1]).toEqual(getSaves()[0])
  expect(after.note).toBe(earlierDoneNote.ko)
})

test('a line deleted during the save of its document is deleted after a reload, too', async () => {
  const receipt = { RECEIPT_NO: 'RC-1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261120', VERSION: 1 }
  let lines = [{ LINE_NO: 1, OWNER_CD: 'HANBIT', STOCK_CD: 'A', ORDER_QTY: 3, VERSION: 1 }]
  sent = mockServer({
    ...codes,
    '/api/wms/inbound/receipts': () => ({ body: { data: [receipt] } }),
    '/api/wms/inbound/receipt-lines': () => ({ body: { data: lines } }),
    [SAVE]: ({ body }) => {
      const answer = { message: 'saved', data: { rows: [{ ROW: 1, POSTATUS: 0, LINE_NO: 2 }] } }
      lines = [...lines, { ...(body['ROWS'] as typeof lines)[0], LINE_NO: 2 } as never]
      return isAnswering ? { body: answer } : new Promise(() => undefined)
    },
  })
  const before = openPage(receiptScreen, 'tab')
  await before.load()
  const owner = before.ownerOf(before.grid.rowId(0))
  if (!owner || !before.lines) throw new Error('no document')
  const model = await before.lines.loadLines(owner)
  model.insertRow(1, { STOCK_CD: 'B', ORDER_QTY: 5 })
  await sendSave(before)
  model.deleteRows([1])
  const after = await reload(before, receiptScreen)
  await savePage(after)
  expect(getSaves()[1]).toEqual(getSaves()[0])
  const left = after.changedLines()[0]?.model.changes()
  expect(left?.map(({ flag, row }) => [flag, row['LINE_NO']])).toEqual([['D', 2]])
})
