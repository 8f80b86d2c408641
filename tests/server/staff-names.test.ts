import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '#server/engine/user-columns.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addBoundUsers, boundUsers } from '#tests/support/boundary.ts'
import { addWorkOfBothOwners } from '#tests/support/both-owners.ts'
import { expectStock, putStock } from '#tests/support/floor.ts'
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
  await addWorkOfBothOwners(site, admin)
  await addBoundUsers(site, [boundUsers.owner, boundUsers.both])
  await site.db.execute(sql`
    update app_user set user_nm = 'Staff ' || user_id where user_id = any(${staff}::text[])`)
  customer = await site.login('owner')
})
afterAll(() => site.close())

const everyQuery = handlers.flatMap(({ operation }) =>
  operation.type === 'query' && operation.bound !== 'refused' ? [operation] : [],
)
const queries = everyQuery.filter((operation) => userColumns(operation).length > 0)

describe('an owner-bound user', () => {
  test.each(
    sampledOperations('staff names', queries, ({ name }) => name).map(
      (operation) => [operation.name, operation] as const,
    ),
  )('sees no staff in %s, and cannot search for it', async (name, operation) => {
    const columns = userColumns(operation)
    const queryAsCustomer = async (body: object) => {
      const response = await customer.call(`/api/wms/${name}`, body)
      expect([name, response.status, response.body.message]).toEqual([name, 200, undefined])
      return response.body.data
    }
    const rows = await queryAsCustomer({})
    const named = rows.flatMap((row) => columns.map((column) => String(row[column] ?? '')))
    expect(named.filter((value) => /^(admin|second|Staff .*)$/.test(value))).toEqual([])
    for (const column of columns) {
      const sorted = await queryAsCustomer({ SORT: [{ COLUMN: column, DIRECTION: 'desc' }] })
      expect(sorted).toHaveLength(rows.length)
      expect(await queryAsCustomer({ FILTER: { [column]: 'admin' } })).toEqual([])
    }
  })

  test.each(
    sampledOperations('staff in other columns', everyQuery, ({ name }) => name).map(
      ({ name }) => [name] as const,
    ),
  )('sees no staff in any other column of %s', async (name) => {
    const response = await customer.call(`/api/wms/${name}`, {})
    const rows = Array.isArray(response.body.data) ? response.body.data : []
    const named = rows.flatMap((row) =>
      Object.entries(row).filter(
        ([column, value]) =>
          // A tax invoice shows the contact of its supplier.
          column !== 'SUPPLIER_MANAGER_NM' &&
          /^(?:.*, )?(?:admin|second)(?:, .*)?$/.test(String(value)),
      ),
    )
    expect(named).toEqual([])
  })

  test('an owner-bound user sees themselves and colleagues within reach', async () => {
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
    const getAuthors = async (who: TestUser) => {
      const rows = await who.query('master/supplier', { OWNER_CD: 'GIFT' })
      const pairs = rows.map((row) => [row['SUPPLIER_CD'], row['UPDATED_BY']])
      return Object.fromEntries(pairs) as Record<string, unknown>
    }
    expect(await getAuthors(customer)).toMatchObject({ OWN: 'owner', BOTH: 'both', STAFF: '-' })
    expect(await getAuthors(colleague)).toMatchObject({ OWN: '-', BOTH: 'both', STAFF: '-' })
    expect(await getAuthors(admin)).toMatchObject({ OWN: 'owner', BOTH: 'both', STAFF: 'admin' })
    const [row] = await customer.query('master/supplier', { SUPPLIER_CD: 'STAFF' })
    const change = { ...row, BATCH_FLAG: 'U', SUPPLIER_NM: 'changed' }
    expect((await customer.save('master/save-supplier', [change])).status).toBe(200)
  })

  test('exports no staff names, and learns none from a conflict', async () => {
    const COLUMNS = [{ name: 'UPDATED_BY', title: 'by', kind: 'text' }]
    const asked = { QUERY: 'master/supplier', FILE_NM: 'x', COLUMNS, FORMAT: 'csv' }
    const file = await customer.call('/api/file/exportQuery', asked)
    expect(file.bytes.toString('utf8')).not.toContain('admin')
    const [row] = await customer.query('master/supplier', { SUPPLIER_CD: 'S9' })
    const [own] = await admin.query('master/supplier', { SUPPLIER_CD: 'S9', OWNER_CD: 'GIFT' })
    const changed = { ...own, BATCH_FLAG: 'U', SUPPLIER_NM: 'other' }
    expect((await admin.save('master/save-supplier', [changed])).status).toBe(200)
    const late = { ...row, BATCH_FLAG: 'U', SUPPLIER_NM: 'late' }
    const response = await customer.save('master/save-supplier', [late])
    expect(response.status).toBe(409)
    expect(JSON.stringify(response.body)).not.toContain('admin')
  })

  test('sees only the colleagues in a list of users', async () => {
    const [{ line } = { line: 0 }] = await site.db.query<{ line: number }>(sql`
      update count_line set counted_users = '{second,owner,both}' where (job_no, line_no) in (
        select job_no, line_no from count_line where owner_cd = 'GIFT' and counted_users <> '{}'
          and not exists (select from count_line o
            where o.job_no = count_line.job_no and o.owner_cd <> 'GIFT') limit 1)
      returning line_no line`)
    expect(line).toBeGreaterThan(0)
    const getCounters = async (who: TestUser) =>
      (await who.query('inventory/count-results')).map((row) => row['COUNTERS'])
    expect(await getCounters(admin)).toContain('second, owner, both')
    expect(await getCounters(customer)).toContain('-, both, owner')
    const filtered = { FILTER: { COUNTERS: 'second, owner, both' } }
    const found = await customer.call('/api/wms/inventory/count-results', filtered)
    expect(found.body.data).toEqual([])
  })

  describe('sees no staff name', () => {
    const expectUnnamed = (response: SaveResponse, status: number) => {
      expect([response.status, response.body.message]).toEqual([status, expect.any(String)])
      expect(JSON.stringify(response.body)).not.toMatch(/admin|second|Staff/)
    }

    test('a customer sees no staff name when undoing an import that staff have already undone', async () => {
      const ROWS = [{ NO: 1, OWNER_CD: 'GIFT', SUPPLIER_CD: 'SHEET', SUPPLIER_NM: 'x' }]
      const sheet = { PROCEDURE: 'master/save-supplier', ROWS, IMPORT: { FILE_NM: 'x.xlsx' } }
      const newKeyHeader = () => ({ 'idempotency-key': randomUUID() })
      const done = await customer.call(
        '/api/wms/comm/wmsCommon/saveProcedure',
        sheet,
        newKeyHeader(),
      )
      const given = { IMPORT_NO: Reflect.get(done.body.data, 'IMPORT_NO') }
      expect((await admin.call('/api/import/undo', given, newKeyHeader())).status).toBe(200)
      expectUnnamed(await customer.call('/api/import/undo', given, newKeyHeader()), 409)
    })

    test('a customer learns no staff name from a move task that staff work on', async () => {
      const id = await putStock(site.db, { owner: 'GIFT', item: 'PLAIN', qty: 4, cell: 'A-110' })
      const created = await admin.save('tasks/create-move-of-stock', [
        { BALANCE_ID: String(id), TO_CELL_CD: 'A-111', WORK_QTY: 4 },
      ])
      const { KIND_CD = null, REF_NO = null } = created.body.data.rows[0] ?? {}
      expect((await admin.save('tasks/claim', [{ KIND_CD, REF_NO }])).status).toBe(200)
      const row = { KIND_CD, REF_NO, CANCEL_REASON: 'x' }
      const response = await customer.save('tasks/cancel-move', [row])
      expect(response.body.rows[0]?.POERROR).toMatch(/\d\d:\d\d/)
      expectUnnamed(response, 409)
    })

    test('a customer learns no staff name from permissions that staff changed first', async () => {
      await site.db.execute(sql`update role_menu set version = 7, updated_by = 'admin'
        where role_cd = 'CUSTOMER' and menu_id = 'Owner'`)
      const [row] = await customer.query('system/role-menus', {
        ROLE_CD: 'CUSTOMER',
        MENU_ID: 'Owner',
      })
      const late = { ...row, ROLE_CD: 'CUSTOMER', MENU_ID: 'Owner', BATCH_FLAG: 'U', VERSION: 1 }
      expectUnnamed(await customer.save('system/save-role-menus', [late]), 409)
    })

    test('a customer learns no staff name from a period that staff closed', async () => {
      const RECEIPT_NO = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }], {
        OWNER_CD: 'GIFT',
      })
      const line = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 2, CELL_CD: 'A-112' }
      expect((await admin.save('inbound/receive', [line])).status).toBe(200)
      const [done] = await customer.query('inbound/received-movements', { RECEIPT_NO })
      const MOVEMENT_NO = done?.['MOVEMENT_NO'] ?? null
      // Closing the current date requires the trigger to be disabled.
      await site.db.script(`
        alter table doc_period disable trigger user;
        insert into doc_period (wcode, owner_cd, closed_to_dt, closed_by)
          select wcode, owner_cd, business_dt, 'admin' from stock_movement
          where movement_no = ${Number(MOVEMENT_NO)};
        alter table doc_period enable trigger user`)
      const row = { RECEIPT_NO, MOVEMENT_NO, REASON: 'x' }
      const response = await customer.save('inbound/cancel-receiving', [row])
      expect(response.body.rows[0]?.POERROR).toContain('마감된 일자')
      expectUnnamed(response, 409)
    })
  })
})

test('message texts contain users only as toShownUser names them', () => {
  const named = /`[^`]*\$\{(?:\w+\.)?(?:\w+_by|user_id)\}/
  const files = globSync('src/{areas/*/{rules,server},server}/**/*.ts')
  expect(files.length).toBeGreaterThan(300)
  const texts = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      return named.test(line) && !line.includes('sql`') ? [`${file}:${index + 1}`] : []
    })
  })
  expect(texts).toEqual([])
})
