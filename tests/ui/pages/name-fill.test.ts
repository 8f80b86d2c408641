// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { lookup, text } from '#kernel/field.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { pasteBlock } from '#ui/grid/model/editing.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { grant, mockServer, openPage } from './page-support.ts'

const fields = {
  STOCK_CD: lookup(columnLabels.STOCK_CD, 'stock', { fills: { STOCK_NM: 'NAME' } }),
  STOCK_NM: text(columnLabels.STOCK_NM),
  OWNER_CD: lookup(columnLabels.OWNER_CD, 'owner'),
}
const scope = { scope: 'owner', title: columnLabels.STOCK_CD } as const
const screen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: [],
  save: defineProcedure({ ...scope, name: 'master/save-test', action: 'save', input: fields }),
  grid: grid({
    source: defineQuery({
      ...scope,
      name: 'master/tests',
      action: 'search',
      search: {},
      output: fields,
    }),
    columns: [
      { field: 'STOCK_CD', editable: true },
      'STOCK_NM',
      { field: 'OWNER_CD', editable: true },
    ],
  }),
}

/** Items by owner. A1 is a different item for each owner, B1 exists for one only. */
const items: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HANBIT: { A1: 'Cup', B1: 'Plate' },
  LUMI: { A1: 'Cream' },
}

beforeEach(() => {
  grant('search', 'save')
  mockServer({
    '/api/pop/commonPopup/selectOwner': ({ body }) => ({
      body: { DATA: [{ CODE: body['SEARCH'], NAME: 'Owner' }] },
    }),
    '/api/pop/commonPopup/selectStock': ({ body: { OWNER_CD, SEARCH } }) => {
      const isNumbered = String(SEARCH).startsWith('N')
      const NAME = isNumbered ? `Item ${String(SEARCH)}` : items[String(OWNER_CD)]?.[String(SEARCH)]
      return { body: { DATA: NAME === undefined ? [] : [{ CODE: SEARCH, NAME }] } }
    },
  })
})

function openRows() {
  const { grid: model } = openPage(screen)
  model.insertRow(0)
  const paste = (row: number, column: string, block: string) => {
    model.setCurrent(row, column)
    pasteBlock(model, { text: block, html: '' }, () => ({}))
  }
  const getNames = () => model.changes().map(({ row }) => row['STOCK_NM'])
  return { model, paste, names: getNames }
}

test('the name of a code belongs to the owner of its row', async () => {
  const { model, paste, names } = openRows()
  paste(0, 'STOCK_CD', 'A1\t\tHANBIT\nA1\t\tLUMI')
  await vi.waitFor(() => expect(names()).toEqual(['Cup', 'Cream']))
  expect(model.rejections()).toEqual([])
})

test('a code that another owner lacks is rejected only in the rows of that owner', async () => {
  const { model, paste, names } = openRows()
  paste(0, 'STOCK_CD', 'B1\t\tHANBIT\nB1\t\tLUMI')
  await vi.waitFor(() => expect(names()[0]).toBe('Plate'))
  await vi.waitFor(() => {
    expect(model.rejections()).toMatchObject([{ row: 1, column: 'STOCK_CD' }])
  })
})

test('a code is undone and redone together with its name', async () => {
  const { model, paste, names } = openRows()
  paste(0, 'OWNER_CD', 'HANBIT')
  paste(0, 'STOCK_CD', 'A1')
  await vi.waitFor(() => expect(names()).toEqual(['Cup']))
  const getShown = () => [model.value(0, 'OWNER_CD'), model.value(0, 'STOCK_CD'), names()[0]]
  model.undo()
  expect(getShown()).toEqual(['HANBIT', null, null])
  model.redo()
  expect(getShown()).toEqual(['HANBIT', 'A1', 'Cup'])
  model.undo()
  model.undo()
  expect(getShown()).toEqual([null, null, null])
})

test('an unknown code is undone together with its mark', async () => {
  const { model, paste } = openRows()
  paste(0, 'OWNER_CD', 'LUMI')
  paste(0, 'STOCK_CD', 'B1')
  await vi.waitFor(() => expect(model.rejections()).toHaveLength(1))
  model.undo()
  expect([model.value(0, 'STOCK_CD'), model.rejections()]).toEqual([null, []])
})

test('changing the owner changes the name of a code', async () => {
  const { paste, names } = openRows()
  paste(0, 'STOCK_CD', 'A1\t\tHANBIT')
  await vi.waitFor(() => expect(names()).toEqual(['Cup']))
  paste(0, 'OWNER_CD', 'LUMI')
  await vi.waitFor(() => expect(names()).toEqual(['Cream']))
})

test('the names of a large paste are filled without reading all rows for each code', async () => {
  const { model, paste, names } = openRows()
  const read = vi.spyOn(model, 'changes')
  const ownerAt = (at: number) => (at % 2 === 0 ? 'HANBIT' : 'LUMI')
  const rows = Array.from(
    { length: 600 },
    (_, index) => `${index < 100 ? `X${index}` : 'A1'}\t\t${ownerAt(index)}`,
  )
  paste(0, 'STOCK_CD', ['A1\t\tHANBIT', ...rows.toReversed()].join('\n'))
  await vi.waitFor(() => expect(model.rejections().length).toBeGreaterThan(90))
  expect(read.mock.calls.length).toBeLessThan(5)
  expect(names().slice(0, 3)).toEqual(['Cup', 'Cream', 'Cup'])
})

test('every code of a paste of several hundred gets its name', async () => {
  const { paste, names } = openRows()
  const codes = Array.from({ length: 400 }, (_, index) => `N${index}`)
  paste(0, 'STOCK_CD', codes.join('\n'))
  await vi.waitFor(() => expect(names()).toEqual(codes.map((code) => `Item ${code}`)))
})

test('codes get their names and marks although a filter hides their rows in the meantime', async () => {
  const { model, paste, names } = openRows()
  paste(0, 'STOCK_CD', 'A1\t\tHANBIT\nB1\t\tLUMI')
  model.filter([{ column: 'OWNER_CD', operator: '=', values: ['SEOJIN'] }])
  expect(model.rowCount).toBe(0)
  await vi.waitFor(() => expect(names()).toEqual(['Cup', null]))
  await vi.waitFor(() => expect(model.rows.marks.rejections()).toHaveLength(1))
})
