// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { createPageDraft, restoreDraft } from '#ui/page/tools/page-draft.ts'
import { newRow } from '#ui/page/model/new-row.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { receiptCreateSingleScreen } from '#areas/inbound/screens/ReceiptCreateSingle.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { mockServer, grant, grantMenus, receiptScreen, SAVE, openPage } from './page-support.ts'

const screen = singleScreen(receiptScreen, ['RECEIPT_NO', 'OWNER_CD', 'RECEIPT_DT'])
const saved = { RECEIPT_NO: 'R9', OWNER_CD: 'HANBIT', RECEIPT_DT: '20261125', VERSION: 1 }

function mockServerWithReceipt() {
  return mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/receipts': ({ body }) => {
      const { RECEIPT_NO } = body['SEARCH'] as { RECEIPT_NO?: string }
      return { body: { data: RECEIPT_NO === 'R9' ? [saved] : [] } }
    },
    '/api/wms/inbound/receipt-lines': () => ({
      body: { data: [{ LINE_NO: 1, STOCK_CD: 'K1', ORDER_QTY: 3, VERSION: 1 }] },
    }),
    [SAVE]: () => ({
      body: { message: 'saved', data: { rows: [{ ROW: 1, POSTATUS: 0, RECEIPT_NO: 'R9' }] } },
    }),
  })
}

function openTyped(): PageModel {
  const page = openPage(screen, 'tab')
  page.grid.setCell(0, 'OWNER_CD', 'HANBIT')
  page.grid.setCell(0, 'RECEIPT_DT', '20261125')
  page.lines?.model?.insertRow(0, { STOCK_CD: 'K1', ORDER_QTY: 3 })
  return page
}

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})
afterEach(() => topPopup()?.dismiss())

test('a screen opens with a new document that counts as unchanged until it is edited', () => {
  mockServerWithReceipt()
  const page = openPage(screen, 'tab')
  expect([page.grid.rowCount, page.grid.flag(0), page.isDirty]).toEqual([1, 'I', false])
  page.grid.setCell(0, 'RECEIPT_DT', '20261125')
  expect(page.isDirty).toBe(true)
})

test('a new document is prefilled with the only owner of the user', () => {
  mockServerWithReceipt()
  const page = openPage(screen, 'tab')
  expect(newRow(page, 'HANBIT')).toMatchObject({ OWNER_CD: 'HANBIT' })
  expect(newRow(page)).not.toHaveProperty('OWNER_CD')
  page.zone = 'lines'
  expect(newRow(page, 'HANBIT')['OWNER_CD'] ?? null).toBeNull()
})

test('items of a new document are looked up for the owner entered in its header', async () => {
  const ofItems = lookupPath('stock')
  const respondWithNames = () => ({ body: { DATA: [{ CODE: 'X', NAME: 'X' }] } })
  const sent = mockServer({ [lookupPath('owner')]: respondWithNames, [ofItems]: respondWithNames })
  grantMenus({ ReceiptCreateSingle: ['search', 'save'] })
  const page = openPage(receiptCreateSingleScreen, 'tab')
  page.grid.setCell(0, 'OWNER_CD', 'HANBIT')
  page.lines?.model?.insertRow(0)
  page.lines?.model?.setCell(0, 'STOCK_CD', 'K1')
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain(ofItems))
  const request = sent.find(({ path }) => path === ofItems)
  expect(request?.body).toMatchObject({ OWNER_CD: 'HANBIT', SEARCH: 'K1' })
})

test('header and lines are saved together, and the document stays open with its number', async () => {
  const sent = mockServerWithReceipt()
  const page = openTyped()
  await savePage(page)
  const rows = sent.find(({ path }) => path === SAVE)?.body['ROWS'] as Record<string, unknown>[]
  expect(rows).toEqual([
    expect.objectContaining({ ROW_TYPE: 'H', BATCH_FLAG: 'I', OWNER_CD: 'HANBIT' }),
    expect.objectContaining({ ROW_TYPE: 'L', BATCH_FLAG: 'I', ORDER_QTY: 3 }),
  ])
  expect(rows[1]?.['DOC_REF']).toBe(rows[0]?.['DOC_REF'])
  expect(page.grid.row(0)).toMatchObject(saved)
  expect([page.grid.rowCount, page.isDirty, page.note]).toEqual([1, false, 'saved 새 번호 R9'])
  await vi.waitFor(() => expect(page.lines?.model?.row(0)).toMatchObject({ LINE_NO: 1 }))
})

test('a nonexistent number is reported and opens a new document', async () => {
  mockServerWithReceipt()
  const page = openPage(screen, 'tab')
  await page.load({ RECEIPT_NO: 'R1' })
  expect(page.note).toBe('해당 번호의 전표가 없어 새 전표를 열었습니다.')
  expect([page.grid.flag(0), page.isDirty]).toEqual(['I', false])
  await page.load({ RECEIPT_NO: 'R9' })
  expect(page.grid.row(0)).toMatchObject(saved)
})

test('an unsaved document is restored after its page was closed', async () => {
  mockServerWithReceipt()
  const draft: unknown = JSON.parse(JSON.stringify(createPageDraft(openTyped())))
  const again = openPage(screen, 'tab')
  await restoreDraft(again, draft)
  expect(again.grid.rowCount).toBe(1)
  expect(again.grid.row(0)).toMatchObject({ OWNER_CD: 'HANBIT', RECEIPT_DT: '20261125' })
  expect(again.changedLines().map(({ model }) => model.row(0))).toMatchObject([{ ORDER_QTY: 3 }])
})
