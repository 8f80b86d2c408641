import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { searchesOfOneRecord } from '#tests/support/both-owners-billing.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { getCorrection, foreignKeys } from '#tests/support/foreign-keys.ts'
import { sampledOperations } from '#tests/support/sampled-operations.ts'
import { validSaveValues } from '#tests/support/save-values.ts'

let site: TestSite
let admin: TestUser
let hanbit: OtherOwner
/** User of W02 only, for all owners and with every permission except those of an administrator. */
let there: TestUser
/** User like `there`, restricted to one owner. */
let bound: TestUser
/** Numbers of all documents and records of W01. */
let numbers: readonly string[]

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  hanbit = await addWorkOfBothOwners(site, admin)
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('EVERY', 'e');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select n, n, password_hash, case n when 'there' then 'Y' else 'N' end
      from app_user, unnest(array['there', 'bound']) n where user_id = 'admin';
    insert into user_owner (user_id, owner_cd) values ('bound', 'GIFT');
    insert into user_role (user_id, role_cd) values ('there', 'EVERY'), ('bound', 'EVERY');
    insert into user_warehouse (user_id, wcode) values ('there', 'W02'), ('bound', 'W02')`)
  await grantEverything(site, 'EVERY')
  there = await site.login('there', 'W02')
  bound = await site.login('bound', 'W02')
  numbers = await getNumbers('W01')
})
afterAll(() => site.close())

/** Document numbers in all tables of a warehouse. */
async function getNumbers(wcode: string): Promise<string[]> {
  const keys = await site.db.query<{ name: string; key: string }>(sql`
    select c.table_name "name", k.column_name "key" from information_schema.columns c
    join information_schema.columns k using (table_schema, table_name)
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and c.column_name = 'wcode' and t.table_type = 'BASE TABLE'
      and k.data_type = 'text' and k.column_name ~ '^(receipt|shipment|invoice|job|bond|pallet|box)_no$'`)
  const found = await Promise.all(
    keys.map(({ name, key }) =>
      site.db.query<{ no: string }>(sql`
        select distinct ${raw(key)} "no" from ${raw(name)}
        where wcode = ${wcode} and length(${raw(key)}) > 5`),
    ),
  )
  return [...new Set(found.flat().map(({ no }) => no))]
}

const findLeaked = (response: unknown): string[] => {
  const text = JSON.stringify(response)
  return numbers.filter((no) => text.includes(no))
}

test('the work of the first warehouse yields document numbers to search for', () => {
  expect(numbers.length).toBeGreaterThan(10)
})

/** Keys of records that belong to an owner, in all warehouses. */
const ofTheCompany = new Set(['OWNER_CD', 'PAYMENT_NO', 'RECALL_NO'])

describe('a user of another warehouse', () => {
  const queries = handlers.flatMap(({ operation }) =>
    operation.type === 'query' && operation.bound !== 'refused' ? [operation] : [],
  )

  test.each(
    sampledOperations('other warehouse', queries, ({ name }) => name).map(
      ({ name, scope }) => [name, scope] as const,
    ),
  )('sees nothing of this one in %s', async (name, scope) => {
    const searches = [
      {},
      ...Object.values(hanbit.bills).map((bills) => searchesOfOneRecord[name]?.(bills) ?? {}),
    ]
    for (const who of [there, bound]) {
      for (const SEARCH of searches) {
        const { status, body } = await who.call(`/api/wms/${name}`, { SEARCH })
        expect(status).toBeLessThan(500)
        if (status !== 200) continue
        expect(findLeaked(body.data)).toEqual([])
        const places = new Set(body.data.map((row) => row['WCODE'] ?? 'W02'))
        if (scope !== 'company') expect([...places].filter((wcode) => wcode !== 'W02')).toEqual([])
      }
    }
  })

  const saves = handlers.filter(
    ({ operation: { type, scope, bound: access } }) =>
      type === 'procedure' && scope !== 'company' && access !== 'open',
  )

  test.each(
    sampledOperations(
      'saves in another warehouse',
      saves.map((handler) => [handler.operation.name, handler] as const),
      ([name]) => name,
    ),
  )('finds no row of this one by %s', async (name, { operation }) => {
    const input = operation.type === 'procedure' ? Object.keys(operation.input) : []
    const known = foreignKeys(hanbit)
    const keys = Object.keys(known).filter((key) => !ofTheCompany.has(key) && input.includes(key))
    const attempt = async (key: string, named: Value) => {
      const more = { OWNER_CD: 'HANBIT', ...getCorrection(hanbit, name, key), [key]: named }
      const response = await there.save(name, [{ ...validSaveValues, ...more }])
      const text = JSON.stringify([response.status, response.body])
      return [
        response.status >= 400,
        typeof named === 'string' && /\D/.test(named) ? text.replaceAll(named, '?') : text,
      ]
    }
    for (const key of keys) {
      const [theirs, none] = known[key] ?? []
      const found = await attempt(key, theirs?.(name) ?? null)
      expect(found[0], String(found[1])).toBe(true)
      expect(found).toEqual(await attempt(key, none ?? null))
    }
  })

  const prints = handlers.flatMap(({ operation }) =>
    operation.type === 'print' && operation.scope.endsWith('owner') ? [operation] : [],
  )

  test.each(prints.map(({ name, input }) => [name, input] as const))(
    'prints nothing of this one by %s',
    async (name, input) => {
      const known = foreignKeys(hanbit)
      for (const key of Object.keys(known).filter((candidate) => candidate in input)) {
        const [theirs, none] = known[key] ?? []
        const print = (named: Value) =>
          there.call(`/api/print/${name}`, {
            ROWS: [{ ...validSaveValues, DOC_NO: hanbit.receipt, [key]: named }],
          })
        const response = await print(theirs?.(name) ?? null)
        expect(response.status).toBe(409)
        expect(response.body).toEqual((await print(none ?? null)).body)
      }
    },
  )

  test.each(lookups.filter(({ scope }) => scope.startsWith('warehouse')).map(({ name }) => name))(
    'finds nothing of this one by the value help %s',
    async (name) => {
      const getEntries = async (who: TestUser, wcode: string) =>
        (await who.call(lookupPath(name), {}, { wcode })).body.data
      const codes = (await getEntries(there, 'W02')).map((row) => row['CODE'])
      for (const code of ['H', 'H-001', 'PIKL']) expect(codes).not.toContain(code)
      expect((await there.call(lookupPath(name), {}, { wcode: 'W01' })).status).toBe(403)
    },
  )

  test('finds no record, file or event of the first warehouse', async () => {
    for (const no of [hanbit.receipt, hanbit.shipment, 'P-HANBIT']) {
      const found = await there.call('/api/records/search', { SEARCH: no })
      expect([found.status, findLeaked(found.body.data)]).toEqual([200, []])
    }
    const { body } = await there.call('/api/home', {})
    expect(findLeaked(body)).toEqual([])
  })
})
