import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { LOOKED_THROUGH_MAX } from '#ui/page/rows/meanwhile.ts'
import { recordKeyOf } from '#ui/page/rows/row-table.ts'

/** Columns that tell the rows of a work screen apart: what it sends and nobody types. */
export function identityOf(page: PageModel, procedure: Procedure): string[] {
  const { output } = page.part.source
  const typed = new Set(page.columns.filter((each) => each.editable !== false).map((c) => c.name))
  return Object.keys(procedure.input).filter(
    (name) => Object.hasOwn(output, name) && !typed.has(name),
  )
}

/** Columns by which the current record is found again once its rows are loaded anew. */
export function sameRecordBy(page: PageModel): readonly string[] {
  const link = page.lines?.options.link ?? []
  if (link.length > 0) return link
  const { acts } = page.screen
  return acts ? identityOf(page, acts) : recordKeyOf(page.part.source.output)
}

/**
 * Makes a record the current one wherever it stands now: as it was, else as it was told to become
 * (`TO_CELL_CD` for `CELL_CD`). Where it is gone, or its own place still shows it, nothing moves.
 */
export function goToRecord(grid: GridModel, wanted: WireRow, names: readonly string[]): void {
  if (names.length === 0 || grid.windows) return
  const asBefore = (name: string) => wanted[name] ?? null
  const asMoved = (name: string) => wanted[`TO_${name}`] ?? asBefore(name)
  for (const meant of [asBefore, asMoved]) {
    const isMeant = (row: number) => names.every((name) => grid.value(row, name) === meant(name))
    if (grid.current && isMeant(grid.current.row)) return
    const count = Math.min(grid.rowCount, LOOKED_THROUGH_MAX)
    for (let row = 0; row < count; row++) if (isMeant(row)) return grid.setCurrent(row)
  }
}
