import type { Box } from './draw-cell.ts'
import { HEADER_HEIGHT, ROW_HEIGHT } from './grid-theme.ts'

export interface Viewport {
  readonly widths: readonly number[]
  readonly frozen: number
  readonly scrollLeft: number
  readonly scrollTop: number
  readonly clientWidth: number
  readonly clientHeight: number
}

export interface CellBox extends Box {
  readonly frozen: boolean
}

function sumWidths(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}

export function cellBox(view: Viewport, row: number, at: number): CellBox {
  const isFrozen = at < view.frozen
  const left = sumWidths(view.widths.slice(0, at)) - (isFrozen ? 0 : view.scrollLeft)
  return {
    x: left,
    y: HEADER_HEIGHT + row * ROW_HEIGHT - view.scrollTop,
    width: view.widths[at] ?? 0,
    height: ROW_HEIGHT,
    frozen: isFrozen,
  }
}

export function rowsInView(view: Viewport, firstRow: number) {
  const first = Math.floor(view.scrollTop / ROW_HEIGHT)
  const count = Math.ceil((view.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) + 1
  return { first: firstRow + first, count }
}

export function cellAt(
  view: Viewport,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly row: number; readonly at: number } | undefined {
  if (y < HEADER_HEIGHT || x >= view.clientWidth || y >= view.clientHeight) return undefined
  const frozenWidth = sumWidths(view.widths.slice(0, view.frozen))
  let left = x < frozenWidth ? x : x + view.scrollLeft
  const index = view.widths.findIndex((width) => (left -= width) < 0)
  const row = Math.floor((y - HEADER_HEIGHT + view.scrollTop) / ROW_HEIGHT)
  return index < 0 ? undefined : { row, at: index }
}

/**
 * Nearest scroll position that shows the entire cell. Calculated from sizes only, and therefore
 * correct even if painting lags behind.
 */
export function scrollToShow(
  view: Viewport,
  row: number,
  at: number,
): { left: number; top: number } {
  const height = view.clientHeight - HEADER_HEIGHT
  const top = nearestScroll(view.scrollTop, row * ROW_HEIGHT, ROW_HEIGHT, height)
  if (at < view.frozen) return { left: view.scrollLeft, top }
  const frozenWidth = sumWidths(view.widths.slice(0, view.frozen))
  const start = sumWidths(view.widths.slice(0, at)) - frozenWidth
  const width = view.clientWidth - frozenWidth
  return { left: nearestScroll(view.scrollLeft, start, view.widths[at] ?? 0, width), top }
}

function nearestScroll(scroll: number, start: number, size: number, room: number): number {
  if (start < scroll) return start
  return start + size > scroll + room ? Math.min(start, start + size - room) : scroll
}

/** Whether the cell is under the header or frozen columns, or outside the viewport. */
export function isCovered(view: Viewport, box: CellBox): boolean {
  const frozenWidth = sumWidths(view.widths.slice(0, view.frozen))
  const left = box.frozen ? 0 : frozenWidth
  return (
    box.y < HEADER_HEIGHT ||
    box.y + box.height > view.clientHeight + 1 ||
    box.x < left - 1 ||
    box.x >= view.clientWidth
  )
}

export function rowsPerPage(view: Viewport): number {
  return Math.max(1, Math.floor((view.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1)
}

export function popupPlace(
  view: Viewport,
  cell: Box,
  popup: { readonly offsetWidth: number; readonly offsetHeight: number },
): { left: number; top: number } {
  const below = cell.y + cell.height + 1
  const fits = below + popup.offsetHeight <= view.clientHeight
  const room = view.clientWidth - popup.offsetWidth
  return {
    left: Math.max(0, Math.min(cell.x, room)),
    top: fits ? below : Math.max(0, cell.y - popup.offsetHeight),
  }
}
