import sql, { raw, type Sql } from 'sql-template-tag'
import { handleEdits, handleQuery, type Handler } from '#server/engine/handler.ts'
import { tableImport } from '#server/engine/table-import.ts'
import { saveTable, type Reference } from '#server/engine/table-save.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { cells, owners, shipTos, stocks, suppliers, zones } from '../operations/masters.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, zone } from '../tables/place.ts'
import { stock } from '../tables/stock.ts'

const toOwner: Reference = { columns: ['OWNER_CD'], table: 'owner' }

/** Handlers of one master table: its rows with the owner's name where it has one, and its save. */
function masterHandlers(
  table: Table,
  operations: { query: Query; save: Procedure },
  references: readonly Reference[],
): Handler[] {
  const order = table.key.map((key) => `v.${columnName(key)}`).join(', ')
  const select: Sql =
    'OWNER_NM' in operations.query.output && table.name !== 'owner'
      ? sql`select t.*, o.owner_nm from ${raw(table.name)} t join owner o using (owner_cd)`
      : sql`select t.* from ${raw(table.name)} t`
  const input = Object.keys(operations.save.input)
  const columns = table.scope.warehouse ? [table.scope.warehouse, ...input] : input
  return [
    handleQuery(operations.query, order, () => select),
    handleEdits(
      operations.save,
      (call) => saveTable(call, table, columns, references),
      tableImport(table, operations.save.input),
    ),
  ]
}

export const masterTableHandlers: readonly Handler[] = [
  ...masterHandlers(owner, owners, []),
  ...masterHandlers(supplier, suppliers, [toOwner]),
  ...masterHandlers(shipTo, shipTos, [toOwner]),
  ...masterHandlers(stock, stocks, [toOwner]),
  ...masterHandlers(zone, zones, []),
  ...masterHandlers(cell, cells, [{ columns: ['WCODE', 'ZONE_CD'], table: 'zone' }]),
]
