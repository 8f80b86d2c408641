import { tableFromIPC, Type, type Batch, type Column, type DataType } from '@uwdata/flechette'
import { ArrowFrames, arrowMessage } from './arrow-frames.ts'
import { decimalText } from '#kernel/decimal.ts'
import type { CellValue } from './column.ts'

/** A batch of rows in the grid's format, in transferable buffers. */
export interface StreamBatch {
  readonly length: number
  readonly columns: Readonly<Record<string, StreamColumn>>
}

/**
 * Numbers (NaN if empty; decimals that exceed a double are in `texts`), or codes: 1-based indexes
 * into the `added` values of all batches so far, 0 if empty.
 */
export type StreamColumn =
  | StreamNumbers
  | { readonly codes: Int32Array<ArrayBuffer>; readonly added: readonly CellValue[] }

export interface StreamNumbers {
  readonly numbers: Float64Array
  readonly texts: readonly (readonly [row: number, text: string])[]
}

/**
 * Reads an Arrow IPC stream in chunks of any size. Text columns must be dictionary-encoded; their
 * dictionaries can grow by deltas. Integers, decimals and floats become numbers.
 */
export class ArrowReader {
  readonly #frames = new ArrowFrames()
  #schema: Uint8Array | undefined
  /** First part of each dictionary, which a delta must follow. */
  #bases: Uint8Array[] = []
  #fresh: Uint8Array[] = []

  get isEnded(): boolean {
    return this.#frames.isEnded
  }

  push(chunk: Uint8Array): StreamBatch[] {
    const batches: StreamBatch[] = []
    for (const { kind, bytes } of this.#frames.push(chunk)) {
      if (kind === arrowMessage.schema) this.#schema = bytes
      else if (kind === arrowMessage.dictionaryBatch) this.#fresh.push(bytes)
      else if (kind === arrowMessage.recordBatch) batches.push(this.#read(bytes))
    }
    return batches
  }

  #read(record: Uint8Array): StreamBatch {
    if (!this.#schema) throw new Error('the stream does not begin with its schema')
    const isFirst = this.#bases.length === 0
    const parts = [this.#schema, ...this.#bases, ...this.#fresh, record]
    if (isFirst) this.#bases = this.#fresh
    this.#fresh = []
    const table = tableFromIPC(parts)
    const columns = table.names.map((name, index) => {
      const column = table.getChildAt(index)
      return [String(name), streamColumn(column, isFirst ? 0 : 1)] as const
    })
    return { length: table.numRows, columns: Object.fromEntries(columns) }
  }
}

function streamColumn(column: Column<unknown>, known: number): StreamColumn {
  const [batch] = column.data
  const { type } = column
  if (!batch) throw new Error('the batch lacks a column')
  if (type.typeId !== Type.Dictionary) return readNumbers(batch, type)
  const { dictionary } = batch as Batch<unknown> & { dictionary: Column<CellValue> }
  // Values of the first part were already reported with the first batch.
  const added = dictionary.data.slice(known).flatMap((part) => [...part])
  const values = batch.values as Int32Array
  const codes = new Int32Array(batch.length)
  const hasNulls = batch.nullCount > 0
  for (let row = 0; row < codes.length; row++) {
    codes[row] = hasNulls && !batch.isValid(row) ? 0 : (values[row] ?? -1) + 1
  }
  return { codes, added }
}

function readNumbers(batch: Batch<unknown>, type: DataType): StreamColumn {
  const numbers = new Float64Array(batch.length)
  const texts: [row: number, text: string][] = []
  const wide = wordReader(batch, type)
  if (wide) {
    for (let row = 0; row < numbers.length; row++) {
      numbers[row] = wide.isShort(row) ? wide.number(row) : Number(wide.text(row))
      if (!wide.isShort(row)) texts.push([row, wide.text(row)])
    }
  } else numbers.set(batch.values as Float64Array | Int32Array)
  if (batch.nullCount > 0) {
    for (let row = 0; row < numbers.length; row++) {
      if (!batch.isValid(row)) numbers[row] = Number.NaN
    }
  }
  return { numbers, texts }
}

/** A double preserves fifteen significant digits. */
const MAX_EXACT = 999_999_999_999_999

/** Access to 64-bit integers and decimals. Null for types that fit a double. */
function wordReader({ values }: Batch<unknown>, type: DataType) {
  const isDecimal = type.typeId === Type.Decimal
  if (!isDecimal && !(type.typeId === Type.Int && type.bitWidth === 64)) return null
  const width = (isDecimal ? type.bitWidth : 64) / 32
  const scale = isDecimal ? type.scale : 0
  const unit = 10 ** scale
  const { buffer, byteOffset, byteLength } = values as BigUint64Array
  const words = new Int32Array(buffer, byteOffset, byteLength / 4)
  const integerAt = (row: number) =>
    (words[row * width + 1] ?? 0) * 2 ** 32 + ((words[row * width] ?? 0) >>> 0)
  return {
    /** Whether the higher words only extend the sign and the value fits a double. */
    isShort(row: number): boolean {
      const sign = (words[row * width + 1] ?? 0) < 0 ? -1 : 0
      for (let word = 2; word < width; word++) {
        if (words[row * width + word] !== sign) return false
      }
      return Math.abs(integerAt(row)) <= MAX_EXACT
    },
    number: (row: number) => integerAt(row) / unit,
    text(row: number): string {
      let value = 0n
      for (let word = width - 1; word >= 0; word--) {
        const part = words[row * width + word] ?? 0
        value = value * 2n ** 32n + BigInt(word === width - 1 ? part : part >>> 0)
      }
      return decimalText({ units: value, scale })
    },
  }
}
