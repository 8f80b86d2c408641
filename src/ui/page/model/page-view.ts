import { giveKeyboard, placeOfKeyboard, takeKeyboard } from '#ui/tabs/focus.ts'
import type { ChartHandle, ChartWork } from '#ui/charts/chart-handle.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import type { PageModel } from './page-model.ts'
import type { GridZone } from './grid-screen.ts'

/** A chart that is drawn, and what its commands do beside walking it. */
export interface PageChart {
  readonly handle: () => ChartHandle | null
  readonly work: ChartWork
}

/** The drawn parts of a page that its commands reach: set by the components as they appear. */
export class PageView {
  readonly grids: { grid: GridHandle | null; lines: GridHandle | null } = {
    grid: null,
    lines: null,
  }
  panel: HTMLElement | null = null
  /** The chart over the grid, while there is one. */
  chart: PageChart | undefined

  drawn(zone: GridZone, grid: GridHandle | null): void {
    this.grids[zone] = grid
  }

  drawnPanel(panel: HTMLElement | null): void {
    this.panel = panel
  }

  drawnChart(chart: PageChart | undefined): void {
    this.chart = chart
  }

  /** Whether nothing stands in front of the page and has the keyboard: a window, another tab. */
  #isInFront(): boolean {
    const isBehind = this.panel?.closest('[data-panel]:not([data-active])')
    return !isBehind && document.querySelector('[data-overlay]') === null
  }

  /**
   * Gives the keyboard to a grid; false when it is not drawn. A save that ends while the command
   * line or a popup is open leaves the keyboard there.
   */
  focusGrid(zone: GridZone): boolean {
    const grid = this.grids[zone]
    if (this.#isInFront() && grid) giveKeyboard(() => grid.focus())
    return grid !== null
  }

  /** The same once rows have come: whoever went elsewhere meanwhile stays there. */
  arriveInGrid(zone: GridZone): void {
    const grid = this.grids[zone]
    if (this.#isInFront() && grid) takeKeyboard(() => grid.focus())
  }

  /** Rows have come to a page whose search fields nobody types in: they are what comes next. */
  arriveWithRows({ grid, drafts }: PageModel, zone: GridZone): void {
    // A form drawn anew for the arguments of the search has taken the field away under it.
    const place = placeOfKeyboard()
    const stayed = place?.isConnected === false || this.panel?.contains(place) === true
    if (stayed && !drafts.isTyping && grid.rowCount > 0) this.arriveInGrid(zone)
  }

  /** Goes to the first search field that is empty and required, else to the first one. */
  focusSearch(): boolean {
    const fields = [...(this.panel?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const wanted = fields.find((field) => field.ariaInvalid === 'true') ?? fields[0]
    if (this.#isInFront() && wanted) giveKeyboard(() => wanted.focus(), wanted)
    return wanted !== undefined
  }

  /** Takes over the cell that is being typed in; false when its text is refused and stays open. */
  commitCell(): boolean {
    const { grid, lines } = this.grids
    return (grid?.commit() ?? true) && (lines?.commit() ?? true)
  }
}
