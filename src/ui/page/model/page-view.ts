import { focusWhenReady, keyboardTarget, focusUnlessMoved } from '#ui/tabs/focus.ts'
import type { ChartHandle, ChartActions } from '#ui/charts/chart-handle.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import type { PageModel } from './page-model.ts'
import type { GridZone } from './grid-screen.ts'

export interface PageChart {
  readonly handle: () => ChartHandle | null
  readonly work: ChartActions
}

export class PageView {
  readonly grids: { grid: GridHandle | null; lines: GridHandle | null } = {
    grid: null,
    lines: null,
  }
  panel: HTMLElement | null = null
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

  /** Whether the page is active and no popup covers it. */
  #isInFront(): boolean {
    const isBehind = this.panel?.closest('[data-panel]:not([data-active])')
    return !isBehind && document.querySelector('[data-overlay]') === null
  }

  /**
   * Focuses a grid. Returns false if it is not mounted. Leaves the focus in an open palette or
   * popup, for example when a save finishes.
   */
  focusGrid(zone: GridZone): boolean {
    const grid = this.grids[zone]
    if (this.#isInFront() && grid) focusWhenReady(() => grid.focus())
    return grid !== null
  }

  /** Focuses a grid when rows arrive, unless the user has moved the focus elsewhere. */
  focusLoadedGrid(zone: GridZone): void {
    const grid = this.grids[zone]
    if (this.#isInFront() && grid) focusUnlessMoved(() => grid.focus())
  }

  /** Moves the focus to the loaded rows, unless the user is typing in the search fields. */
  focusLoadedRows({ grid, drafts }: PageModel, zone: GridZone): void {
    // Arguments can re-render the search form, which removes the focused field.
    const place = keyboardTarget()
    const isFocusFree = place?.isConnected === false || this.panel?.contains(place) === true
    if (isFocusFree && !drafts.isTyping && grid.rowCount > 0) this.focusLoadedGrid(zone)
  }

  focusSearch(): boolean {
    const fields = [...(this.panel?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const wanted = fields.find((field) => field.ariaInvalid === 'true') ?? fields[0]
    if (this.#isInFront() && wanted) focusWhenReady(() => wanted.focus(), wanted)
    return wanted !== undefined
  }

  commitCell(): boolean {
    const { grid, lines } = this.grids
    return (grid?.commit() ?? true) && (lines?.commit() ?? true)
  }
}
