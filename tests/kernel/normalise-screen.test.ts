import { describe, expect, test } from 'vitest'
import { code, quantity, text } from '#kernel/field.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { grid, type ListScreen, type MasterScreen, type WorkScreen } from '#kernel/screen.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

const title = testLabel('Test')
const granted = { action: 'search', scope: 'company', bound: 'open' } as const
const rows = {
  ITEM_CD: code(testLabel('Item'), { required: true }),
  ITEM_NM: text(testLabel('Name')),
  QTY: quantity(columnLabels.QTY),
}
const query = defineQuery({ ...granted, name: 'test/rows', title, search: rows, output: rows })
const save = defineProcedure({ ...granted, name: 'test/save', title, action: 'save', input: rows })

const typed = grid({
  source: query,
  columns: [{ field: 'ITEM_CD', editable: true }, { field: 'ITEM_NM', editable: true }, 'QTY'],
})
const list: ListScreen = { kind: 'list', route: 'List', search: ['ITEM_CD'], grid: typed }
const master: MasterScreen = { kind: 'master', route: 'Master', search: [], grid: typed, save }
const work: WorkScreen = { kind: 'work', route: 'Work', search: [], grid: typed, act: save }

describe('a screen becomes panes', () => {
  test('a list is a search and a grid, with a chart between them where it has one', () => {
    expect(normalise(list).panes).toEqual({
      split: 'rows',
      parts: [
        ['search', 0],
        ['grid', 1],
      ],
    })
    const drawn = normalise({ ...list, chart: { kind: 'bars', x: 'ITEM_NM', y: 'QTY' } })
    expect(drawn.panes).toMatchObject({
      parts: [
        ['search', 0],
        ['chart', 0],
        ['grid', 1],
      ],
    })
  })

  test('what is typed is saved row by row; rows that are acted on have tick boxes', () => {
    expect(normalise(master)).toMatchObject({ saves: { procedure: save, unit: 'row' } })
    expect(normalise(work)).toMatchObject({ acts: save, sources: { grid: { checks: true } } })
    expect(normalise({ ...work, grid: { ...typed, checks: false } }).sources.grid?.checks).toBe(
      false,
    )
  })
})

describe('nonsense is refused by file and field', () => {
  const printOut = definePrintOut({
    ...granted,
    action: 'print',
    name: 'test/print',
    title,
    input: { DOC_NO: code(testLabel('Number')) },
  })
  const wrong = [
    ['a column that is none', { ...list, grid: { ...typed, columns: ['NOWHERE'] } }, 'NOWHERE'],
    ['a column named twice', { ...list, grid: { ...typed, columns: ['QTY', 'QTY'] } }, 'QTY'],
    ['a search that is none', { ...list, search: ['NOWHERE'] }, 'search field NOWHERE is none of'],
    ['a default of no search', { ...list, searchDefaults: { QTY: 1 } }, 'QTY'],
    ['a chart of no column', { ...list, chart: { kind: 'bars', x: 'A', y: 'QTY' } }, 'A is no'],
    [
      'a required input that nothing fills',
      { ...master, grid: { ...typed, columns: [] } },
      'ITEM_CD',
    ],
    ['a print-out by no column', { ...list, kind: 'print', printOut }, 'DOC_NO'],
  ] as const

  test.each(wrong)('%s', (_, screen, name) => {
    expect(() => normalise(screen as ListScreen)).toThrow(name)
    expect(() => normalise(screen as ListScreen)).toThrow(screen.route)
  })

  test('a hidden column brings what nobody types', () => {
    const columns = [{ field: 'ITEM_CD', hidden: true }]
    expect(() => normalise({ ...master, grid: { ...typed, columns } })).not.toThrow()
  })
})
