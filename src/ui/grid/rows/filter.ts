import { parseDecimal } from './aggregate.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { NumberStorage } from '#ui/grid/columns/number-storage.ts'
import { isBlank, type CellValue } from '#ui/grid/columns/column.ts'
import { compareDecimal } from '#kernel/decimal.ts'
import { toHalfWidth } from '#kernel/tidy-text.ts'
import { compareValues } from './sort.ts'

/** The eleven operators of spec §9. */
export type FilterOperator =
  | '='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'Like'
  | 'Not Like'
  | 'In'
  | 'Not In'
  | 'Between'
  | 'Not Between'

/** Single-value operators read the first value, Between the first two, In all of them. */
export interface FilterCondition {
  readonly column: string
  readonly operator: FilterOperator
  readonly values: readonly CellValue[]
  /** The entered text, kept if its dates are relative to today, to resolve them again later. */
  readonly typed?: { readonly operator: FilterOperator; readonly text: string } | undefined
}

type Test = (value: CellValue) => boolean

export function filterRows(
  rows: Int32Array,
  conditions: readonly { storage: Storage; condition: FilterCondition }[],
): Int32Array {
  let kept = rows
  for (const { storage, condition } of conditions) {
    const test = cellTest(condition, storage instanceof NumberStorage)
    kept =
      storage instanceof DictionaryStorage
        ? matchCodes(kept, storage, test)
        : kept.filter((row) => test(storage.get(row)))
  }
  return kept
}

/** Evaluates the test once per distinct value, not once per row. */
function matchCodes(rows: Int32Array, storage: DictionaryStorage, test: Test): Int32Array {
  const passes = Uint8Array.from(storage.entries, (value) => (test(value) ? 1 : 0))
  const { codes } = storage
  const kept = new Int32Array(rows.length)
  let count = 0
  for (const row of rows) {
    kept[count] = row
    count += passes[codes[row] ?? 0] ?? 0
  }
  return kept.slice(0, count)
}

/**
 * Returns the test of one condition. An empty cell passes only `=` with an empty value and the `Not
 * …` operators.
 */
export function cellTest(condition: FilterCondition, isNumeric = false): Test {
  const values = isNumeric ? condition.values.map(toNumberIfExact) : condition.values
  const positive = positiveTest({ ...condition, values }, isNumeric ? numbers : texts)
  return condition.operator.startsWith('Not ') ? (value) => !positive(value) : positive
}

/**
 * Converts a numeric text to a number if a double holds it exactly; otherwise returns it unchanged.
 */
function toNumberIfExact(value: CellValue): CellValue {
  if (typeof value !== 'string' || value.length > 15 || value.trim() === '') return value
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}

interface Comparison {
  readonly compare: (value: CellValue, wanted: CellValue) => number
  readonly equals: (value: CellValue, wanted: CellValue) => boolean
}

const texts: Comparison = {
  compare: compareValues,
  equals: (value, wanted) => normalizeForSearch(value) === normalizeForSearch(wanted),
}

/** Compares exactly. Numbers too long for a double are stored as decimal text. */
const numbers: Comparison = {
  compare: (value, wanted) => {
    if (typeof value === 'number' && typeof wanted === 'number') return value - wanted
    const left = parseDecimal(String(value))
    const right = parseDecimal(String(wanted))
    return left && right ? compareDecimal(left, right) : compareValues(value, wanted)
  },
  equals: (value, wanted) => numbers.compare(value, wanted) === 0,
}

function positiveTest(
  { operator, values }: FilterCondition,
  { compare, equals }: Comparison,
): Test {
  const first = values[0] ?? null
  const second = values[1] ?? null
  const isEqual = (value: CellValue, wanted: CellValue) =>
    isBlank(value) || isBlank(wanted) ? isBlank(value) && isBlank(wanted) : equals(value, wanted)
  const filled =
    (test: Test): Test =>
    (value) =>
      !isBlank(value) && test(value)
  switch (operator) {
    case '=':
      return isBlank(first) ? isBlank : filled((value) => equals(value, first))
    case '<':
      return filled((value) => compare(value, first) < 0)
    case '<=':
      return filled((value) => compare(value, first) <= 0)
    case '>':
      return filled((value) => compare(value, first) > 0)
    case '>=':
      return filled((value) => compare(value, first) >= 0)
    case 'Like':
    case 'Not Like':
      return filled(likeTest(String(first ?? '')))
    case 'In':
    case 'Not In':
      return (value) => values.some((wanted) => isEqual(value, wanted))
    case 'Between':
    case 'Not Between':
      return filled((value) => compare(value, first) >= 0 && compare(value, second) <= 0)
  }
}

/** Ignores case and full width, and normalizes because macOS writes Hangul decomposed. */
export function normalizeForSearch(value: CellValue): string {
  return toHalfWidth(String(value ?? ''))
    .normalize('NFC')
    .toLowerCase()
}

/**
 * With `%`, the pattern is SQL LIKE. Without it, matches anywhere and `_` is literal, because codes
 * often contain underscores.
 */
export function likeTest(pattern: string): Test {
  const folded = normalizeForSearch(pattern)
  if (!folded.includes('%')) return (value) => normalizeForSearch(value).includes(folded)
  const source = folded
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '[^]*')
    .replaceAll('_', '[^]')
  const expression = new RegExp(`^${source}$`, 'u')
  return (value) => expression.test(normalizeForSearch(value))
}
