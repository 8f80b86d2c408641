import { Column, field, Table, tableToIPC, Version, Endianness } from '@uwdata/flechette'
import type { RawColumn, RawRows } from '#server/db/raw-rows.ts'
import { dataRowCode } from '#server/db/raw-rows.ts'
import {
  DictionaryColumn,
  DoubleColumn,
  ExactColumn,
  IntColumn,
  type ArrowColumn,
} from './arrow-columns.ts'
import type { EntryText } from './byte-dictionary.ts'
import { ipcMessages, messageKind } from './ipc-messages.ts'

export interface WireColumn {
  readonly name: string
  readonly column: string
  readonly scale: number
  readonly entryText: (typeId: number) => EntryText
}

const int2 = 21
const int4 = 23
const int8 = 20
const numeric = 1700
const doubles = new Set([700, 701])

/**
 * Writes raw database rows as an Arrow IPC stream, one record batch per step. int2 and int4 become
 * int32, int8 int64, numeric decimal(38, scale) and floats doubles. All other types become texts in
 * a dictionary that grows by deltas. No object is created per row.
 */
export class ArrowEncoder {
  readonly #wire: readonly WireColumn[]
  readonly #maxRows: number
  #columns: readonly ArrowColumn[] | undefined
  #places: readonly number[] = []

  constructor(wire: readonly WireColumn[], maxRows: number) {
    this.#wire = wire
    this.#maxRows = maxRows
  }

  /**
   * Returns the messages of one step: the schema (first step only), new dictionary entries, the
   * batch.
   * @throws InexactError if a number has more digits than its column can store.
   */
  encode(rows: RawRows): Uint8Array[] {
    const isFirst = this.#columns === undefined
    const columns = (this.#columns ??= this.#open(rows.columns))
    this.#read(rows, columns)
    return this.#messages(columns, isFirst)
  }

  #open(given: readonly RawColumn[]): ArrowColumn[] {
    const byName = new Map(given.map((column, index) => [column.name, { ...column, at: index }]))
    this.#places = given.map(({ name }) => this.#wire.findIndex(({ column }) => column === name))
    return this.#wire.map((wire) => {
      const source = byName.get(wire.column)
      if (!source) throw new Error(`the answer has no column ${wire.column}`)
      return this.#column(wire, source)
    })
  }

  #column(wire: WireColumn, { typeId, typeModifier }: RawColumn): ArrowColumn {
    const rows = this.#maxRows
    if (typeId === int2 || typeId === int4) return new IntColumn(rows)
    if (typeId === int8) return new ExactColumn(rows, wire.name, null)
    if (typeId === numeric) {
      return new ExactColumn(rows, wire.name, Math.max(wire.scale, columnScale(typeModifier)))
    }
    if (doubles.has(typeId)) return new DoubleColumn(rows)
    return new DictionaryColumn(rows, wire.entryText(typeId))
  }

  #read({ bytes: raw }: RawRows, columns: readonly ArrowColumn[]): void {
    const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
    const targets = this.#places.map((place) => columns[place])
    for (let index = 0; index < bytes.byteLength;) {
      const end = index + 1 + bytes.getInt32(index + 1)
      if (bytes.getUint8(index) === dataRowCode) {
        let field = index + 7
        for (const target of targets) {
          const length = bytes.getInt32(field)
          field += 4
          if (length < 0) target?.take(bytes, -1, -1)
          else {
            target?.take(bytes, field, field + length)
            field += length
          }
        }
      }
      index = end
    }
  }

  #messages(columns: readonly ArrowColumn[], isFirst: boolean): Uint8Array[] {
    const fields = columns.map(({ type }, index) => field(this.#wire[index]?.name ?? '', type))
    const schema = {
      version: Version.V5,
      endianness: Endianness.Little,
      fields,
      metadata: null,
      dictionaryTypes: new Map(),
    }
    const table = new Table(
      schema,
      columns.map((column) => new Column([column.finish()])),
    )
    const stream = tableToIPC(table, { format: 'stream' })
    if (!stream) throw new Error('the batch was not written')
    const messages = ipcMessages(stream)
    if (isFirst) return messages.map(({ bytes }) => bytes)
    // After the first batch, each dictionary is written as an empty part and a delta. Send only the
    // delta.
    let dictionaries = 0
    return messages
      .filter(({ kind }) => {
        if (kind === messageKind.schema) return false
        return kind !== messageKind.dictionaryBatch || dictionaries++ % 2 === 1
      })
      .map(({ bytes }) => bytes)
  }
}

function columnScale(typeModifier: number): number {
  return typeModifier < 4 ? 0 : (typeModifier - 4) & 0x7ff
}
