import type { Viewport } from './cell-geometry.ts'
import type { GridPainter } from './grid-painter.ts'
import { leadWidth } from './grid-columns.ts'

export interface GridScreen {
  viewport(): Viewport | null
  scrollTo(position: { left: number; top: number }): void
  redraw(): void
  /** Redraws only the current cell, which looks different with and without focus. */
  redrawCurrent(): void
  scrolled(left: number): void
}

function findScroller(root: HTMLElement | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('.dvn-scroller') ?? null
}

export function readViewport(
  root: HTMLElement | null,
  { model, lead }: GridPainter,
): Viewport | null {
  const scroller = findScroller(root)
  if (!scroller) return null
  const leads = lead.map((column) => leadWidth(column, model.rowCount))
  return {
    widths: [...leads, ...model.drawn.map((column) => column.width)],
    frozen: leads.length + model.drawn.filter((column) => column.frozen === true).length,
    scrollLeft: scroller.scrollLeft,
    scrollTop: scroller.scrollTop,
    clientWidth: scroller.clientWidth,
    clientHeight: scroller.clientHeight,
  }
}

export function scrollGrid(
  root: HTMLElement | null,
  position: { left: number; top: number },
): void {
  findScroller(root)?.scrollTo({ ...position, behavior: 'instant' })
}

/**
 * Makes the canvas purely visual. Removes it from the tab order, hides it from screen readers and
 * redirects the focus to the sink when the canvas library takes it.
 */
export function adoptCanvas(root: HTMLElement | null, focus: () => void): void {
  // Browsers add scrollable elements to the tab order.
  const scroller = findScroller(root)
  if (scroller) scroller.tabIndex = -1
  for (const canvas of root?.querySelectorAll('canvas') ?? []) {
    if (canvas.ariaHidden === 'true') continue
    canvas.ariaHidden = 'true'
    canvas.tabIndex = -1
    canvas.focus = focus
  }
}
