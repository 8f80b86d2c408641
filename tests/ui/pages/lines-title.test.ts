// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { titleColumns } from '#ui/page/model/lines-model.ts'

const columns = ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'CELL_CD', 'QTY'].map((name) => ({ name }))

test('lines are titled with the number of their document', () => {
  expect(titleColumns([{ name: 'RECEIPT_NO' }, ...columns], ['RECEIPT_NO'])).toEqual(['RECEIPT_NO'])
})

test.each([
  ['hidden', [...columns, { name: 'BALANCE_ID', hidden: true }]],
  ['not shown', columns],
])(
  'lines of a row with an internal key that is %s are titled with its first columns',
  (_is, all) => {
    expect(titleColumns(all, ['BALANCE_ID'])).toEqual(['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'CELL_CD'])
  },
)
