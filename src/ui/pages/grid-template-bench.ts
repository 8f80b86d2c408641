import type { CellValue } from '#ui/grid/column.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'
import { painted } from './grid-template-load.ts'

/** What an outside harness drives the grid by; each promise resolves when the result is painted. */
export interface GridBench {
  load(): Promise<void>
  sort(column: string, direction: 'asc' | 'desc'): Promise<void>
  /** Rows whose value contains the text; an empty text shows all again. */
  filter(column: string, text: string): Promise<void>
  footerSum(column: string): Promise<CellValue>
  scrollTo(px: number): Promise<void>
  focusCell(column: string, row: number): Promise<void>
  readCell(column: string, row: number): Promise<string>
}

declare global {
  interface Window {
    bench?: GridBench
  }
}

/** The drive of one grid on screen. Rows are places in the view, from 0. */
export function gridBench(
  model: GridModel,
  screen: { load(): Promise<void>; scroller(): Element | null },
): GridBench {
  const shown = async () => {
    await model.settled()
    await painted()
  }
  const columnOf = (id: string) => {
    const column = model.column(id)
    if (!column) throw new Error(`no column ${id}`)
    return column
  }
  return {
    load: async () => {
      await screen.load()
      await shown()
    },
    sort: async (column, direction) => {
      model.sort([{ column: columnOf(column).id, direction }])
      await shown()
    },
    filter: async (column, text) => {
      const condition = { column: columnOf(column).id, operator: 'Like', values: [text] } as const
      model.filter(text === '' ? [] : [condition])
      await shown()
    },
    footerSum: async (column) => {
      model.footerValue(columnOf(column).id)
      await shown()
      return model.footerValue(column)
    },
    scrollTo: async (px) => {
      screen.scroller()?.scrollTo({ top: px, behavior: 'instant' })
      await shown()
    },
    focusCell: async (column, row) => {
      model.setCurrent(row, columnOf(column).id)
      await shown()
    },
    readCell: async (column, row) => {
      await shown()
      return model.text(row, columnOf(column))
    },
  }
}
