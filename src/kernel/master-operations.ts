import { combinedSearchField, hasEditions } from './edition.ts'
import type { Fields } from './field.ts'
import { label } from './label.ts'
import {
  defineProcedure,
  defineQuery,
  type OwnerAccess,
  type OperationScope,
  type Operation,
  type Procedure,
  type Query,
} from './operation.ts'
import type { Table } from './table.ts'

const changeColumns = new Set(['UPDATED_BY', 'UPDATED_AT'])

interface MasterGrant extends Pick<Operation, 'menus' | 'with'> {
  /** Adds one search field for code, name and initials. `masterHandlers` receives its columns. */
  readonly hasCombinedSearch?: true
  readonly bound?: OwnerAccess
}

/** Row limit of an externally published list: UN/LOCODE has 116,000 places. */
const maxEditionRows = 200_000

/**
 * Builds the query and the save of a master table: search by any of its fields, save inserted,
 * updated and deleted rows. Pass `granted` if callers other than screens use them.
 */
export function masterOperations<F extends Fields, M extends Fields = Record<never, never>>(
  area: string,
  name: string,
  table: Table<F>,
  extra?: M,
  { hasCombinedSearch, bound = 'open', ...granted }: MasterGrant = {},
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
      ...getReach(table, bound),
      action: 'search',
      search: hasCombinedSearch ? { ...combinedSearchField, ...table.fields } : table.fields,
      output: { ...table.fields, ...extra } as F & M,
    }),
    save: defineProcedure({
      name: `${area}/save-${name}`,
      title: label(`${table.title.ko} 저장`, `Save ${table.title.en}`),
      ...granted,
      // Rows without an owner belong to the site: owner-bound users read them but do not change
      // them.
      ...getReach(table, 'refused'),
      action: 'save',
      input,
      ...(hasEditions(table) && { maxRows: maxEditionRows }),
    }),
  }
}

/** Scope of a table's operations. `bound` applies only if its rows have no owner. */
function getReach({ scope }: Table, bound: OwnerAccess): OperationScope {
  if (scope.owner) return { scope: scope.warehouse ? 'warehouse-owner' : 'owner' }
  return { scope: scope.warehouse ? 'warehouse' : 'company', bound }
}
