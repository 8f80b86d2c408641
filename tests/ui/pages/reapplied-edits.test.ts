// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, date, quantity, text } from '#kernel/field.ts'
import { isUnsavedRow } from '#kernel/editing.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { groupBy, toggleGroup } from '#ui/grid/model/grouping.ts'
import { createPageDraft, restoreDraft } from '#ui/page/tools/page-draft.ts'
import { savePage } from '#ui/page/tools/save-page.ts'
import { insertedNote, searchPage } from '#ui/page/tools/search-page.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { columnLabels, testLabel } from '#tests/support/labels.ts'
import { grant, mockServer, openPage, SAVE, type MockResponse } from './page-support.ts'

/**
 * Lines of a document with the keys RECEIPT_NO and LINE_NO. Users type RECEIPT_NO only in a new
 * line.
 */
const fields = {
  RECEIPT_NO: code(columnLabels.RECEIPT_NO, { required: true }),
  LINE_NO: quantity(columnLabels.LINE_NO),
  STOCK_CD: code(columnLabels.STOCK_CD),
  QTY: quantity(columnLabels.QTY),
  SINCE_DT: date(testLabel('Since')),
  REMARK: text(testLabel('Remark')),
}
const scope = { scope: 'warehouse-owner', title: columnLabels.STOCK_CD } as const
const screen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: [],
  save: defineProcedure({ ...scope, name: 'master/save-lines', action: 'save', input: fields }),
  grid: grid({
    source: defineQuery({
      ...scope,
      name: 'master/lines',
      action: 'search',
      search: {},
      output: fields,
    }),
    columns: [
      { field: 'RECEIPT_NO', editable: isUnsavedRow },
      { field: 'STOCK_CD', editable: true },
      { field: 'QTY', editable: true },
      { field: 'REMARK', editable: ({ QTY }) => QTY !== 0 },
    ],
  }),
}

const line = (number: number, extra = {}) => ({
  RECEIPT_NO: 'R1',
  LINE_NO: number,
  STOCK_CD: `A${number}`,
  QTY: number,
  REMARK: null,
  VERSION: 1,
  ...extra,
})
let rows = [line(1), line(2), line(3)]
let save: () => MockResponse

beforeEach(() => {
  render(createElement(PopupHost))
  grant('search', 'save', 'delete')
  rows = [line(1), line(2), line(3)]
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/master/lines': () => ({ body: { data: rows } }),
    [SAVE]: () => save(),
  })
})

afterEach(cleanup)

async function openReceiptPage(): Promise<PageModel> {
  const page = openPage(screen)
  await page.load()
  return page
}

const describeChanges = (page: PageModel) =>
  page.grid
    .changes()
    .map(({ flag, row }) => [flag, row['LINE_NO'], row['STOCK_CD'], row['QTY'], row['REMARK']])

/** Saves into a conflict, then loads the latest rows and reapplies the edits. */
async function mergeAfterConflict(page: PageModel, who: object = { WHO: 'Kim' }): Promise<void> {
  save = () => ({
    status: 409,
    headers: { 'x-error-code': 'ROWS_CONFLICT' },
    body: {
      message: 'conflict',
      rows: page.grid
        .changes()
        .map((_, index) => ({ ROW: index + 1, POSTATUS: -1, POERROR: 'changed', ...who })),
    },
  })
  expect(await savePage(page)).toBe(false)
  const searching = searchPage(page)
  await waitFor(() => expect(topPopup()?.kind).toBe('message'))
  act(() => (document.activeElement as HTMLElement).click())
  expect(await searching).toBe(true)
}

test('an edit merged with newer rows applies to its own line of a document', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(1, 'QTY', 20)
  rows = [line(1), line(2, { QTY: 5, VERSION: 2 }), line(3)]
  await mergeAfterConflict(page)
  expect(describeChanges(page)).toEqual([['U', 2, 'A2', 20, null]])
})

test('an edit of a column that depends on other values of its row is merged into that row', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(1, 'REMARK', 'mine')
  rows = [line(1), line(2, { REMARK: 'theirs', VERSION: 2 }), line(3)]
  await mergeAfterConflict(page)
  expect(describeChanges(page)).toEqual([['U', 2, 'A2', 2, 'mine']])
})

test('rows that a filter hides keep their edits and deletions when newer rows load', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(1, 'QTY', 20)
  page.grid.deleteRows([2])
  page.grid.filter([{ column: 'STOCK_CD', operator: '=', values: ['A1'] }])
  await mergeAfterConflict(page)
  expect(describeChanges(page)).toEqual([
    ['U', 2, 'A2', 20, null],
    ['D', 3, 'A3', 3, null],
  ])
})

test('an edit of a row that another user deleted becomes a new row, with a notice', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(0, 'QTY', 10)
  page.grid.setCell(1, 'QTY', 20)
  page.grid.deleteRows([2])
  rows = [line(1, { VERSION: 2 })]
  await mergeAfterConflict(page, {})
  expect(describeChanges(page)).toEqual([
    ['U', 1, 'A1', 10, null],
    ['I', 2, 'A2', 20, null],
  ])
  expect(page.note).toContain(t(insertedNote(1)))
})

test('rows of a collapsed group keep their edits when newer rows load', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(1, 'QTY', 20)
  groupBy(page.grid, [{ column: 'RECEIPT_NO' }])
  toggleGroup(page.grid, 0, false)
  await mergeAfterConflict(page)
  expect(describeChanges(page)).toEqual([['U', 2, 'A2', 20, null]])
})

test('a code edited during a save remains an edit of its row', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(0, 'QTY', 10)
  save = () => {
    page.grid.setCell(1, 'STOCK_CD', 'B2')
    rows = [line(1, { QTY: 10, VERSION: 2 }), line(2), line(3)]
    return { body: { message: 'saved', data: { rows: [] } } }
  }
  expect(await savePage(page)).toBe(false)
  expect(describeChanges(page)).toEqual([['U', 2, 'B2', 2, null]])
})

test('an edit undone during its save is saved next', async () => {
  const page = await openReceiptPage()
  page.grid.setCell(0, 'QTY', 10)
  save = () => {
    page.grid.undo()
    rows = [line(1, { QTY: 10, VERSION: 2 }), line(2), line(3)]
    return { body: { message: 'saved', data: { rows: [] } } }
  }
  expect(await savePage(page)).toBe(false)
  expect(describeChanges(page)).toEqual([['U', 1, 'A1', 1, null]])
})

test('an edit restored after a reload applies to its own line of a document', async () => {
  const before = await openReceiptPage()
  before.grid.setCell(1, 'QTY', 20)
  const draft: unknown = JSON.parse(JSON.stringify(createPageDraft(before)))
  const after = openPage(screen)
  expect(await restoreDraft(after, draft)).toBe(true)
  expect(describeChanges(after)).toEqual([['U', 2, 'A2', 20, null]])
})
