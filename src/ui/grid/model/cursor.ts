import {
  cellsIn,
  clampPlace,
  dataEdge,
  rangeBetween,
  samePlace,
  stepFrom,
  withoutRange,
  type Bounds,
  type Direction,
  type Place,
  type Range,
} from '#ui/grid/rows/selection.ts'

/** The current cell and the range around it. Knows places only, not what stands in them. */
export class Cursor {
  #place: Place | null = null
  #head: Place | null = null
  #range: Range | null = null
  #held: readonly Range[] = []
  #ranges: readonly Range[] | null = null
  /** The column where a run of Tabs began; Enter returns to it, as in Excel. */
  #tabStart: number | null = null

  get place(): Place | null {
    return this.#place
  }

  get range(): Range | null {
    return this.#range
  }

  /** The range and those that were held before it; no cell is in two of them. */
  get ranges(): readonly Range[] {
    const range = this.#range
    if (!range) return []
    this.#ranges ??= [...this.#held.flatMap((held) => withoutRange(held, range)), range]
    return this.#ranges
  }

  /** Holds the range, so that the next one is selected beside it. */
  hold(): void {
    this.#held = this.ranges
    this.#ranges = null
  }

  /** Lets go of the ranges that were held. True if there were any. */
  release(): boolean {
    const wasHolding = this.#held.length > 0
    this.#held = []
    this.#ranges = null
    return wasHolding
  }

  get tabStart(): number | null {
    return this.#tabStart
  }

  get isRange(): boolean {
    return this.#range !== null && (this.#held.length > 0 || cellsIn(this.#range) > 1)
  }

  moveTo(place: Place | null): void {
    this.#place = place
    this.#head = place
    this.#range = place && rangeBetween(place, place)
    this.#ranges = null
    this.#tabStart = null
  }

  /** Moves by Tab, remembering where the run began. */
  tabTo(place: Place): void {
    const start = this.#tabStart ?? this.#place?.at ?? place.at
    this.moveTo(place)
    this.#tabStart = start
  }

  /** Stretches the range from the current cell, which stays. */
  extendTo(place: Place): void {
    if (!this.#place) {
      this.moveTo(place)
      return
    }
    this.#head = place
    this.#range = rangeBetween(this.#place, place)
    this.#ranges = null
  }

  /** A range of any shape around a current cell inside it: rows, columns, everything. */
  setRange(place: Place, range: Range): void {
    this.#place = place
    this.#range = range
    this.#ranges = null
    this.#head = { row: range.bottom, at: range.right }
    this.#tabStart = null
  }

  step(direction: Direction, bounds: Bounds, how: { extend: boolean; count?: number }): void {
    const from = this.#from(how.extend)
    if (!from) return
    this.#go(stepFrom(from, direction, bounds, how.count ?? 1), how.extend)
  }

  jump(
    direction: Direction,
    bounds: Bounds,
    how: { extend: boolean; isFilled: (place: Place) => boolean },
  ): void {
    const from = this.#from(how.extend)
    if (!from) return
    this.#go(dataEdge(from, direction, bounds, how.isFilled), how.extend)
  }

  /** Goes to a place named by what changes: only the row, only the column, or both. */
  goTo(to: { row?: number; at?: number }, bounds: Bounds, extend: boolean): void {
    const from = this.#from(extend)
    if (!from) return
    this.#go(clampPlace({ row: to.row ?? from.row, at: to.at ?? from.at }, bounds), extend)
  }

  /** The cell a scroll should bring into view. */
  get head(): Place | null {
    return this.#head
  }

  /** Brings everything back inside after rows or columns went away. True if something moved. */
  fit(bounds: Bounds): boolean {
    if (!this.#place) return false
    if (bounds.rows === 0 || bounds.columns === 0) {
      this.moveTo(null)
      return true
    }
    const range = this.#range
    const fitsHeld = this.#held.every(
      ({ bottom, right }) => bottom < bounds.rows && right < bounds.columns,
    )
    if (!fitsHeld) this.release()
    const fits =
      samePlace(this.#place, clampPlace(this.#place, bounds)) &&
      range !== null &&
      range.bottom < bounds.rows &&
      range.right < bounds.columns
    if (fits) return false
    this.moveTo(clampPlace(this.#place, bounds))
    return true
  }

  #from(extend: boolean): Place | null {
    return extend ? this.#head : this.#place
  }

  #go(place: Place, extend: boolean): void {
    if (extend) this.extendTo(place)
    else this.moveTo(place)
  }
}
