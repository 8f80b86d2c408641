import type { CellValue } from './column.ts'
import type { Storage } from './column-storage.ts'

export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

function createCodes(entries: number, capacity: number): Codes {
  if (entries <= 1 << 8) return new Uint8Array(capacity)
  return entries <= 1 << 16 ? new Uint16Array(capacity) : new Int32Array(capacity)
}

/** Entries indexed per write. Indexing a million in one go would block the page. */
const INDEX_BATCH = 65_536

/**
 * Stores distinct values once, with 1, 2 or 4 bytes per row as their code. Code 0 is the empty
 * cell.
 */
export class DictionaryStorage implements Storage {
  codes: Codes
  readonly entries: CellValue[] = [null]
  written: number[] | null = null
  readonly #codeOf = new Map<CellValue, number>([[null, 0]])
  /** Number of indexed entries. Later ones came from a stream, which does not need the index. */
  #indexedCount = 1

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
    const known = this.#find(value)
    if (known !== undefined) return known
    const code = this.entries.push(value) - 1
    if (this.#indexedCount === code) this.#index(code + 1)
    this.fitEntries()
    return code
  }

  addNew(values: readonly CellValue[]): void {
    for (const value of values) this.entries.push(value)
    this.fitEntries()
  }

  #find(value: CellValue): number | undefined {
    if (this.#indexedCount < this.entries.length) {
      this.#index(Math.min(this.entries.length, this.#indexedCount + INDEX_BATCH))
    }
    const known = this.#codeOf.get(value)
    if (known !== undefined || this.#indexedCount === this.entries.length) return known
    const code = this.entries.indexOf(value, this.#indexedCount)
    return code < 0 ? undefined : code
  }

  #index(end: number): void {
    for (; this.#indexedCount < end; this.#indexedCount++) {
      this.#codeOf.set(this.entries[this.#indexedCount] ?? null, this.#indexedCount)
    }
  }

  fitEntries(): void {
    const holds = 2 ** (8 * this.codes.BYTES_PER_ELEMENT)
    if (this.entries.length <= holds) return
    const wider = createCodes(this.entries.length, this.codes.length)
    wider.set(this.codes)
    this.codes = wider
  }

  get capacity(): number {
    return this.codes.length
  }

  grow(capacity: number): void {
    if (capacity <= this.codes.length) return
    const grown = createCodes(this.entries.length, capacity)
    grown.set(this.codes)
    this.codes = grown
  }
}

/** Maps the codes of a dictionary that arrives in parts to the codes of a grid column. */
export class StreamDictionary {
  readonly #storage: DictionaryStorage
  /** Column code of every entry, 0 for the empty cell. Filled only if the codes differ. */
  readonly #codes: number[] = []
  #length = 1
  #isSame = true

  constructor(storage: DictionaryStorage) {
    this.#storage = storage
  }

  /** Adds the next entries of the dictionary, which must be distinct. */
  learn(added: readonly CellValue[]): void {
    if (this.#isSame && this.#storage.entries.length === this.#length) {
      this.#storage.addNew(added)
      this.#length += added.length
      return
    }
    this.#recordIdentity()
    for (const value of added) this.#codes.push(this.#storage.codeFor(value))
    this.#length += added.length
  }

  #recordIdentity(): void {
    if (!this.#isSame) return
    this.#isSame = false
    for (let code = 0; code < this.#length; code++) this.#codes.push(code)
  }

  write(codes: Int32Array, first: number): void {
    if (this.#isSame) return this.#storage.codes.set(codes, first)
    for (let index = 0; index < codes.length; index++) {
      this.#storage.codes[first + index] = this.#codes[codes[index] ?? 0] ?? 0
    }
  }
}
