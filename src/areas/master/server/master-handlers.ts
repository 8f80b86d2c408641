import sql, { raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { handleEdits, handleQuery, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { tableImport } from '#server/engine/table-import.ts'
import { saveTable, type Reference, type RowRule } from '#server/engine/table-save.ts'

export const toOwner: Reference = { columns: ['OWNER_CD'], table: 'owner' }
export const toStock: Reference = { columns: ['OWNER_CD', 'STOCK_CD'], table: 'stock' }

interface MasterOptions {
  readonly references?: readonly Reference[]
  /** What no row may be, beside what its fields say. */
  readonly rules?: readonly RowRule[]
  /** The rows, where more is shown than the table and its owner's name. */
  readonly select?: Sql
  /** Said when everything is saved, in place of the count; done in the same transaction. */
  readonly after?: (call: SaveCall) => Promise<Label | undefined>
}

/** Handlers of one master table: its rows with the owner's name where it has one, and its save. */
export function masterHandlers(
  table: Table,
  operations: { query: Query; save: Procedure },
  options: MasterOptions = {},
): Handler[] {
  const { references = [], rules = [], after } = options
  const order = table.key.map((key) => `v.${columnName(key)}`).join(', ')
  const input = Object.keys(operations.save.input)
  const columns = table.scope.warehouse ? [table.scope.warehouse, ...input] : input
  return [
    handleQuery(operations.query, order, () => options.select ?? ownRows(table, operations.query)),
    handleEdits(
      operations.save,
      async (call) => {
        const saved = await saveTable(call, table, columns, references, rules)
        const message = await after?.(call)
        return message ? { ...saved, message } : saved
      },
      tableImport(table, operations.save.input),
    ),
  ]
}

function ownRows(table: Table, query: Query): Sql {
  return 'OWNER_NM' in query.output && table.name !== 'owner'
    ? sql`select t.*, o.owner_nm from ${raw(table.name)} t join owner o using (owner_cd)`
    : sql`select t.* from ${raw(table.name)} t`
}
