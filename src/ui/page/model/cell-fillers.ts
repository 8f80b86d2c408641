import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { GridModelOptions } from '#ui/grid/model/grid-base.ts'
import { nameFiller } from '#ui/page/rows/lookup-fill.ts'
import { unitFiller } from './unit-fill.ts'

/**
 * What is put into cells for what was typed: the names of codes, and pieces for quantities in units.
 * `around` is the document the rows belong to.
 */
export function cellFillers(
  columns: readonly Column[],
  grid: () => GridModel,
  around: () => WireRow = () => ({}),
): Required<Pick<GridModelOptions, 'derive' | 'unitsTyped'>> {
  return {
    derive: nameFiller(columns, grid, around),
    unitsTyped: unitFiller(grid, around),
  }
}
