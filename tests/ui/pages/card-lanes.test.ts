import { expect, test } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { shownCardColumns, groupIntoLanes, cardAfterStep } from '#ui/page/panes/card-lanes.ts'

const cards = { lane: 'STATE_CD', lanes: ['05', '10', '30'], title: 'NO_CD', columns: [] }

function createBoard(states: readonly string[]) {
  const grid = new GridModel({
    columns: [{ id: 'STATE_CD', title: 'State', kind: 'text', width: 80 }],
  })
  grid.setData(states.map((STATE_CD) => ({ STATE_CD })))
  return groupIntoLanes(grid, cards)
}

test('rows are grouped into the lane of their code, and unknown codes get additional lanes', () => {
  expect(createBoard(['10', '05', '10', '90'])).toEqual([
    { code: '05', rows: [1] },
    { code: '10', rows: [0, 2] },
    { code: '30', rows: [] },
    { code: '90', rows: [3] },
  ])
})

test('steps move along a lane, and sideways steps skip empty lanes at the same height', () => {
  const lanes = createBoard(['05', '05', '05', '30', '30'])
  expect(cardAfterStep(lanes, 0, 'down', 2)).toBe(1)
  expect(cardAfterStep(lanes, 2, 'down', 2)).toBe(2)
  expect(cardAfterStep(lanes, 0, 'page-down', 2)).toBe(2)
  expect(cardAfterStep(lanes, 2, 'first', 2)).toBe(0)
  expect(cardAfterStep(lanes, 1, 'right', 2)).toBe(4)
  expect(cardAfterStep(lanes, 2, 'right', 2)).toBe(4)
  expect(cardAfterStep(lanes, 4, 'left', 2)).toBe(1)
  expect(cardAfterStep(lanes, 0, 'left', 2)).toBe(0)
  expect(cardAfterStep(lanes, -1, 'down', 2)).toBe(0)
  expect(cardAfterStep(createBoard([]), -1, 'down', 2)).toBe(-1)
})

test('a card shows only fields that some card of its board has', () => {
  const grid = new GridModel({
    columns: ['SHIP_TO_NM', 'PROMISED_DT', 'REASON'].map((id) => {
      return { id, title: id, kind: 'text', width: 80 }
    }),
  })
  const columns = ['SHIP_TO_NM', 'PROMISED_DT', 'REASON']
  grid.setData([
    { SHIP_TO_NM: 'Gangnam', PROMISED_DT: null, REASON: '' },
    { SHIP_TO_NM: null, PROMISED_DT: null, REASON: 'sold out' },
  ])
  expect(shownCardColumns(grid, { ...cards, columns })).toEqual(['SHIP_TO_NM', 'REASON'])
  grid.setData([])
  expect(shownCardColumns(grid, { ...cards, columns })).toEqual([])
})
