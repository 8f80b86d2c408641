import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import { RowOrder } from './row-order.ts'

/** Row numbers below this are positions in the source; from here on they are claimed rows. */
const FIRST_CLAIMED_ID = 2 ** 30

/**
 * Changed or checked rows of a source. Each gets a stable number, matched by the row's key, that
 * survives reordering and filtering.
 */
export class ClaimedRows {
  readonly #key: readonly string[]
  readonly #rows: GridRow[] = []
  readonly #ids = new Map<string, number>()

  constructor(key: readonly string[]) {
    this.#key = key
  }

  /** Without a key, a row could not be recognized when it is loaded again. */
  get canClaim(): boolean {
    return this.#key.length > 0
  }

  claim(row: GridRow): number {
    const known = this.findId(row)
    if (known !== undefined) return known
    const id = FIRST_CLAIMED_ID + this.#rows.push({ ...row }) - 1
    this.#ids.set(this.#keyOf(row), id)
    return id
  }

  findId(row: GridRow): number | undefined {
    return this.#ids.size === 0 ? undefined : this.#ids.get(this.#keyOf(row))
  }

  row(id: number): GridRow | undefined {
    return this.#rows[id - FIRST_CLAIMED_ID]
  }

  set(id: number, column: string, value: CellValue): void {
    const row = this.row(id)
    if (row) row[column] = value
  }

  replace(id: number, row: GridRow): void {
    if (this.row(id)) this.#rows[id - FIRST_CLAIMED_ID] = { ...row }
  }

  #keyOf(row: GridRow): string {
    return JSON.stringify(this.#key.map((field) => row[field] ?? null))
  }
}

/**
 * Order of a source: each position is its own row number, except where a claimed row was loaded.
 */
export class WindowedOrder extends RowOrder {
  readonly #idAt = new Map<number, number>()
  readonly #placeOf = new Map<number, number>()

  put(place: number, id: number): void {
    this.#idAt.set(place, id)
    this.#placeOf.set(id, place)
  }

  override at(index: number): number {
    return this.#idAt.get(index) ?? super.at(index)
  }

  override indexOf(id: number): number {
    return id < FIRST_CLAIMED_ID ? super.indexOf(id) : (this.#placeOf.get(id) ?? -1)
  }
}
