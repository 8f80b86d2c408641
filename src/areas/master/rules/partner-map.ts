import { josa } from '#kernel/josa.ts'
import type { Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'

/** Maps the partner's field names, or the codes of one field, to ours. */
type Pairs = ReadonlyMap<string, string>

export type PartnerMap<T> = { readonly map: T } | { readonly error: Label }

type KnownNames = Pick<ReadonlySet<string>, 'has'>

function splitParts(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function notAPairError(part: string): Label {
  return label(
    `'${part}'에 '='이 없거나 한쪽이 비었습니다.`,
    `'${part}' must have a value on both sides of '='.`,
  )
}

export function duplicateError(name: string): Label {
  return label(`'${name}'${josa(name, '이/가')} 두 번 있습니다.`, `'${name}' is listed twice.`)
}

export function unknownFieldError(name: string): Label {
  return label(`'${name}'${josa(name, '은/는')} 없는 항목입니다.`, `Field not found: '${name}'`)
}

/** Splits `their=our` at the last `=`, because a partner's name can contain one. */
function splitPair(part: string): readonly [string, string] | undefined {
  const index = part.lastIndexOf('=')
  const [theirs, ours] = [part.slice(0, index).trim(), part.slice(index + 1).trim()]
  return index > 0 && theirs !== '' && ours !== '' ? [theirs, ours] : undefined
}

/**
 * Parses the partner's field names: `품번=STOCK_CD, 수량=ORDER_QTY`. Our names must be fields of some
 * message kind. Each side appears only once.
 */
export function fieldMap(text: string | null, known: KnownNames): PartnerMap<Pairs> {
  const map = new Map<string, string>()
  for (const part of splitParts(text ?? '')) {
    const pair = splitPair(part)
    if (!pair) return { error: notAPairError(part) }
    const [theirs, written] = pair
    const ours = written.toUpperCase()
    if (!known.has(ours)) {
      return {
        error: unknownFieldError(ours),
      }
    }
    if (map.has(theirs)) return { error: duplicateError(theirs) }
    if ([...map.values()].includes(ours)) return { error: duplicateError(ours) }
    map.set(theirs, ours)
  }
  return { map }
}

/**
 * Parses codes: `STOCK_CD:AB-1=PLAIN, SHIP_TO_CD:0001=ST1`. The partner's codes are case-sensitive.
 */
export function codeMap(
  text: string | null,
  known: KnownNames,
): PartnerMap<ReadonlyMap<string, Pairs>> {
  const map = new Map<string, Map<string, string>>()
  for (const part of splitParts(text ?? '')) {
    const index = part.indexOf(':')
    const field = part.slice(0, Math.max(index, 0)).trim().toUpperCase()
    if (!known.has(field)) {
      const name = field === '' ? part : field
      return {
        error: unknownFieldError(name),
      }
    }
    const pair = splitPair(part.slice(index + 1))
    if (!pair) return { error: notAPairError(part) }
    const codes = map.get(field) ?? new Map<string, string>()
    if (codes.has(pair[0])) return { error: duplicateError(pair[0]) }
    map.set(field, codes.set(...pair))
  }
  return { map }
}

/**
 * Translates a message line to our fields and codes: the partner's names first, then ours if used.
 * Unknown fields are dropped but remain in the raw message.
 */
export function translateLine(
  line: Readonly<Record<string, unknown>>,
  fields: Fields,
  names: Pairs,
  codes: ReadonlyMap<string, Pairs>,
): Record<string, string> {
  const ours: Record<string, string> = {}
  const entries = Object.entries(line).toSorted(
    ([a], [b]) => Number(names.has(b)) - Number(names.has(a)),
  )
  for (const [theirs, value] of entries) {
    const name = names.get(theirs) ?? theirs.trim().toUpperCase()
    if (!Object.hasOwn(fields, name) || Object.hasOwn(ours, name)) continue
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).trim()
    if (text !== '') ours[name] = codes.get(name)?.get(text) ?? text
  }
  return ours
}
