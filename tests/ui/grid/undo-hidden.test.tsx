// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { GridController } from '#ui/grid/grid-controller.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { dismissNotes, NoteArea } from '#ui/windows/notify.tsx'

afterEach(() => {
  while (dismissNotes());
  cleanup()
})

function createFilteredGrid(): GridModel {
  setLanguage('en')
  const model = new GridModel({
    columns: [
      { id: 'CODE', title: 'Code', kind: 'text', width: 80, editable: true },
      { id: 'QTY', title: 'Qty', kind: 'number', width: 80, editable: true },
    ],
  })
  const controller = new GridController(model, 'grid')
  controller.attach({
    viewport: () => null,
    redraw: () => undefined,
    redrawCurrent: () => undefined,
    scrolled: () => undefined,
    scrollTo: () => undefined,
  })
  model.setData([
    { CODE: 'A', QTY: 1 },
    { CODE: 'B', QTY: 2 },
  ])
  return model
}

const renderNotes = () => render(createElement(NoteArea)).container.textContent

test('undoing a change in rows hidden by a filter is reported', () => {
  const model = createFilteredGrid()
  model.transaction(() => {
    model.setCell(0, 'QTY', 7)
    model.setCell(1, 'QTY', 8)
  })
  model.filter([{ column: 'CODE', operator: '=', values: ['B'] }])
  model.undo()
  expect([model.rows.row(0)['QTY'], model.rows.row(1)['QTY']]).toEqual([1, 2])
  expect(renderNotes()).toContain(gridTexts().hiddenReplayed.undo.replace('{count}', '1'))
})

test('undoing a change in visible rows, or in a row that no longer exists, is not reported', () => {
  const model = createFilteredGrid()
  model.setCell(0, 'QTY', 7)
  model.insertRow(2, { CODE: 'C' })
  model.undo()
  model.undo()
  expect(renderNotes()).toBe('')
})
