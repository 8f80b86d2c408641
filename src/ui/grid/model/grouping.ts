import type { GroupKey } from '#kernel/summary-key.ts'
import { ROW_FIELDS, type GridColumn } from '#ui/grid/columns/column.ts'
import { groupIndex } from '#ui/grid/rows/row-groups.ts'
import type { GridModel } from './grid-model.ts'

const MAX_LEVELS = 9

export function groupColumns(model: GridModel): readonly GridColumn[] {
  const isOwn = (id: string) => (Object.values(ROW_FIELDS) as string[]).includes(id)
  const isMeasured = ({ footer, ratio, kind }: GridColumn) =>
    ratio !== undefined || kind === 'progress' || (kind === 'number' && footer !== undefined)
  return model.columns.filter((column) => !isOwn(column.id) && !isMeasured(column))
}

export function groupKeys(model: GridModel): readonly GroupKey[] {
  return model.rows.grouping?.keys ?? []
}

export function groupBy(model: GridModel, keys: readonly GroupKey[]): void {
  const most = keys.slice(0, MAX_LEVELS)
  model.group(most.length === 0 ? null : { keys: most, openLevels: most.length, turned: new Set() })
}

/** Opens groups down to a level and closes all deeper ones. Level 0 opens only the outermost. */
export function openToLevel(model: GridModel, level: number): void {
  const { grouping } = model.rows
  if (!grouping) return
  const here = findGroupRow(model, model.current?.row ?? -1, level)
  if (here >= 0) model.setCurrent(here, model.current?.column)
  model.fold(() => {
    grouping.openLevels = Math.max(0, Math.min(level, grouping.keys.length))
    grouping.turned.clear()
  })
}

export function openLevelCount(model: GridModel): number {
  return model.rows.grouping?.openLevels ?? 0
}

/**
 * Opens or closes the group of a view row, or of the group the row belongs to. The cursor moves to
 * the group. Returns false if rows are not grouped.
 */
export function toggleGroup(model: GridModel, viewRow: number, open?: boolean): boolean {
  const own = findGroupRow(model, viewRow)
  if (own < 0) return false
  if (own !== viewRow) model.setCurrent(own, model.current?.column)
  const index = groupIndex(model.rowId(own))
  model.fold((groups) => groups.turn(index, open))
  return true
}

/** View row of the innermost group, at most `deepest`, that contains a row. */
function findGroupRow(model: GridModel, viewRow: number, deepest = MAX_LEVELS): number {
  if (!model.rows.groups) return -1
  let row = viewRow
  while (row >= 0 && (model.groupAt(row)?.level ?? Number.POSITIVE_INFINITY) > deepest) row--
  return row
}
