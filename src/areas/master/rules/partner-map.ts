import { josa } from '#kernel/josa.ts'
import type { Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'

/** Theirs to ours: names of fields, or codes of one field. */
type Pairs = ReadonlyMap<string, string>

/** What a map says, or what is wrong with its text. */
export type PartnerMap<T> = { readonly map: T } | { readonly fault: Label }

/** Names of our fields. */
type Known = Pick<ReadonlySet<string>, 'has'>

/** Parts of a text between commas or line ends, without blanks around them. */
function parts(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function notAPair(part: string): Label {
  return label(
    `'${part}'에 '='이 없거나 한쪽이 비었습니다.`,
    `'${part}' must have a value on both sides of '='.`,
  )
}

function twice(name: string): Label {
  return label(`'${name}'${josa(name, '이/가')} 두 번 있습니다.`, `'${name}' is listed twice.`)
}

/** `their=our` cut at the last `=`, as a partner's name may hold one. */
function pairOf(part: string): readonly [string, string] | undefined {
  const at = part.lastIndexOf('=')
  const [theirs, ours] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  return at > 0 && theirs !== '' && ours !== '' ? [theirs, ours] : undefined
}

/**
 * The partner's field names by `품번=STOCK_CD, 수량=ORDER_QTY`. Ours must be fields that some kind of
 * message has; each side stands there once.
 */
export function fieldMap(text: string | null, known: Known): PartnerMap<Pairs> {
  const map = new Map<string, string>()
  for (const part of parts(text ?? '')) {
    const pair = pairOf(part)
    if (!pair) return { fault: notAPair(part) }
    const [theirs, written] = pair
    const ours = written.toUpperCase()
    if (!known.has(ours)) {
      return {
        fault: label(
          `'${ours}'${josa(ours, '은/는')} 없는 항목입니다.`,
          `Field not found: '${ours}'`,
        ),
      }
    }
    if (map.has(theirs)) return { fault: twice(theirs) }
    if ([...map.values()].includes(ours)) return { fault: twice(ours) }
    map.set(theirs, ours)
  }
  return { map }
}

/** Codes by `STOCK_CD:AB-1=PLAIN, SHIP_TO_CD:0001=ST1`; the partner's ones are met exactly. */
export function codeMap(text: string | null, known: Known): PartnerMap<ReadonlyMap<string, Pairs>> {
  const map = new Map<string, Map<string, string>>()
  for (const part of parts(text ?? '')) {
    const at = part.indexOf(':')
    const field = part.slice(0, Math.max(at, 0)).trim().toUpperCase()
    if (!known.has(field)) {
      const name = field === '' ? part : field
      return {
        fault: label(
          `'${name}'${josa(name, '은/는')} 없는 항목입니다.`,
          `Field not found: '${name}'`,
        ),
      }
    }
    const pair = pairOf(part.slice(at + 1))
    if (!pair) return { fault: notAPair(part) }
    const codes = map.get(field) ?? new Map<string, string>()
    if (codes.has(pair[0])) return { fault: twice(pair[0]) }
    map.set(field, codes.set(...pair))
  }
  return { map }
}

/**
 * A line of a message in our fields and codes: the partner's names first, then ours where the
 * partner uses them. What no field describes is left out; it stands in the message as it came.
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
