import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy, groupKeys } from '#ui/grid/model/grouping.ts'
import { notify } from '#ui/windows/notify.tsx'

/**
 * Shows other columns, for instance of a pivot, and clears conditions on columns that are not among
 * them, because they would hide all rows. A pivot column has a different title if its meaning
 * differs.
 */
export function replaceColumns(grid: GridModel, columns: readonly GridColumn[]): void {
  const before = new Map(grid.columns.map(({ id, title }) => [id, title]))
  const now = new Map(columns.map(({ id, title }) => [id, title]))
  const isRemaining = ({ column }: { readonly column: string }): boolean =>
    now.has(column) && (!before.has(column) || before.get(column) === now.get(column))
  const { filters, sortKeys } = grid
  const groups = groupKeys(grid)
  grid.setData([])
  grid.setColumns(columns)
  if (!sortKeys.every(isRemaining)) grid.sort(sortKeys.filter(isRemaining))
  if (!filters.every(isRemaining)) grid.filter(filters.filter(isRemaining))
  if (!groups.every(isRemaining)) groupBy(grid, groups.filter(isRemaining))
  notifyCleared(
    filters
      .filter((filter) => !isRemaining(filter))
      .map(({ column }) => before.get(column) ?? column),
  )
}

function notifyCleared(titles: readonly string[]): void {
  if (titles.length === 0) return
  const shown = [...new Set(titles)].join(', ')
  const text = label(
    `이 열 구성에 없는 열의 필터를 해제했습니다: ${shown}`,
    `Filters on columns that are not shown here were cleared: ${shown}`,
  )
  notify('warn', t(text))
}

/**
 * Warns of view conditions that the grid cannot apply, because it shows rows that the view
 * excludes.
 */
export function notifyNotApplied(name: string, titles: readonly string[]): void {
  if (titles.length === 0) return
  const shown = [...new Set(titles)].join(', ')
  const text = label(
    `'${name}' 보기의 필터 가운데 여기에 없는 열의 필터는 적용하지 않았습니다: ${shown}`,
    `Filters of the view '${name}' on columns that are not shown here were not applied: ${shown}`,
  )
  notify('warn', t(text))
}
