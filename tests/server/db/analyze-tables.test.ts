import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyzeChanged, summariseRanges } from '#server/db/analyze-tables.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'

const filled = 20_000

let db: Database

beforeAll(async () => {
  db = await testDatabase()
  await db.script(`
    create table reading (at_no integer not null) with (autovacuum_enabled = false);
    create index reading_at on reading using brin (at_no) with (pages_per_range = 1)`)
})
afterAll(() => db.close())

function add(from: number): Promise<number> {
  const until = from + filled - 1
  return db.execute(sql`
    insert into reading select generate_series(${from}::integer, ${until}::integer)`)
}

interface Plan {
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

const countDiscarded = ({ Plans = [], ...plan }: Plan): number =>
  (plan['Rows Removed by Index Recheck'] ?? 0) +
  Plans.reduce((n, one) => n + countDiscarded(one), 0)

/** Rows read and discarded by an index lookup of one row. */
async function countDiscardedRows(at: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.script('set local enable_seqscan = off')
    const [row] = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(sql`
      explain (analyze, format json) select from reading where at_no = ${at}::integer`)
    return row?.['QUERY PLAN'].reduce((n, { Plan: plan }) => n + countDiscarded(plan), 0) ?? -1
  })
}

test('the newest rows are found by range once their ranges are summarised', async () => {
  await add(0)
  expect(await countDiscardedRows(filled - 1)).toBeGreaterThan(filled / 2)
  await summariseRanges(db)
  expect(await countDiscardedRows(filled - 1)).toBeLessThan(1_000)
})

test('analyzing the changed tables also summarises the ranges', async () => {
  await add(filled)
  expect(await countDiscardedRows(2 * filled - 1)).toBeGreaterThan(filled / 2)
  await analyzeChanged(db)
  expect(await countDiscardedRows(2 * filled - 1)).toBeLessThan(1_000)
})
