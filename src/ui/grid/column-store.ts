import type { CellValue, GridRow } from './column.ts'

/** One column of values. Rows are addressed by their stable number, never by what is on screen. */
export interface Storage {
  get(id: number): CellValue
  set(id: number, value: CellValue): void
  readonly capacity: number
  grow(capacity: number): void
  /** While a copy of the column is kept elsewhere: the rows written since it was last brought up. */
  written: number[] | null
}

/** Numbers in 8 bytes each. NaN stands for an empty cell. */
export class NumberStorage implements Storage {
  values: Float64Array
  /** Decimals no double can hold, and texts that are no number, kept as they came. */
  readonly texts = new Map<number, string>()
  written: number[] | null = null

  constructor(capacity: number) {
    this.values = new Float64Array(capacity).fill(Number.NaN)
  }

  get(id: number): CellValue {
    if (this.texts.size > 0) {
      const text = this.texts.get(id)
      if (text !== undefined) return text
    }
    const value = this.values[id] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }

  set(id: number, value: CellValue): void {
    this.written?.push(id)
    this.texts.delete(id)
    if (value === null || value === '') {
      this.values[id] = Number.NaN
    } else if (typeof value === 'number') {
      this.values[id] = value
    } else {
      const number = Number(value)
      this.values[id] = number
      if (!Number.isFinite(number) || !survivesAsDouble(value)) this.texts.set(id, value)
    }
  }

  get capacity(): number {
    return this.values.length
  }

  grow(capacity: number): void {
    if (capacity <= this.values.length) return
    const grown = new Float64Array(capacity)
    grown.set(this.values)
    grown.fill(Number.NaN, this.values.length)
    this.values = grown
  }
}

/** Distinct values once, and 4 bytes per row that point at them. Code 0 is the empty cell. */
export class DictionaryStorage implements Storage {
  codes: Int32Array
  readonly entries: CellValue[] = [null]
  written: number[] | null = null
  readonly #codeOf = new Map<CellValue, number>([[null, 0]])

  constructor(capacity: number) {
    this.codes = new Int32Array(capacity)
  }

  get(id: number): CellValue {
    return this.entries[this.codes[id] ?? 0] ?? null
  }

  set(id: number, value: CellValue): void {
    this.written?.push(id)
    this.codes[id] = this.codeFor(value)
  }

  codeFor(value: CellValue): number {
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.entries.push(value) - 1
    this.#codeOf.set(value, code)
    return code
  }

  get capacity(): number {
    return this.codes.length
  }

  grow(capacity: number): void {
    if (capacity <= this.codes.length) return
    const grown = new Int32Array(capacity)
    grown.set(this.codes)
    this.codes = grown
  }
}

/** Fifteen significant digits always survive a double; longer ones are compared digit by digit. */
function survivesAsDouble(text: string): boolean {
  if (text.length <= 15) return true
  const digits = (value: string) =>
    value
      .replace(/^[+-]/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/^0+|\.$/g, '')
  return digits(text.trim()) === digits(String(Number(text)))
}

/** Ready-made columns, as an Arrow reader hands them over. */
export interface ColumnBatch {
  readonly length: number
  readonly columns: Readonly<Record<string, BatchColumn>>
}

type BatchColumn =
  | Float64Array
  | readonly CellValue[]
  | { readonly codes: ArrayLike<number>; readonly dictionary: readonly CellValue[] }

/**
 * The rows of a grid, column by column. A row keeps its number for as long as the data is shown;
 * order, filter and deletion live elsewhere and only point here.
 */
export class ColumnStore {
  readonly #columns = new Map<string, Storage>()
  readonly #numeric: ReadonlySet<string>
  #count = 0
  #capacity: number

  /** `numeric` names the columns held as numbers; all others are held as dictionaries. */
  constructor(numeric: Iterable<string>, columns: Iterable<string>, capacity = 64) {
    this.#numeric = new Set(numeric)
    this.#capacity = capacity
    for (const column of columns) this.storage(column)
  }

  get count(): number {
    return this.#count
  }

  /** The storage of a column; a field no column describes gets one when it first appears. */
  storage(column: string): Storage {
    const known = this.#columns.get(column)
    if (known) return known
    const made = this.#numeric.has(column)
      ? new NumberStorage(this.#capacity)
      : new DictionaryStorage(this.#capacity)
    this.#columns.set(column, made)
    return made
  }

  get(id: number, column: string): CellValue {
    return this.#columns.get(column)?.get(id) ?? null
  }

  set(id: number, column: string, value: CellValue): void {
    this.storage(column).set(id, value)
  }

  row(id: number): GridRow {
    const row: GridRow = {}
    for (const [column, storage] of this.#columns) row[column] = storage.get(id)
    return row
  }

  append(row: GridRow): number {
    this.#reserve(this.#count + 1)
    const id = this.#count++
    for (const [column, value] of Object.entries(row)) this.storage(column).set(id, value)
    return id
  }

  /** Adds a batch column by column and returns the number of its first row. */
  appendBatch(batch: ColumnBatch): number {
    const first = this.#count
    this.#reserve(first + batch.length)
    this.#count += batch.length
    for (const [column, values] of Object.entries(batch.columns)) {
      fill(this.storage(column), first, batch.length, values)
    }
    return first
  }

  /**
   * Makes room for so many rows, which spares copying while they arrive. `pause` is waited for
   * between columns: so much memory is not had in no time.
   */
  async reserve(count: number, pause: () => Promise<void>): Promise<void> {
    for (const storage of this.#columns.values()) {
      storage.grow(count)
      await pause()
    }
    this.#reserve(count)
  }

  #reserve(count: number): void {
    if (count <= this.#capacity) return
    const roomy = [...this.#columns.values()].every((storage) => storage.capacity >= count)
    this.#capacity = roomy ? count : Math.max(count, this.#capacity * 2)
    for (const storage of this.#columns.values()) storage.grow(this.#capacity)
  }
}

function fill(storage: Storage, first: number, length: number, values: BatchColumn): void {
  if (values instanceof Float64Array && storage instanceof NumberStorage) {
    storage.values.set(values.subarray(0, length), first)
  } else if ('dictionary' in values && storage instanceof DictionaryStorage) {
    const codes = values.dictionary.map((value) => storage.codeFor(value))
    for (let at = 0; at < length; at++) {
      storage.codes[first + at] = codes[values.codes[at] ?? -1] ?? 0
    }
  } else {
    const at =
      'dictionary' in values
        ? (index: number) => values.dictionary[values.codes[index] ?? -1] ?? null
        : (index: number) => plain(values[index])
    for (let index = 0; index < length; index++) storage.set(first + index, at(index))
  }
}

function plain(value: CellValue | undefined): CellValue {
  return value === undefined || Number.isNaN(value) ? null : value
}
