// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { SpreadsheetCell } from '#kernel/parse-cell.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { mockServer, readUpload, getSheet } from './upload-support.ts'

afterEach(() => vi.unstubAllGlobals())

/** Sheet with an additional column for a field that is entered above it. */
const withColumn = (title: string, ...cells: SpreadsheetCell[]) => {
  const rows = getSheet(
    ...cells.map((_, index): SpreadsheetCell[] => [`O-${index}`, `SKU${index}`, 1, null]),
  )
  return rows.map(({ row, cells: own }, index) => ({
    row,
    cells: [...own, index === 0 ? title : (cells[index - 1] ?? null)],
  }))
}

test.each([
  ['the owner code', columnLabels.OWNER_CD.ko, ['HANBIT', 'hanbit', ' HANBIT ', null], []],
  ['another owner', columnLabels.OWNER_CD.ko, ['HANBIT', 'HANBBIT', 'GIFT'], [1, 2]],
  ['another owner below an English title', columnLabels.OWNER_CD.en, ['GIFT'], [0]],
  ['another owner below a field name', 'OWNER_CD', ['GIFT'], [0]],
  [
    'the ship date',
    columnLabels.SHIPMENT_DT.ko,
    [{ date: '2026-11-20' }, '2026/11/20', 20261120],
    [],
  ],
  ['another ship date', columnLabels.SHIPMENT_DT.ko, ['2026-11-21', 'soon', '2026-11-20'], [0, 1]],
] as const)(
  'a row of a sheet with %s is read only if it repeats the value entered above',
  async (_name, title, cells, wrong) => {
    mockServer({ sheet: withColumn(title, ...cells) })
    const { rows } = await readUpload()
    expect(rows.errors.ids()).toEqual(wrong)
    expect(rows.counts().invalid).toBe(wrong.length)
  },
)

test('editing a row does not assign it to the owner entered above', async () => {
  mockServer({ sheet: withColumn(columnLabels.OWNER_CD.ko, 'GIFT') })
  const { rows, job } = await readUpload()
  rows.model.setCell(0, 'ORDER_QTY', 5)
  rows.settle()
  expect(rows.errors.ids()).toEqual([0])
  expect(await job.save()).toBe('faulty')
})
