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
