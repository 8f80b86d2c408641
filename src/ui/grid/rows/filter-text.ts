import { parseInput, type CellFault } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition, FilterOperator } from './filter.ts'

/** The operators of a filter, in the order they are offered. */
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

/** What was typed for a condition, or why it is none. */
export type TypedCondition =
  | { readonly condition: FilterCondition }
  | { readonly fault: CellFault | 'two-values' }

/**
 * A condition out of typed text: values in the column's own form, several with commas between
 * them; Between also takes `1~9`. A text that is no value of the column is refused, never guessed.
 */
export function typedCondition(
  column: GridColumn,
  operator: FilterOperator,
  text: string,
): TypedCondition {
  const make = (values: readonly CellValue[]): TypedCondition => ({
    condition: { column: column.id, operator, values },
  })
  if (operator.endsWith('Like')) return make([text])
  const values: CellValue[] = []
  for (const part of partsOf(operator, text)) {
    const parsed = parseInput({ ...column, lengthMax: undefined, shapeOf: undefined }, part)
    if (!parsed.ok) return { fault: parsed.fault }
    values.push(parsed.value)
  }
  if (operator.endsWith('Between') && values.length !== 2) return { fault: 'two-values' }
  return make(values)
}

function partsOf(operator: FilterOperator, text: string): string[] {
  if (operator.endsWith('In')) return text.split(',').map((part) => part.trim())
  if (operator.endsWith('Between')) return text.split(/[,~]/).map((part) => part.trim())
  return [text.trim()]
}
