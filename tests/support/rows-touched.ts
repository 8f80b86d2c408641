import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/**
 * Rows that a statement looks at, by table: what it costs whatever the machine is busy with. A table
 * that is read for each row of another counts each time; pairs that a join looked at for nothing count
 * as `join`.
 */
export async function rowsTouched(db: Queryable, statement: Sql): Promise<Record<string, number>> {
  const explain = sql`${raw('explain (analyze, timing off, format json)')} ${statement}`
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain)
  const touched: Record<string, number> = {}
  const walk = (node: PlanNode): void => {
    const name = node['Relation Name']
    if (name !== undefined) {
      const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
      touched[name] = (touched[name] ?? 0) + each * node['Actual Loops']
    }
    const pairs = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']
    touched['join'] = (touched['join'] ?? 0) + pairs
    for (const inner of node.Plans ?? []) walk(inner)
  }
  for (const { Plan } of row?.['QUERY PLAN'] ?? []) walk(Plan)
  return touched
}
