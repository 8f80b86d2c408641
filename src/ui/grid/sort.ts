import { DictionaryStorage, NumberStorage, type Storage } from './column-store.ts'
import type { CellValue } from './column.ts'

export interface SortKey {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

const korean = new Intl.Collator('ko')

/** The order people read: numbers by size, texts in Korean dictionary order, empty cells last. */
export function compareValues(left: CellValue, right: CellValue): number {
  if (left === right) return 0
  if (isBlank(left)) return isBlank(right) ? 0 : 1
  if (isBlank(right)) return -1
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return korean.compare(String(left), String(right))
}

function isBlank(value: CellValue): boolean {
  return value === null || value === ''
}

/**
 * Sorts row numbers by several keys and keeps the given order among equals. Works key by key from
 * the last to the first; each pass packs rank and position into one double, so the engine sorts
 * plain numbers and no comparator is called per row.
 */
export function sortRows(
  rows: Int32Array,
  keys: readonly { storage: Storage; direction: 'asc' | 'desc' }[],
): Int32Array {
  let order = rows
  for (const key of keys.toReversed()) order = sortByRank(order, ranks(key.storage, order, key))
  return order
}

function sortByRank(rows: Int32Array, rank: Float64Array): Int32Array {
  const positions = rows.length
  const packed = new Float64Array(positions)
  for (let at = 0; at < positions; at++) packed[at] = (rank[at] ?? 0) * positions + at
  packed.sort()
  const sorted = new Int32Array(positions)
  for (let at = 0; at < positions; at++) {
    sorted[at] = rows[(packed[at] ?? 0) % positions] ?? 0
  }
  return sorted
}

/** Small whole numbers in the order wanted; empty cells rank behind everything either way. */
function ranks(storage: Storage, rows: Int32Array, key: { direction: 'asc' | 'desc' }) {
  const distinct = storage instanceof NumberStorage ? numberRanks : dictionaryRanks
  const { rank, count } = distinct(storage, rows)
  if (key.direction === 'desc') {
    for (let at = 0; at < rank.length; at++) {
      const value = rank[at] ?? 0
      if (value < count) rank[at] = count - 1 - value
    }
  }
  return rank
}

function numberRanks(storage: Storage, rows: Int32Array): { rank: Float64Array; count: number } {
  const read = numberReader(storage)
  const present = new Float64Array(rows.length)
  let filled = 0
  for (const row of rows) {
    const value = read(row)
    if (!Number.isNaN(value)) present[filled++] = value
  }
  const sorted = present.subarray(0, filled).sort()
  let count = 0
  for (let at = 0; at < filled; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] ?? 0
  }
  const rank = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const value = read(rows[at] ?? 0)
    rank[at] = Number.isNaN(value) ? count : position(sorted, count, value)
  }
  return { rank, count }
}

function numberReader(storage: Storage): (row: number) => number {
  if (storage instanceof NumberStorage) return (row) => storage.values[row] ?? Number.NaN
  return (row) => Number(storage.get(row) ?? Number.NaN)
}

function position(sorted: Float64Array, count: number, value: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function dictionaryRanks(
  storage: Storage,
  rows: Int32Array,
): { rank: Float64Array; count: number } {
  if (!(storage instanceof DictionaryStorage)) return numberRanks(storage, rows)
  const codes = storage.entries.map((_, code) => code)
  const value = (code: number) => storage.entries[code] ?? null
  codes.sort((left, right) => compareValues(value(left), value(right)))
  const rankOf = new Int32Array(codes.length)
  let count = 0
  for (const [at, code] of codes.entries()) {
    const previous = codes[at - 1]
    if (previous !== undefined && compareValues(value(previous), value(code)) !== 0) count++
    rankOf[code] = count
  }
  const blankLast = codes.some((code) => isBlank(value(code)))
  const rank = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) rank[at] = rankOf[storage.codes[rows[at] ?? 0] ?? 0] ?? 0
  return { rank, count: blankLast ? count : count + 1 }
}
