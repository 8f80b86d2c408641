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

/** A column of the answer: where it comes from and what it is called on the wire. */
export interface WireColumn {
  readonly name: string
  /** Name in the database. */
  readonly column: string
  /** Digits after the point that the field promises. */
  readonly scale: number
  /** How a text of the database is written on the wire, where it is no number. */
  readonly entryText: (typeId: number) => EntryText
}

const int2 = 21
const int4 = 23
const int8 = 20
const numeric = 1700
const doubles = new Set([700, 701])

/**
 * Writes rows as they come from the database as an Arrow IPC stream, a record batch for each step:
 * int2 and int4 as int32, int8 as int64, numeric as decimal(38, scale), floats as doubles, and all
 * else as texts in a dictionary that grows by deltas. No row becomes an object on the way.
 */
export class ArrowEncoder {
  readonly #wire: readonly WireColumn[]
  readonly #rowsMax: number
  #columns: readonly ArrowColumn[] | undefined
  /** For each column of the database its place on the wire, or -1. */
  #places: readonly number[] = []

  constructor(wire: readonly WireColumn[], rowsMax: number) {
    this.#wire = wire
    this.#rowsMax = rowsMax
  }

  /**
   * The messages of one step: with the first one the schema, then what the dictionaries lack, then
   * the batch.
   * @throws InexactError where a number has more digits than its column keeps.
   */
  encode(rows: RawRows): Uint8Array[] {
    const isFirst = this.#columns === undefined
    const columns = (this.#columns ??= this.#open(rows.columns))
    this.#read(rows, columns)
    return this.#messages(columns, isFirst)
  }

  #open(given: readonly RawColumn[]): ArrowColumn[] {
    const byName = new Map(given.map((one, at) => [one.name, { ...one, at }]))
    this.#places = given.map(({ name }) => this.#wire.findIndex(({ column }) => column === name))
    return this.#wire.map((wire) => {
      const source = byName.get(wire.column)
      if (!source) throw new Error(`the answer has no column ${wire.column}`)
      return this.#column(wire, source)
    })
  }

  #column(wire: WireColumn, { typeId, typeModifier }: RawColumn): ArrowColumn {
    const rows = this.#rowsMax
    if (typeId === int2 || typeId === int4) return new IntColumn(rows)
    if (typeId === int8) return new ExactColumn(rows, wire.name, null)
    if (typeId === numeric) {
      return new ExactColumn(rows, wire.name, Math.max(wire.scale, scaleIn(typeModifier)))
    }
    if (doubles.has(typeId)) return new DoubleColumn(rows)
    return new DictionaryColumn(rows, wire.entryText(typeId))
  }

  #read({ bytes: raw }: RawRows, columns: readonly ArrowColumn[]): void {
    const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
    const targets = this.#places.map((place) => columns[place])
    for (let at = 0; at < bytes.byteLength;) {
      const end = at + 1 + bytes.getInt32(at + 1)
      if (bytes.getUint8(at) === dataRowCode) {
        // Behind code, length and the number of fields.
        let field = at + 7
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
      at = end
    }
  }

  #messages(columns: readonly ArrowColumn[], isFirst: boolean): Uint8Array[] {
    const fields = columns.map(({ type }, at) => field(this.#wire[at]?.name ?? '', type))
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
    // Each dictionary comes as an empty part and a delta; only deltas with something in them go.
    let dictionaries = 0
    return messages
      .filter(({ kind }) => {
        if (kind === messageKind.schema) return false
        return kind !== messageKind.dictionaryBatch || dictionaries++ % 2 === 1
      })
      .map(({ bytes }) => bytes)
  }
}

/** Digits after the point in `numeric(p,s)`; 0 where none are said. */
function scaleIn(typeModifier: number): number {
  return typeModifier < 4 ? 0 : (typeModifier - 4) & 0x7ff
}
