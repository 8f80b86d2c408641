import {
  cellCount,
  clampPlace,
  dataEdge,
  rangeBetween,
  isSamePlace,
  stepFrom,
  subtractRange,
  type Bounds,
  type Direction,
  type Place,
  type Range,
} from '#ui/grid/rows/selection.ts'

/** The current cell and the range around it. Handles positions only, not their content. */
export class Cursor {
  #place: Place | null = null
  #head: Place | null = null
  #range: Range | null = null
  #heldRanges: readonly Range[] = []
  #ranges: readonly Range[] | null = null
  /** Column where a run of Tabs started. Enter returns to it, as in Excel. */
  #tabStart: number | null = null

  get place(): Place | null {
    return this.#place
  }

  get range(): Range | null {
    return this.#range
  }

  get ranges(): readonly Range[] {
    const range = this.#range
    if (!range) return []
    this.#ranges ??= [...this.#heldRanges.flatMap((held) => subtractRange(held, range)), range]
    return this.#ranges
  }

  hold(): void {
    this.#heldRanges = this.ranges
    this.#ranges = null
  }

  release(): boolean {
    const wasHolding = this.#heldRanges.length > 0
    this.#heldRanges = []
    this.#ranges = null
    return wasHolding
  }

  get tabStart(): number | null {
    return this.#tabStart
  }

  get isRange(): boolean {
    return this.#range !== null && (this.#heldRanges.length > 0 || cellCount(this.#range) > 1)
  }

  moveTo(place: Place | null): void {
    this.#place = place
    this.#head = place
    this.#range = place && rangeBetween(place, place)
    this.#ranges = null
    this.#tabStart = null
  }

  tabTo(place: Place): void {
    const start = this.#tabStart ?? this.#place?.at ?? place.at
    this.moveTo(place)
    this.#tabStart = start
  }

  extendTo(place: Place): void {
    if (!this.#place) {
      this.moveTo(place)
      return
    }
    this.#head = place
    this.#range = rangeBetween(this.#place, place)
    this.#ranges = null
  }

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

  goTo(to: { row?: number; at?: number }, bounds: Bounds, isExtending: boolean): void {
    const from = this.#from(isExtending)
    if (!from) return
    this.#go(clampPlace({ row: to.row ?? from.row, at: to.at ?? from.at }, bounds), isExtending)
  }

  get head(): Place | null {
    return this.#head
  }

  fit(bounds: Bounds): boolean {
    if (!this.#place) return false
    if (bounds.rows === 0 || bounds.columns === 0) {
      this.moveTo(null)
      return true
    }
    const range = this.#range
    const doRangesFit = this.#heldRanges.every(
      ({ bottom, right }) => bottom < bounds.rows && right < bounds.columns,
    )
    if (!doRangesFit) this.release()
    const fits =
      isSamePlace(this.#place, clampPlace(this.#place, bounds)) &&
      range !== null &&
      range.bottom < bounds.rows &&
      range.right < bounds.columns
    if (fits) return false
    this.moveTo(clampPlace(this.#place, bounds))
    return true
  }

  #from(isExtending: boolean): Place | null {
    return isExtending ? this.#head : this.#place
  }

  #go(place: Place, isExtending: boolean): void {
    if (isExtending) this.extendTo(place)
    else this.moveTo(place)
  }
}
