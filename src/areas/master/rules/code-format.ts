import { label, type Label } from '#kernel/label.ts'

/** Meaning of a part in an owner's code. SKIP marks a part the warehouse ignores. */
const formatParts = [
  'ITEM',
  'LOT',
  'SERIAL',
  'QTY',
  'VALID',
  'MADE',
  'PALLET',
  'BOX',
  'CELL',
  'DOC',
  'SKIP',
] as const

export type FormatPart = (typeof formatParts)[number]

export interface PartPiece {
  readonly part: FormatPart
  readonly min: number
  readonly max: number
  /** Dates only: the format, such as `yyMMdd`. */
  readonly day?: string
}

/** A literal text in the code and the parts between it and the next literal. */
export interface Segment {
  /** Upper case. */
  readonly before: string
  readonly parts: readonly PartPiece[]
}

export interface CodeFormat {
  readonly segments: readonly Segment[]
}

/** Maximum length of a value if the pattern has none. */
const longest = 50

class PatternError extends Error {
  readonly reason: Label
  constructor(ko: string, en: string) {
    super(en)
    this.reason = label(ko, en)
  }
}

/**
 * Parses a pattern such as `SJ{ITEM:8}-{LOT}-{VALID:yyMMdd}{QTY:4}`. A part in braces has a length
 * (`:8`, `:1-20`) or, for dates, a format. Everything else is literal. Returns a readable error if
 * the pattern is invalid.
 */
export function codeFormat(pattern: string): CodeFormat | { readonly error: Label } {
  try {
    const segments = parseSegments(pattern.split(/(\{[^{}]*\})/).filter((text) => text !== ''))
    checkWhole(segments)
    return { segments }
  } catch (error) {
    if (error instanceof PatternError) return { error: error.reason }
    throw error
  }
}

function parseSegments(texts: readonly string[]): Segment[] {
  const segments: { before: string; parts: PartPiece[] }[] = [{ before: '', parts: [] }]
  for (const text of texts) {
    if (/^\{.*\}$/.test(text)) segments.at(-1)?.parts.push(parsePart(text.slice(1, -1)))
    else segments.push({ before: literalPart(text), parts: [] })
  }
  return segments.filter(({ before, parts }) => before !== '' || parts.length > 0)
}

function literalPart(text: string): string {
  if (!/[{}]/.test(text)) return text.toUpperCase()
  throw new PatternError(`중괄호가 맞지 않습니다: ${text}`, `braces do not match: ${text}`)
}

function parsePart(written: string): PartPiece {
  const [name = '', size] = written.split(':').map((text) => text.trim())
  const part = formatParts.find((known) => known === name.toUpperCase())
  if (!part) {
    const known = formatParts.join(', ')
    throw new PatternError(`모르는 이름입니다: ${name} (${known})`, `unknown: ${name} (${known})`)
  }
  if (part === 'VALID' || part === 'MADE') return datePart(part, size ?? 'yyyyMMdd')
  if (size === undefined) return { part, min: 1, max: longest }
  const [, from, to = from] = /^(\d{1,2})(?:\s*-\s*(\d{1,2}))?$/.exec(size) ?? []
  const [min, max] = [Number(from), Number(to)]
  if (!(min >= 1 && min <= max && max <= longest)) {
    const ko = `길이는 1에서 ${longest}까지입니다: ${size}`
    throw new PatternError(ko, `a length is 1 to ${longest}: ${size}`)
  }
  return { part, min, max }
}

function datePart(part: FormatPart, day: string): PartPiece {
  const pieces = day.replaceAll(/[.\-/]/g, '').match(/y+|M+|d+|[^yMd]+/g) ?? []
  const isKnown = pieces.every((piece) => ['yy', 'yyyy', 'MM', 'dd'].includes(piece))
  const signs = pieces.map(([sign]) => sign)
  const isWhole = signs.includes('y') && signs.includes('M') && new Set(signs).size === signs.length
  if (!isKnown || !isWhole) {
    const ko = `날짜는 yyyyMMdd, yyMMdd, yyMM처럼 입력하세요: ${day}`
    throw new PatternError(ko, `a date is written as yyyyMMdd, yyMMdd, yyMM: ${day}`)
  }
  return { part, min: day.length, max: day.length, day }
}

const isOpenEnded = ({ min, max }: PartPiece): boolean => min !== max

/** A pattern must have a value and mark where each value ends. */
function checkWhole(segments: readonly Segment[]): void {
  const parts = segments.flatMap((segment) => segment.parts)
  const names = parts.map(({ part }) => part).filter((part) => part !== 'SKIP')
  if (names.length === 0) {
    throw new PatternError(
      '읽을 값이 없습니다. 예: {ITEM}',
      'nothing to read; add a field such as {ITEM}',
    )
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new PatternError(`${twice}가 두 번 있습니다`, `${twice} appears twice`)
  if (segments.some((segment) => segment.parts.filter(isOpenEnded).length > 1)) {
    const ko = '길이가 정해지지 않은 값이 이어져 있습니다. 길이나 구분 문자를 입력하세요'
    throw new PatternError(ko, 'values without a length follow each other: give one a length')
  }
  if (parts.some(isOpenEnded) && segments.every(({ before }) => before === '')) {
    const ko = '어느 코드에나 일치합니다. 고정된 문자나 길이를 입력하세요'
    throw new PatternError(ko, 'matches any code: add a fixed text or lengths')
  }
}
