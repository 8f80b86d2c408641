import type { GridBase } from './grid-base.ts'
import { indexesBetween, type Range } from '#ui/grid/rows/selection.ts'

export function copyShown(grid: GridBase, { top, bottom, left, right }: Range): Blob {
  const columns = grid.drawn.slice(left, right + 1)
  const lines = indexesBetween(top, bottom).map((row) =>
    columns.map((column) => grid.text(row, column).replaceAll(/[\t\n]/g, ' ')).join('\t'),
  )
  return new Blob([lines.join('\r\n')], { type: 'text/plain' })
}
