import type { Storage } from '#ui/grid/columns/column-storage.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { aggregateRows, isMixed, sumRows, readValues } from './aggregate.ts'
import type { RowGroups } from './row-groups.ts'

/** Maximum units listed in a group cell before `…`. */
const MAX_NAMED_UNITS = 3

interface Read {
  storage(column: string): Storage
  readonly removed: ReadonlySet<number>
}

/**
 * Values of group cells, computed lazily. Of a million grouped rows, only the groups on screen are
 * summed.
 */
export class GroupValues {
  readonly #groups: RowGroups
  readonly #read: Read
  readonly #known = new Map<number, Map<string, CellValue>>()

  constructor(groups: RowGroups, read: Read) {
    this.#groups = groups
    this.#read = read
  }

  getValue(index: number, column: GridColumn): CellValue {
    const known = this.#known.get(index) ?? new Map<string, CellValue>()
    this.#known.set(index, known)
    const found = known.get(column.id)
    if (found !== undefined) return found
    const value = this.#computeValue(index, column)
    known.set(column.id, value)
    return value
  }

  #computeValue(index: number, column: GridColumn): CellValue {
    const { keys } = this.#groups.grouping
    const level = keys.findIndex((key) => key.column === column.id)
    const own = this.#groups.group(index)?.level ?? -1
    if (level >= 0) return level <= own ? this.#groups.keyValue(index, level) : null
    const where = { rows: this.#groups.groupRows(index), removed: this.#read.removed }
    const storage = this.#read.storage(column.id)
    if (column.ratio) {
      const { removed } = where
      const sum = (name: string) =>
        sumRows(this.#read.storage(name), where.rows, removed).toNumber()
      return computeRatio(column.ratio, sum)
    }
    if (column.isUnit === true) return joinUnits(storage, where.rows)
    if (column.footer === undefined) return commonValue(storage, where.rows)
    if (typeof column.footer === 'function') return column.footer(readValues(storage, where))
    const { currency } = column
    if (currency !== undefined && isMixed(this.#read.storage(currency), where)) return null
    return aggregateRows(column.footer, storage, where)
  }
}

/**
 * Ratio of two sums, because averaging ratios would be wrong. Null if the denominator is zero or
 * too small.
 */
export function computeRatio(
  { of, to, times, minDenominator = 0 }: NonNullable<GridColumn['ratio']>,
  sum: (column: string) => CellValue,
): CellValue {
  const whole = Number(sum(to) ?? 0)
  return whole === 0 || whole < minDenominator ? null : (Number(sum(of) ?? 0) * times) / whole
}

function commonValue(storage: Storage, rows: Int32Array): CellValue {
  const first = storage.get(rows[0] ?? -1)
  if (storage instanceof DictionaryStorage) {
    const { codes } = storage
    const code = codes[rows[0] ?? 0]
    return rows.every((row) => codes[row] === code) ? first : null
  }
  // Numbers without a footer have no group value, even if they happen to be equal.
  return rows.length === 1 ? first : null
}

/** Quantities in mixed units are not summed, so users need to see the units. */
function joinUnits(storage: Storage, rows: Int32Array): CellValue {
  const units = new Set<CellValue>()
  for (const row of rows) {
    units.add(storage.get(row))
    if (units.size > MAX_NAMED_UNITS) break
  }
  units.delete(null)
  const named = [...units].slice(0, MAX_NAMED_UNITS).join(', ')
  return units.size > MAX_NAMED_UNITS ? `${named} …` : named
}
