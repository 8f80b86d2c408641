import sql from 'sql-template-tag'
import type { Database } from './database.ts'

/**
 * Has the planner look at tables that have become much larger, behind the caller's back. Until it
 * does it goes on believing that they are as small as when it last looked, and compares each row of
 * a sheet with every row of a table; a server looks by itself within minutes, which is after the
 * next step of the work. That it fails does no harm.
 */
export function analyzeTables(db: Database, tables: readonly string[]): void {
  const look = async (): Promise<void> => {
    for (const table of tables) await db.script(`analyze "${table}"`)
  }
  look().catch(() => undefined)
}

/**
 * Has the planner look at the tables that changed by so much since it last did that a server would
 * look at them by itself. Those that stay as they are cost nothing: the words of thousands of codes
 * take seconds to look at. Table by table, so that people's statements get their turn in between.
 */
export async function analyzeChanged(db: Pick<Database, 'query' | 'script'>): Promise<void> {
  const changed = await db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.relnamespace = 'public'::regnamespace
      and s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10`)
  for (const { name } of changed) await db.script(`analyze ${name}`)
  await summariseRanges(db)
}

/**
 * Has block range indexes know what their newest pages hold. Until then whoever looks for a span of
 * time reads all of these; a vacuum does it besides.
 */
export async function summariseRanges(db: Pick<Database, 'query'>): Promise<void> {
  await db.query(sql`
    select brin_summarize_new_values(i.oid) from pg_class i join pg_am a on a.oid = i.relam
    where a.amname = 'brin' and i.relnamespace = 'public'::regnamespace`)
}
