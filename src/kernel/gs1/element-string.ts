import { identifierAt, applicationIdentifiers } from './application-identifier.ts'
import {
  checkAssociations,
  gs1Error,
  valueError,
  type Gs1Element,
  type Gs1Error,
  type Gs1Reading,
} from './gs1-reading.ts'
import { groupSeparator } from './group-separator.ts'

/**
 * Dates of predefined length: the most likely elements to end up inside a lot when a separator is
 * lost.
 */
const dateIdentifiers: readonly string[] = ['11', '12', '13', '15', '16', '17']
/**
 * Lot and serial number. If the separator after a count is lost, digits of these become part of the
 * count.
 */
const textIdentifiers: readonly string[] = ['10', '21']
const countIdentifiers: readonly string[] = ['30', '37']
/** Longer counts are implausible: they contain another element. */
const doubtfulCountLength = 6

/**
 * Parses a GS1 element string into identifiers and values. A separator (GS, 0x1D) follows every
 * value without a predefined length, except the last. A leading separator is FNC1 itself. Never
 * guesses: reports a lost separator where a long value reveals it.
 */
export function readElementString(text: string, currentYear: number): Gs1Reading {
  const start = text.startsWith(groupSeparator) ? 1 : 0
  const isSeparated = text.includes(groupSeparator)
  const elements: Gs1Element[] = []
  let at = start
  while (at < text.length) {
    const next = elementAt(text, at, currentYear)
    if (next === undefined) return unknownIdentifierError(text.slice(at, at + 4), elements.at(-1))
    if ('code' in next) return next
    elements.push(next.element)
    at = next.end
  }
  const last = elements.at(-1)
  if (!last) return gs1Error('empty', '', '내용이 없습니다', 'code is empty')
  if (!isSeparated && canHideElement(last, currentYear)) return missingSeparatorError(last)
  return checkAssociations(elements)
}

function elementAt(
  text: string,
  at: number,
  currentYear: number,
): { readonly element: Gs1Element; readonly end: number } | Gs1Error | undefined {
  const known = identifierAt(text, at)
  if (!known) return undefined
  const { ai, max, predefined } = known
  const from = at + ai.length
  const separator = text.indexOf(groupSeparator, from)
  const limit = separator === -1 ? text.length : separator
  const to = predefined ? Math.min(from + max, limit) : limit
  const element = { ai, value: text.slice(from, to) }
  const wrong = valueError(known, element.value, currentYear)
  if (wrong)
    return isLikelyUnseparated(element, wrong, currentYear) ? missingSeparatorError(element) : wrong
  return { element, end: to === separator ? to + 1 : to }
}

/** Error for an unknown identifier. It names the previous element, which might be too long. */
function unknownIdentifierError(written: string, before: Gs1Element | undefined): Gs1Error {
  const place = before?.ai ?? ''
  if (written.startsWith(groupSeparator)) {
    return gs1Error('empty', place, '뒤에 빈 요소가 있습니다', 'is followed by an empty element')
  }
  const shown = written.replaceAll(groupSeparator, '␝')
  if (!before)
    return gs1Error('unknown-ai', '', `알 수 없는 식별자입니다: ${shown}`, `unknown AI: ${shown}`)
  return gs1Error(
    'unknown-ai',
    place,
    `뒤에 알 수 없는 식별자가 있습니다: ${shown}`,
    `is followed by an unknown AI: ${shown}`,
  )
}

/** Whether a value is too long for its identifier, or valid up to the start of another element. */
function isLikelyUnseparated(
  { ai, value }: Gs1Element,
  { code }: Gs1Error,
  currentYear: number,
): boolean {
  if (code === 'too-long') return true
  const known = applicationIdentifiers.get(ai)
  if (code !== 'wrong-character' || !known || known.predefined) return false
  for (let length = known.min; length < value.length; length += 1) {
    if (valueError(known, value.slice(0, length), currentYear)) continue
    if (isFullyReadable(value.slice(length), currentYear)) return true
  }
  return false
}

/**
 * Whether the last value, in a text without separators, contains complete elements: a date, or a
 * lot or serial number in an implausibly large count.
 */
function canHideElement({ ai, value }: Gs1Element, currentYear: number): boolean {
  if (applicationIdentifiers.get(ai)?.predefined !== false) return false
  const isLargeCount = countIdentifiers.includes(ai) && value.length >= doubtfulCountLength
  const hidden = isLargeCount ? [...dateIdentifiers, ...textIdentifiers] : dateIdentifiers
  for (let index = 1; index < value.length; index += 1) {
    const isHidden = hidden.includes(value.slice(index, index + 2))
    if (isHidden && isFullyReadable(value.slice(index), currentYear)) return true
  }
  return false
}

function isFullyReadable(text: string, currentYear: number): boolean {
  let at = 0
  while (at < text.length) {
    const known = identifierAt(text, at)
    if (!known) return false
    const from = at + known.ai.length
    const to = known.predefined ? Math.min(from + known.max, text.length) : text.length
    if (valueError(known, text.slice(from, to), currentYear)) return false
    at = to
  }
  return true
}

function missingSeparatorError({ ai }: Gs1Element): Gs1Error {
  return gs1Error(
    'separator-missing',
    ai,
    '뒤에 구분자 누락: 스캐너의 FNC1(GS) 전송을 확인하세요',
    'has no separator after it: set the scanner to send FNC1 (GS)',
  )
}

/**
 * Parses the human-readable text under a symbol: `(01)08801234567893(10)ABC`. A bracketed number
 * that is not an identifier belongs to the previous value.
 */
export function readBracketed(text: string, currentYear: number): Gs1Reading {
  const marks = [...text.matchAll(/\((\d{2,4})\)/g)].filter(
    ([, ai = ''], index) => index === 0 || applicationIdentifiers.has(ai),
  )
  const elements = marks.map(({ 0: mark, 1: ai = '', index }, place): Gs1Element => {
    const value = text.slice(index + mark.length, marks[place + 1]?.index)
    return { ai, value: value.trim() }
  })
  if (elements.length === 0) return gs1Error('empty', '', '내용이 없습니다', 'code is empty')
  for (const { ai, value } of elements) {
    const known = applicationIdentifiers.get(ai)
    if (!known)
      return gs1Error('unknown-ai', '', `알 수 없는 식별자입니다: ${ai}`, `unknown AI: ${ai}`)
    const wrong = valueError(known, value, currentYear)
    if (wrong) return wrong
  }
  return checkAssociations(elements)
}
