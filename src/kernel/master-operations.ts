import type { Fields } from './field.ts'
import { label } from './label.ts'
import {
  defineProcedure,
  defineQuery,
  type Operation,
  type Procedure,
  type Query,
  type Scope,
} from './operation.ts'
import type { Table } from './table.ts'

const changeColumns = new Set(['UPDATED_BY', 'UPDATED_AT'])

/**
 * The question and the change of a master table, from its description: search by any of its
 * fields, save rows as inserted, updated and deleted. `granted` where not only screens call them.
 */
export function masterOperations<F extends Fields, M extends Fields = Record<never, never>>(
  area: string,
  name: string,
  table: Table<F>,
  more?: M,
  granted: Pick<Operation, 'menus' | 'with'> = {},
): { query: Query<F, F & M>; save: Procedure } {
  const common = { ...granted, scope: scopeOf(table) }
  const input = Object.fromEntries(
    Object.entries(table.fields).filter(
      ([column]) => !changeColumns.has(column) && column !== table.scope.warehouse,
    ),
  )
  return {
    query: defineQuery({
      name: `${area}/${name}`,
      title: label(`${table.title.ko} 조회`, `${table.title.en} list`),
      ...common,
      action: 'search',
      search: table.fields,
      output: { ...table.fields, ...more } as F & M,
    }),
    save: defineProcedure({
      name: `${area}/save-${name}`,
      title: label(`${table.title.ko} 저장`, `Save ${table.title.en}`),
      ...common,
      action: 'save',
      input,
    }),
  }
}

function scopeOf(table: Table): Scope {
  if (table.scope.warehouse) return table.scope.owner ? 'warehouse-owner' : 'warehouse'
  return table.scope.owner ? 'owner' : 'company'
}
