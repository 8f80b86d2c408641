import { TextWriter } from './text-writer.ts'

export type FieldKind = 'label' | 'english' | 'code' | 'synonym' | 'keyword'

/** The kinds in the order of `kindOf`. */
export const fieldKinds: readonly FieldKind[] = ['label', 'english', 'code', 'synonym', 'keyword']

export interface Field {
  readonly kind: FieldKind
  readonly text: string
}

/**
 * Every searchable text of every entry, end to end in typed arrays: a hundred thousand entries are
 * scanned without following a pointer. A text that several entries have, as the name of their
 * group, is there once. The arrays named `…From` say where each field or entry begins in the
 * others; they are one longer than there are of them.
 */
export interface TextStore {
  readonly fieldCount: number
  readonly kindOf: Uint8Array
  /** The entries that have a field, ascending. */
  readonly entriesFrom: Int32Array
  readonly entriesOf: Int32Array
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
  readonly startKeys: Int32Array
  readonly keysFrom: Int32Array
  readonly keys: Uint8Array
  readonly wordsFrom: Int32Array
  readonly words: Int32Array
  readonly entryCount: number
  /** The fields of each entry, in their order, and what they have all together. */
  readonly fieldsFrom: Int32Array
  readonly fieldsOf: Int32Array
  readonly entryLatin: Int32Array
  readonly entryHangul: Int32Array
  readonly entryKeyMask: Int32Array
}

/** From the fields of each entry, in the order of the entries. */
export function textStore(entries: readonly (readonly Field[])[]): TextStore {
  const { fields, ...places } = withoutDoubles(entries)
  const writer = new TextWriter(fields.reduce((room, field) => room + field.text.length, 0))
  const count = fields.length
  const offsets = { from: new Int32Array(count + 1), keysFrom: new Int32Array(count + 1) }
  const masks = {
    latin: new Int32Array(count),
    hangul: new Int32Array(count),
    latinStarts: new Int32Array(count),
    hangulStarts: new Int32Array(count),
    keyMask: new Int32Array(count),
    startKeys: new Int32Array(count),
  }
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
    masks.keyMask[index] = writer.keyMask
    masks.startKeys[index] = writer.startKeys
  }
  const initials = writer.initials.slice(0, writer.unitCount)
  const { from } = offsets
  return {
    fieldCount: count,
    ...places,
    entryLatin: united(places, masks.latin),
    entryHangul: united(places, masks.hangul),
    entryKeyMask: united(places, masks.keyMask),
    kindOf: Uint8Array.from(fields, (field) => fieldKinds.indexOf(field.kind)),
    units: writer.units.slice(0, writer.unitCount),
    initials,
    lengths: Uint16Array.from(fields, (_, field) => (from[field + 1] ?? 0) - (from[field] ?? 0)),
    firstInitials: Uint16Array.from(fields, (_, field) => initials[from[field] ?? 0] ?? 0),
    positions: writer.positions.slice(0, writer.unitCount),
    starts: writer.starts.slice(0, writer.unitCount),
    keys: writer.keys.slice(0, writer.keyCount),
    words: writer.words.slice(0, writer.wordCount),
    wordsFrom,
    ...offsets,
    ...masks,
  }
}

type Places = Pick<
  TextStore,
  'entryCount' | 'fieldsFrom' | 'fieldsOf' | 'entriesFrom' | 'entriesOf'
>

/** Each text of a kind once, with the entries that have it, and each entry with its texts. */
function withoutDoubles(
  entries: readonly (readonly Field[])[],
): Places & { readonly fields: readonly Field[] } {
  const fields: Field[] = []
  const places = new Map(fieldKinds.map((kind) => [kind, new Map<string, number>()]))
  const placeOf = (field: Field): number => {
    const known = places.get(field.kind)?.get(field.text)
    if (known !== undefined) return known
    places.get(field.kind)?.set(field.text, fields.length)
    return fields.push(field) - 1
  }
  const entryCount = entries.length
  const fieldsFrom = new Int32Array(entryCount + 1)
  const fieldsOf = new Int32Array(entries.reduce((sum, own) => sum + own.length, 0))
  let at = 0
  for (const [entry, own] of entries.entries()) {
    for (const field of own) {
      fieldsOf[at] = placeOf(field)
      at += 1
    }
    fieldsFrom[entry + 1] = at
  }
  return {
    fields,
    entryCount,
    fieldsFrom,
    fieldsOf,
    ...turned(fieldsFrom, fieldsOf, fields.length),
  }
}

/** From the fields of each entry the entries of each field. */
function turned(
  fieldsFrom: Int32Array,
  fieldsOf: Int32Array,
  fieldCount: number,
): Pick<Places, 'entriesFrom' | 'entriesOf'> {
  const entriesFrom = new Int32Array(fieldCount + 1)
  for (const field of fieldsOf) entriesFrom[field + 1] = (entriesFrom[field + 1] ?? 0) + 1
  for (let field = 0; field < fieldCount; field += 1) {
    entriesFrom[field + 1] = (entriesFrom[field + 1] ?? 0) + (entriesFrom[field] ?? 0)
  }
  const next = entriesFrom.slice()
  const entriesOf = new Int32Array(fieldsOf.length)
  for (let entry = 0; entry + 1 < fieldsFrom.length; entry += 1) {
    for (let at = fieldsFrom[entry] ?? 0; at < (fieldsFrom[entry + 1] ?? 0); at += 1) {
      const field = fieldsOf[at] ?? 0
      const place = next[field] ?? 0
      entriesOf[place] = entry
      next[field] = place + 1
    }
  }
  return { entriesFrom, entriesOf }
}

/** What stands in the fields of each entry, all together. */
function united({ entryCount, fieldsFrom, fieldsOf }: Places, mask: Int32Array): Int32Array {
  const all = new Int32Array(entryCount)
  for (let entry = 0; entry < entryCount; entry += 1) {
    let sum = 0
    for (let at = fieldsFrom[entry] ?? 0; at < (fieldsFrom[entry + 1] ?? 0); at += 1) {
      sum |= mask[fieldsOf[at] ?? 0] ?? 0
    }
    all[entry] = sum
  }
  return all
}
