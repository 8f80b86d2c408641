// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { runPageAction, selectedRows } from '#ui/page/tools/page-action.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { countScan } from '#ui/scanner/pages/count-scan.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { NoteArea, dismissNotes } from '#ui/windows/notify.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { defineQuery } from '#kernel/operation.ts'
import type { CountScan, WorkScreen } from '#kernel/screen.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { cancelReceiving } from '#areas/inbound/operations/cancelling.ts'
import { receiptConfirmation } from '#areas/inbound/operations/receiving.ts'
import { canUndo, takeUndoAction } from '#ui/tabs/last-action.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { testLabel } from '#tests/support/labels.ts'
import { mockServer, grant, grantMenus, receivingScreen, SAVE, openPage } from './page-support.ts'

const line = (RECEIPT_NO: string, STOCK_CD: string, extra = {}) => ({
  RECEIPT_NO,
  STOCK_CD,
  BARCODE: null,
  OPEN_QTY: 10,
  NOW_QTY: null,
  CELL_CD: null,
  ...extra,
})
const past = defineQuery({ ...receivingScreen.grid.source, hasHistory: true })
const open = [line('R1', 'K1', { NOW_QTY: 4 }), line('R1', 'K2'), line('R2', 'K1')]

function mockReceiving(answer: object = { body: { message: 'posted', data: { rows: [] } } }) {
  return mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/receiving-lines': () => ({ body: { data: open } }),
    [SAVE]: () => answer as { body: unknown },
  })
}

async function openReceiving(): Promise<PageModel> {
  const page = openPage(receivingScreen, 'tab')
  await page.load()
  return page
}

const runAction = (sent: ReturnType<typeof mockServer>) =>
  sent.find(({ path }) => path === SAVE)?.body['ROWS']

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})
afterEach(() => topPopup()?.dismiss())

test('an action applies to the checked rows, not to the current one', async () => {
  const sent = mockReceiving()
  const page = await openReceiving()
  page.grid.setCell(2, 'NOW_QTY', 3)
  page.grid.setChecked([0, 2], true)
  page.grid.setCurrent(1)
  expect(await runPageAction(page)).toBe(true)
  expect(runAction(sent)).toEqual([
    { RECEIPT_NO: 'R1', STOCK_CD: 'K1', NOW_QTY: 4, CELL_CD: null, NO: 1 },
    { RECEIPT_NO: 'R2', STOCK_CD: 'K1', NOW_QTY: 3, CELL_CD: null, NO: 2 },
  ])
})

test('an action keeps the rejected texts of other rows and the cursor', async () => {
  mockReceiving()
  const page = await openReceiving()
  page.grid.refuse(1, 'NOW_QTY', { code: 'number', text: 'five' })
  page.grid.setChecked([0], true)
  page.grid.setCurrent(2, 'CELL_CD')
  expect(await runPageAction(page)).toBe(true)
  expect(page.grid.rejection(1, 'NOW_QTY')?.text).toBe('five')
  expect(page.grid.current?.row).toBe(2)
})

test.each([true, false])(
  'an irreversible action requires a confirmation: confirmed %s',
  async (isConfirmed) => {
    const sent = mockReceiving()
    const act = { ...receivingScreen.act, final: testLabel('There is no way back') }
    const page = openPage({ ...receivingScreen, act }, 'tab')
    await page.load()
    page.grid.setCell(2, 'NOW_QTY', 3)
    page.grid.setChecked([0, 2], true)
    HTMLElement.prototype.checkVisibility = () => true
    const host = render(createElement(PopupHost))
    const running = runPageAction(page)
    const request = await screen.findByRole('alertdialog')
    expect(request.textContent).toMatch(/2.*There is no way back/)
    fireEvent.click(
      within(request)
        .getAllByText(isConfirmed ? /↵/ : /Esc/)
        .at(-1) ?? request,
    )
    expect(await running).toBe(isConfirmed)
    expect((runAction(sent) as unknown[] | undefined)?.length ?? 0).toBe(isConfirmed ? 2 : 0)
    host.unmount()
  },
)

test('the confirmation of an irreversible action on one row names the row', async () => {
  mockReceiving()
  const act = { ...receivingScreen.act, final: testLabel('There is no way back') }
  const page = openPage({ ...receivingScreen, act }, 'tab')
  await page.load()
  HTMLElement.prototype.checkVisibility = () => true
  const host = render(createElement(PopupHost))
  const running = runPageAction(page)
  const shown = await screen.findByRole('alertdialog')
  expect(shown.textContent).toMatch(/1.*R1 K1.*There is no way back/)
  topPopup()?.dismiss()
  expect(await running).toBe(false)
  host.unmount()
})

test('an irreversible action is confirmed only with complete rows', async () => {
  const sent = mockReceiving()
  const { input } = receivingScreen.act
  const act = {
    ...receivingScreen.act,
    input: { ...input, CELL_CD: { ...input['CELL_CD'], required: true } },
    final: testLabel('There is no way back'),
  } as WorkScreen['act']
  const page = openPage({ ...receivingScreen, act }, 'tab')
  await page.load()
  HTMLElement.prototype.checkVisibility = () => true
  const host = render(createElement(PopupHost))
  const running = runPageAction(page)
  const shown = await screen.findByRole('alertdialog')
  expect(shown.textContent).not.toContain('There is no way back')
  topPopup()?.dismiss()
  expect(await running).toBe(false)
  expect(page.grid.current?.column).toBe('CELL_CD')
  expect(runAction(sent)).toBeUndefined()
  host.unmount()
})

test.each([
  ['Invoice', 'InvoiceStatement'],
  ['StocktakingResult', undefined],
  ['PriceRerate', undefined],
  ['ChargeList', undefined],
])('the action of %s is declared irreversible', (route, print) => {
  const found = paneScreens.find((paneScreen) => paneScreen.route === route)
  expect(found?.acts?.final).toBeDefined()
  expect(found?.next?.print?.on).toBe(print)
})

test('an action without checked rows applies to the current row and reports the result', async () => {
  const sent = mockReceiving()
  const page = await openReceiving()
  await runPageAction(page)
  expect(runAction(sent)).toEqual([expect.objectContaining({ RECEIPT_NO: 'R1', NO: 1 })])
  expect(page.note).toBe('posted')
})

test.each([
  ['success', undefined],
  ['warn', true],
] as const)('the result of an action is shown as %s', async (kind, WARNS) => {
  mockReceiving({ body: { message: 'held', data: { rows: [], WARNS } } })
  const { container } = render(createElement(NoteArea))
  await runPageAction(await openReceiving())
  await waitFor(() => expect(container.querySelector(`[data-kind=${kind}]`)).not.toBeNull())
  dismissNotes()
})

test('an action without checked rows applies to edited rows that are not filtered out', async () => {
  const sent = mockReceiving()
  const page = await openReceiving()
  page.grid.setCell(0, 'NOW_QTY', 2)
  page.grid.setCell(2, 'NOW_QTY', 3)
  page.grid.setCurrent(1)
  expect(selectedRows(page.grid)).toEqual({ ids: [0, 2], because: 'typed' })
  page.grid.filter([{ column: 'RECEIPT_NO', operator: '=', values: ['R2'] }])
  expect(selectedRows(page.grid)).toEqual({ ids: [2], because: 'typed' })
  expect(await runPageAction(page)).toBe(true)
  expect(runAction(sent)).toEqual([expect.objectContaining({ RECEIPT_NO: 'R2', NOW_QTY: 3 })])
})

test('edits in rows the action does not apply to are kept', async () => {
  mockReceiving()
  const page = await openReceiving()
  page.grid.setCell(2, 'NOW_QTY', 8)
  page.grid.setCell(2, 'CELL_CD', 'A01')
  page.grid.setChecked([0], true)
  await runPageAction(page)
  expect(page.grid.row(2)).toMatchObject({ NOW_QTY: 8, CELL_CD: 'A01' })
  expect(page.grid.value(0, 'NOW_QTY')).toBe(4)
})

test('a chosen row without a required value is not sent', async () => {
  const sent = mockReceiving()
  const page = await openReceiving()
  page.grid.setCurrent(1)
  const act = runPageAction(page)
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  topPopup()?.dismiss()
  await act
  expect(runAction(sent)).toBeUndefined()
  expect(page.grid.current).toEqual({ row: 1, column: 'NOW_QTY' })
})

describe('an action with one prompt', () => {
  const receivingAll = { ...receivingScreen, asksOnce: ['NOW_QTY'] }
  const withPrompt = async (response: (title: string) => Promise<unknown>) => {
    const sent = mockReceiving()
    const page = openPage(receivingAll, 'tab')
    await page.load()
    const host = render(createElement(PopupHost))
    const done = runPageAction(page)
    const form = await host.findByRole('dialog')
    await response(form.getAttribute('aria-label') ?? '')
    const isDone = await done
    host.unmount()
    return { sent, isDone }
  }

  test('applies to every row found, and keeps typed values', async () => {
    const { sent, isDone } = await withPrompt(async (title) => {
      expect(title).toContain('3')
      await userEvent.click(
        screen.getByLabelText(new RegExp(receivingScreen.act.input['NOW_QTY']?.label.ko ?? '')),
      )
      await userEvent.keyboard('7{Enter}')
      await userEvent.keyboard('{Enter}')
    })
    expect(isDone).toBe(true)
    expect(runAction(sent)).toMatchObject([
      { RECEIPT_NO: 'R1', STOCK_CD: 'K1', NOW_QTY: 4 },
      { RECEIPT_NO: 'R1', STOCK_CD: 'K2', NOW_QTY: 7 },
      { RECEIPT_NO: 'R2', STOCK_CD: 'K1', NOW_QTY: 7 },
    ])
  })

  test('sends nothing if the prompt is cancelled', async () => {
    const { sent, isDone } = await withPrompt(async () => topPopup()?.dismiss())
    expect(isDone).toBe(false)
    expect(runAction(sent)).toBeUndefined()
  })

  test('applies only to the checked rows, and does not prompt for values they have', async () => {
    const sent = mockReceiving()
    const page = openPage(receivingAll, 'tab')
    await page.load()
    page.grid.setChecked([0], true)
    expect(await runPageAction(page)).toBe(true)
    expect(runAction(sent)).toMatchObject([{ RECEIPT_NO: 'R1', NOW_QTY: 4 }])
  })
})

test('a rejected row stays checked and shows the reason', async () => {
  mockReceiving({
    status: 409,
    body: { message: 'refused', rows: [{ ROW: 1, POSTATUS: -1, POERROR: 'already received' }] },
  })
  const page = await openReceiving()
  page.grid.setChecked([0], true)
  expect(await runPageAction(page)).toBe(false)
  expect(page.grid.rowError(0)).toBe('already received')
  expect(page.grid.isChecked(0)).toBe(true)
})

test('the cursor moves to an invalid cell even if its column was folded', async () => {
  mockReceiving({
    status: 409,
    body: {
      message: 'refused',
      rows: [{ ROW: 1, POSTATUS: -1, POERROR: 'no such barcode', COLUMN: 'BARCODE' }],
    },
  })
  const page = await openReceiving()
  page.grid.fitToWidth(150, true)
  expect(page.grid.drawn.map(({ id }) => id)).not.toContain('BARCODE')
  page.grid.setChecked([0], true)
  expect(await runPageAction(page)).toBe(false)
  expect(page.grid.current).toEqual({ row: 0, column: 'BARCODE' })
})

test('an action without permission sends nothing', async () => {
  grant('search')
  const sent = mockReceiving()
  const page = await openReceiving()
  expect(await runPageAction(page)).toBe(false)
  expect(runAction(sent)).toBeUndefined()
})

test('an action on rows shown as of a past time sends nothing', async () => {
  const sent = mockReceiving()
  const { grid } = receivingScreen
  const page = openPage({ ...receivingScreen, grid: { ...grid, source: past } }, 'tab')
  await page.load({ AS_OF: '20261112' })
  expect(page.note).toContain('과거 시점')
  await runPageAction(page)
  expect(runAction(sent)).toBeUndefined()
  await page.load({})
  await runPageAction(page)
  expect(runAction(sent)).toHaveLength(1)
})

test('a scanned item counts in its row, then in the next, never beyond the open quantity', () => {
  const page = openPage(receivingScreen, 'tab')
  page.grid.setData([
    line('R1', 'K1', { NOW_QTY: 0, OPEN_QTY: 1 }),
    line('R2', 'K1', { NOW_QTY: 0, OPEN_QTY: 1, BARCODE: '8801234567893' }),
  ])
  const scan = (code: string) => countScan(page.grid, countOf(receivingScreen), interpretScan(code))
  expect(scan('k1').ok).toBe(true)
  expect(scan('K1').ok).toBe(true)
  expect(page.grid.checked()).toHaveLength(2)
  expect(scan('8801234567893').ok).toBe(false)
  expect([0, 1].map((row) => page.grid.value(row, 'NOW_QTY'))).toEqual([1, 1])
})

test('a code that matches no row is rejected by name', () => {
  const page = openPage(receivingScreen, 'tab')
  page.grid.setData(open)
  const response = countScan(page.grid, countOf(receivingScreen), interpretScan('NOPE'))
  expect(response.ok).toBe(false)
  expect(response.message?.ko).toContain('NOPE')
})

function countOf({ scan }: WorkScreen): CountScan {
  if (!scan || 'to' in scan) throw new Error('the screen counts no scans')
  return scan
}

const follows: WorkScreen = {
  ...receivingScreen,
  next: {
    print: { does: receiptConfirmation, on: 'PrintConfirm' },
    undo: { does: cancelReceiving, on: 'CancelReceiving' },
  },
}

async function runActionWith(granted: Readonly<Record<string, string[]>>) {
  mockReceiving()
  grantMenus({ ReceivingByOrder: ['search', 'save'], ...granted })
  const page = openPage(follows, 'tab')
  await page.load()
  await runPageAction(page)
  const shown = pageRegistration(page, new PageView())
  const nextCommands = () => shown.status().next?.map(({ command }) => command)
  return { page, offers: shown.offers(), next: nextCommands }
}

test('a completed action offers its print-out and its undo as next commands', async () => {
  const all = { PrintConfirm: ['search', 'print'], CancelReceiving: ['search', 'save'] }
  const { page, offers, next } = await runActionWith(all)
  expect(next()).toEqual(['page.print', 'row.undo'])
  expect(offers['page.print']).toBeDefined()
  expect(page.nextActions?.print?.rows).toEqual([{ RECEIPT_NO: 'R1' }])
  expect(takeUndoAction(page.tabKey)?.rows).toEqual([{ RECEIPT_NO: 'R1' }])
  page.showNote('other words')
  expect(next()).toEqual([])
  await page.load()
  expect(page.nextActions).toBeUndefined()
})

test('the next commands require permissions on their target screens', async () => {
  const { page, offers, next } = await runActionWith({ CancelReceiving: ['search'] })
  expect(next()).toEqual([])
  expect(offers['page.print']).toBeUndefined()
  expect(canUndo(page.tabKey)).toBe(false)
})

test('undoing an action that creates rows sends the rows of its response', async () => {
  const moved = [7, 8].map((MOVEMENT_NO) => ({ ROW: 1, RECEIPT_NO: 'R1', MOVEMENT_NO }))
  grantMenus({ ReceivingByOrder: ['search', 'save'], CancelReceiving: ['search', 'save'] })
  const runAction = async (rows: readonly object[]) => {
    mockReceiving({ body: { message: 'posted', data: { rows } } })
    const undo = { does: cancelReceiving, on: 'CancelReceiving', ofResponse: true } as const
    const page = openPage({ ...receivingScreen, next: { undo } }, 'tab')
    await page.load()
    await runPageAction(page)
    return takeUndoAction(page.tabKey)?.rows
  }
  expect(await runAction(moved)).toEqual([
    { RECEIPT_NO: 'R1', MOVEMENT_NO: 7 },
    { RECEIPT_NO: 'R1', MOVEMENT_NO: 8 },
  ])
  expect(await runAction([])).toBeUndefined()
})
