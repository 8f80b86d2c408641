// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { captureChanges } from '#ui/page/rows/preserve-row-state.ts'
import { columnTitles } from '#tests/support/labels.ts'

let model: GridModel
beforeEach(() => {
  model = new GridModel({
    columns: [
      { id: 'ITEM', title: 'Item', kind: 'text', width: 100, editable: true },
      { id: 'QTY', title: columnTitles.QTY, kind: 'number', width: 80, editable: true },
    ],
  })
  model.setData([
    { ITEM: 'A', QTY: 1 },
    { ITEM: 'B', QTY: 2 },
    { ITEM: 'C', QTY: 3 },
  ])
})

const getFlags = () => model.changes().map(({ flag, row }) => `${flag} ${String(row['ITEM'])}`)

test('new data keeps pending changes on request, each on its record', () => {
  model.setCell(1, 'QTY', 9)
  model.deleteRows([2])
  model.insertRow(0, { ITEM: 'N' })
  const putOnTop = captureChanges(model, ['ITEM'])
  model.setData([
    { ITEM: 'C', QTY: 30 },
    { ITEM: 'A', QTY: 10 },
    { ITEM: 'B', QTY: 20 },
  ])
  expect(getFlags()).toEqual([])
  putOnTop()
  expect(getFlags()).toEqual(['D C', 'U B', 'I N'])
  expect([model.value(1, 'QTY'), model.value(2, 'QTY')]).toEqual([10, 9])
})

test('an edit of a record missing from the new data is not lost', () => {
  model.setCell(1, 'QTY', 9)
  const putOnTop = captureChanges(model, ['ITEM'])
  model.setData([{ ITEM: 'A', QTY: 1 }])
  putOnTop()
  expect(getFlags()).toEqual(['I B'])
  expect(model.value(1, 'QTY')).toBe(9)
})

test('an edit of a record whose number only the server knows is found by its values', () => {
  const makeLine = (ITEM: string, QTY: number, LINE_NO: number | null) => ({ ITEM, QTY, LINE_NO })
  model.setData([makeLine('A', 1, 1), makeLine('A', 5, null), makeLine('B', 5, null)])
  model.setCell(1, 'QTY', 6)
  model.deleteRows([2])
  const putOnTop = captureChanges(model, ['LINE_NO'])
  model.setData([makeLine('B', 5, 3), makeLine('A', 1, 1), makeLine('A', 5, 2)])
  putOnTop()
  expect(model.changes().map(({ flag, row }) => [flag, row['LINE_NO'], row['QTY']])).toEqual([
    ['D', 3, 5],
    ['U', 2, 6],
  ])
})
