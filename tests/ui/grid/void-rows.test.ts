import { expect, test } from 'vitest'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy } from '#ui/grid/model/grouping.ts'
import { createClonedPort } from './cloned-port.ts'

test.each([
  ['on the page', 3, undefined],
  ['in the background', 10_200, { fromRows: 1, port: createClonedPort }],
])('sums leave out cancelled rows, %s', async (_, rows, work) => {
  const model = new GridModel({
    columns: [
      { id: 'STATE', title: 'Status', kind: 'text', width: 60, voids: ['CANCELLED'] },
      { id: 'CURRENCY', title: 'Currency', kind: 'text', width: 60 },
      {
        id: 'AMOUNT',
        title: 'Amount',
        kind: 'number',
        width: 80,
        footer: 'SUM',
        currency: 'CURRENCY',
      },
    ],
    work,
  })
  const third = rows / 3
  const rowsOf = (STATE: string, CURRENCY: string, AMOUNT: number) =>
    Array.from({ length: third }, () => ({ STATE, CURRENCY, AMOUNT }))
  model.setData([
    ...rowsOf('OPEN', 'KRW', 1000),
    ...rowsOf('CANCELLED', 'USD', 70.5),
    ...rowsOf('MATCHED', 'KRW', 30),
  ])
  model.footerValue('AMOUNT')
  await model.settled()
  expect(model.footerValue('AMOUNT')).toBe(1030 * third)
  groupBy(model, [{ column: 'CURRENCY' }])
  await model.settled()
  const sums = Array.from(
    { length: model.rowCount },
    (__, row) => model.groupAt(row) && model.value(row, 'AMOUNT'),
  )
  expect(sums.filter((sum) => sum !== undefined)).toEqual([1030 * third, null])
})
