import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { PreparedStatements } from '#server/db/prepared-statements.ts'
import { testDatabase } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase({ migrations: emptyMigrationFolder() })
  await db.script(`create table bin (code text primary key, qty numeric(18,3) not null);
    insert into bin values ('A-01', 20), ('A-02', 20)`)
})

afterAll(() => db.close())

describe('a repeated statement', () => {
  const binQuery = (code: string) => sql`select * from bin where code = ${code}`
  const getStatements = (text: string) => sql`
    select count(*)::int n from pg_prepared_statements where statement = ${text}`

  test('shares one plan and returns the right rows for each parameter', async () => {
    const seen = await db.transaction(async (tx) => {
      const rows = []
      for (const code of ['A-01', 'A-02', 'A-01', 'none']) rows.push(await tx.query(binQuery(code)))
      const kept = await tx.query(getStatements(binQuery('').text))
      return { found: rows.map((row) => row[0]?.['code']), kept }
    })
    expect(seen).toEqual({ found: ['A-01', 'A-02', 'A-01', undefined], kept: [{ n: 1 }] })
  })

  test('a statement with large parameters gets no stored plan', async () => {
    const codes = Array.from({ length: 1_000 }, (_, index) => `A-${index}`)
    const many = sql`select count(*) from bin where code = any(${codes}::text[])`
    const kept = await db.transaction(async (tx) => {
      for (let times = 0; times < 3; times += 1) await tx.query(many)
      return tx.query(getStatements(many.text))
    })
    expect(kept).toEqual([{ n: 0 }])
  })

  test('has the same name on every connection, in any order, and shares it with no other text', () => {
    const texts = Array.from({ length: 200 }, (_, index) => `select code, ${index} from bin`)
    const nameStatements = (order: readonly string[]) => {
      const prepared = new PreparedStatements()
      for (const text of order) prepared.nameFor(text, [])
      return new Map(order.map((text) => [text, prepared.nameFor(text, [])]))
    }
    const first = nameStatements(texts)
    expect(new Set(first.values()).size).toBe(200)
    expect(nameStatements(texts.toReversed())).toEqual(new Map([...first].toReversed()))
    // PostgreSQL ignores what follows the 63rd character of a name.
    expect(Math.max(...[...first.values()].map((name) => name?.length ?? 64))).toBeLessThan(64)
  })

  test('runs again under its name after a failed transaction has outdated its plan', async () => {
    await db.script('create table rack (code text)')
    const racks = sql`select * from rack`
    for (let times = 0; times < 3; times += 1) await db.query(racks)
    await db.transaction(async (tx) => {
      await tx.script(`alter table rack add column qty integer; insert into rack values ('R', 2)`)
    })
    for (let times = 0; times < 3; times += 1) {
      expect(await db.transaction((tx) => tx.query(racks))).toEqual([{ code: 'R', qty: 2 }])
    }
  })

  test('stays correct after its table gets another column', async () => {
    await db.script('create table shelf (code text)')
    const shelves = sql`select * from shelf`
    for (let times = 0; times < 3; times += 1) await db.query(shelves)
    await db.script(`alter table shelf add column qty integer; insert into shelf values ('S', 1)`)
    expect(await db.query(shelves)).toEqual([{ code: 'S', qty: 1 }])
    await db.script('alter table shelf add column note text')
    expect(await db.transaction((tx) => tx.query(shelves))).toEqual([
      { code: 'S', qty: 1, note: null },
    ])
  })

  test('many different statements leave few prepared ones on the connection', async () => {
    for (let index = 0; index < 700; index += 1) {
      const text = sql`select code, ${raw(String(index))} as at from bin where code = ${'A-01'}`
      expect(await db.query(text)).toEqual([{ code: 'A-01', at: index }])
      expect(await db.query(text)).toEqual([{ code: 'A-01', at: index }])
    }
    const [kept] = await db.query<{ n: number }>(
      sql`select count(*)::int n from pg_prepared_statements`,
    )
    expect(kept?.n).toBeLessThan(400)
  })

  test('returns the right result on every connection', async () => {
    const sums = await Promise.all(
      Array.from({ length: 60 }, () =>
        db.transaction((tx) => tx.query(sql`select sum(qty) total from bin where code <> ${''}`)),
      ),
    )
    expect(new Set(sums.map(([row]) => row?.['total']))).toEqual(new Set([40]))
  })
})
