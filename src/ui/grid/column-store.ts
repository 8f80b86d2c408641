import type { StreamBatch, StreamNumbers } from './arrow-reader.ts'
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

/** Stands for an empty cell among whole numbers; among doubles NaN does. */
export const EMPTY_WHOLE = -(2 ** 31)
const WHOLE_MOST = 2 ** 31 - 1
/** Decimals beyond which a column is kept as doubles. */
const SCALE_MOST = 6

/**
 * Numbers as whole ones of a common scale in 4 bytes each; as doubles from the first value on that
 * does not fit.
 */
export class NumberStorage implements Storage {
  values: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Decimals the whole numbers stand for; -1 where they are doubles. */
  scale = 0
  /** Decimals no double can hold, and texts that are no number, kept as they came. */
  readonly texts = new Map<number, string>()
  written: number[] | null = null
  #unit = 1

  constructor(capacity: number) {
    this.values = new Int32Array(capacity).fill(EMPTY_WHOLE)
  }

  get(id: number): CellValue {
    if (this.texts.size > 0) {
      const text = this.texts.get(id)
      if (text !== undefined) return text
    }
    const value = this.values[id] ?? Number.NaN
    if (Number.isNaN(value)) return null
    if (this.scale < 0) return value
    return value === EMPTY_WHOLE ? null : value / this.#unit
  }

  set(id: number, value: CellValue): void {
    this.written?.push(id)
    this.texts.delete(id)
    if (value === null || value === '') {
      this.#put(id, Number.NaN)
    } else if (typeof value === 'number') {
      this.#put(id, value)
    } else {
      const number = Number(value)
      this.#put(id, number)
      if (!Number.isFinite(number) || !survivesAsDouble(value)) this.texts.set(id, value)
    }
  }

  /** Numbers that were made elsewhere, from a row on. */
  write({ numbers, texts }: StreamNumbers, first: number): void {
    for (let at = 0; at < numbers.length; at++) this.#put(first + at, numbers[at] ?? Number.NaN)
    for (const [row, text] of texts) this.texts.set(first + row, text)
  }

  /** Begins anew with numbers of another scale, all of them empty. */
  turnTo(scale: number): void {
    const { length } = this.values
    this.scale = scale
    this.#unit = 10 ** Math.max(0, scale)
    this.values =
      scale < 0
        ? new Float64Array(length).fill(Number.NaN)
        : new Int32Array(length).fill(EMPTY_WHOLE)
  }

  get capacity(): number {
    return this.values.length
  }

  grow(capacity: number): void {
    if (capacity <= this.values.length) return
    const isWhole = this.scale >= 0
    const grown = isWhole ? new Int32Array(capacity) : new Float64Array(capacity)
    grown.set(this.values)
    grown.fill(isWhole ? EMPTY_WHOLE : Number.NaN, this.values.length)
    this.values = grown
  }

  #put(id: number, value: number): void {
    if (this.scale < 0) {
      // Zero has one sign only, however it is kept.
      this.values[id] = value + 0
      return
    }
    if (Number.isNaN(value)) {
      this.values[id] = EMPTY_WHOLE
      return
    }
    const whole = Math.round(value * this.#unit)
    // The same double comes out again, so nothing of the value is lost.
    if (whole / this.#unit === value && Math.abs(whole) <= WHOLE_MOST) {
      this.values[id] = whole
    } else {
      this.#widen()
      this.#put(id, value)
    }
  }

  /** One more decimal, or doubles where that is no help. */
  #widen(): void {
    const { length } = this.values
    const before = this.values
    const unit = this.#unit
    let most = 0
    for (let id = 0; id < length; id++) {
      const value = before[id] ?? EMPTY_WHOLE
      if (value !== EMPTY_WHOLE) most = Math.max(most, Math.abs(value))
    }
    const fits = this.scale < SCALE_MOST && most * 10 <= WHOLE_MOST
    this.turnTo(fits ? this.scale + 1 : -1)
    for (let id = 0; id < length; id++) {
      const value = before[id] ?? EMPTY_WHOLE
      if (value !== EMPTY_WHOLE) this.values[id] = fits ? value * 10 : value / unit
    }
  }
}

/** As wide as the number of distinct values needs. */
export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

function codesFor(entries: number, capacity: number): Codes {
  if (entries <= 1 << 8) return new Uint8Array(capacity)
  return entries <= 1 << 16 ? new Uint16Array(capacity) : new Int32Array(capacity)
}

/** Distinct values once, and 1, 2 or 4 bytes per row that point at them. Code 0 is the empty cell. */
export class DictionaryStorage implements Storage {
  codes: Codes
  readonly entries: CellValue[] = [null]
  written: number[] | null = null
  readonly #codeOf = new Map<CellValue, number>([[null, 0]])

  constructor(capacity: number) {
    this.codes = new Uint8Array(capacity)
  }

  get(id: number): CellValue {
    return this.entries[this.codes[id] ?? 0] ?? null
  }

  set(id: number, value: CellValue): void {
    this.written?.push(id)
    const code = this.codeFor(value)
    this.codes[id] = code
  }

  codeFor(value: CellValue): number {
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.entries.push(value) - 1
    this.#codeOf.set(value, code)
    this.fitEntries()
    return code
  }

  /** Makes the codes as wide as the entries there are by now need. */
  fitEntries(): void {
    const holds = 2 ** (8 * this.codes.BYTES_PER_ELEMENT)
    if (this.entries.length <= holds) return
    const wider = codesFor(this.entries.length, this.codes.length)
    wider.set(this.codes)
    this.codes = wider
  }

  get capacity(): number {
    return this.codes.length
  }

  grow(capacity: number): void {
    if (capacity <= this.codes.length) return
    const grown = codesFor(this.entries.length, capacity)
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

/** What a column of the grid calls the entries of a dictionary that comes in parts. */
export class StreamDictionary {
  readonly #storage: DictionaryStorage
  /** Own code of every entry so far; both count from 1, 0 being the empty cell. */
  #codes = new Int32Array(256)
  #length = 1
  #isSame = true

  constructor(storage: DictionaryStorage) {
    this.#storage = storage
  }

  learn(added: readonly CellValue[]): void {
    if (this.#length + added.length > this.#codes.length) {
      const wider = new Int32Array((this.#length + added.length) * 2)
      wider.set(this.#codes)
      this.#codes = wider
    }
    for (const value of added) {
      const code = this.#storage.codeFor(value)
      if (code !== this.#length) this.#isSame = false
      this.#codes[this.#length++] = code
    }
  }

  /** Writes rows from a place on; the column must have room for them. */
  write(codes: Int32Array, first: number): void {
    if (this.#isSame) return this.#storage.codes.set(codes, first)
    for (let at = 0; at < codes.length; at++) {
      this.#storage.codes[first + at] = this.#codes[codes[at] ?? 0] ?? 0
    }
  }
}

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

  /** As `appendBatch`, of a stream whose dictionaries come in parts. */
  appendStream(batch: StreamBatch, dictionaries: Map<string, StreamDictionary>): number {
    const first = this.#count
    this.#reserve(first + batch.length)
    this.#count += batch.length
    for (const [name, column] of Object.entries(batch.columns)) {
      const storage = this.storage(name)
      if ('numbers' in column) {
        if (storage instanceof NumberStorage) storage.write(column, first)
        else fill(storage, first, batch.length, valuesOf(column))
      } else if (storage instanceof DictionaryStorage) {
        const dictionary = dictionaries.get(name) ?? new StreamDictionary(storage)
        dictionaries.set(name, dictionary)
        dictionary.learn(column.added)
        dictionary.write(column.codes, first)
      } else {
        throw new TypeError(`column ${name} holds numbers and was sent texts`)
      }
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

function valuesOf({ numbers, texts }: StreamNumbers): CellValue[] {
  const values: CellValue[] = Array.from(numbers)
  for (const [row, text] of texts) values[row] = text
  return values
}

function fill(storage: Storage, first: number, length: number, values: BatchColumn): void {
  if (values instanceof Float64Array && storage instanceof NumberStorage) {
    storage.write({ numbers: values.subarray(0, length), texts: [] }, first)
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
