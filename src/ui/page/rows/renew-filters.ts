import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { renewCondition } from '#ui/grid/rows/filter-text.ts'

/** Updates filters to the dates that 오늘 and 지난달 mean today. */
export function renewFilters(grid: GridModel): void {
  const renewed = grid.filters.map((each) => renewCondition(grid.column(each.column), each))
  const hasMoved = renewed.some(
    ({ values }, at) => String(values) !== String(grid.filters[at]?.values),
  )
  if (hasMoved) grid.filter(renewed)
}
