import { applicationIdentifiers, type ApplicationIdentifier } from './application-identifier.ts'
import {
  checkAssociations,
  gs1Error,
  valueError,
  type Gs1Element,
  type Gs1Error,
  type Gs1Reading,
} from './gs1-reading.ts'

/**
 * Parses a GS1 Digital Link (`https://id.example/01/08801234567893/10/ABC?17=261231`): key and
 * ordered qualifiers from the path, attributes from the query. Undefined if the address has no key
 * and therefore is not a Digital Link.
 */
export function readDigitalLink(text: string, currentYear: number): Gs1Reading | undefined {
  const [, written, search = ''] = /^https?:\/\/[^/?#]+\/([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  if (written === undefined || !URL.canParse(text)) return undefined
  // Splits the path itself, because URL treats the serial number `.` as a relative path.
  const path = written.replace(/\/$/, '').split('/').map(decodePart)
  const start = path.findIndex((piece, index) => isKey(piece) && (path.length - index) % 2 === 0)
  const key = applicationIdentifiers.get(path[start] ?? '')
  if (!key?.qualifiers) return undefined
  const elements: Gs1Element[] = []
  for (let index = start; index < path.length; index += 2) {
    const ai = path[index] ?? ''
    const value = path[index + 1] ?? ''
    elements.push({ ai, value: ai === '01' ? padToGtin14(value) : value })
  }
  const qualifiers = elements.slice(1).map(({ ai }) => ai)
  if (!key.qualifiers.some((order) => isInOrder(qualifiers, order))) {
    const ko = `뒤의 식별자 순서가 맞지 않습니다: ${qualifiers.join(', ')}`
    return gs1Error('wrong-order', key.ai, ko, `qualifiers out of order: ${qualifiers.join(', ')}`)
  }
  const attributes = readAttributes(search, key, qualifiers)
  return Array.isArray(attributes)
    ? checkElements([...elements, ...attributes], currentYear)
    : attributes
}

function readAttributes(
  search: string,
  key: ApplicationIdentifier,
  qualifiers: readonly string[],
): Gs1Element[] | Gs1Error {
  const belongInPath = key.qualifiers
    ?.filter((order) => qualifiers.every((ai) => order.includes(ai)))
    .flat()
  const elements: Gs1Element[] = []
  for (const [ai, value] of new URLSearchParams(search)) {
    const known = applicationIdentifiers.get(ai)
    // Names that are not numeric belong to the owner of the address. Numeric names are reserved for
    // GS1.
    if (!known && !/^\d+$/.test(ai)) continue
    if (!known)
      return gs1Error('unknown-ai', '', `알 수 없는 식별자입니다: ${ai}`, `unknown AI: ${ai}`)
    if (!known.attribute || belongInPath?.includes(ai)) {
      return gs1Error('wrong-order', ai, '주소 뒤에 사용할 수 없습니다', 'not allowed in the query')
    }
    elements.push({ ai, value })
  }
  return elements
}

/**
 * Zero-pads a GTIN of 8, 12 or 13 digits, which earlier releases of the standard allowed in a path.
 */
function padToGtin14(value: string): string {
  return /^(?:\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, '0') : value
}

function checkElements(elements: readonly Gs1Element[], currentYear: number): Gs1Reading {
  for (const { ai, value } of elements) {
    const known = applicationIdentifiers.get(ai)
    const wrong = known && valueError(known, value, currentYear)
    if (wrong) return wrong
  }
  return checkAssociations(elements)
}

function isKey(piece: string): boolean {
  return applicationIdentifiers.get(piece)?.qualifiers !== undefined
}

function decodePart(piece: string): string {
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

function isInOrder(qualifiers: readonly string[], order: readonly string[]): boolean {
  const places = qualifiers.map((ai) => order.indexOf(ai))
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1))
}
