import type { StreamBatch, StreamNumbers } from './arrow-reader.ts'
import type { CellValue, GridRow } from './column.ts'
import type { Storage } from './column-storage.ts'
import { DictionaryStorage, StreamDictionary } from './dictionary-storage.ts'
import { NumberStorage } from './number-storage.ts'

/** The dictionaries of one stream, by column. */
export type StreamDictionaries = Map<string, StreamDictionary>

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

  /**
   * Adds a batch of a stream, whose dictionaries come in parts, column by column. Returns the number
   * of its first row.
   */
  appendStream(batch: StreamBatch, dictionaries: StreamDictionaries): number {
    const first = this.#count
    this.#reserve(first + batch.length)
    this.#count += batch.length
    for (const [name, column] of Object.entries(batch.columns)) {
      const storage = this.storage(name)
      if ('numbers' in column) {
        if (storage instanceof NumberStorage) storage.write(column, first)
        else for (const [at, value] of valuesOf(column).entries()) storage.set(first + at, value)
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
   * Makes room for so many rows. A column that grows is copied, so each grows by a factor of its own:
   * a million rows that come in batches never find all columns full at the same moment.
   */
  #reserve(count: number): void {
    if (count <= this.#capacity) return
    let least = Number.POSITIVE_INFINITY
    let place = 0
    for (const storage of this.#columns.values()) {
      place += GOLDEN_RATIO
      if (storage.capacity < count) storage.grow(Math.ceil(count * (1.25 + (place % 1) / 2)))
      least = Math.min(least, storage.capacity)
    }
    this.#capacity = least === Number.POSITIVE_INFINITY ? count : least
  }
}

/** Its multiples lie as far from each other, without their whole parts, as numbers can. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

function valuesOf({ numbers, texts }: StreamNumbers): CellValue[] {
  const values: CellValue[] = Array.from(numbers, (number) =>
    Number.isNaN(number) ? null : number,
  )
  for (const [row, text] of texts) values[row] = text
  return values
}
