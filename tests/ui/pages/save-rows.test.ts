// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import type { MasterScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { collectSaveParts } from '#ui/page/tools/save-page.ts'
import { joinLines, collectInputErrors, showRowErrors } from '#ui/page/rows/row-errors.ts'
import { collectRows } from '#ui/page/rows/save-set.ts'
import { grant, supplierScreen, openPage } from './page-support.ts'

const saved: WireRow[] = [
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S1', SUPPLIER_NM: 'Daehan', GRADE_CD: null, VERSION: 3 },
  { OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S2', SUPPLIER_NM: '서울', GRADE_CD: null, VERSION: 1 },
  { OWNER_CD: 'SEOJIN', SUPPLIER_CD: 'S3', SUPPLIER_NM: 'Busan', GRADE_CD: null, VERSION: 7 },
]

function openSuppliers(screen: MasterScreen = supplierScreen): PageModel {
  const page = openPage(screen, 'tab')
  page.grid.setData(saved)
  return page
}

const inputErrorTexts = (page: PageModel) =>
  collectInputErrors(collectSaveParts(page)).map(({ text }) => text)

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'delete')
})

test('a changed row is sent with its flag, its number and the version that was read', () => {
  const page = openSuppliers()
  page.grid.setCell(1, 'SUPPLIER_NM', 'Seoul Co')
  const { rows } = collectRows(collectSaveParts(page))
  expect(rows).toEqual([
    expect.objectContaining({ NO: 1, BATCH_FLAG: 'U', SUPPLIER_NM: 'Seoul Co', VERSION: 1 }),
  ])
})

test('columns the procedure does not accept are not sent', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'OWNER_NM', 'Hanbit')
  page.grid.setCell(0, 'SUPPLIER_NM', 'Daehan Dist')
  expect(collectRows(collectSaveParts(page)).rows[0]).not.toHaveProperty('OWNER_NM')
})

test('added, changed and deleted rows are sent in one numbered list', () => {
  const page = openSuppliers()
  page.grid.insertRow(0, { SUPPLIER_CD: 'S9' })
  page.grid.setCell(1, 'SUPPLIER_NM', 'New name')
  page.grid.deleteRows([3])
  const flags = collectRows(collectSaveParts(page)).rows.map(({ NO, BATCH_FLAG }) => [
    NO,
    BATCH_FLAG,
  ])
  expect(flags).toEqual([
    [1, 'I'],
    [2, 'U'],
    [3, 'D'],
  ])
})

test('all empty required columns are reported together, by row number and name', () => {
  const page = openSuppliers()
  page.grid.setCell(1, 'SUPPLIER_NM', null)
  page.grid.insertRow(3, {})
  expect(inputErrorTexts(page)).toEqual([
    '2행 공급처명 항목은 필수 입력입니다.',
    '4행 화주, 공급처코드, 공급처명 항목은 필수 입력입니다.',
  ])
})

test('zero counts as filled, and a deleted row requires nothing', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', '0')
  page.grid.setCell(1, 'SUPPLIER_NM', null)
  page.grid.deleteRows([1])
  expect(inputErrorTexts(page)).toEqual([])
})

test('a row is named by its position on screen after sorting', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', null)
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  expect(inputErrorTexts(page)).toEqual(['3행 공급처명 항목은 필수 입력입니다.'])
})

test('a text that is invalid in its column blocks the save', () => {
  const page = openSuppliers()
  page.grid.refuse(0, 'SINCE_DT', { code: 'date', text: '20270230' })
  expect(inputErrorTexts(page)).toEqual([expect.stringMatching(/^1행 Since: .*\(20270230\)$/)])
})

test('an error quotes only the start of a long text', () => {
  const page = openSuppliers()
  page.grid.refuse(0, 'SUPPLIER_NM', { code: 'length', text: 'x'.repeat(5000), limit: 100 })
  expect(inputErrorTexts(page)).toEqual([expect.stringMatching(/\(x{29}…\)$/)])
})

test('a deleted row removes its errors', () => {
  const page = openSuppliers()
  page.grid.insertRow(3, { OWNER_CD: 'H', SUPPLIER_CD: 'S9', SUPPLIER_NM: 'Gap' })
  page.grid.refuse(3, 'SINCE_DT', { code: 'date', text: '어제' })
  page.grid.refuse(0, 'SINCE_DT', { code: 'date', text: '내일' })
  page.grid.deleteRows([0, 3])
  expect(inputErrorTexts(page)).toEqual([])
})

test('errors are ordered by row, then by column', () => {
  const page = openSuppliers()
  page.grid.setCell(1, 'SUPPLIER_NM', null)
  page.grid.refuse(0, 'SINCE_DT', { code: 'date', text: '어제' })
  page.grid.refuse(1, 'OWNER_CD', { code: 'option', text: '없음' })
  const columns = collectInputErrors(collectSaveParts(page)).map(({ column }) => column)
  expect(columns).toEqual(['SINCE_DT', 'OWNER_CD', 'SUPPLIER_NM'])
})

test('a long list of errors is truncated and shows how many are left', () => {
  const lines = Array.from({ length: 15 }, (_, index) => `${index + 1}행`)
  expect(joinLines(lines).split('\n').at(-1)).toBe('외 3건')
})

test('response errors appear on their rows although the rows were sorted since', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Gap')
  page.grid.setCell(2, 'SUPPLIER_NM', 'Eul')
  const parts = collectSaveParts(page)
  const set = collectRows(parts)
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  const first = showRowErrors(parts, set, [
    { ROW: 1, POSTATUS: 0, POERROR: '' },
    { ROW: 2, POSTATUS: -1, POERROR: 'no such owner', COLUMN: 'OWNER_CD' },
  ])
  expect(page.grid.value(0, 'SUPPLIER_CD')).toBe('S3')
  expect(page.grid.rowError(0)).toBe('no such owner')
  expect(page.grid.rowError(2)).toBeUndefined()
  expect([first?.place.id, first?.column]).toEqual([page.grid.rowId(0), 'OWNER_CD'])
})

test('the first error is the first on screen, by row, then by column', () => {
  const page = openSuppliers()
  for (const row of [0, 1, 2]) page.grid.setCell(row, 'SUPPLIER_NM', 'Gap')
  const parts = collectSaveParts(page)
  const set = collectRows(parts)
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  const rowError = (ROW: number, COLUMN?: string) => ({
    ROW,
    POSTATUS: -1,
    POERROR: 'wrong',
    ...(COLUMN === undefined ? {} : { COLUMN }),
  })
  const first = showRowErrors(parts, set, [
    rowError(1, 'OWNER_CD'),
    rowError(3),
    rowError(3, 'GRADE_CD'),
    rowError(3, 'SUPPLIER_NM'),
  ])
  expect([first?.place.id, first?.column]).toEqual([page.grid.rowId(0), 'SUPPLIER_NM'])
})

test('two errors of one row are both shown, each on its cell', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', 'Gap')
  const parts = collectSaveParts(page)
  showRowErrors(parts, collectRows(parts), [
    { ROW: 1, POSTATUS: -1, POERROR: 'Same name.', COLUMN: 'SUPPLIER_NM' },
    { ROW: 1, POSTATUS: -1, POERROR: 'No grade.', COLUMN: 'GRADE_CD' },
  ])
  expect(page.grid.rowError(0)).toBe('Same name. No grade.')
  const marked = ['SUPPLIER_NM', 'GRADE_CD', 'SINCE_DT'].filter((column) =>
    page.grid.rows.marks.hasCellError(page.grid.rowId(0), column),
  )
  expect(marked).toEqual(['SUPPLIER_NM', 'GRADE_CD'])
})

test('a row that another user changed first shows the user and time, and keeps the edits', () => {
  const page = openSuppliers()
  page.grid.setCell(0, 'SUPPLIER_NM', 'My name')
  const parts = collectSaveParts(page)
  showRowErrors(parts, collectRows(parts), [
    { ROW: 1, POSTATUS: -1, POERROR: '', WHO: 'Lee', WHEN: '20261120102103' },
  ])
  expect(page.grid.rowError(0)).toContain('Lee 님이 2026-11-20 10:21:03에 먼저 수정했습니다')
  expect(page.grid.value(0, 'SUPPLIER_NM')).toBe('My name')
  expect(page.grid.hasChanges).toBe(true)
})

test('a column is not editable without save permission', () => {
  grant('search')
  const page = openSuppliers()
  const name = page.grid.column('SUPPLIER_NM')
  expect(name && page.grid.isEditable(0, name)).toBe(false)
})
