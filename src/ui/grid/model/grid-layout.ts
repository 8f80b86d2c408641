import type { GridColumn } from '#ui/grid/columns/column.ts'

export interface GridLayout {
  readonly columns: readonly {
    readonly id: string
    readonly width: number
    readonly hidden: boolean
    readonly frozen: boolean
  }[]
}

export function readLayout(columns: readonly GridColumn[]): GridLayout {
  return {
    columns: columns.map(({ id, width, hidden = false, frozen = false }) => ({
      id,
      width,
      hidden,
      frozen,
    })),
  }
}

/** Applies a layout to the columns. Columns it does not list follow unchanged. */
export function applyLayout(
  columns: readonly GridColumn[],
  layout: GridLayout,
): readonly GridColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const placed = layout.columns.flatMap(({ id, ...look }) => {
    const column = byId.get(id)
    byId.delete(id)
    return column ? [{ ...column, ...look }] : []
  })
  return [...placed, ...byId.values()]
}
