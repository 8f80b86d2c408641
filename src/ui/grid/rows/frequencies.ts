import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'
import { compareValues } from './sort.ts'
import type { Frequency } from './worker-messages.ts'

/** Maximum values listed on a frequency sheet. The others only count toward the shares. */
export const MAX_FREQUENCIES = 500

export function countFrequencies(storage: Storage, rows: Int32Array): Frequency[] {
  const counts =
    storage instanceof DictionaryStorage ? countCodes(storage, rows) : countValues(storage, rows)
  return [...counts]
    .sort((left, right) => right[1] - left[1] || compareValues(left[0], right[0]))
    .slice(0, MAX_FREQUENCIES)
    .map(([value, count]) => ({ value, count, share: count / rows.length }))
}

function countCodes(storage: DictionaryStorage, rows: Int32Array): Map<CellValue, number> {
  const counted = new Int32Array(storage.entries.length)
  for (const row of rows) {
    const code = storage.codes[row] ?? 0
    counted[code] = (counted[code] ?? 0) + 1
  }
  const counts = new Map<CellValue, number>()
  for (const [code, count] of counted.entries()) {
    if (count === 0) continue
    const value = blankAsNull(storage.entries[code] ?? null)
    counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return counts
}

function countValues(storage: Storage, rows: Int32Array): Map<CellValue, number> {
  const counts = new Map<CellValue, number>()
  for (const row of rows) {
    const value = blankAsNull(storage.get(row))
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function blankAsNull(value: CellValue): CellValue {
  return value === '' ? null : value
}
