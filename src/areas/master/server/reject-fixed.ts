import sql, { join, raw, type Sql } from 'sql-template-tag'
import { columnName, type Table } from '#kernel/table.ts'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { fixedTables, type ColumnChange, type FixedTable } from '../rules/fixed-columns.ts'
import { obstacleText, type Obstacle } from '../rules/obstacle-text.ts'

interface FoundObstacle extends Obstacle, Record<string, unknown> {
  no: number
  column: string
}

/** Check for a save of complete rows. */
export const createFixedCheck = (table: Table) => (call: SaveCall) =>
  rejectFixedColumns(call, table, Object.keys(table.fields))

/**
 * Reason to pass to `item_obstacle` and similar functions for a column of row `r`; undefined if the
 * column can change.
 */
function fixingReason(column: string, change: ColumnChange | undefined): Sql | undefined {
  if (change === 'USE' || change === 'STOCK') return sql`${change}::text`
  if (change === 'PLACED') {
    return sql`${`${column}=`}::text || coalesce(${raw(`r.${columnName(column)}`)}, '')`
  }
  if (change === 'SERIAL') return sql`'STOCK'::text`
  if (change !== 'LOT' && change !== 'EXPIRY') return undefined
  return sql`case when ${raw(`r.${columnName(column)}`)} = 'Y' then 'WITHOUT_' else 'WITH_' end
    || ${change}`
}

/**
 * Condition that the user may read obstacle `o` of item `t`: its document, its cell, or its stock
 * in all warehouses. Cells and zones belong to the warehouse of the call.
 */
function isVisibleObstacle(table: Table, viewer: SaveCall): Sql {
  if (table.name !== 'stock') return sql`true`
  const isHere = isVisibleWarehouse('b.wcode', viewer)
  const inStock = sql`select from stock_balance b
    where b.owner_cd = t.owner_cd and b.stock_cd = t.stock_cd and b.qty > 0`
  const document = (name: string, key = `${name}_no`) =>
    sql`exists (select from ${raw(name)} b where o.doc_no is not null and ${isHere}
      and ${raw(`b.${key}`)} = o.doc_no)`
  return sql`case o.kind
    when 'STOCK' then not exists (${inStock} and not ${isHere})
      and not exists (select from transit x join stock_balance b on b.balance_id = x.from_balance_id
        where b.owner_cd = t.owner_cd and b.stock_cd = t.stock_cd and not ${isHere}
          and x.arrived_qty + x.back_qty + x.lost_qty < x.sent_qty)
    when 'PLACED' then exists (${inStock} and b.cell_cd = o.doc_no and ${isHere})
    when 'RECEIPT' then ${document('receipt')}
    when 'SHIPMENT' then ${document('shipment')}
    when 'ORDER' then ${document('scm_order', 'scm_no')}
    when 'CARGO' then ${document('bonded_cargo', 'bond_no')}
    else true end`
}

/** Throws an error on the field for every change that would falsify stock, documents or reports. */
export async function rejectFixedColumns(
  call: SaveCall,
  table: Table,
  columns: readonly string[],
): Promise<void> {
  const { tx, rows, scope } = call
  const fixed: FixedTable | undefined = Object.entries(fixedTables).find(
    ([name]) => name === table.name,
  )?.[1]
  const changed = rows
    .filter(({ flag }) => flag === 'U')
    .map((row) =>
      table.scope.warehouse
        ? { ...row, values: { ...row.values, [table.scope.warehouse]: scope.wcode } }
        : row,
    )
  if (!fixed || changed.length === 0) return
  const decided = columns.filter((column) => fixingReason(column, fixed.columns[column]))
  const checks = decided.map((column) => {
    const name = columnName(column)
    const reason = fixingReason(column, fixed.columns[column])
    const isStocked =
      fixed.columns[column] === 'SERIAL' ? ` and 'ALL' in (t.${name}, r.${name})` : ''
    return sql`(${column}::text, ${raw(`t.${name} is distinct from r.${name}${isStocked}`)}, ${reason})`
  })
  if (checks.length === 0) return
  const key = table.key.map(columnName)
  const obstacles = await tx.query<FoundObstacle>(sql`
    select r.no, c."column", c.fixed_by, o.kind,
      case when v.is_visible then trim_scale(o.qty)::text end qty,
      case when v.is_visible then o.doc_no end doc_no,
      ${raw(table.name === 'stock' ? 't.unit_cd' : 'null')} unit_cd
    from ${recordsetSql(table.fields, [...table.key, ...decided], changed)}
    join ${raw(table.name)} t on ${raw(key.map((name) => `t.${name} = r.${name}`).join(' and '))}
      and t.version = r.version
    cross join lateral (values ${join(checks, ', ')}) c("column", is_changed, fixed_by)
    cross join lateral ${raw(fixed.obstacle)}(${raw(key.map((name) => `t.${name}`).join(', '))},
      c.fixed_by) o
    cross join lateral (select ${isVisibleObstacle(table, call)} is_visible) v
    where c.is_changed order by 1, 2`)
  if (obstacles.length === 0) return
  throw invalidRows(
    obstacles.map((obstacle) => ({
      row: obstacle.no,
      column: obstacle.column,
      text: obstacleText(obstacle),
    })),
  )
}
