import { parseInput, type CellError } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition, FilterOperator } from './filter.ts'

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
  | { readonly error: CellError | 'two-values' }

/**
 * Parses typed text into a condition. Values use the column's input format, and several are
 * separated by commas. Between also accepts `1~9`. Returns an error for invalid values.
 */
export function parseCondition(
  column: GridColumn,
  operator: FilterOperator,
  text: string,
): TypedCondition {
  const make = (values: readonly CellValue[]): TypedCondition => ({
    condition: { column: column.id, operator, values },
  })
  if (operator.endsWith('Like')) return make([text])
  const values: CellValue[] = []
  for (const part of splitValues(operator, text)) {
    const parsed = parseInput({ ...column, maxLength: undefined, shapeOf: undefined }, part)
    if (!parsed.ok) return { error: parsed.error }
    values.push(parsed.value)
  }
  if (operator.endsWith('Between') && values.length !== 2) return { error: 'two-values' }
  return make(values)
}

function splitValues(operator: FilterOperator, text: string): string[] {
  if (operator.endsWith('In')) return text.split(',').map((part) => part.trim())
  if (operator.endsWith('Between')) return text.split(/[,~]/).map((part) => part.trim())
  return [text.trim()]
}
