import { TextWriter } from './text-writer.ts'

export type FieldKind = 'label' | 'english' | 'code' | 'synonym' | 'keyword'

/** The kinds in the order of `kindOf`. */
export const fieldKinds: readonly FieldKind[] = ['label', 'english', 'code', 'synonym', 'keyword']

export interface Field {
  readonly entry: number
  readonly kind: FieldKind
  readonly text: string
}

/**
 * Every searchable text of every entry, end to end in typed arrays: a hundred thousand entries are
 * scanned without following a pointer. The arrays named `…From` say where each field begins in the
 * others; they are one longer than there are fields.
 */
export interface TextStore {
  readonly fieldCount: number
  readonly entryOf: Int32Array
  readonly kindOf: Uint8Array
  readonly from: Int32Array
  /** How many units each field has, and the initial of its first one. */
  readonly lengths: Uint16Array
  readonly firstInitials: Uint16Array
  readonly units: Uint16Array
  readonly initials: Uint16Array
  readonly positions: Uint16Array
  readonly starts: Uint8Array
  /** Which letters, initials and keys a field has: a cheap first refusal. */
  readonly latin: Int32Array
  readonly hangul: Int32Array
  /** Which of them a word of the field begins with. */
  readonly latinStarts: Int32Array
  readonly hangulStarts: Int32Array
  readonly keyMask: Int32Array
  readonly keysFrom: Int32Array
  readonly keys: Uint8Array
  readonly wordsFrom: Int32Array
  readonly words: Int32Array
  readonly entryCount: number
  /** Where the fields of each entry begin, and what they have all together. */
  readonly fieldsFrom: Int32Array
  readonly entryLatin: Int32Array
  readonly entryHangul: Int32Array
  readonly entryKeyMask: Int32Array
  /** The keys the words of each entry begin with. */
  readonly entryStartKeys: Int32Array
}

/** The fields stand entry by entry, in the order of the entries. */
export function textStore(fields: readonly Field[]): TextStore {
  const writer = new TextWriter(fields.reduce((room, field) => room + field.text.length, 0))
  const count = fields.length
  const offsets = { from: new Int32Array(count + 1), keysFrom: new Int32Array(count + 1) }
  const masks = {
    latin: new Int32Array(count),
    hangul: new Int32Array(count),
    latinStarts: new Int32Array(count),
    hangulStarts: new Int32Array(count),
  }
  const keyMask = new Int32Array(count)
  const startKeys = new Int32Array(count)
  const wordsFrom = new Int32Array(count + 1)
  for (const [index, field] of fields.entries()) {
    writer.write(field.text)
    offsets.from[index + 1] = writer.unitCount
    offsets.keysFrom[index + 1] = writer.keyCount
    wordsFrom[index + 1] = writer.wordCount
    masks.latin[index] = writer.latin
    masks.hangul[index] = writer.hangul
    masks.latinStarts[index] = writer.latinStarts
    masks.hangulStarts[index] = writer.hangulStarts
    keyMask[index] = writer.keyMask
    startKeys[index] = writer.startKeys
  }
  const entryOf = Int32Array.from(fields, (field) => field.entry)
  const initials = writer.initials.slice(0, writer.unitCount)
  const { from } = offsets
  return {
    fieldCount: count,
    entryOf,
    ...byEntry(entryOf, { latin: masks.latin, hangul: masks.hangul, keyMask, startKeys }),
    kindOf: Uint8Array.from(fields, (field) => fieldKinds.indexOf(field.kind)),
    units: writer.units.slice(0, writer.unitCount),
    initials,
    lengths: Uint16Array.from(fields, (_, field) => (from[field + 1] ?? 0) - (from[field] ?? 0)),
    firstInitials: Uint16Array.from(fields, (_, field) => initials[from[field] ?? 0] ?? 0),
    positions: writer.positions.slice(0, writer.unitCount),
    starts: writer.starts.slice(0, writer.unitCount),
    keys: writer.keys.slice(0, writer.keyCount),
    words: writer.words.slice(0, writer.wordCount),
    keyMask,
    wordsFrom,
    ...offsets,
    ...masks,
  }
}

interface FieldMasks {
  readonly latin: Int32Array
  readonly hangul: Int32Array
  readonly keyMask: Int32Array
  readonly startKeys: Int32Array
}

/** What stands in the fields of each entry, all together. */
function byEntry(entryOf: Int32Array, masks: FieldMasks) {
  const entryCount = (entryOf.at(-1) ?? -1) + 1
  const fieldsFrom = new Int32Array(entryCount + 1)
  for (const [field, entry] of entryOf.entries()) fieldsFrom[entry + 1] = field + 1
  const united = (mask: Int32Array): Int32Array => {
    const all = new Int32Array(entryCount)
    for (const [field, entry] of entryOf.entries()) {
      all[entry] = (all[entry] ?? 0) | (mask[field] ?? 0)
    }
    return all
  }
  return {
    entryCount,
    fieldsFrom,
    entryLatin: united(masks.latin),
    entryHangul: united(masks.hangul),
    entryKeyMask: united(masks.keyMask),
    entryStartKeys: united(masks.startKeys),
  }
}
