import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { renewCondition } from '#ui/grid/rows/filter-text.ts'

/** Updates filters to the dates that 오늘 and 지난달 mean today. */
export function renewFilters(grid: GridModel): void {
  const renewed = grid.filters.map((filter) => renewCondition(grid.column(filter.column), filter))
  const hasMoved = renewed.some(
    ({ values }, index) => String(values) !== String(grid.filters[index]?.values),
  )
  if (hasMoved) grid.filter(renewed)
}
