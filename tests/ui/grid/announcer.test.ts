// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { Announcer } from '#ui/grid/edit/announcer.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

let model: GridModel
let announcer: Announcer

beforeEach(() => {
  vi.useFakeTimers()
  setLanguage('en')
  model = new GridModel({
    columns: [{ id: 'QTY', title: 'Qty', kind: 'number', width: 80, editable: true }],
  })
  model.setData([{ QTY: 1 }, { QTY: 2 }])
  model.setCell(0, 'QTY', 77)
  model.setCurrent(0, 'QTY')
  announcer = new Announcer(model)
})
afterEach(() => vi.useRealTimers())

test('a cell already read by the screen reader is not announced', () => {
  announcer.cell('by itself')
  announcer.announceChange()
  vi.runAllTimers()
  expect(announcer.element.textContent).toBe('')
})

test('an undo right after a cursor move is announced, although the move is still pending', () => {
  announcer.cell('by itself')
  vi.advanceTimersByTime(50)
  model.undo()
  announcer.announceChange()
  vi.runAllTimers()
  expect(announcer.element.textContent).toBe('Row 1, Qty, 1')
})

test('a cell changed during a pending announcement is announced once, with the new value', () => {
  announcer.cell('said')
  vi.advanceTimersByTime(50)
  model.undo()
  announcer.announceChange()
  vi.advanceTimersByTime(70)
  expect(announcer.element.textContent).toBe('Row 1, Qty, 1')
  announcer.element.textContent = ''
  vi.runAllTimers()
  expect(announcer.element.textContent).toBe('')
})
