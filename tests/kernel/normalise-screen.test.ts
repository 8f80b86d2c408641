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

describe('panes of a screen', () => {
  test('a list has a search and a grid, with an optional chart between them', () => {
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

  test('a master saves row by row; a work screen has checkboxes unless disabled', () => {
    expect(normalise(master)).toMatchObject({ saves: { procedure: save, unit: 'row' } })
    expect(normalise(work)).toMatchObject({ acts: save, sources: { grid: { checks: true } } })
    expect(normalise({ ...work, grid: { ...typed, checks: false } }).sources.grid?.checks).toBe(
      false,
    )
  })
})

describe('invalid screen definitions', () => {
  const printOut = definePrintOut({
    ...granted,
    action: 'print',
    name: 'test/print',
    title,
    input: { DOC_NO: code(testLabel('Number')) },
  })
  const wrong = [
    ['an unknown column', { ...list, grid: { ...typed, columns: ['NOWHERE'] } }, 'NOWHERE'],
    ['a column named twice', { ...list, grid: { ...typed, columns: ['QTY', 'QTY'] } }, 'QTY'],
    [
      'an unknown search field',
      { ...list, search: ['NOWHERE'] },
      'search field NOWHERE is none of',
    ],
    ['a default for an unknown search field', { ...list, searchDefaults: { QTY: 1 } }, 'QTY'],
    [
      'a chart of an unknown column',
      { ...list, chart: { kind: 'bars', x: 'A', y: 'QTY' } },
      'A is no',
    ],
    [
      'a required input without a column',
      { ...master, grid: { ...typed, columns: [] } },
      'ITEM_CD',
    ],
    ['a print-out by an unknown column', { ...list, kind: 'print', printOut }, 'DOC_NO'],
  ] as const

  test.each(wrong)('rejects %s, naming the field and the screen', (_, screen, name) => {
    expect(() => normalise(screen as ListScreen)).toThrow(name)
    expect(() => normalise(screen as ListScreen)).toThrow(screen.route)
  })

  test('a hidden column can provide a required input', () => {
    const columns = [{ field: 'ITEM_CD', hidden: true }]
    expect(() => normalise({ ...master, grid: { ...typed, columns } })).not.toThrow()
  })
})
