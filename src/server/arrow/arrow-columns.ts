import {
  batchType,
  Column,
  decimal,
  dictionary,
  float64,
  int32,
  int64,
  utf8,
  type Batch,
  type DataType,
} from '@uwdata/flechette'
import { ByteDictionary, type EntryText } from './byte-dictionary.ts'

export interface ArrowColumn {
  readonly type: DataType
  /** Appends the text of the next row; `start` is -1 for null. */
  take(bytes: DataView, start: number, end: number): void
  /**
   * Returns the rows appended since the last call. The batch shares the column's buffers to avoid a
   * copy, so it is valid only until the next row is appended.
   */
  finish(): Batch<unknown>
}

abstract class Cells {
  protected row = 0
  protected readonly maxRows: number
  #validity: Uint8Array<ArrayBuffer>
  #nulls = 0

  constructor(maxRows: number) {
    this.maxRows = maxRows
    this.#validity = new Uint8Array(Math.ceil(maxRows / 8)).fill(255)
  }

  protected skip(): void {
    this.#nulls++
    const at = this.row >> 3
    this.#validity[at] = (this.#validity[at] ?? 0) & ~(1 << (this.row & 7))
    this.row++
  }

  protected endRows() {
    const length = this.row
    const nullCount = this.#nulls
    const bytes = Math.ceil(length / 8)
    const validity = nullCount === 0 ? new Uint8Array(0) : this.#validity.slice(0, bytes)
    if (nullCount > 0) {
      this.#validity.fill(255)
      if ((length & 7) !== 0)
        validity[bytes - 1] = (validity[bytes - 1] ?? 0) & ((1 << (length & 7)) - 1)
    }
    this.row = 0
    this.#nulls = 0
    return { length, nullCount, validity }
  }
}

function buildBatch(type: DataType, parts: object): Batch<unknown> {
  const BatchConstructor = batchType(type, {}) as new (parts: object) => Batch<unknown>
  return new BatchConstructor({ ...parts, type })
}

export class IntColumn extends Cells implements ArrowColumn {
  readonly type = int32()
  readonly #values: Int32Array<ArrayBuffer>

  constructor(maxRows: number) {
    super(maxRows)
    this.#values = new Int32Array(maxRows)
  }

  take(bytes: DataView, start: number, end: number): void {
    if (start < 0) return this.skip()
    this.#values[this.row++] = wholeNumber(bytes, start, end)
  }

  finish(): Batch<unknown> {
    const values = this.#values.subarray(0, this.row)
    return buildBatch(this.type, { ...this.endRows(), values })
  }
}

function wholeNumber(bytes: DataView, start: number, end: number): number {
  const isNegative = bytes.getUint8(start) === MINUS
  let value = 0
  for (let index = isNegative ? start + 1 : start; index < end; index++) {
    value = value * 10 + bytes.getUint8(index) - ZERO
  }
  return isNegative ? -value : value
}

function textAt(bytes: DataView, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
}

const ZERO = 48
const MINUS = 45
const POINT = 46
const SAFE_LENGTH = 15

export class DoubleColumn extends Cells implements ArrowColumn {
  readonly type = float64()
  readonly #values: Float64Array<ArrayBuffer>

  constructor(maxRows: number) {
    super(maxRows)
    this.#values = new Float64Array(maxRows)
  }

  take(bytes: DataView, start: number, end: number): void {
    if (start < 0) return this.skip()
    this.#values[this.row++] = Number(textAt(bytes, start, end))
  }

  finish(): Batch<unknown> {
    const values = this.#values.subarray(0, this.row)
    return buildBatch(this.type, { ...this.endRows(), values })
  }
}

class InexactError extends Error {
  override readonly name = 'InexactError'
}

/** Stores int8, and numeric as scaled integers. Never converts to a double. */
export class ExactColumn extends Cells implements ArrowColumn {
  readonly type: DataType
  readonly #name: string
  readonly #scale: number
  readonly #words: 2 | 4
  readonly #values: Int32Array<ArrayBuffer>

  /**
   * `scale` null means a 64-bit integer; otherwise a 38-digit decimal with `scale` fraction digits.
   */
  constructor(maxRows: number, name: string, scale: number | null) {
    super(maxRows)
    this.#name = name
    this.#scale = scale ?? 0
    this.#words = scale === null ? 2 : 4
    this.type = scale === null ? int64() : decimal(38, scale)
    this.#values = new Int32Array(maxRows * this.#words)
  }

  take(bytes: DataView, start: number, end: number): void {
    if (start < 0) {
      this.#values.fill(0, this.row * this.#words, (this.row + 1) * this.#words)
      return this.skip()
    }
    if (end - start + this.#scale > SAFE_LENGTH) return this.#takeLong(bytes, start, end)
    let value = 0
    let after = -1
    const isNegative = bytes.getUint8(start) === MINUS
    for (let index = isNegative ? start + 1 : start; index < end; index++) {
      const digit = bytes.getUint8(index) - ZERO
      if (digit === POINT - ZERO) after = 0
      else if (digit < 0 || digit > 9) return this.#takeLong(bytes, start, end)
      else {
        value = value * 10 + digit
        if (after >= 0) after++
      }
    }
    if (after > this.#scale) return this.#takeLong(bytes, start, end)
    for (let more = Math.max(0, after); more < this.#scale; more++) value *= 10
    this.#put(isNegative ? -value : value)
  }

  finish(): Batch<unknown> {
    const { buffer } = this.#values
    const longs = (this.row * this.#words) / 2
    const values =
      this.#words === 2 ? new BigInt64Array(buffer, 0, longs) : new BigUint64Array(buffer, 0, longs)
    return buildBatch(this.type, { ...this.endRows(), values })
  }

  #put(value: number): void {
    const at = this.row++ * this.#words
    const high = Math.floor(value / 2 ** 32)
    this.#values[at] = value - high * 2 ** 32
    this.#values[at + 1] = high
    if (this.#words === 2) return
    this.#values[at + 2] = value < 0 ? -1 : 0
    this.#values[at + 3] = value < 0 ? -1 : 0
  }

  #takeLong(bytes: DataView, start: number, end: number): void {
    const text = textAt(bytes, start, end)
    const parts = /^(-?)(\d*)(?:\.(\d*?)0*)?$/.exec(text)
    const fraction = parts?.[3] ?? ''
    if (!parts || fraction.length > this.#scale) {
      throw new InexactError(`${this.#name}: ${text} has more than ${this.#scale} decimals`)
    }
    const digits = BigInt(`${parts[2]}${fraction.padEnd(this.#scale, '0')}`)
    const value = parts[1] === '-' ? -digits : digits
    if (digits >= (this.#words === 2 ? 2n ** 63n : 10n ** 38n)) {
      throw new InexactError(`${this.#name}: ${text} has too many digits`)
    }
    const at = this.row++ * this.#words
    for (let word = 0; word < this.#words; word++) {
      this.#values[at + word] = Number(BigInt.asIntN(32, value >> BigInt(32 * word)))
    }
  }
}

export class DictionaryColumn extends Cells implements ArrowColumn {
  readonly type = dictionary(utf8(), int32())
  readonly #codes: Int32Array<ArrayBuffer>
  readonly #entries: ByteDictionary
  #isFirst = true

  constructor(maxRows: number, entryText: EntryText) {
    super(maxRows)
    this.#codes = new Int32Array(maxRows)
    this.#entries = new ByteDictionary(entryText)
  }

  take(bytes: DataView, start: number, end: number): void {
    const code = start < 0 ? -1 : this.#entries.findEntry(bytes, start, end)
    this.#codes[this.row] = Math.max(0, code)
    if (code < 0) this.skip()
    else this.row++
  }

  /**
   * Builds the batch of the appended rows, with the dictionary entries added since the last batch.
   * From the second batch on, an empty part replaces the earlier entries, which makes the
   * encoder write the new ones as a delta.
   */
  finish(): Batch<unknown> {
    const values = this.#codes.subarray(0, this.row)
    const batch = buildBatch(this.type, { ...this.endRows(), values })
    const fresh = this.#entries.takeNewEntries()
    const parts = this.#isFirst ? [fresh] : [[], fresh]
    this.#isFirst = false
    const texts = new Column(parts.map((part) => columnTexts(this.type.dictionary, part)))
    Object.assign(batch, { dictionary: texts })
    return batch
  }
}

function columnTexts(type: DataType, texts: readonly Uint8Array[]): Batch<unknown> {
  const offsets = new Int32Array(texts.length + 1)
  for (const [index, text] of texts.entries())
    offsets[index + 1] = (offsets[index] ?? 0) + text.length
  const values = new Uint8Array(offsets.at(-1) ?? 0)
  for (const [index, text] of texts.entries()) values.set(text, offsets[index])
  const validity = new Uint8Array(0)
  return buildBatch(type, { length: texts.length, nullCount: 0, validity, offsets, values })
}
