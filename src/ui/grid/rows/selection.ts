/** Cell position on screen: row from the top, index among the visible columns from the left. */
export interface Place {
  readonly row: number
  readonly at: number
}

/** Range of cells, inclusive on all sides. */
export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Bounds {
  readonly rows: number
  readonly columns: number
}

export type Direction = 'up' | 'down' | 'left' | 'right'

const STEP: Readonly<Record<Direction, readonly [rows: number, columns: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
}

export function rangeBetween(from: Place, to: Place): Range {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.at, to.at),
    right: Math.max(from.at, to.at),
  }
}

export function cellCount(range: Range): number {
  return (range.bottom - range.top + 1) * (range.right - range.left + 1)
}

export function indexesBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Subtracts a range from another: up to four ranges that do not overlap. */
export function subtractRange(range: Range, hole: Range): Range[] {
  const top = Math.max(range.top, hole.top)
  const bottom = Math.min(range.bottom, hole.bottom)
  const left = Math.max(range.left, hole.left)
  const right = Math.min(range.right, hole.right)
  if (top > bottom || left > right) return [range]
  const pieces: Range[] = [
    { ...range, bottom: top - 1 },
    { ...range, top: bottom + 1 },
    { top, bottom, left: range.left, right: left - 1 },
    { top, bottom, left: right + 1, right: range.right },
  ]
  return pieces.filter((piece) => piece.top <= piece.bottom && piece.left <= piece.right)
}

export function inRange(range: Range, row: number, at: number): boolean {
  return row >= range.top && row <= range.bottom && at >= range.left && at <= range.right
}

export function clampPlace(place: Place, bounds: Bounds): Place {
  return {
    row: Math.max(0, Math.min(bounds.rows - 1, place.row)),
    at: Math.max(0, Math.min(bounds.columns - 1, place.at)),
  }
}

export function stepFrom(place: Place, direction: Direction, bounds: Bounds, count = 1): Place {
  const [rows, columns] = STEP[direction]
  return clampPlace({ row: place.row + rows * count, at: place.at + columns * count }, bounds)
}

/**
 * Target of Ctrl+arrow: the end of the block of filled cells. From the end of a block or an empty
 * cell, the next filled cell or the edge of the grid.
 */
export function dataEdge(
  place: Place,
  direction: Direction,
  bounds: Bounds,
  isFilled: (place: Place) => boolean,
): Place {
  const [down, right] = STEP[direction]
  // Mutates one object, because a scan over a million cells would create too much garbage.
  const next = { row: place.row + down, at: place.at + right }
  const isInside = () =>
    next.row >= 0 && next.at >= 0 && next.row < bounds.rows && next.at < bounds.columns
  if (!isInside()) return clampPlace(place, bounds)
  const isAlongBlock = isFilled(place) && isFilled(next)
  while (isInside() && isFilled(next) === isAlongBlock) {
    next.row += down
    next.at += right
  }
  // Stops at the last filled cell of a block, or at the first one after a gap, or at the edge.
  if (!isAlongBlock && isInside()) return next
  return { row: next.row - down, at: next.at - right }
}

export function isSamePlace(left: Place, right: Place): boolean {
  return left.row === right.row && left.at === right.at
}

/** Position before the first cell, or after the last one when searching backward. */
export function positionBeforeFirst(bounds: Bounds, direction: 1 | -1): Place {
  return direction === 1 ? { row: -1, at: bounds.columns - 1 } : { row: bounds.rows, at: 0 }
}
