// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { fitToWidth } from '#ui/scanner/station/scan-lines.ts'

const columns = ['mark', 'item', 'name', 'lot', 'qty', 'user', 'due', 'progress'].map(
  (id): GridColumn => ({ id, title: id, kind: 'text', width: 150 }),
)
const kept = new Set(['mark', 'item', 'qty', 'progress'])
const fitted = (width: number) => fitToWidth(columns, width, ({ id }) => kept.has(id))
const ids = (width: number) => fitted(width).map(({ id }) => id)

test('lines of a station fit its width, and counts are left out last', () => {
  expect(fitted(1300)).toEqual(columns)
  expect(ids(800)).toEqual(columns.map(({ id }) => id))
  expect(ids(600)).toEqual(['mark', 'item', 'name', 'lot', 'qty', 'progress'])
  expect(ids(300)).toEqual(['mark', 'item', 'qty', 'progress'])
  for (const width of [600, 800, 1300]) {
    expect(fitted(width).reduce((sum, each) => sum + each.width, 0)).toBeLessThanOrEqual(width)
  }
})
