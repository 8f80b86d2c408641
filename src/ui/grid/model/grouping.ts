import type { GroupKey } from '#kernel/summary-key.ts'
import { ROW_FIELDS, type GridColumn } from '#ui/grid/columns/column.ts'
import { groupIndex } from '#ui/grid/rows/row-groups.ts'
import type { GridModel } from './grid-model.ts'

/** Levels of groups that still can be read. */
const LEVELS_MOST = 9

/** The columns that rows may be grouped by, in the order of the screen. */
export function groupColumns(model: GridModel): readonly GridColumn[] {
  const isOwn = (id: string) => (Object.values(ROW_FIELDS) as string[]).includes(id)
  const isMeasured = ({ footer, ratio, kind }: GridColumn) =>
    ratio !== undefined || kind === 'progress' || (kind === 'number' && footer !== undefined)
  return model.columns.filter((column) => !isOwn(column.id) && !isMeasured(column))
}

export function groupKeys(model: GridModel): readonly GroupKey[] {
  return model.rows.grouping?.keys ?? []
}

/** Groups the rows by these keys, all groups open; by none, the rows stand alone again. */
export function groupBy(model: GridModel, keys: readonly GroupKey[]): void {
  const most = keys.slice(0, LEVELS_MOST)
  model.group(most.length === 0 ? null : { keys: most, openLevels: most.length, turned: new Set() })
}

/** Opens groups down to a level, from 0 for the outermost alone, and closes all below it. */
export function openTo(model: GridModel, level: number): void {
  const { grouping } = model.rows
  if (!grouping) return
  const here = groupRowOf(model, model.current?.row ?? -1, level)
  if (here >= 0) model.setCurrent(here, model.current?.column)
  model.fold(() => {
    grouping.openLevels = Math.max(0, Math.min(level, grouping.keys.length))
    grouping.turned.clear()
  })
}

/** How deep all groups are open. */
export function openLevels(model: GridModel): number {
  return model.rows.grouping?.openLevels ?? 0
}

/**
 * Opens or closes the group in a row of the view, or the one that the row stands in; the cursor
 * stays with the group. False where rows are not grouped.
 */
export function turnGroup(model: GridModel, viewRow: number, open?: boolean): boolean {
  const own = groupRowOf(model, viewRow)
  if (own < 0) return false
  if (own !== viewRow) model.setCurrent(own, model.current?.column)
  const index = groupIndex(model.rowId(own))
  model.fold((groups) => groups.turn(index, open))
  return true
}

/** The row of the view in which the group of a row stands: the innermost one down to a level. */
function groupRowOf(model: GridModel, viewRow: number, deepest = LEVELS_MOST): number {
  if (!model.rows.groups) return -1
  let row = viewRow
  while (row >= 0 && (model.groupAt(row)?.level ?? Number.POSITIVE_INFINITY) > deepest) row--
  return row
}
