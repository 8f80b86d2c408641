import sql, { raw, type Sql } from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Handler, RowWindow } from '#server/engine/handler.ts'
import { scopedRows } from '#server/engine/run-query.ts'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/**
 * Rows that a statement reads, by table: a cost independent of machine load. A table that is read
 * again for each row of another counts each time. Pairs rejected by a join count as `join`.
 */
export async function countRowsTouched(
  db: Queryable,
  statement: Sql,
): Promise<Record<string, number>> {
  const explain = sql`${raw('explain (analyze, timing off, format json)')} ${statement}`
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain)
  const touched: Record<string, number> = {}
  const walk = (node: PlanNode): void => {
    const name = node['Relation Name']
    if (name !== undefined) {
      const perLoop = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
      touched[name] = (touched[name] ?? 0) + perLoop * node['Actual Loops']
    }
    const pairs = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']
    touched['join'] = (touched['join'] ?? 0) + pairs
    for (const inner of node.Plans ?? []) walk(inner)
  }
  for (const { Plan } of row?.['QUERY PLAN'] ?? []) walk(Plan)
  return touched
}

/** Rows read by a list in the first warehouse, including the SQL added by the engine. */
export function countRowsOfList(
  db: Queryable,
  handlers: readonly Handler[],
  name: string,
  search: WireRow,
  window?: RowWindow,
): Promise<Record<string, number>> {
  const handler = handlers.find(({ operation }) => operation.name === name)
  if (handler === undefined || !('select' in handler)) throw new Error(`no list ${name}`)
  const scope = { wcode: 'W01', owners: null }
  const today = timestampAt(Date.now()).slice(0, 8)
  const caller = { userId: 'admin', scope, language: 'ko', today } as const
  return countRowsTouched(db, scopedRows(handler, caller, { search, window }))
}
