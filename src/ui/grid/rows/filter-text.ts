import { movesWithToday } from '#kernel/relative-day.ts'
import { toSearchText } from '#kernel/search-value.ts'
import { parseInput, type CellError } from '#ui/grid/columns/cell-input.ts'
import { isNumeric, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'
import { getColumnDateLength, readDatedFilter } from './dated-filter.ts'
import { likeTest, type FilterCondition, type FilterOperator } from './filter.ts'

export const filterOperators: readonly FilterOperator[] = [
  'Like',
  'Not Like',
  '=',
  '<',
  '<=',
  '>',
  '>=',
  'In',
  'Not In',
  'Between',
  'Not Between',
]

export type TypedCondition =
  | { readonly condition: FilterCondition }
  | { readonly error: CellError | 'two-values' | 'several-spans' }

/**
 * Parses typed text into a condition. Like compares with the text that cells show. Other values use
 * the column's input format, and several are separated by commas. Between also accepts `1~9`. Dates
 * are read as in a search.
 * Returns an error for invalid values.
 */
export function parseCondition(
  column: GridColumn,
  operator: FilterOperator,
  text: string,
): TypedCondition {
  const make = (values: readonly CellValue[]): TypedCondition => ({
    condition: { column: column.id, operator, values },
  })
  if (operator.endsWith('Like')) {
    const codes = codesShownAs(column, text)
    if (codes.length === 0) return make([storedPattern(column, text)])
    const listed = operator === 'Like' ? 'In' : 'Not In'
    return { condition: { column: column.id, operator: listed, values: codes } }
  }
  const list = toSearchText(column, text)
  const parts = splitValues(operator, isNumeric(column) ? joinThousands(list) : list)
  if (operator.endsWith('Between') && parts.length !== 2) return { error: 'two-values' }
  if (getColumnDateLength(column) !== undefined) {
    const read = readDatedFilter(column, operator, parts)
    if ('error' in read) return read
    const typed = movesWithToday(text) ? { typed: { operator, text } } : {}
    return { condition: { column: column.id, ...read, ...typed } }
  }
  const values: CellValue[] = []
  for (const part of parts) {
    const parsed = parseInput(
      { ...column, maxLength: undefined, shapeOf: undefined },
      part,
      'sought',
    )
    if (!parsed.ok) return { error: parsed.error }
    values.push(parsed.value)
  }
  return make(values)
}

/** The condition with its dates resolved as of today. */
export function renewCondition(
  column: GridColumn | undefined,
  condition: FilterCondition,
): FilterCondition {
  const { typed } = condition
  const read = column && typed && parseCondition(column, typed.operator, typed.text)
  return read && 'condition' in read ? read.condition : condition
}

/** Codes of the options whose name or code matches a pattern. Cells show the name. */
function codesShownAs({ options = [] }: GridColumn, pattern: string): string[] {
  const test = likeTest(pattern)
  return options.flatMap(({ CODE, NAME }) => (test(NAME) || test(CODE) ? [CODE] : []))
}

const monthAndDay = /^(\d{2})[-/.](\d{2})$/

/** Converts a part of a date or number from how cells show it to how they store it. */
function storedPattern(column: GridColumn, pattern: string): string {
  if (isNumeric(column)) return pattern.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  if (getColumnDateLength(column) === undefined) return pattern
  const text = pattern.trim()
  if (monthAndDay.test(text)) return text.replace(monthAndDay, '____$1$2%')
  return text.replaceAll(/(?<=\d)[-/.: ](?=\d|$)/g, '')
}

/** Removes the commas of thousands, as in `1,000, 2,000`. Other commas separate values. */
function joinThousands(text: string): string {
  return text.replaceAll(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)/g, (number) =>
    number.replaceAll(',', ''),
  )
}

function splitValues(operator: FilterOperator, text: string): string[] {
  if (operator.endsWith('In')) return text.split(',').map((part) => part.trim())
  if (operator.endsWith('Between')) {
    return text.split(text.includes('~') ? '~' : ',').map((part) => part.trim())
  }
  return [text.trim()]
}
