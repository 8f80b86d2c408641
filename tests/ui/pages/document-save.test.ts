// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { grant, mockServer, openPage, receiptScreen, SAVE } from './page-support.ts'

interface Row {
  readonly [name: string]: string | number | null
}
interface SentRow extends Row {
  readonly NO: number
  readonly ROW_TYPE: string
  readonly BATCH_FLAG: string
  readonly DOC_REF: string
  readonly VERSION: number | null
}

let receipts: Row[]
let lines: Row[]
let saves: SentRow[][]
/** Runs once while the named request is in flight. */
let during: Record<string, (() => void) | undefined>

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
  saves = []
  during = {}
  receipts = [{ RECEIPT_NO: 'R1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261120', VERSION: 1 }]
  lines = [{ RECEIPT_NO: 'R1', LINE_NO: 1, STOCK_CD: 'K1', ORDER_QTY: 5, VERSION: 2 }]
})

const staleError = (row: SentRow) => ({ ROW: row.NO, POSTATUS: -1, POERROR: 'stale' })

/** Saves like the server: by number, line and version. */
function save(rows: readonly SentRow[]) {
  const answers: Row[] = []
  const numbers = new Map<string, string>()
  for (const row of rows.filter(({ ROW_TYPE }) => ROW_TYPE === 'H')) {
    const RECEIPT_NO = row.BATCH_FLAG === 'I' ? `R${receipts.length + 1}` : row.DOC_REF
    const found = receipts.find((receipt) => receipt['RECEIPT_NO'] === RECEIPT_NO)
    if (row.BATCH_FLAG !== 'I' && found?.['VERSION'] !== row.VERSION) return [staleError(row)]
    const VERSION = (row.VERSION ?? 0) + 1
    numbers.set(row.DOC_REF, RECEIPT_NO)
    const { OWNER_CD = null, RECEIPT_DT = null } = row
    receipts = receipts.filter((receipt) => receipt !== found)
    receipts.push({ RECEIPT_NO, OWNER_CD, RECEIPT_DT, VERSION })
    answers.push({ ROW: row.NO, POSTATUS: 0, RECEIPT_NO, VERSION })
  }
  for (const row of rows.filter(({ ROW_TYPE }) => ROW_TYPE === 'L')) {
    const RECEIPT_NO = numbers.get(row.DOC_REF) ?? row.DOC_REF
    const isOwn = (line: Row) => line['RECEIPT_NO'] === RECEIPT_NO
    if (!receipts.some(isOwn)) return [staleError(row)]
    const found = lines.find((line) => isOwn(line) && line['LINE_NO'] === row['LINE_NO'])
    if (row.BATCH_FLAG !== 'I' && found?.['VERSION'] !== row.VERSION) return [staleError(row)]
    const LINE_NO = found?.['LINE_NO'] ?? lines.filter(isOwn).length + 1
    const VERSION = (row.VERSION ?? 0) + 1
    const { STOCK_CD = null, ORDER_QTY = null } = row
    lines = lines.filter((line) => line !== found)
    if (row.BATCH_FLAG !== 'D') lines.push({ RECEIPT_NO, LINE_NO, STOCK_CD, ORDER_QTY, VERSION })
    answers.push({ ROW: row.NO, POSTATUS: 0, RECEIPT_NO, LINE_NO, VERSION })
  }
  return answers
}

function runDuring(step: string): void {
  const work = during[step]
  during[step] = undefined
  work?.()
}

async function openReceipts(): Promise<PageModel> {
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/receipts': () => {
      runDuring('search')
      return { body: { data: receipts } }
    },
    '/api/wms/inbound/receipt-lines': ({ body }) => {
      const { RECEIPT_NO } = body['SEARCH'] as Row
      return { body: { data: lines.filter((line) => line['RECEIPT_NO'] === RECEIPT_NO) } }
    },
    [SAVE]: ({ body }) => {
      const sent = body['ROWS'] as SentRow[]
      saves.push(sent)
      runDuring('save')
      const rows = save(sent)
      const isRefused = rows.some(({ POSTATUS }) => Number(POSTATUS) < 0)
      return isRefused
        ? { status: 409, body: { message: 'refused', rows } }
        : { body: { message: 'saved', data: { rows } } }
    },
  })
  const page = openPage(receiptScreen, 'tab')
  await page.load()
  await waitUntilShown(page)
  return page
}

const waitUntilShown = (page: PageModel) =>
  vi.waitFor(() => expect(page.lines?.current?.phase).toBe('shown'))

const storedLines = () =>
  lines.map((row) => `${row['RECEIPT_NO']} ${row['STOCK_CD']} ${row['ORDER_QTY']}`)

test('a line added to a new document while that document is saved belongs to it at the next save', async () => {
  const page = await openReceipts()
  page.grid.insertRow(1, { OWNER_CD: 'HANBIT', RECEIPT_DT: '20261125' })
  page.grid.setCurrent(1)
  page.lines?.model?.insertRow(0, { STOCK_CD: 'K7', ORDER_QTY: 3 })
  during['save'] = () => void page.lines?.model?.insertRow(1, { STOCK_CD: 'K8', ORDER_QTY: 4 })
  expect(await savePage(page)).toBe(false)
  expect(await savePage(page)).toBe(true)
  expect(saves[1]).toEqual([
    expect.objectContaining({ ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: 'R2', STOCK_CD: 'K8' }),
  ])
  expect(storedLines()).toEqual(['R1 K1 5', 'R2 K7 3', 'R2 K8 4'])
  expect(page.isDirty).toBe(false)
})

test('header and line edited again during their save are saved next with their new versions', async () => {
  const page = await openReceipts()
  page.grid.setCell(0, 'RECEIPT_DT', '20261121')
  page.lines?.model?.setCell(0, 'ORDER_QTY', 6)
  during['save'] = () => {
    page.grid.setCell(0, 'RECEIPT_DT', '20261122')
    page.lines?.model?.setCell(0, 'ORDER_QTY', 7)
  }
  expect(await savePage(page)).toBe(false)
  expect(await savePage(page)).toBe(true)
  expect(saves[1]?.map(({ VERSION }) => VERSION)).toEqual([2, 3])
  expect([receipts[0]?.['RECEIPT_DT'], storedLines()]).toEqual(['20261122', ['R1 K1 7']])
})

test('a new line deleted during its save is deleted next', async () => {
  const page = await openReceipts()
  page.lines?.model?.insertRow(1, { STOCK_CD: 'K9', ORDER_QTY: 1 })
  during['save'] = () => page.lines?.model?.deleteRows([1])
  await savePage(page)
  expect(await savePage(page)).toBe(true)
  expect(storedLines()).toEqual(['R1 K1 5'])
})

test('a line edited while the saved rows are read again is not lost', async () => {
  const page = await openReceipts()
  page.lines?.model?.setCell(0, 'ORDER_QTY', 6)
  during['search'] = () => page.lines?.model?.setCell(0, 'STOCK_CD', 'K2')
  expect(await savePage(page)).toBe(false)
  expect(page.changedLines()).toHaveLength(1)
  expect(await savePage(page)).toBe(true)
  expect(storedLines()).toEqual(['R1 K2 6'])
})
