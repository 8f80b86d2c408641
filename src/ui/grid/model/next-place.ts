import type { Place } from '#ui/grid/rows/selection.ts'

/**
 * Rows to search after a cell, wrapping around. The cell's row is first (the part after it) and
 * last (the part before it). `first` and `last` are inclusive column positions. From a position of
 * -1 the row is searched from its start.
 */
export function* rowsAround(
  from: Place | null,
  rowCount: number,
): Generator<{ readonly row: number; readonly first: number; readonly last: number }> {
  const whole = { first: 0, last: Infinity }
  if (from) yield { row: from.row, first: from.at + 1, last: Infinity }
  for (let step = from ? 1 : 0; step < rowCount; step++) {
    yield { row: ((from?.row ?? 0) + step) % rowCount, ...whole }
  }
  if (from) yield { row: from.row, first: 0, last: from.at }
}

export function findFirstWithin(
  places: readonly number[],
  limits: { readonly first: number; readonly last: number },
): number | undefined {
  const within = places.filter((at) => at >= limits.first && at <= limits.last)
  return within.toSorted((a, b) => a - b)[0]
}

/**
 * Start of the next search. If the row has errors and the current cell is not one of them, its
 * entire row is searched.
 */
export function searchStart(current: Place | null, wrong: (row: number) => readonly number[]) {
  if (!current) return null
  const isPast = wrong(current.row).length > 0 && !wrong(current.row).includes(current.at)
  return isPast ? { row: current.row, at: -1 } : current
}
