import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { EMPTY_INTEGER, NumberStorage } from '#ui/grid/columns/number-storage.ts'
import { isBlank, type CellValue } from '#ui/grid/columns/column.ts'

export interface SortKey {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Cycles a column's sort: ascending after the other keys, then descending, then removed. */
export function cycleSort(keys: readonly SortKey[], column: string): SortKey[] {
  const currentKey = keys.find((key) => key.column === column)
  if (!currentKey) return [...keys, { column, direction: 'asc' }]
  const others = keys.filter((key) => key.column !== column)
  if (currentKey.direction === 'desc') return others
  return keys.map((key) => (key === currentKey ? { column, direction: 'desc' } : key))
}

const korean = new Intl.Collator('ko')

/** Compares for display: numbers by value, texts in Korean dictionary order, empty cells last. */
export function compareValues(left: CellValue, right: CellValue): number {
  if (left === right) return 0
  if (isBlank(left)) return isBlank(right) ? 0 : 1
  if (isBlank(right)) return -1
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return korean.compare(String(left), String(right))
}

/**
 * Sorts row numbers by several keys, stably. Applies the keys from last to first with counting
 * sorts, without calling a comparator per row.
 */
export function sortRows(
  rows: Int32Array,
  keys: readonly { storage: Storage; direction: 'asc' | 'desc' }[],
): Int32Array {
  let order = rows
  for (const { storage, direction } of keys.toReversed()) {
    order =
      storage instanceof DictionaryStorage
        ? sortByRank(order, storage, direction)
        : sortByNumber(order, toNumbers(storage, order), direction)
  }
  return order
}

/* Texts: distinct values are sorted once, then rows are distributed into one bucket per value. */

interface CodeRanks {
  readonly sorted: readonly number[]
  readonly rank: Int32Array
  readonly count: number
}

const knownRanks = new WeakMap<DictionaryStorage, CodeRanks>()

/** Dictionaries only grow, so ranks are valid until the length changes. */
function codeRanks(storage: DictionaryStorage): CodeRanks {
  const { entries } = storage
  const known = knownRanks.get(storage)
  if (known?.sorted.length === entries.length) return known
  // The previous order is almost sorted, which speeds up the sort.
  const codes = [...(known?.sorted ?? [])]
  for (let code = codes.length; code < entries.length; code++) codes.push(code)
  const value = (code: number) => entries[code] ?? null
  const compare = entries.every(isPlainCode) ? comparePlain : compareValues
  codes.sort((left, right) => compare(value(left), value(right)))
  const rank = new Int32Array(entries.length)
  let count = 0
  let previous: CellValue = null
  for (const code of codes) {
    const own = value(code)
    if (!isBlank(own) && (count === 0 || compare(previous, own) !== 0)) count++
    rank[code] = isBlank(own) ? -1 : count - 1
    previous = own
  }
  for (const [code, own] of rank.entries()) if (own < 0) rank[code] = count
  const ranks = { sorted: codes, rank, count }
  knownRanks.set(storage, ranks)
  return ranks
}

/** For these characters, dictionary order equals code point order. */
function isPlainCode(value: CellValue): boolean {
  return value === null || (typeof value === 'string' && /^[ \-.0-9A-Z]*$/.test(value))
}

function comparePlain(left: CellValue, right: CellValue): number {
  if (left === right) return 0
  if (isBlank(left)) return isBlank(right) ? 0 : 1
  if (isBlank(right)) return -1
  return String(left) < String(right) ? -1 : 1
}

function sortByRank(
  rows: Int32Array,
  storage: DictionaryStorage,
  direction: 'asc' | 'desc',
): Int32Array {
  const { rank, count } = codeRanks(storage)
  const turned =
    direction === 'asc' ? rank : rank.map((own) => (own < count ? count - 1 - own : own))
  const { codes } = storage
  const next = new Int32Array(count + 2)
  for (const row of rows) {
    const bucket = (turned[codes[row] ?? 0] ?? 0) + 1
    next[bucket] = (next[bucket] ?? 0) + 1
  }
  for (let bucket = 1; bucket < next.length; bucket++)
    next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0)
  const sorted = new Int32Array(rows.length)
  for (const row of rows) {
    const bucket = turned[codes[row] ?? 0] ?? 0
    const at = next[bucket] ?? 0
    sorted[at] = row
    next[bucket] = at + 1
  }
  return sorted
}

/* Numbers: radix sort by 16 bits, with the bits mapped to unsigned integer order. */

function toNumbers(storage: Storage, rows: Int32Array): Float64Array {
  const numbers = new Float64Array(rows.length)
  if (storage instanceof NumberStorage) {
    const { values } = storage
    const isWhole = values instanceof Int32Array
    for (let index = 0; index < rows.length; index++) {
      const value = values[rows[index] ?? 0] ?? Number.NaN
      numbers[index] = isWhole && value === EMPTY_INTEGER ? Number.NaN : value
    }
  } else {
    for (let index = 0; index < rows.length; index++) {
      numbers[index] = Number(storage.get(rows[index] ?? 0) ?? Number.NaN)
    }
  }
  return numbers
}

/** Converts doubles to pairs of words (low, high) that sort as unsigned integers. */
function sortableWords(numbers: Float64Array, direction: 'asc' | 'desc'): Uint32Array {
  const words = new Uint32Array(numbers.buffer)
  const turn = direction === 'desc' ? 0xffffffff : 0
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? Number.NaN
    // Zero and minus zero are the same number. Empty cells are last in both directions.
    if (number === 0) numbers[index] = 0
    const low = words[index * 2] ?? 0
    const high = words[index * 2 + 1] ?? 0
    const flip = high >>> 31 === 1 ? 0xffffffff : 0
    const isEmpty = Number.isNaN(number)
    words[index * 2] = isEmpty ? 0xffffffff : low ^ flip ^ turn
    words[index * 2 + 1] = isEmpty ? 0xffffffff : high ^ (flip | 0x80000000) ^ turn
  }
  return words
}

function sortByNumber(
  rows: Int32Array,
  numbers: Float64Array,
  direction: 'asc' | 'desc',
): Int32Array {
  const words = sortableWords(numbers, direction)
  let places = new Int32Array(rows.length)
  for (let index = 0; index < places.length; index++) places[index] = index
  let spare = new Int32Array(rows.length)
  const digits = new Uint16Array(words.buffer)
  for (let digit = 0; digit < 4; digit++) {
    if (!radixPass(places, spare, digits, digit)) continue
    const dealt = spare
    spare = places
    places = dealt
  }
  return places.map((place) => rows[place] ?? 0)
}

/**
 * One pass over one of the four digits, least significant first. Returns false if all rows have the
 * same digit.
 */
function radixPass(from: Int32Array, to: Int32Array, digits: Uint16Array, digit: number): boolean {
  const next = new Int32Array(65_537)
  for (const place of from) {
    const bucket = (digits[place * 4 + digit] ?? 0) + 1
    next[bucket] = (next[bucket] ?? 0) + 1
  }
  if (next.includes(from.length)) return false
  for (let bucket = 1; bucket < next.length; bucket++) {
    next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0)
  }
  for (const place of from) {
    const bucket = digits[place * 4 + digit] ?? 0
    const at = next[bucket] ?? 0
    to[at] = place
    next[bucket] = at + 1
  }
  return true
}
