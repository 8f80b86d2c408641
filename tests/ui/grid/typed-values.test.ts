import { expect, test } from 'vitest'
import { validateRow } from '#kernel/validate-row.ts'
import { kinds, type Kind } from '#tests/files/value-kinds.ts'
import { typedValues } from '#tests/files/typed-values.ts'
import { readText } from '#ui/forms/draft-text.ts'
import { dateReader } from '#ui/forms/typed-date.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import { pasteBlock } from '#ui/grid/model/editing.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { toTsv } from '#ui/grid/rows/clipboard.ts'

const columnKinds = {
  text: 'text',
  code: 'text',
  number: 'number',
  date: 'date',
  time: 'datetime',
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
const expected = (value: string | number | null | undefined) =>
  typeof value === 'string' && value.startsWith('!') ? refused : value

function pasted(kind: Kind, text: string): CellValue {
  const model = new GridModel({ columns })
  model.setData([{ text: 'old', code: 'OLD', number: 9, date: '20200101', time: '20200101000000' }])
  const left = columns.findIndex(({ id }) => id === kind)
  const cell = { top: 0, left, bottom: 0, right: left }
  model.cursor.setRange({ row: 0, at: left }, cell)
  pasteBlock(model, { text: toTsv([[text, 'end']]).replace('\tend', '\n'), html: '' }, null)
  return model.rejection(0, kind) ? refused : model.value(0, kind)
}

/** Value of a field after it is typed and validated by a save. */
function saved(kind: Kind, text: string): CellValue {
  const read = readText(kinds[kind], text)
  if ('error' in read) return refused
  const { errors } = validateRow({ [kind]: kinds[kind] }, { [kind]: read.value }, () => undefined)
  return errors.length > 0 ? refused : read.value
}

test.each(typedValues)(
  '%j pasted into a grid or typed into a field has the reading of a file',
  (text, seen) => {
    for (const [kind, value] of Object.entries(seen) as [Kind, string | number | null][]) {
      expect([kind, pasted(kind, text)]).toEqual([kind, expected(value)])
      // A date with too few digits empties its field (spec §5).
      if (text === '46053') continue
      expect([kind, saved(kind, text)]).toEqual([kind, expected(value)])
    }
  },
)
