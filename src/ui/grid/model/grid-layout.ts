import type { GridColumn } from '#ui/grid/columns/column.ts'

/** How the columns of a grid stand: plain data, to be kept anywhere. */
export interface GridLayout {
  readonly columns: readonly {
    readonly id: string
    readonly width: number
    readonly hidden: boolean
    readonly frozen: boolean
  }[]
}

export function layoutOf(columns: readonly GridColumn[]): GridLayout {
  return {
    columns: columns.map(({ id, width, hidden = false, frozen = false }) => ({
      id,
      width,
      hidden,
      frozen,
    })),
  }
}

/** The columns as a layout says; those it does not know follow as they are. */
export function laidOut(columns: readonly GridColumn[], layout: GridLayout): readonly GridColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const placed = layout.columns.flatMap(({ id, ...look }) => {
    const column = byId.get(id)
    byId.delete(id)
    return column ? [{ ...column, ...look }] : []
  })
  return [...placed, ...byId.values()]
}
