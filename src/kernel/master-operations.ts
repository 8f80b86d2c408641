import { findField, hasEditions } from './edition.ts'
import type { Fields } from './field.ts'
import { label } from './label.ts'
import {
  defineProcedure,
  defineQuery,
  type Bound,
  type ChangeReach,
  type Operation,
  type Procedure,
  type Query,
} from './operation.ts'
import type { Table } from './table.ts'

const changeColumns = new Set(['UPDATED_BY', 'UPDATED_AT'])

/** What is special about the operations of a master table. */
interface MasterGrant extends Pick<Operation, 'menus' | 'with'> {
  /** Searched by one text for code, name and initials: `masterHandlers` is told the columns. */
  readonly finds?: true
  /** What bound users see of a table without owners, where its rows come with more than itself. */
  readonly bound?: Bound
}

/** Most rows of a list that somebody else publishes: all places of UN/LOCODE are 116,000. */
const editionRowsMax = 200_000

/**
 * The question and the change of a master table, from its description: search by any of its
 * fields, save rows as inserted, updated and deleted. `granted` where not only screens call them.
 */
export function masterOperations<F extends Fields, M extends Fields = Record<never, never>>(
  area: string,
  name: string,
  table: Table<F>,
  more?: M,
  { finds, bound = 'open', ...granted }: MasterGrant = {},
): { query: Query<Fields, F & M>; save: Procedure } {
  const input = Object.fromEntries(
    Object.entries(table.fields).filter(
      ([column]) => !changeColumns.has(column) && column !== table.scope.warehouse,
    ),
  )
  return {
    query: defineQuery({
      name: `${area}/${name}`,
      title: label(`${table.title.ko} 조회`, `${table.title.en} list`),
      ...granted,
      ...reachOf(table, bound),
      action: 'search',
      search: finds ? { ...findField, ...table.fields } : table.fields,
      output: { ...table.fields, ...more } as F & M,
    }),
    save: defineProcedure({
      name: `${area}/save-${name}`,
      title: label(`${table.title.ko} 저장`, `Save ${table.title.en}`),
      ...granted,
      // Rows that name no owner are the site's own: bound users read them and do not change them.
      ...reachOf(table, 'refused'),
      action: 'save',
      input,
      ...(hasEditions(table) && { rowsMax: editionRowsMax }),
    }),
  }
}

/** Scope of the operations of a table; `bound` applies only where its rows name no owner. */
function reachOf({ scope }: Table, bound: Bound): ChangeReach {
  if (scope.owner) return { scope: scope.warehouse ? 'warehouse-owner' : 'owner' }
  return { scope: scope.warehouse ? 'warehouse' : 'company', bound }
}
