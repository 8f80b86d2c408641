// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { fitToWidth } from '#ui/scanner/station/scan-lines.ts'

const columns = ['mark', 'item', 'name', 'lot', 'qty', 'user', 'due', 'progress'].map(
  (id): GridColumn => ({ id, title: id, kind: 'text', width: 150 }),
)
const kept = new Set(['mark', 'item', 'qty', 'progress'])
const fitColumns = (width: number) => fitToWidth(columns, width, ({ id }) => kept.has(id))
const fittedIds = (width: number) => fitColumns(width).map(({ id }) => id)

test('lines of a station fit its width, and counts are left out last', () => {
  expect(fitColumns(1300)).toEqual(columns)
  expect(fittedIds(800)).toEqual(columns.map(({ id }) => id))
  expect(fittedIds(600)).toEqual(['mark', 'item', 'name', 'lot', 'qty', 'progress'])
  expect(fittedIds(300)).toEqual(['mark', 'item', 'qty', 'progress'])
  for (const width of [600, 800, 1300]) {
    expect(fitColumns(width).reduce((sum, column) => sum + column.width, 0)).toBeLessThanOrEqual(
      width,
    )
  }
})
