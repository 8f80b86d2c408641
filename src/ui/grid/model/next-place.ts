import type { Place } from '#ui/grid/rows/selection.ts'

/**
 * Rows to look through from a cell on, and round: the rest of its own row first, the part of it
 * that was passed last. Each with the places of columns that count in it, both ends included.
 */
export function* rowsAround(
  from: Place | null,
  direction: 1 | -1,
  rowCount: number,
): Generator<{ readonly row: number; readonly first: number; readonly last: number }> {
  const whole = { first: 0, last: Infinity }
  if (!from) {
    for (let step = 0; step < rowCount; step++) {
      yield { row: direction === 1 ? step : rowCount - 1 - step, ...whole }
    }
    return
  }
  const ahead = { first: from.at + 1, last: Infinity }
  const passed = { first: 0, last: from.at }
  yield { row: from.row, ...(direction === 1 ? ahead : { first: 0, last: from.at - 1 }) }
  for (let step = 1; step < rowCount; step++) {
    yield { row: (((from.row + direction * step) % rowCount) + rowCount) % rowCount, ...whole }
  }
  yield { row: from.row, ...(direction === 1 ? passed : { first: from.at, last: Infinity }) }
}

/** Of the places of columns the first within limits in a direction. */
export function firstWithin(
  places: readonly number[],
  limits: { readonly first: number; readonly last: number },
  direction: 1 | -1,
): number | undefined {
  const within = places.filter((at) => at >= limits.first && at <= limits.last)
  const least = (a: number, b: number): number => (a - b) * direction
  return within.toSorted(least)[0]
}
