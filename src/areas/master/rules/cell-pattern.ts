import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

export interface CellPattern {
  /** Pattern of named parts with optional zero padding: `{AISLE}-{BAY:2}-{LEVEL}`. */
  readonly pattern: string
  /** Letters or numbers as a range or a list: `A-C`, `01-05`, `A,C,E`. */
  readonly aisles: string
  readonly bays: string
  readonly levels: string
}

export type CellPatternError = 'PATTERN' | 'AISLES' | 'BAYS' | 'LEVELS'

type PatternExpansion =
  | { readonly cells: readonly string[] }
  | { readonly error: CellPatternError; readonly text: Label }

const maxCells = 20_000

const part = /\{(AISLE|BAY|LEVEL)(?::([1-9]))?\}/g

function expandRange(range: string): readonly string[] | undefined {
  const values = range
    .toUpperCase()
    .split(',')
    .flatMap((piece): readonly (string | undefined)[] => {
      const ends = /^([A-Z]|\d{1,4})(?:[-~]([A-Z]|\d{1,4}))?$/.exec(piece.trim())
      const [, from = '', to = from] = ends ?? []
      if (from === '') return [undefined]
      const isNumber = /\d/.test(from)
      if (isNumber !== /\d/.test(to)) return [undefined]
      const first = isNumber ? Number(from) : from.charCodeAt(0)
      const last = isNumber ? Number(to) : to.charCodeAt(0)
      if (last < first) return [undefined]
      return Array.from({ length: last - first + 1 }, (_, index) =>
        isNumber ? String(first + index) : String.fromCharCode(first + index),
      )
    })
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length && new Set(known).size === known.length ? known : undefined
}

/**
 * Codes of all cells of a pattern by aisle, bay and level, or the invalid part. The save rejects
 * existing cells.
 */
export function expandCellPattern(given: CellPattern): PatternExpansion {
  const pattern = given.pattern.toUpperCase()
  const rest = pattern.replaceAll(part, '')
  const named = new Set([...pattern.matchAll(part)].map(([, name]) => name))
  if (named.size < 3 || /[{}\s]/.test(rest)) return { error: 'PATTERN', text: wrongPattern }
  const parts = [
    ['AISLES', expandRange(given.aisles)],
    ['BAYS', expandRange(given.bays)],
    ['LEVELS', expandRange(given.levels)],
  ] as const
  for (const [error, values] of parts) if (!values) return { error, text: wrongRange }
  const [aisles = [], bays = [], levels = []] = parts.map(([, values]) => values)
  const count = aisles.length * bays.length * levels.length
  if (count > maxCells) return { error: 'BAYS', text: tooManyCellsError(count) }
  const cells = aisles.flatMap((AISLE) =>
    bays.flatMap((BAY) => levels.map((LEVEL) => cellCode(pattern, { AISLE, BAY, LEVEL }))),
  )
  if (cells.some((code) => code.length > 20)) return { error: 'PATTERN', text: tooLong }
  if (new Set(cells).size < cells.length) return { error: 'PATTERN', text: duplicateCodes }
  return { cells }
}

function cellCode(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(part, (_, name: string, digits: string | undefined) => {
    const value = values[name] ?? ''
    return /\d/.test(value) ? value.padStart(Number(digits ?? 1), '0') : value
  })
}

const wrongPattern = label(
  '{AISLE}, {BAY}, {LEVEL}을 한 번씩 사용하고 띄어쓰지 마세요. 예: {AISLE}-{BAY:2}-{LEVEL}',
  'Use {AISLE}, {BAY} and {LEVEL} once each, without spaces. Example: {AISLE}-{BAY:2}-{LEVEL}',
)
const wrongRange = label(
  '범위가 아닙니다. 예: A-C, 1-20, 1,3,5',
  'Not a range. Examples: A-C, 1-20, 1,3,5',
)
const tooManyCellsError = (count: number) =>
  label(
    `${formatCount(count)}개입니다. 한 번에 ${formatCount(maxCells)}개까지 생성할 수 있습니다.`,
    `${formatCount(count, 'cell')}; at most ${formatCount(maxCells)} at a time.`,
  )
const tooLong = label(
  '셀코드는 20자를 넘을 수 없습니다.',
  'A cell code cannot exceed 20 characters.',
)
const duplicateCodes = label(
  '같은 셀코드가 두 번 생성됩니다.',
  'Two cells would have the same code.',
)
