import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseError, type Database } from '#server/db/database.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { explainConstraint } from '#server/engine/explain-constraint.ts'
import { explainDatabaseError } from '#server/engine/explain-database-error.ts'
import { AppError } from '#server/base/app-error.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

interface Check extends Record<string, unknown> {
  table: string
  name: string
  columns: string[]
}

const listChecks = () =>
  db.query<Check>(sql`
    select c.conrelid::regclass::text "table", c.conname::text name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) columns
    from pg_constraint c
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace order by 1, 2`)

test('every CHECK of the schema is explained by one of its columns and a message', async () => {
  const checks = await listChecks()
  expect(checks.length).toBeGreaterThan(150)
  const complaints: string[] = []
  for (const { table, name, columns } of checks) {
    const error = new DatabaseError({ message: name, code: '23514', table, constraint: name })
    const explained = await explainConstraint(db, error)
    const where = `${table}.${name} (${columns.join(', ')})`
    if (columns.length > 1 && !constraintTexts[name]) {
      complaints.push(`${where}: say what it means in src/server/engine/constraint-texts.ts`)
    } else if (!columns.includes(explained?.column?.toLowerCase() ?? '')) {
      complaints.push(
        `${where}: column ${explained?.column} of constraint-words.ts is none of its own`,
      )
    } else if (!explained?.text('x').ko || !explained.text('x').en) {
      complaints.push(`${where}: has no words in both languages`)
    }
    const refusal = explainDatabaseError(error)
    if (!(refusal instanceof AppError) || refusal.status >= 500)
      complaints.push(`${where}: is a 500`)
  }
  expect(complaints).toEqual([])
})

test('constraint messages exist only for existing constraints', async () => {
  const known = await db.query<{ name: string }>(sql`
    select conname::text name from pg_constraint
    union select indexname::text from pg_indexes
    union select unnest(regexp_matches(prosrc, 'constraint = ''([a-z_]+)''', 'g')) from pg_proc`)
  const names = new Set(known.map(({ name }) => name))
  expect(Object.keys(constraintTexts).filter((name) => !names.has(name))).toEqual([])
})

test('every constraint that a trigger enforces has a message', async () => {
  const raised = await db.query<{ name: string }>(sql`
    select distinct x.m[1] name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    cross join lateral regexp_matches(p.prosrc, 'constraint = ''([a-z_0-9]+)''', 'g') x(m)
    order by 1`)
  expect(raised.length).toBeGreaterThan(30)
  const names = raised.map(({ name }) => name)
  expect(names.filter((name) => !constraintTexts[name])).toEqual([])
})

test('no trigger of daily work sends a notice, which would make all commits take turns', async () => {
  // Ended sessions and changed permissions are rare, and other servers must learn of them
  // immediately.
  const rare = ['tell_access_change', 'tell_session_end']
  const sending = await db.query(sql`
    select proname::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and prosrc ~* 'pg_notify|\\mnotify\\M ' order by 1`)
  expect(sending.map(({ proname }) => proname)).toEqual(rare)
})

test('a timeout is reported as such, not as concurrent saves', () => {
  const slow = explainDatabaseError(new DatabaseError({ code: '57014', message: 'canceled' }))
  expect(slow).toMatchObject({ status: 503, code: 'STORE_BUSY' })
  expect(slow instanceof AppError && slow.text.ko).toContain('처리 시간이 초과')
})
