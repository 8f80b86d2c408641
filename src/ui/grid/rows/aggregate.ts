import { decimalText, type Decimal } from '#kernel/decimal.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { EMPTY_INTEGER, NumberStorage } from '#ui/grid/columns/number-storage.ts'
import { isBlank, type CellValue, type Footer } from '#ui/grid/columns/column.ts'

const MAX_SAFE_SUM = Number.MAX_SAFE_INTEGER / 2

export interface SummedRows {
  readonly rows: Int32Array
  readonly removed: ReadonlySet<number>
}

/**
 * Exact sum of decimals. Values are scaled to integers first, so 0.1 + 0.2 is 0.3. Switches to
 * BigInt when a double could lose a unit.
 */
export class DecimalSum {
  count = 0
  #scale = 0
  #small = 0
  #big = 0n

  add(value: number | string): void {
    const scale = typeof value === 'number' ? decimalScale(value) : -1
    if (scale >= 0 && typeof value === 'number') {
      if (scale > this.#scale) this.#rescale(scale)
      const scaled = Math.round(value * 10 ** this.#scale)
      if (Math.abs(scaled) <= MAX_SAFE_SUM) {
        this.#addSmall(scaled)
        this.count++
        return
      }
    }
    this.#addExact(String(value))
  }

  addSum(other: DecimalSum): void {
    if (other.#scale > this.#scale) this.#rescale(other.#scale)
    const total = other.#big + BigInt(other.#small)
    this.#big += total * 10n ** BigInt(this.#scale - other.#scale)
    this.count += other.count
  }

  addScaled(total: number, scale: number, count: number): void {
    if (scale > this.#scale) this.#rescale(scale)
    this.#big += BigInt(total) * 10n ** BigInt(this.#scale - scale)
    this.count += count
  }

  toString(): string {
    return decimalText({ units: this.#big + BigInt(this.#small), scale: this.#scale })
  }

  toNumber(): number {
    return Number(this.toString())
  }

  /** Average with six more decimal places than the values. Null if there are none. */
  average(): number | null {
    if (this.count === 0) return null
    const total = (this.#big + BigInt(this.#small)) * 10n ** 6n
    const count = BigInt(this.count)
    const half = total < 0n ? -count : count
    const units = (total * 2n + half) / (count * 2n)
    return Number(decimalText({ units, scale: this.#scale + 6 }))
  }

  #addSmall(scaled: number): void {
    this.#small += scaled
    if (Math.abs(this.#small) > MAX_SAFE_SUM) {
      this.#big += BigInt(this.#small)
      this.#small = 0
    }
  }

  #addExact(text: string): void {
    const parsed = parseDecimal(text)
    if (!parsed) return
    if (parsed.scale > this.#scale) this.#rescale(parsed.scale)
    this.#big += parsed.units * 10n ** BigInt(this.#scale - parsed.scale)
    this.count++
  }

  #rescale(scale: number): void {
    const factor = 10n ** BigInt(scale - this.#scale)
    this.#big = (this.#big + BigInt(this.#small)) * factor
    this.#small = 0
    this.#scale = scale
  }
}

/**
 * Decimal places of a double that represents a decimal. Returns -1 above 12 places or if the scaled
 * value is not a safe integer.
 */
function decimalScale(value: number): number {
  if (Number.isInteger(value)) return 0
  for (let scale = 1, power = 10; scale <= 12; scale++, power *= 10) {
    const scaled = Math.round(value * power)
    if (scaled / power === value) return Math.abs(scaled) <= MAX_SAFE_SUM ? scale : -1
  }
  return -1
}

/** Null if the text is not a decimal. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim())
  if (!match || (match[2] === '' && !match[3])) return null
  const fraction = match[3] ?? ''
  const digits = BigInt(`${match[2] ?? ''}${fraction}`)
  const units = match[1] === '-' ? -digits : digits
  return { units, scale: fraction.length - Number(match[4] ?? 0) }
}

/**
 * A number if a double holds the sum exactly, otherwise decimal text. Null if no values were added.
 */
function toExactValue(sum: DecimalSum): CellValue {
  if (sum.count === 0) return null
  const text = sum.toString()
  return text.replace(/\D/g, '').length <= 15 ? Number(text) : text
}

function minOrMax(values: readonly CellValue[], sign: 1 | -1): CellValue {
  let best: CellValue = null
  for (const value of values) {
    if (value === null) continue
    if (best === null || (value < best ? -1 : value > best ? 1 : 0) === sign) best = value
  }
  return best
}

const MAX_SCALES = 6

/**
 * Sums a numeric column over the given rows, excluding `removed`. Adds values as integers of one
 * scale and uses the slower exact path for values that do not fit.
 */
export function sumRows(
  storage: Storage,
  rows: Int32Array,
  removed: ReadonlySet<number>,
): DecimalSum {
  const sum = new DecimalSum()
  if (isWhole(storage)) addIntegers(sum, storage, { rows, removed })
  else if (!isDouble(storage) || !addSafeIntegers(sum, storage.values, { rows, removed })) {
    addEach(sum, storage, { rows, removed })
  }
  return sum
}

type WholeStorage = NumberStorage & { readonly values: Int32Array }

export function isWhole(storage: Storage): storage is WholeStorage {
  if (!(storage instanceof NumberStorage)) return false
  return storage.texts.size === 0 && storage.values instanceof Int32Array
}

function isDouble(storage: Storage): storage is NumberStorage & { readonly values: Float64Array } {
  if (!(storage instanceof NumberStorage)) return false
  return storage.texts.size === 0 && storage.values instanceof Float64Array
}

/** Like `sumOf`, for an integer column over all rows from 0 to `count` in storage order. */
export function sumAllRows(
  { values, scale }: WholeStorage,
  count: number,
  removed: ReadonlySet<number>,
): DecimalSum {
  const sum = new DecimalSum()
  for (let from = 0; from < count; from += INTEGER_BATCH) {
    const end = Math.min(count, from + INTEGER_BATCH)
    let total = 0
    let filled = end - from
    for (let row = from; row < end; row++) {
      const value = values[row] ?? EMPTY_INTEGER
      if (value === EMPTY_INTEGER) filled--
      else total += value
    }
    sum.addScaled(total, scale, filled)
  }
  for (const row of removed) {
    const value = row < count ? (values[row] ?? EMPTY_INTEGER) : EMPTY_INTEGER
    if (value !== EMPTY_INTEGER) sum.addScaled(-value, scale, -1)
  }
  return sum
}

export function footerValue(footer: 'SUM' | 'AVG', sum: DecimalSum): CellValue {
  return footer === 'SUM' ? toExactValue(sum) : sum.average()
}

function addEach(sum: DecimalSum, storage: Storage, { rows, removed }: SummedRows): DecimalSum {
  for (const row of rows) {
    if (removed.size > 0 && removed.has(row)) continue
    const value = storage.get(row)
    if (value !== null) sum.add(value)
  }
  return sum
}

/** Maximum number of 32-bit values whose sum a double holds exactly. */
const INTEGER_BATCH = 2 ** 21

function addIntegers(
  sum: DecimalSum,
  { values, scale }: { values: Int32Array; scale: number },
  { rows, removed }: SummedRows,
): void {
  const isRemoved = toRemovedFlags(removed, values.length)
  for (let from = 0; from < rows.length; from += INTEGER_BATCH) {
    const end = Math.min(rows.length, from + INTEGER_BATCH)
    let total = 0
    let count = 0
    for (let index = from; index < end; index++) {
      const row = rows[index] ?? 0
      const value = values[row] ?? EMPTY_INTEGER
      if (value === EMPTY_INTEGER || isRemoved?.[row] === 1) continue
      total += value
      count++
    }
    sum.addScaled(total, scale, count)
  }
}

/** A byte per row, much faster to read than a set. */
function toRemovedFlags(removed: ReadonlySet<number>, length: number): Uint8Array | null {
  if (removed.size === 0) return null
  const marks = new Uint8Array(length)
  for (const row of removed) marks[row] = 1
  return marks
}

/**
 * Returns false without adding anything if a value has too many decimals or the total is not a safe
 * integer.
 */
function addSafeIntegers(
  sum: DecimalSum,
  values: Float64Array,
  { rows, removed }: SummedRows,
): boolean {
  let scale = 0
  let factor = 1
  let total = 0
  let count = 0
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value) || (removed.size > 0 && removed.has(row))) continue
    let scaled = Math.round(value * factor)
    while (scaled / factor !== value) {
      if (scale === MAX_SCALES) return false
      scale++
      factor *= 10
      total *= 10
      scaled = Math.round(value * factor)
    }
    total += scaled
    count++
    if (Math.abs(total) > MAX_SAFE_SUM || Math.abs(scaled) > MAX_SAFE_SUM) return false
  }
  sum.addScaled(total, scale, count)
  return true
}

/** Computes a built-in footer over the given rows, excluding `removed`. */
export function aggregateRows(
  footer: Exclude<Footer, (values: readonly CellValue[]) => string>,
  storage: Storage,
  where: SummedRows,
): CellValue {
  if (footer === 'SUM' || footer === 'AVG') {
    return footerValue(footer, sumRows(storage, where.rows, where.removed))
  }
  if (footer !== 'COUNT' && storage instanceof DictionaryStorage) {
    return minOrMax(getUsedEntries(storage, where), footer === 'MAX' ? 1 : -1)
  }
  return aggregate(footer, readValues(storage, where))
}

export function isMixed(units: Storage, where: SummedRows): boolean {
  const named =
    units instanceof DictionaryStorage ? getUsedEntries(units, where) : readValues(units, where)
  return new Set(named.filter((unit) => !isBlank(unit))).size > 1
}

export function readValues(storage: Storage, { rows, removed }: SummedRows): CellValue[] {
  const values: CellValue[] = []
  for (const row of rows) if (removed.size === 0 || !removed.has(row)) values.push(storage.get(row))
  return values
}

function getUsedEntries(storage: DictionaryStorage, { rows, removed }: SummedRows): CellValue[] {
  const used = new Uint8Array(storage.entries.length)
  for (const row of rows)
    if (removed.size === 0 || !removed.has(row)) used[storage.codes[row] ?? 0] = 1
  return storage.entries.filter((_, code) => used[code] === 1)
}

export function aggregate(footer: Footer, values: readonly CellValue[]): CellValue {
  if (typeof footer === 'function') return footer(values)
  if (footer === 'COUNT') return values.filter((value) => !isBlank(value)).length
  if (footer === 'MAX') return minOrMax(values, 1)
  if (footer === 'MIN') return minOrMax(values, -1)
  const sum = new DecimalSum()
  for (const value of values) if (value !== null) sum.add(value)
  return footer === 'SUM' ? toExactValue(sum) : sum.average()
}
