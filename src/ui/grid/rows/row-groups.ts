import { periodOf } from '#kernel/period.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import type { SortKey } from './sort.ts'

/** What rows are grouped by, and which groups are open. */
export interface Grouping {
  readonly keys: readonly GroupKey[]
  /** Levels whose groups are open unless `turned` says otherwise. */
  openLevels: number
  /** Paths of the groups that are not as their level is. */
  readonly turned: Set<string>
}

/** A group: a stretch of the arranged rows that have the values of its key, and of those above it. */
export interface RowGroup {
  /** 0 for the outermost. */
  readonly level: number
  /** Places among the arranged rows, `end` exclusive. */
  readonly start: number
  readonly end: number
  readonly isOpen: boolean
}

/** Row numbers below this stand for groups: -2 is the first one. -1 is no row. */
const FIRST_GROUP = -2

/** The group that a row number stands for, counted from 0; -1 for a row of data, or none. */
export function groupIndex(id: number): number {
  return FIRST_GROUP - id
}

/** Arranged rows as groups within groups. A group knows its place only: what it adds up is asked. */
export class RowGroups {
  readonly grouping: Grouping
  /** Arranged rows, group after group. */
  readonly ids: Int32Array
  readonly #columns: readonly KeyColumn[]
  /** Of each group, in the order shown when all are open. */
  #levels = new Uint8Array(64)
  #starts = new Int32Array(64)
  #ends = new Int32Array(64)
  #count = 0

  /** The rows come sorted by the keys. */
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

  /** Rows of data in a group. */
  rowsOf(index: number): Int32Array {
    return this.ids.subarray(this.#starts[index] ?? 0, this.#ends[index] ?? 0)
  }

  /** What the rows of a group have in common at a level: a value, or the name of a period. */
  keyValue(index: number, level: number): CellValue {
    const first = this.ids[this.#starts[index] ?? 0] ?? -1
    return this.#columns[level]?.value(first) ?? null
  }

  /** Numbers of the rows and groups that are shown. */
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
        const rows = this.rowsOf(group)
        shown.set(rows, at)
        at += rows.length
      }
      group++
      if (isOpen) continue
      while (group < this.#count && (this.#levels[group] ?? 0) > level) group++
    }
    return shown.subarray(0, at)
  }

  /** Opens a group, or closes it. */
  turn(index: number, open = !this.#isOpen(index)): void {
    if (open === this.#isOpen(index)) return
    const { turned } = this.grouping
    const path = this.#path(index)
    if (!turned.delete(path)) turned.add(path)
  }

  /** Opens whatever a row of data stands in. */
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
    // Column by column, so that a million rows take some milliseconds.
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
      this.#levels = grown(this.#levels, new Uint8Array(this.#count * 2))
      this.#starts = grown(this.#starts, new Int32Array(this.#count * 2))
      this.#ends = grown(this.#ends, new Int32Array(this.#count * 2))
    }
    this.#levels[this.#count] = level
    this.#starts[this.#count] = start
    return this.#count++
  }
}

function grown<T extends Uint8Array | Int32Array>(from: T, into: T): T {
  into.set(from)
  return into
}

/** One key over its column. Texts are compared by their codes, which are whole numbers. */
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
    return period && value !== null ? periodOf(String(value), period) : value
  }

  /** Writes the level at each place whose row differs from the one before it. */
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

  /** A number for each entry of a dictionary: the same for those that fall into one group. */
  #groupOfCode(entries: readonly CellValue[]): Int32Array {
    const groups = new Int32Array(entries.length)
    const { period } = this.#key
    if (!period) {
      // An empty text is no value, and neither is the entry for none.
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

/** Groups come in the order of their keys, the way round that was asked for. */
export function orderOf(grouping: Grouping | null, keys: readonly SortKey[]): readonly SortKey[] {
  if (!grouping) return keys
  const grouped = grouping.keys.map(({ column }): SortKey => {
    return keys.find((key) => key.column === column) ?? { column, direction: 'asc' }
  })
  return [...grouped, ...keys.filter((key) => !grouped.includes(key))]
}
