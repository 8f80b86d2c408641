import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '#server/engine/user-columns.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addBoundUsers, boundUsers } from '#tests/support/boundary.ts'
import { workOfBothOwners } from '#tests/support/both-owners.ts'
import { sampledOperations } from '#tests/support/sampled-operations.ts'

/**
 * Staff work as `admin` and `second`. `owner` is a customer, `both` a colleague with fewer
 * permissions.
 */
let site: TestSite
let admin: TestUser
let customer: TestUser

const staff = ['admin', 'second']

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await workOfBothOwners(site, admin)
  await addBoundUsers(site, [boundUsers.owner, boundUsers.both])
  await site.db.execute(sql`
    update app_user set user_nm = 'Staff ' || user_id where user_id = any(${staff}::text[])`)
  customer = await site.login('owner')
})
afterAll(() => site.close())

const queries = handlers.flatMap(({ operation }) =>
  operation.type === 'query' && operation.bound !== 'refused' && userColumns(operation).length > 0
    ? [operation]
    : [],
)

describe('an owner-bound user', () => {
  test.each(
    sampledOperations('staff names', queries, ({ name }) => name).map(
      (operation) => [operation.name, operation] as const,
    ),
  )('sees no staff in %s, and cannot search for it', async (name, operation) => {
    const columns = userColumns(operation)
    const seen = async (body: object) => {
      const answer = await customer.call(`/api/wms/${name}`, body)
      expect([name, answer.status, answer.body.message]).toEqual([name, 200, undefined])
      return answer.body.data
    }
    const rows = await seen({})
    const named = rows.flatMap((row) => columns.map((column) => String(row[column] ?? '')))
    expect(named.filter((value) => /^(admin|second|Staff .*)$/.test(value))).toEqual([])
    for (const column of columns) {
      const sorted = await seen({ SORT: [{ COLUMN: column, DIRECTION: 'desc' }] })
      expect(sorted).toHaveLength(rows.length)
      expect(await seen({ FILTER: { [column]: 'admin' } })).toEqual([])
    }
  })

  test('sees themselves and colleagues within reach', async () => {
    const supplier = (code: string) => ({
      BATCH_FLAG: 'I',
      OWNER_CD: 'GIFT',
      SUPPLIER_CD: code,
      SUPPLIER_NM: code,
    })
    await customer.save('master/save-supplier', [supplier('OWN')])
    const colleague = await site.login('both', 'W02')
    await colleague.save('master/save-supplier', [supplier('BOTH')])
    await admin.save('master/save-supplier', [supplier('STAFF')])
    const authors = async (who: TestUser) => {
      const rows = await who.query('master/supplier', { OWNER_CD: 'GIFT' })
      const pairs = rows.map((row) => [row['SUPPLIER_CD'], row['UPDATED_BY']])
      return Object.fromEntries(pairs) as Record<string, unknown>
    }
    expect(await authors(customer)).toMatchObject({ OWN: 'owner', BOTH: 'both', STAFF: '-' })
    expect(await authors(colleague)).toMatchObject({ OWN: '-', BOTH: 'both', STAFF: '-' })
    expect(await authors(admin)).toMatchObject({ OWN: 'owner', BOTH: 'both', STAFF: 'admin' })
    const [row] = await customer.query('master/supplier', { SUPPLIER_CD: 'STAFF' })
    const change = { ...row, BATCH_FLAG: 'U', SUPPLIER_NM: 'changed' }
    expect((await customer.save('master/save-supplier', [change])).status).toBe(200)
  })

  test('exports no staff, and learns of none from a conflict', async () => {
    const COLUMNS = [{ name: 'UPDATED_BY', title: 'by', kind: 'text' }]
    const asked = { QUERY: 'master/supplier', FILE_NM: 'x', COLUMNS, FORMAT: 'csv' }
    const file = await customer.call('/api/file/exportQuery', asked)
    expect(file.bytes.toString('utf8')).not.toContain('admin')
    const [row] = await customer.query('master/supplier', { SUPPLIER_CD: 'S9' })
    const [own] = await admin.query('master/supplier', { SUPPLIER_CD: 'S9', OWNER_CD: 'GIFT' })
    const changed = { ...own, BATCH_FLAG: 'U', SUPPLIER_NM: 'other' }
    expect((await admin.save('master/save-supplier', [changed])).status).toBe(200)
    const late = { ...row, BATCH_FLAG: 'U', SUPPLIER_NM: 'late' }
    const answer = await customer.save('master/save-supplier', [late])
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).not.toContain('admin')
  })
})
