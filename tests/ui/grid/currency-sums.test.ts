import { expect, test } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { createClonedPort } from './cloned-port.ts'

test.each([
  ['on the page', 2, undefined],
  ['in the background', 10_100, { fromRows: 1, port: createClonedPort }],
])('selected amounts in won and dollars are never added up, %s', async (_, rows, work) => {
  const currency = 'CURRENCY_CD'
  const model = new GridModel({
    columns: [
      { id: currency, title: 'Currency', kind: 'text', width: 60 },
      { id: 'AMOUNT', title: 'Amount', kind: 'number', width: 80, footer: 'SUM', currency },
    ],
    work,
  })
  const half = rows / 2
  const won = Array.from({ length: half }, () => ({ [currency]: 'KRW', AMOUNT: 1000 }))
  const dollars = Array.from({ length: half }, () => ({ [currency]: 'USD', AMOUNT: 0.5 }))
  model.setData([...won, ...dollars])
  const select = async (bottom: number) => {
    model.cursor.setRange({ row: 0, at: 1 }, { top: 0, bottom, left: 0, right: 1 })
    model.selectionStats()
    await model.settled()
    return model.selectionStats()
  }
  expect(await select(rows - 1)).toEqual({
    cells: 2 * rows,
    count: rows,
    sum: '',
    average: null,
    units: [
      { title: 'Amount KRW', sum: String(1000 * half) },
      { title: 'Amount USD', sum: String(0.5 * half) },
    ],
  })
  expect(await select(half - 1)).toEqual({
    cells: 2 * half,
    count: half,
    sum: String(1000 * half),
    average: 1000,
  })
})
