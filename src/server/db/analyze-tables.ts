import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { ownSchema } from './own-schema.ts'

/**
 * Updates the planner statistics of tables that have grown, in the background. With stale
 * statistics, the planner joins the rows of a sheet by nested loops over entire tables. Autovacuum
 * would run too late, after the next step of the work. Errors are ignored.
 */
export function analyzeTables(db: Database, tables: readonly string[]): void {
  const checkTables = async (): Promise<void> => {
    for (const table of tables) await db.script(`analyze "${table}"`)
  }
  checkTables().catch(() => undefined)
}

/**
 * Analyzes tables past the autoanalyze threshold. Skips unchanged tables, because analyzing the
 * texts of thousands of codes takes seconds. Runs one statement per table to let other statements
 * run in between.
 */
export async function analyzeChanged(db: Pick<Database, 'query' | 'script'>): Promise<void> {
  const changed = await db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.relnamespace = ${ownSchema}
      and s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10`)
  for (const { name } of changed) await db.script(`analyze ${name}`)
  await summariseRanges(db)
}

/**
 * Summarizes the newest pages of BRIN indexes, as vacuum does. Every time-range search reads all
 * pages that are not summarized.
 */
export async function summariseRanges(db: Pick<Database, 'query'>): Promise<void> {
  await db.query(sql`
    select brin_summarize_new_values(i.oid) from pg_class i join pg_am a on a.oid = i.relam
    where a.amname = 'brin' and i.relnamespace = ${ownSchema}`)
}
