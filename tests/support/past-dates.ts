import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/**
 * Lets a test work on past dates: replaces the clock of the database. Returns a function that sets
 * it to ten o'clock of a date, or back to the current time.
 */
export async function pastDates(db: Database): Promise<(date: string | null) => Promise<void>> {
  await db.script(`
    create table test_clock (at timestamptz);
    insert into test_clock values (null);
    create or replace function told_moment() returns timestamptz language sql stable as
      $$ select at from test_clock $$`)
  return async (date) => {
    await db.execute(sql`update test_clock set at = ${date && `${date} 10:00+09`}::timestamptz`)
  }
}
