import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { fillIn, gridTexts } from './grid-texts.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'

export function singleCell(played: readonly Operation[]): { id: number; column: string } | null {
  const [first] = played
  if (!first || first.kind === 'row' || first.kind === 'flag') return null
  const { id, column } = first
  const isOnly = played.every(
    (operation) => 'column' in operation && operation.id === id && operation.column === column,
  )
  return isOnly ? { id, column } : null
}

/** Describes an undo or redo for screen readers, even if it happened outside the visible rows. */
export function describeReplay(
  model: GridModel,
  how: Replay,
  played: readonly Operation[],
): string {
  if (played.length === 0) return gridTexts().nothingToReplay[how]
  const description = describeCell(model, played) ?? describeCounts(played)
  return fillIn(gridTexts().replayed[how], { description })
}

function describeCell(model: GridModel, played: readonly Operation[]): string | undefined {
  const cell = singleCell(played)
  const row = cell ? model.viewRowOf(cell.id) : -1
  const column = cell && model.column(cell.column)
  if (!column || row < 0) return undefined
  const value = model.text(row, column)
  const facts = {
    row: row + 1,
    column: column.title,
    value: value === '' ? gridTexts().emptyCell : value,
  }
  return fillIn(gridTexts().announceCell, facts)
}

function describeCounts(played: readonly Operation[]): string {
  const texts = gridTexts()
  const cells = new Set(
    played.flatMap((operation) =>
      'column' in operation ? `${operation.id} ${operation.column}` : [],
    ),
  )
  const rows = played.filter((operation) => operation.kind === 'row')
  const marks = played.filter((operation) => operation.kind === 'flag')
  const counts: readonly (readonly [string, number])[] = [
    [texts.rowsBack, rows.filter(({ change }) => change === 'appeared').length],
    [texts.rowsGone, rows.filter(({ change }) => change === 'vanished').length],
    [texts.rowsMarked, marks.filter(({ after }) => after === 'D').length],
    [texts.rowsUnmarked, marks.filter(({ after }) => after !== 'D').length],
    [texts.cellsReplayed, cells.size],
  ]
  return counts
    .filter(([, count]) => count > 0)
    .map(([text, count]) => fillIn(text, { count }))
    .join(', ')
}

/** Number of changed rows that a filter or a closed group hides. */
export function countHidden(model: GridModel, played: readonly Operation[]): number {
  if (model.windows) return 0
  const { order, view } = model.rows
  const changed = new Set(played.map(({ id }) => id))
  for (const id of view.ids()) changed.delete(id)
  return order.ids().filter((id) => changed.has(id)).length
}
