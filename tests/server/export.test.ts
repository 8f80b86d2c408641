import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { read, utils } from 'xlsx'
import { readRowBatches } from '#server/engine/row-cursor.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'

const many = 5000
let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, cbm)
    select 'HANBIT', 'EXP-' || to_char(n, 'fm00000'), '=SUM(A' || n || ')', n / 1000.0
    from generate_series(1, ${many}::int) n`)
})
afterAll(() => site.close())

const columns = [
  { name: 'STOCK_CD', title: columnTitles.STOCK_CD, kind: 'text' },
  { name: 'STOCK_NM', title: columnTitles.STOCK_NM, kind: 'text' },
  { name: 'CBM', title: 'CBM', kind: 'number' },
  { name: 'UNIT_CD', title: columnTitles.UNIT_CD, kind: 'text', names: { EA: 'piece' } },
]
const exportStock = (who: TestUser, extra: object = {}) =>
  who.call('/api/file/exportQuery', {
    QUERY: 'master/stock',
    SEARCH: { STOCK_CD: 'EXP-%' },
    FILE_NM: 'items',
    COLUMNS: columns,
    ...extra,
  })

describe('an export of all rows', () => {
  test('contains all rows in order, with names for codes and no formulas', async () => {
    const response = await exportStock(admin)
    expect(response.status).toBe(200)
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('items.csv'))
    expect(response.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const lines = response.bytes.toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(many + 1)
    expect(lines[1]).toBe("EXP-00001,'=SUM(A1),0.001,piece")
    expect(lines.at(-1)).toBe(`EXP-0${many},'=SUM(A${many}),5,piece`)
  })

  test('produces a valid workbook in the requested order', async () => {
    const order = [{ column: 'CBM', direction: 'desc' }]
    const response = await exportStock(admin, { FORMAT: 'xlsx', ORDER: order })
    const sheet = read(response.bytes).Sheets['sheet1'] ?? {}
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
    expect(rows).toHaveLength(many + 1)
    expect(rows[1]).toEqual([`EXP-0${many}`, `=SUM(A${many})`, 5, 'piece'])
  })

  test('contains only rows that pass the grid filters if requested', async () => {
    const FILTERS = [{ COLUMN: 'CBM', OPERATOR: 'Not Between', VALUES: [0.003, 5] }]
    const lines = (await exportStock(admin, { FILTERS })).bytes.toString().trimEnd().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['EXP-00001', 'EXP-00002'])
    const strange = [{ COLUMN: 'VERSION; drop table stock', OPERATOR: '=', VALUES: ['1'] }]
    expect((await exportStock(admin, { FILTERS: strange })).status).toBe(422)
  })

  test('an export of all rows can be searched by a field that is not in the response', async () => {
    const sample = {
      QUERY: 'system/grid-bench',
      SEARCH: { ROWS: 1000 },
      COLUMNS: [{ name: 'ID', title: 'ID', kind: 'number' }],
    }
    const response = await exportStock(admin, sample)
    expect([response.status, response.bytes.toString().trimEnd().split('\r\n').length]).toEqual([
      200, 1001,
    ])
  })

  test('an export without rows is rejected with a message', async () => {
    const response = await exportStock(admin, { SEARCH: { STOCK_CD: 'NO-SUCH' } })
    expect([response.status, response.body.message]).toEqual([422, emptyExportMessage.ko])
  })

  test('requires search and export permission and contains only rows the user can see', async () => {
    const grant = (actions: string) =>
      site.db
        .execute(sql`insert into role_menu values ('CUSTOMER', 'StockBasic', ${actions}::text[])
        on conflict (role_cd, menu_id) do update set actions = excluded.actions`)
    const everything = { SEARCH: {} }
    await grant('{search,save}')
    expect((await exportStock(await site.login('customer'), everything)).status).toBe(403)
    await grant('{export}')
    expect((await exportStock(await site.login('customer'), everything)).status).toBe(403)
    await grant('{search,export}')
    const own = await exportStock(await site.login('customer'), everything)
    const [gift] = await admin.query('master/stock', { OWNER_CD: 'GIFT', STOCK_CD: 'PLAIN' })
    expect(own.bytes.toString().trimEnd().split('\r\n').slice(1)).toEqual([
      `PLAIN,${gift?.['STOCK_NM']},0.001,piece`,
    ])
  })

  test('rejects unknown columns and queries', async () => {
    const bad = await exportStock(admin, {
      COLUMNS: [{ ...columns[0], name: 'VERSION; drop table stock' }],
    })
    expect([bad.status, bad.headers['x-error-code']]).toEqual([422, 'COLUMN_UNKNOWN'])
    const order = await exportStock(admin, {
      ORDER: [{ column: 'PASSWORD_HASH', direction: 'asc' }],
    })
    expect(order.headers['x-error-code']).toBe('COLUMN_UNKNOWN')
    expect((await exportStock(admin, { QUERY: 'master/save-stock' })).status).toBe(403)
  })
})

describe('rows that are read slowly', () => {
  const items = sql`select stock_cd from stock where stock_cd like 'EXP-%' order by stock_cd`

  test('rows that are read slowly belong to one snapshot despite concurrent changes', async () => {
    const batches = readRowBatches(site.db, items)
    let count = (await batches.next()).value?.length ?? 0
    await site.db.execute(sql`delete from stock where stock_cd = ${`EXP-0${many}`}`)
    for await (const rows of batches) count += rows.length
    expect(count).toBe(many)
  })

  test('release their cursor if reading stops early', async () => {
    const batches = readRowBatches(site.db, items)
    await batches.next()
    await batches.return(undefined)
    const remaining = await site.db.query(sql`select name from pg_cursors where name like 'rows_%'`)
    expect(remaining).toEqual([])
    await expect(readRowBatches(site.db, sql`select no_such_column`).next()).rejects.toThrow(
      'no_such_column',
    )
  })
})

describe('a user whose permissions change while an export is written', () => {
  // More than the buffers between server and browser hold.
  const rows = 600_000
  const takeAway: readonly (readonly [string, Sql])[] = [
    ['the account is deactivated', sql`update app_user set use_yn = 'N' where user_id = 'second'`],
    ['an owner is removed', sql`update app_user set all_owners_yn = 'N' where user_id = 'second'`],
    ['the role is removed', sql`delete from user_role where user_id = 'second'`],
    ['the session ends', sql`delete from session where user_id = 'second'`],
  ]

  test.each(takeAway)('gets no complete file if %s', async (_, statement) => {
    const here = await createSiteApp(site)
    const second = await here.login('second')
    const response = await fetch(`${await here.listen()}/api/file/exportQuery`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        cookie: second.cookie,
        wcode: 'W01',
      },
      body: JSON.stringify({
        QUERY: 'system/grid-bench',
        SEARCH: { ROWS: rows },
        FILE_NM: 'many',
        COLUMNS: ['ID', 'ITEM_NM', 'LOT', 'CELL', 'OWNER', 'ITEM'].map((name) => ({
          name,
          title: name,
          kind: 'text',
        })),
      }),
    })
    expect(response.status).toBe(200)
    onTestFinished(async () => {
      await site.db.script(`
        update app_user set use_yn = 'Y', all_owners_yn = 'Y' where user_id = 'second';
        insert into user_role (user_id, role_cd) values ('second', 'ADMIN') on conflict do nothing`)
    })
    // The rest waits in the server until it is read.
    await site.db.execute(statement)
    await expect(response.text()).rejects.toThrow()
  })
})
