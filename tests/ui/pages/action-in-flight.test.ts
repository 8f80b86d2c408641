// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { runPageAction } from '#ui/page/tools/page-action.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { fillParts } from '#ui/scanner/pages/fill-parts.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { grant, mockServer, openPage, receivingScreen, SAVE } from './page-support.ts'

interface Line {
  readonly RECEIPT_NO: string
  readonly STOCK_CD: string
  readonly OPEN_QTY: number
  readonly NOW_QTY: number | null
}

let lines: Line[]
let answer: () => void
let searches: unknown[]

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
  searches = []
  lines = ['K1', 'K2'].map((STOCK_CD) => ({
    RECEIPT_NO: 'R1',
    STOCK_CD,
    OPEN_QTY: 10,
    NOW_QTY: null,
  }))
})

/** Receives what is open. The response of each action waits for `answer`. */
async function openReceiving(): Promise<PageModel> {
  const sent = mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/receiving-lines': ({ body }) => {
      searches.push(Reflect.get(body['SEARCH'] as object, 'RECEIPT_NO'))
      return { body: { data: lines } }
    },
    [SAVE]: async ({ body }) => {
      const rows = body['ROWS'] as Line[]
      lines = lines.map((line) => {
        const now = rows.find(({ STOCK_CD }) => STOCK_CD === line.STOCK_CD)?.NOW_QTY ?? 0
        return { ...line, OPEN_QTY: line.OPEN_QTY - now }
      })
      const { promise, resolve } = Promise.withResolvers<void>()
      answer = resolve
      await promise
      return { body: { message: 'posted', data: { rows: [] } } }
    },
  })
  const page = openPage(receivingScreen, 'tab')
  await page.load()
  page.grid.setCell(0, 'NOW_QTY', 4)
  page.grid.setChecked([0], true)
  const acting = runPageAction(page)
  await vi.waitFor(() => expect(sent.at(-1)?.path).toBe(SAVE))
  return Object.assign(page, { acting })
}

const awaitAction = (page: PageModel) => (page as PageModel & { acting: Promise<boolean> }).acting
const scan = (page: PageModel, code: string) =>
  pageRegistration(page, new PageView()).accept?.(interpretScan(code))

test('a piece scanned while its row is received counts in the reloaded row', async () => {
  const page = await openReceiving()
  const scanned = scan(page, 'K1')
  answer()
  expect(await awaitAction(page)).toBe(true)
  expect((await scanned)?.ok).toBe(true)
  expect(page.grid.value(0, 'OPEN_QTY')).toBe(6)
  expect(page.grid.value(0, 'NOW_QTY')).toBe(1)
  expect(page.grid.isChecked(0)).toBe(true)
})

test('a quantity typed while its row is received stays typed in the reloaded row', async () => {
  const page = await openReceiving()
  page.grid.setCell(0, 'NOW_QTY', 2)
  page.grid.setCell(1, 'NOW_QTY', 3)
  answer()
  await awaitAction(page)
  expect([page.grid.value(0, 'NOW_QTY'), page.grid.value(1, 'NOW_QTY')]).toEqual([2, 3])
  expect(page.grid.changes()).toHaveLength(2)
})

test('a quantity that was sent is not typed again', async () => {
  const page = await openReceiving()
  answer()
  await awaitAction(page)
  expect([page.grid.value(0, 'NOW_QTY'), page.isDirty]).toEqual([null, false])
})

test('a scan into the search of a page with unsaved rows discards none', async () => {
  const page = await openReceiving()
  answer()
  await awaitAction(page)
  page.grid.setCell(1, 'NOW_QTY', 5)
  const view = new PageView()
  const panel = document.createElement('div')
  const input = panel.appendChild(document.createElement('input'))
  document.body.append(panel)
  Object.assign(view, { panel })
  input.focus()
  const before = searches.length
  const response = await fillParts(page, view, interpretScan('RC-20261128-0029'))
  panel.remove()
  expect(response?.ok).toBe(false)
  expect(searches).toHaveLength(before)
  expect(page.grid.value(1, 'NOW_QTY')).toBe(5)
})
