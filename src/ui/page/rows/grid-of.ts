import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column, GridPart, Tone } from '#kernel/screen.ts'
import { resolveColumns } from '#kernel/screen.ts'
import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { GridModelOptions } from '#ui/grid/model/grid-base.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { gridColumns } from './grid-columns.ts'

export type RowTone = (row: GridRow) => Tone | undefined

/** The tone of a row, asked with the row as it travels. */
export function rowToneOf(part: GridPart): RowTone | undefined {
  const { rowTone } = part
  return rowTone && ((row: GridRow) => rowTone(row as WireRow))
}

/** The columns of a part of a screen, complete. What the procedure requires, people have to type. */
export function columnsOf(
  route: string,
  part: GridPart,
  input: Fields | undefined,
): readonly Column[] {
  return resolveColumns(route, part.source.output, part.columns).map((column) => {
    const wanted = column.editable !== false && input?.[column.name]?.required === true
    return wanted ? { ...column, required: true } : column
  })
}

interface GridOptions {
  readonly part: GridPart
  readonly columns: readonly Column[]
  readonly mayEdit: boolean
  readonly proposes?: GridModelOptions['proposes']
  readonly derive?: GridModelOptions['derive']
  readonly unitsTyped?: GridModelOptions['unitsTyped']
}

/** The columns of a part of a screen as its grid draws them. */
export function gridColumnsOf(
  { source }: GridPart,
  columns: readonly Column[],
  mayEdit: boolean,
): GridColumn[] {
  return gridColumns(columns, mayEdit).map((column) => {
    return column.id === source.unit ? { ...column, isUnit: true } : column
  })
}

/** An empty grid for a part of a screen. */
export function gridOf({ part, columns, mayEdit, ...typed }: GridOptions): GridModel {
  return new GridModel({
    columns: gridColumnsOf(part, columns, mayEdit),
    rowTone: rowToneOf(part),
    ...typed,
  })
}
