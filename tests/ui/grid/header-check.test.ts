// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { HeaderCheck } from '#ui/grid/model/header-check.ts'

let model: GridModel
let header: HeaderCheck
const rows = [{ ITEM: 'A' }, { ITEM: 'B' }, { ITEM: 'C' }]

beforeEach(() => {
  vi.useFakeTimers()
  model = new GridModel({
    columns: [{ id: 'ITEM', title: 'Item', kind: 'text', width: 100 }],
    checkable: (row) => row['ITEM'] !== 'B',
  })
  model.setData(rows)
  header = new HeaderCheck()
})
afterEach(() => vi.useRealTimers())

const getCheckedItems = () => model.checked().map((row) => row['ITEM'])

test('the header check selects the enabled rows 200 ms after a press', () => {
  header.press(model)
  vi.advanceTimersByTime(199)
  expect(getCheckedItems()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(getCheckedItems()).toEqual(['A', 'C'])
})

test('a double press checks the rows only once', () => {
  header.press(model)
  vi.advanceTimersByTime(150)
  header.press(model)
  vi.advanceTimersByTime(1000)
  expect(getCheckedItems()).toEqual(['A', 'C'])
  header.press(model)
  vi.advanceTimersByTime(200)
  expect(getCheckedItems()).toEqual([])
})

test('a key press applies a pending header check first', () => {
  header.press(model)
  dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }))
  expect(getCheckedItems()).toEqual(['A', 'C'])
  vi.advanceTimersByTime(1000)
  expect(getCheckedItems()).toEqual(['A', 'C'])
})
