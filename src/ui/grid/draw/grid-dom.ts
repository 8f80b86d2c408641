import type { Viewport } from './cell-geometry.ts'
import type { GridPainter } from './grid-painter.ts'
import { leadWidth } from './grid-columns.ts'

/** Where things are, how to scroll, and how to have the canvas drawn anew. */
export interface GridScreen {
  viewport(): Viewport | null
  scrollTo(position: { left: number; top: number }): void
  redraw(): void
  /** The cell with the cursor alone, which looks different with and without the keyboard. */
  redrawCurrent(): void
  /** Moves what is not canvas sideways with it. */
  scrolled(left: number): void
}

function scrollerOf(root: HTMLElement | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('.dvn-scroller') ?? null
}

/** Sizes and scroll position as they are now; null while the grid has no size. */
export function viewportOf(
  root: HTMLElement | null,
  { model, lead }: GridPainter,
): Viewport | null {
  const scroller = scrollerOf(root)
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
  scrollerOf(root)?.scrollTo({ ...position, behavior: 'instant' })
}

/**
 * Makes the canvas a picture and nothing more: out of the tab order, silent for screen readers,
 * and handing the focus to the sink whenever the canvas library tries to take it.
 */
export function adoptCanvas(root: HTMLElement | null, focus: () => void): void {
  // Browsers put what scrolls into the tab order by themselves.
  const scroller = scrollerOf(root)
  if (scroller) scroller.tabIndex = -1
  for (const canvas of root?.querySelectorAll('canvas') ?? []) {
    if (canvas.ariaHidden === 'true') continue
    canvas.ariaHidden = 'true'
    canvas.tabIndex = -1
    canvas.focus = focus
  }
}
