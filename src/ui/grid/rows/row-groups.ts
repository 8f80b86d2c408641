import { toPeriod } from '#kernel/period.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import type { SortKey } from './sort.ts'

export interface Grouping {
  readonly keys: readonly GroupKey[]
  /** Groups of these levels are open unless listed in `turned`. */
  openLevels: number
  /** Paths of groups whose state differs from the default of their level. */
  readonly turned: Set<string>
}

/** A range of arranged rows that share the key values of this level and all outer ones. */
export interface RowGroup {
  readonly level: number
  /** Index range among the arranged rows, `end` exclusive. */
  readonly start: number
  readonly end: number
  readonly isOpen: boolean
}

/** Row numbers from here down are groups: -2 is the first one. -1 means no row. */
const FIRST_GROUP = -2

/** Index of the group a row number denotes. Negative for a data row or none. */
export function groupIndex(id: number): number {
  return FIRST_GROUP - id
}

/**
 * Nested groups over arranged rows. Stores only their ranges; totals are computed in `GroupValues`.
 */
export class RowGroups {
  readonly grouping: Grouping
  readonly ids: Int32Array
  readonly #columns: readonly KeyColumn[]
  #levels = new Uint8Array(64)
  #starts = new Int32Array(64)
  #ends = new Int32Array(64)
  #count = 0

  /** Expects rows sorted by the keys. */
  constructor(grouping: Grouping, ids: Int32Array, storage: (column: string) => Storage) {
    this.grouping = grouping
    this.ids = ids
    this.#columns = grouping.keys.map((key) => new KeyColumn(key, storage(key.column)))
    this.#build()
  }

  group(index: number): RowGroup | undefined {
    if (index < 0 || index >= this.#count) return undefined
    return {
      level: this.#levels[index] ?? 0,
      start: this.#starts[index] ?? 0,
      end: this.#ends[index] ?? 0,
      isOpen: this.#isOpen(index),
    }
  }

  groupRows(index: number): Int32Array {
    return this.ids.subarray(this.#starts[index] ?? 0, this.#ends[index] ?? 0)
  }

  keyValue(index: number, level: number): CellValue {
    const first = this.ids[this.#starts[index] ?? 0] ?? -1
    return this.#columns[level]?.value(first) ?? null
  }

  shown(): Int32Array {
    const { length } = this.grouping.keys
    const shown = new Int32Array(this.#count + this.ids.length)
    let at = 0
    let group = 0
    while (group < this.#count) {
      const level = this.#levels[group] ?? 0
      shown[at++] = FIRST_GROUP - group
      const isOpen = this.#isOpen(group)
      if (isOpen && level === length - 1) {
        const rows = this.groupRows(group)
        shown.set(rows, at)
        at += rows.length
      }
      group++
      if (isOpen) continue
      while (group < this.#count && (this.#levels[group] ?? 0) > level) group++
    }
    return shown.subarray(0, at)
  }

  turn(index: number, isOpen = !this.#isOpen(index)): void {
    if (isOpen === this.#isOpen(index)) return
    const { turned } = this.grouping
    const path = this.#path(index)
    if (!turned.delete(path)) turned.add(path)
  }

  reveal(id: number): void {
    const place = this.ids.indexOf(id)
    if (place < 0) return
    for (let index = 0; index < this.#count; index++) {
      const isIn = (this.#starts[index] ?? 0) <= place && place < (this.#ends[index] ?? 0)
      if (isIn) this.turn(index, true)
    }
  }

  #isOpen(index: number): boolean {
    const { openLevels, turned } = this.grouping
    const isOpen = (this.#levels[index] ?? 0) < openLevels
    return turned.size > 0 && turned.has(this.#path(index)) ? !isOpen : isOpen
  }

  #path(index: number): string {
    const level = this.#levels[index] ?? 0
    return JSON.stringify(Array.from({ length: level + 1 }, (_, at) => this.keyValue(index, at)))
  }

  #build(): void {
    const { ids } = this
    const levels = this.#columns.length
    // Goes column by column, which takes only milliseconds for a million rows.
    const changes = new Uint8Array(ids.length).fill(levels)
    for (let level = levels - 1; level >= 0; level--) {
      this.#columns[level]?.markChanges(ids, changes, level)
    }
    changes[0] = 0
    const open: number[] = []
    for (let place = 0; place < ids.length; place++) {
      const from = changes[place] ?? levels
      if (from === levels) continue
      while (open.length > from) this.#ends[open.pop() ?? 0] = place
      for (let level = from; level < levels; level++) open.push(this.#begin(level, place))
    }
    for (const group of open) this.#ends[group] = ids.length
  }

  #begin(level: number, start: number): number {
    if (this.#count === this.#levels.length) {
      this.#levels = copyInto(this.#levels, new Uint8Array(this.#count * 2))
      this.#starts = copyInto(this.#starts, new Int32Array(this.#count * 2))
      this.#ends = copyInto(this.#ends, new Int32Array(this.#count * 2))
    }
    this.#levels[this.#count] = level
    this.#starts[this.#count] = start
    return this.#count++
  }
}

function copyInto<T extends Uint8Array | Int32Array>(from: T, into: T): T {
  into.set(from)
  return into
}

/** One group key with its column. Texts are compared by their integer codes. */
class KeyColumn {
  readonly #key: GroupKey
  readonly #storage: Storage

  constructor(key: GroupKey, storage: Storage) {
    this.#key = key
    this.#storage = storage
  }

  value(id: number): CellValue {
    return this.#named(this.#storage.get(id))
  }

  #named(value: CellValue): CellValue {
    const { period } = this.#key
    if (value === '') return null
    return period && value !== null ? toPeriod(String(value), period) : value
  }

  /** Writes the level at each position whose row differs from the previous one. */
  markChanges(ids: Int32Array, changes: Uint8Array, level: number): void {
    const storage = this.#storage
    if (storage instanceof DictionaryStorage) {
      const { codes } = storage
      const names = this.#groupOfCode(storage.entries)
      let before = names[codes[ids[0] ?? 0] ?? 0]
      for (let place = 1; place < ids.length; place++) {
        const own = names[codes[ids[place] ?? 0] ?? 0]
        if (own !== before) changes[place] = level
        before = own
      }
      return
    }
    let before = this.value(ids[0] ?? -1)
    for (let place = 1; place < ids.length; place++) {
      const own = this.value(ids[place] ?? -1)
      if (own !== before) changes[place] = level
      before = own
    }
  }

  /** Maps each dictionary entry to a number, equal for entries in the same group. */
  #groupOfCode(entries: readonly CellValue[]): Int32Array {
    const groups = new Int32Array(entries.length)
    const { period } = this.#key
    if (!period) {
      // Empty text and the null entry both count as no value.
      for (let code = 0; code < groups.length; code++)
        groups[code] = entries[code] === '' ? 0 : code
      return groups
    }
    const known = new Map<CellValue, number>([[null, 0]])
    for (let code = 0; code < groups.length; code++) {
      const name = this.#named(entries[code] ?? null)
      const group = known.get(name) ?? known.size
      known.set(name, group)
      groups[code] = group
    }
    return groups
  }
}

/** Sort keys with the group keys first. A group key uses the requested direction, or ascending. */
export function groupedSortKeys(
  grouping: Grouping | null,
  keys: readonly SortKey[],
): readonly SortKey[] {
  if (!grouping) return keys
  const grouped = grouping.keys.map(({ column }): SortKey => {
    return keys.find((key) => key.column === column) ?? { column, direction: 'asc' }
  })
  return [...grouped, ...keys.filter((key) => !grouped.includes(key))]
}
