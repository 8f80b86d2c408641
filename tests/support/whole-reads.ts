import sql, { raw } from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Nodes that read only the rows found by the nodes below them, or none. */
const derived = new Set(['Bitmap Heap Scan', 'ModifyTable'])

async function readFirstColumns(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const indexes = await tx.query<{ name: string; first: string }>(sql`
    select relname "name", pg_get_indexdef(oid, 1, true) "first" from pg_class where relkind = 'i'`)
  return new Map(indexes.map(({ name, first }) => [name, first]))
}

/** Plan for any values, as of a statement that is executed again and again. */
async function explain(tx: Transaction, text: string): Promise<PlanNode | undefined> {
  await tx.script(`prepare statement_to_explain as ${text}`)
  const [parameters] = await tx.query<{ count: number }>(sql`
    select coalesce(array_length(parameter_types, 1), 0) count from pg_prepared_statements
    where name = 'statement_to_explain'`)
  const values = Array.from({ length: parameters?.count ?? 0 }, () => 'null').join(', ')
  const [row] = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    sql`${raw(`explain (format json) execute statement_to_explain${values && `(${values})`}`)}`,
  )
  await tx.script('deallocate statement_to_explain')
  return row?.['QUERY PLAN'][0]?.Plan
}

/**
 * Statements that would read a whole table if it had a million rows: by a sequential scan, or
 * through an index whose first column they do not restrict. Needs some rows in every table.
 * @param texts statements with placeholders; other than reads and writes of rows are ignored
 */
export async function findWholeReads(
  db: Database,
  tables: readonly string[],
  texts: readonly string[],
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      update pg_class set reltuples = 1000000, relpages = greatest(pg_relation_size(oid) / 8192, 1)
      where relkind = 'r' and relname = any(${[...tables]}::text[])`)
    await tx.script('set local plan_cache_mode = force_generic_plan')
    const firstColumns = await readFirstColumns(tx)
    const found = new Set<string>()
    const walk = (node: PlanNode, text: string): void => {
      const first = firstColumns.get(node['Index Name'] ?? '')
      const isRestricted = first !== undefined && (node['Index Cond'] ?? '').includes(first)
      const name = node['Relation Name'] ?? ''
      if (tables.includes(name) && !isRestricted && !derived.has(node['Node Type'])) {
        found.add(`${name}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`)
      }
      for (const inner of node.Plans ?? []) walk(inner, text)
    }
    for (const text of texts.filter((each) =>
      /^\s*(?:select|with|insert|update|delete)/.test(each),
    )) {
      const plan = await explain(tx, text)
      if (plan) walk(plan, text)
    }
    return [...found]
  })
}
