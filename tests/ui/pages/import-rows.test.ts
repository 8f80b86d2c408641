// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { SheetRow } from '#kernel/sheet-mapping.ts'
import { setLanguage } from '#ui/language.ts'
import { keyColumns } from '#ui/pages/grid-columns.ts'
import { importSheet } from '#ui/pages/import-rows.ts'
import { PageModel } from '#ui/pages/page-model.ts'
import { savePartsOf } from '#ui/pages/page-save.ts'
import { collectRows, objections } from '#ui/pages/save-rows.ts'
import { grant, supplierScreen } from './page-support.ts'

const grades = { grade: [{ CODE: 'A', NAME: '우수' }] }

function sheet(titles: string[], ...rows: SheetRow['cells'][]): SheetRow[] {
  return [titles, ...rows].map((cells, at) => ({ row: at + 1, cells }))
}

function importInto(rows: SheetRow[]) {
  const page = new PageModel(supplierScreen, 'tab')
  page.grid.setData([
    {
      OWNER_CD: 'HANBIT',
      SUPPLIER_CD: 'S1',
      SUPPLIER_NM: '대한',
      SINCE_DT: '20250101',
      VERSION: 3,
    },
    {
      OWNER_CD: 'SEOJIN',
      SUPPLIER_CD: 'S1',
      SUPPLIER_NM: '서울',
      SINCE_DT: '20250101',
      VERSION: 1,
    },
  ])
  const { grid, columns } = page
  const result = importSheet({ model: grid, columns, key: keyColumns(columns) }, rows, grades)
  return { page, grid, result }
}

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save', 'import')
})

test('titles in Korean, in English and field names find their columns in any order', () => {
  const { grid, result } = importInto(
    sheet(['공급처명', 'Supplier', 'OWNER_CD'], ['새 곳', 'S7', 'HANBIT']),
  )
  expect(result).toMatchObject({ inserted: 1, updated: 0, faults: 0 })
  expect(grid.row(2)).toMatchObject({ OWNER_CD: 'HANBIT', SUPPLIER_CD: 'S7', SUPPLIER_NM: '새 곳' })
  expect(grid.flag(2)).toBe('I')
})

test('a row whose key is there already is updated, with only the columns of the sheet', () => {
  const { page, result } = importInto(
    sheet(['화주', '공급처코드', '공급처명'], ['SEOJIN', 's1', '새 서울']),
  )
  expect(result).toMatchObject({ inserted: 0, updated: 1 })
  const { rows } = collectRows(savePartsOf(page))
  expect(rows).toEqual([
    expect.objectContaining({
      BATCH_FLAG: 'U',
      OWNER_CD: 'SEOJIN',
      SUPPLIER_NM: '새 서울',
      SINCE_DT: '20250101',
      VERSION: 1,
    }),
  ])
})

test('the name of a code stands for its code', () => {
  const { grid } = importInto(
    sheet(['화주', '공급처코드', '공급처명', '등급'], ['HANBIT', 'S7', '새 곳', '우수']),
  )
  expect(grid.value(2, 'GRADE_CD')).toBe('A')
})

test('every cell that is no value of its column keeps its text and keeps the save back', () => {
  const { page, grid, result } = importInto(
    sheet(
      ['화주', '공급처코드', '공급처명', '거래시작', '등급'],
      ['HANBIT', 'S7', '이름이 열 자보다 긴 공급처', '2027-02-30', '보통'],
    ),
  )
  expect(result.faults).toBe(3)
  expect(grid.text(2, grid.column('SINCE_DT') ?? never())).toBe('2027-02-30')
  expect(objections(savePartsOf(page)).length).toBeGreaterThanOrEqual(3)
})

test('a cell that is refused leaves the value the row had', () => {
  const { grid } = importInto(
    sheet(['화주', '공급처코드', '거래시작'], ['HANBIT', 'S1', '2027-02-30']),
  )
  expect(grid.value(0, 'SINCE_DT')).toBe('20250101')
  expect(grid.fault(0, 'SINCE_DT')?.text).toBe('2027-02-30')
})

test('a sheet without a title that fits changes nothing', () => {
  const { grid, result } = importInto(sheet(['가', '나'], ['1', '2']))
  expect(result.columns).toEqual([])
  expect(grid.hasChanges).toBe(false)
})

test('one undo takes the whole import back', () => {
  const { grid } = importInto(
    sheet(['화주', '공급처코드', '공급처명'], ['HANBIT', 'S7', '갑'], ['HANBIT', 'S1', '을']),
  )
  grid.undo()
  expect(grid.rowCount).toBe(2)
  expect(grid.value(0, 'SUPPLIER_NM')).toBe('대한')
  expect(grid.hasChanges).toBe(false)
})

function never(): never {
  throw new Error('no such column')
}
