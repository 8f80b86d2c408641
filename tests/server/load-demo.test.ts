import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load-demo.ts'
import { testDatabase } from '#tests/support/database.ts'

test('loading the demo company updates the planner statistics of its tables', async () => {
  const db = await testDatabase()
  try {
    await loadDemo(db)
    const known = await db.query<{ name: string; known: number; there: number }>(sql`
      select 'cell' "name", (select reltuples from pg_class where oid = 'cell'::regclass)::float8 known,
        (select count(*) from cell)::float8 there
      union all
      select 'stock_balance', (select reltuples from pg_class where oid = 'stock_balance'::regclass),
        (select count(*) from stock_balance)`)
    for (const { name, known: rows, there } of known)
      expect({ name, rows }).toEqual({ name, rows: there })
    expect(known.every(({ there }) => there > 50)).toBe(true)
  } finally {
    await db.close()
  }
})
