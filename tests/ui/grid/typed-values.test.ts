import { expect, test } from 'vitest'
import { validateRow } from '#kernel/validate-row.ts'
import { kinds, type Kind } from '#tests/files/value-kinds.ts'
import { typedValues } from '#tests/files/typed-values.ts'
import { readText } from '#ui/forms/draft-text.ts'
import { dateReader } from '#ui/forms/typed-date.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import { enterText, pasteBlock } from '#ui/grid/model/editing.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { toTsv } from '#ui/grid/rows/clipboard.ts'

const columnKinds = {
  text: 'text',
  code: 'text',
  number: 'number',
  date: 'date',
  time: 'datetime',
  flag: 'check',
} as const satisfies Record<Kind, ColumnKind>

const columns = (Object.keys(columnKinds) as Kind[]).map((id): GridColumn => {
  const kind = columnKinds[id]
  const dated = kind === 'date' || kind === 'datetime' ? { dateOf: dateReader(kind) } : {}
  return {
    id,
    title: id,
    kind,
    width: 80,
    editable: true,
    upperCase: id === 'code',
    scale: 3,
    ...dated,
  }
})

const refused = 'refused'
const expectedValue = (value: string | number | null | undefined) =>
  typeof value === 'string' && value.startsWith('!') ? refused : value

function pasteAndRead(kind: Kind, text: string): CellValue {
  const model = new GridModel({ columns })
  model.setData([
    {
      text: 'old',
      code: 'OLD',
      number: 9,
      date: '20200101',
      time: '20200101000000',
      flag: 'N',
    },
  ])
  const left = columns.findIndex(({ id }) => id === kind)
  const cell = { top: 0, left, bottom: 0, right: left }
  model.cursor.setRange({ row: 0, at: left }, cell)
  pasteBlock(model, { text: toTsv([[text, 'end']]).replace('\tend', '\n'), html: '' }, null)
  return model.rejection(0, kind) ? refused : model.value(0, kind)
}

/** Value of a field after it is typed and validated by a save. */
function saveAndRead(kind: Kind, text: string): CellValue {
  const read = readText(kinds[kind], text)
  if ('error' in read) return refused
  const { errors } = validateRow({ [kind]: kinds[kind] }, { [kind]: read.value }, () => undefined)
  return errors.length > 0 ? refused : read.value
}

test.each(typedValues)(
  '%j pasted into a grid or typed into a field has the reading of a file',
  (text, seen) => {
    for (const [kind, value] of Object.entries(seen) as [Kind, string | number | null][]) {
      expect([kind, pasteAndRead(kind, text)]).toEqual([kind, expectedValue(value)])
      // A date with too few digits empties its field (spec §5).
      if (text === '46053') continue
      expect([kind, saveAndRead(kind, text)]).toEqual([kind, expectedValue(value)])
    }
  },
)

const select: GridColumn = {
  id: 'UNIT_CD',
  title: 'Unit',
  kind: 'select',
  width: 80,
  editable: true,
  options: [
    { CODE: 'EA', NAME: 'Each' },
    { CODE: 'BOX', NAME: 'Carton' },
  ],
}

test('a typed start of an option selects it, a pasted one does not', () => {
  const model = new GridModel({ columns: [select] })
  model.setData([{ UNIT_CD: 'BOX' }])
  const paste = (text: string) => {
    model.cursor.setRange({ row: 0, at: 0 }, { top: 0, left: 0, bottom: 0, right: 0 })
    pasteBlock(model, { text, html: '' }, null)
    return model.rejection(0, 'UNIT_CD') ? refused : model.value(0, 'UNIT_CD')
  }
  expect([paste('each'), paste('E'), paste('box')]).toEqual(['EA', refused, 'BOX'])
  expect(enterText(model, { row: 0, column: select }, 'E')).toBeNull()
  expect(model.value(0, 'UNIT_CD')).toBe('EA')
})
