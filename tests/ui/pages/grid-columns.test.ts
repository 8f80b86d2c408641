// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { flag, month, pickColumns } from './column-support.ts'
import { label } from '#kernel/label.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { setLanguage } from '#ui/base/language.ts'
import {
  partColumns,
  gridColumn,
  gridColumns,
  keyColumns,
  refreshColumns,
} from '#ui/page/rows/grid-columns.ts'
import { receivingScreen, supplierScreen } from './page-support.ts'

beforeEach(() => setLanguage('ko'))

const supplierColumns = () =>
  partColumns('Supplier', supplierScreen.grid, supplierScreen.save.input)

test('a flag is a check box, and a month takes six digits', () => {
  const [yes, when] = pickColumns({ USE_YN: flag, BILL_MM: month })
  expect(gridColumn(yes, true).kind).toBe('check')
  expect(gridColumn(when, true)).toMatchObject({ kind: 'text', digitsOnly: true, maxLength: 6 })
})

test('a custom footer is computed from the shown values in the current language', () => {
  const part = {
    ...supplierScreen.grid,
    columns: [
      {
        field: 'SUPPLIER_CD',
        footer: 'CUSTOM',
        footerText: (values: readonly unknown[]) =>
          label(`${new Set(values).size} places`, `${new Set(values).size} places`),
      },
    ],
  } as const
  const columns = partColumns('Supplier', part, undefined)
  const model = new GridModel({ columns: columns.map((column) => gridColumn(column, true)) })
  model.setData([{ SUPPLIER_CD: 'A' }, { SUPPLIER_CD: 'B' }, { SUPPLIER_CD: 'A' }])
  expect(model.footerValue('SUPPLIER_CD')).toBe('2 places')
  model.filter([{ column: 'SUPPLIER_CD', operator: '=', values: ['A'] }])
  setLanguage('en')
  expect(model.footerValue('SUPPLIER_CD')).toBe('1 places')
  const halves = [{ field: 'SUPPLIER_CD', footer: 'CUSTOM' }] as const
  expect(() => partColumns('Supplier', { ...part, columns: halves }, undefined)).toThrow(
    'footerText',
  )
})

test('only columns the procedure requires and the user can edit are marked required', () => {
  const columns = partColumns('ReceivingByOrder', receivingScreen.grid, receivingScreen.act.input)
  const required = columns
    .map((column) => gridColumn(column, true))
    .filter((column) => column.required)
  expect(required.map(({ id }) => id)).toEqual(['NOW_QTY'])
})

test('the grid key consists of the columns editable only in new rows', () => {
  expect(keyColumns(supplierColumns())).toEqual(['OWNER_CD', 'SUPPLIER_CD'])
})

test('a language change updates the titles and keeps the widths set by the user', () => {
  const columns = supplierColumns()
  const current = columns.map((column) => ({ ...gridColumn(column, true), width: 333 }))
  setLanguage('en')
  const fresh = refreshColumns(current.toReversed(), gridColumns(columns, true))
  expect(fresh.map(({ title }) => title)).toContain('Supplier name')
  expect(fresh[0]).toMatchObject({ id: 'GRADE_CD', width: 333 })
})
