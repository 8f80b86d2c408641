import type { StreamBatch, StreamNumbers } from './arrow-reader.ts'
import type { CellValue, GridRow } from './column.ts'
import type { Storage } from './column-storage.ts'
import { DictionaryStorage, StreamDictionary } from './dictionary-storage.ts'
import { NumberStorage } from './number-storage.ts'

export type StreamDictionaries = Map<string, StreamDictionary>

/**
 * Rows of a grid, stored by column. A row keeps its number while the data is shown. Order, filter
 * and deletion are kept elsewhere and refer to that number.
 */
export class ColumnStore {
  readonly #columns = new Map<string, Storage>()
  readonly #numeric: ReadonlySet<string>
  #count = 0
  #capacity: number

  /** `numeric` lists the number columns. All others use dictionaries. */
  constructor(numeric: Iterable<string>, columns: Iterable<string>, capacity = 64) {
    this.#numeric = new Set(numeric)
    this.#capacity = capacity
    for (const column of columns) this.storage(column)
  }

  get count(): number {
    return this.#count
  }

  /** Storage of a column. A field without a column gets one when it first appears. */
  storage(column: string): Storage {
    const known = this.#columns.get(column)
    if (known) return known
    const created = this.#numeric.has(column)
      ? new NumberStorage(this.#capacity)
      : new DictionaryStorage(this.#capacity)
    this.#columns.set(column, created)
    return created
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

  /**
   * Appends a stream batch, whose dictionaries arrive in parts. Returns the number of its first
   * row.
   */
  appendStream(batch: StreamBatch, dictionaries: StreamDictionaries): number {
    const first = this.#count
    this.#reserve(first + batch.length)
    this.#count += batch.length
    for (const [name, column] of Object.entries(batch.columns)) {
      const storage = this.storage(name)
      if ('numbers' in column) {
        if (storage instanceof NumberStorage) storage.write(column, first)
        else
          for (const [index, value] of toCellValues(column).entries())
            storage.set(first + index, value)
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
   * Reserves capacity. Growing copies a column, so each has its own growth factor. When a million
   * rows arrive in batches, the columns therefore never all grow at the same time.
   */
  #reserve(count: number): void {
    if (count <= this.#capacity) return
    let lowest = Number.POSITIVE_INFINITY
    let place = 0
    for (const storage of this.#columns.values()) {
      place += GOLDEN_RATIO
      if (storage.capacity < count) storage.grow(Math.ceil(count * (1.25 + (place % 1) / 2)))
      lowest = Math.min(lowest, storage.capacity)
    }
    this.#capacity = lowest === Number.POSITIVE_INFINITY ? count : lowest
  }
}

/** The fractional parts of its multiples are spread as evenly as possible. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

function toCellValues({ numbers, texts }: StreamNumbers): CellValue[] {
  const values: CellValue[] = Array.from(numbers, (number) =>
    Number.isNaN(number) ? null : number,
  )
  for (const [row, text] of texts) values[row] = text
  return values
}
