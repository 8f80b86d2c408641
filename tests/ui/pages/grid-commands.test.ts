// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { code, quantity, select, type Fields } from '#kernel/field.ts'
import type { MasterScreen } from '#kernel/screen.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { setLanguage } from '#ui/base/language.ts'
import { sheetAsShown } from '#ui/page/rows/export-rows.ts'
import { GridPageHandle } from '#ui/page/tools/page-handle.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { columnTitles, testLabel } from '#tests/support/labels.ts'
import { mockServer, grant, receiptScreen, supplierScreen, openPage } from './page-support.ts'

function openSuppliers(): PageModel {
  const page = openPage(supplierScreen, 'tab')
  page.grid.setData([
    { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', GRADE_CD: 'A', VERSION: 1 },
    { OWNER_CD: 'SEOJIN', SUPPLIER_CD: 'S2', SUPPLIER_NM: '서울', GRADE_CD: 'B', VERSION: 1 },
    { OWNER_CD: 'SEOJIN', SUPPLIER_CD: 'S3', SUPPLIER_NM: 'Daegu', GRADE_CD: null, VERSION: 1 },
  ])
  return page
}

/** The supplier screen with different columns. */
function withColumns(columns: MasterScreen['grid']['columns'], output: Fields): MasterScreen {
  const { source } = supplierScreen.grid
  const save = { ...supplierScreen.save, input: output }
  const part = { ...supplierScreen.grid, columns, source: { ...source, output, search: output } }
  return { ...supplierScreen, search: ['SUPPLIER_CD'], save, grid: { ...part, fixed: {} } }
}

const getHandle = (page: PageModel) => new GridPageHandle(page, new PageView())

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete', 'export')
})

test('an export contains the drawn columns, sorted, filtered, with codes by name', async () => {
  mockServer({
    '/api/code/selectCommonCode': () => ({
      body: { data: { grade: [{ CODE: 'B', NAME: 'Ordinary' }] } },
    }),
  })
  await codeLists.load(['grade'])
  const page = openSuppliers()
  page.refreshColumns()
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  page.grid.filter([{ column: 'OWNER_CD', operator: '=', values: ['SEOJIN'] }])
  const { COLUMNS, ROWS } = sheetAsShown(page.grid)
  expect(COLUMNS.map(({ title, kind }) => [title, kind])).toEqual([
    [columnTitles.OWNER_CD, 'text'],
    [columnTitles.OWNER_NM, 'text'],
    [columnTitles.SUPPLIER_CD, 'text'],
    [columnTitles.SUPPLIER_NM, 'text'],
    ['Since', 'date'],
    ['Grade', 'text'],
  ])
  expect(ROWS.map((row) => [row[2], row[5]])).toEqual([
    ['S3', null],
    ['S2', 'Ordinary'],
  ])
})

test('a new row starts with the defaults and the searched owner', () => {
  const page = openSuppliers()
  page.setSearch('OWNER_CD', 'HANBIT')
  getHandle(page).addRow()
  expect(page.grid.flag(1)).toBe('I')
  expect(page.grid.row(1)).toMatchObject({
    OWNER_CD: 'HANBIT',
    SINCE_DT: expect.stringMatching(/^\d{8}$/),
  })
  expect(page.grid.current).toEqual({ row: 1, column: 'OWNER_CD' })
})

test('a copied row is a new row below the original, with every value that can be typed', () => {
  const page = openSuppliers()
  page.grid.setCell(1, 'SINCE_DT', '20260131')
  page.grid.setCurrent(1, 'GRADE_CD')
  getHandle(page).copyRow()
  expect(page.grid.flag(2)).toBe('I')
  expect(page.grid.row(2)).toMatchObject({
    OWNER_CD: 'SEOJIN',
    SUPPLIER_CD: 'S2',
    SUPPLIER_NM: page.grid.value(1, 'SUPPLIER_NM'),
    SINCE_DT: '20260131',
    GRADE_CD: 'B',
  })
  expect(page.grid.row(2)['VERSION'] ?? null).toBeNull()
  expect(page.grid.current).toEqual({ row: 2, column: 'OWNER_CD' })
  page.grid.undo()
  expect(page.grid.rowCount).toBe(3)
})

test('a copied row has the rejected text of its source, not the value below it', () => {
  const page = openSuppliers()
  page.grid.setCurrent(1, 'SUPPLIER_NM')
  page.grid.refuse(1, 'SUPPLIER_NM', { code: 'length', text: 'much longer than ten', limit: 10 })
  getHandle(page).copyRow()
  expect(page.grid.rejection(2, 'SUPPLIER_NM')).toMatchObject({ text: 'much longer than ten' })
  expect(page.grid.rejection(1, 'SUPPLIER_NM')).toBeDefined()
  page.grid.undo()
  expect([page.grid.rowCount, page.grid.rejections().length]).toEqual([3, 1])
})

test('a copied row omits its status, its file and values that only the server fills', () => {
  const page = openPage(
    withColumns(
      [{ field: 'SUPPLIER_CD', editable: true }, { field: 'STATE_CD', editable: true }, 'USED_QTY'],
      {
        SUPPLIER_CD: code(testLabel('Code')),
        STATE_CD: select(testLabel('State'), 'grade', { default: 'DRAFT' }),
        USED_QTY: quantity(testLabel('Used')),
      },
    ),
    'tab',
  )
  page.grid.setData([{ SUPPLIER_CD: 'S1', STATE_CD: 'APPROVED', USED_QTY: 7, VERSION: 1 }])
  getHandle(page).copyRow()
  expect(page.grid.row(1)).toMatchObject({ SUPPLIER_CD: 'S1', STATE_CD: 'DRAFT' })
  expect(page.grid.row(1)['USED_QTY'] ?? null).toBeNull()
})

test('a line is copied within its document, without its number', async () => {
  mockServer({})
  const page = openPage(receiptScreen, 'tab')
  page.grid.setData([{ RECEIPT_NO: 'R1', OWNER_CD: 'HANBIT', RECEIPT_DT: '20260131', VERSION: 1 }])
  page.grid.setCurrent(0)
  page.followRow()
  page.setZone('lines')
  const lines = page.lines?.model
  lines?.setData([{ LINE_NO: 1, STOCK_CD: 'PLAIN', ORDER_QTY: 12, VERSION: 1 }])
  getHandle(page).copyRow()
  expect(lines?.flag(1)).toBe('I')
  expect(lines?.row(1)).toMatchObject({ STOCK_CD: 'PLAIN', ORDER_QTY: 12 })
  expect(lines?.value(1, 'LINE_NO')).toBeNull()
})

test('an empty grid has no row to copy', () => {
  const page = openPage(supplierScreen, 'tab')
  page.grid.setData([])
  getHandle(page).copyRow()
  expect(page.grid.rowCount).toBe(0)
})

test('an owner searched by pattern is not copied into a new row', () => {
  const page = openSuppliers()
  page.setSearch('OWNER_CD', 'HAN%')
  getHandle(page).addRow()
  expect(page.grid.value(1, 'OWNER_CD')).toBeNull()
})

test('only added rows can be deleted without delete permission', () => {
  grant('search', 'save')
  const page = openSuppliers()
  page.grid.insertRow(0, {})
  page.grid.setChecked([0, 1], true)
  getHandle(page).deleteRows()
  expect(page.grid.rowCount).toBe(3)
  expect(page.grid.flag(0)).toBeUndefined()
})

test('actions use the checked rows, or the selected rows if none is checked', () => {
  const page = openSuppliers()
  page.grid.cursor.moveTo({ row: 1, at: 0 })
  page.grid.cursor.extendTo({ row: 2, at: 0 })
  const handle = getHandle(page)
  expect(handle.rows('chosen').map((row) => row['SUPPLIER_CD'])).toEqual(['S2', 'S3'])
  page.grid.setChecked([0], true)
  expect(handle.rows('chosen').map((row) => row['SUPPLIER_CD'])).toEqual(['S1'])
})

test('the next exception is the next rejected row, at its invalid cell', async () => {
  const { grid } = openSuppliers()
  grid.setRowErrors([{ id: grid.rowId(2), message: 'wrong', columns: ['SUPPLIER_NM'] }])
  expect(await grid.nextException()).toEqual({ row: 2, column: 'SUPPLIER_NM' })
  grid.setRowErrors([])
  expect(await grid.nextException()).toBeNull()
})

test('the next exception is found even to the left of the cell where the row was entered', async () => {
  const { grid } = openSuppliers()
  grid.setRowErrors([{ id: grid.rowId(1), message: 'wrong', columns: ['SUPPLIER_CD'] }])
  grid.setCurrent(1, 'GRADE_CD')
  expect(await grid.nextException()).toEqual({ row: 1, column: 'SUPPLIER_CD' })
})

test('the next exception is searched for in the rest of the current row first', async () => {
  const { grid } = openSuppliers()
  grid.setRowErrors([
    { id: grid.rowId(1), message: 'wrong', columns: ['GRADE_CD', 'SUPPLIER_CD'] },
    { id: grid.rowId(2), message: 'wrong', columns: ['SUPPLIER_NM'] },
  ])
  grid.setCurrent(1, 'SUPPLIER_CD')
  const seen: string[] = []
  for (let step = 0; step < 4; step += 1) {
    const found = await grid.nextException()
    if (found) grid.setCurrent(found.row, found.column)
    seen.push(`${found?.row} ${found?.column}`)
  }
  expect(seen).toEqual(['1 GRADE_CD', '2 SUPPLIER_NM', '1 SUPPLIER_CD', '1 GRADE_CD'])
})
