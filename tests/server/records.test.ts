import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namePart } from '#server/engine/name-search.ts'
import { recordSources } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, putStock } from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser
let receiptNo = ''
let shipmentNo = ''
let workNo = ''

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }]
  receiptNo = await expectStock(admin, lines, { OWNER_CD: 'HANBIT', OWNER_ORDER_NO: 'PO-7781' })
  shipmentNo = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], {
    OWNER_CD: 'HANBIT',
    OWNER_ORDER_NO: 'so-4412',
  })
  const id = await putStock(site.db, { item: 'LOTTED', qty: 5, lot: 'LT2026A' })
  const moved = await admin.save('inventory/move', [
    { BALANCE_ID: String(id), WORK_QTY: 2, TO_CELL_CD: 'A-150' },
  ])
  workNo = String(moved.body.data.rows[0]?.['DOC_NO'])
})
afterAll(() => site.close())

async function find(user: TestUser, SEARCH: string): Promise<string[]> {
  const { status, body } = await user.call('/api/records/search', { SEARCH })
  expect(status).toBe(200)
  return body.data.map((row) => `${row['KIND']} ${row['CODE']}`)
}

test('finds items, lots, cells and documents by code prefix', async () => {
  expect(await find(admin, 'plai')).toContain('stock PLAIN')
  expect(await find(admin, 'LT20')).toEqual(['lot LT2026A'])
  expect(await find(admin, 'a-01')).toContain('cell A-010')
  expect(await find(admin, receiptNo.slice(0, -1))).toContain(`receipt ${receiptNo}`)
  expect(await find(admin, shipmentNo)).toEqual([`shipment ${shipmentNo}`])
})

test('finds a stock job by its number, only with access to its owner', async () => {
  expect(workNo).toMatch(/^IV-/)
  expect(await find(admin, workNo.toLowerCase().slice(0, -1))).toEqual([`work ${workNo}`])
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'InventoryHistory', '{search}')`)
  const customer = await site.login('customer')
  expect(await find(customer, workNo)).toEqual([])
  await site.db.execute(sql`insert into user_owner (user_id, owner_cd)
    values ('customer', 'HANBIT')`)
  expect(await find(await site.login('customer'), workNo)).toEqual([`work ${workNo}`])
  await site.db.execute(sql`delete from user_owner where owner_cd = 'HANBIT'`)
})

test('finds a count job by its last digits and a pallet by number, only with access', async () => {
  await putStock(site.db, { item: 'PLAIN', qty: 5, cell: 'A-151', pallet: 'PLT7788' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: 'PLAIN', ABC_CD: 'C' }
  const created = await admin.save('inventory/make-count', [{ ...group, COUNT_DT: '20261120' }])
  const jobNo = String(created.body.data.rows[0]?.['JOB_NO'])
  expect(await find(admin, jobNo)).toEqual([`count ${jobNo}`])
  expect(await find(admin, jobNo.slice(-4))).toContain(`count ${jobNo}`)
  expect(await find(admin, 'plt77')).toEqual(['pallet PLT7788'])
  const customer = await site.login('customer')
  expect(await find(customer, 'plt77')).toEqual([])
  expect(await find(customer, jobNo)).toEqual([])
})

test('finds a document by its last four or more digits, only with access', async () => {
  const number = receiptNo.replace(/^.*?(?=\d{8}-)/, '')
  for (const typed of [receiptNo.slice(-4), receiptNo.slice(-7), number, `…${number.slice(-4)}`]) {
    expect(await find(admin, typed), typed).toContain(`receipt ${receiptNo}`)
  }
  expect(await find(admin, `-${shipmentNo.slice(-4)}`)).toContain(`shipment ${shipmentNo}`)
  expect(await find(admin, `*${workNo.slice(-4)}`)).toContain(`work ${workNo}`)
  const other = String(Number(number.slice(0, 8)) + 1)
  expect(await find(admin, `${other}-${number.slice(-4)}`)).toEqual([])
  expect(await find(admin, receiptNo.slice(-3))).toEqual([])
  const customer = await site.login('customer')
  expect(await find(customer, receiptNo.slice(-4))).not.toContain(`receipt ${receiptNo}`)
})

test('finds an order by the last four digits of its owner order number', async () => {
  expect(await find(admin, '7781')).toContain(`receipt ${receiptNo}`)
  expect(await find(admin, '4412')).toContain(`shipment ${shipmentNo}`)
  expect(await find(admin, '4413')).not.toContain(`shipment ${shipmentNo}`)
})

test('documents with the same ending are listed newest first, from an index', async () => {
  await site.db
    .execute(sql`insert into receipt (receipt_no, wcode, owner_cd, receipt_dt, created_by)
    select 'IB-' || to_char(day, 'YYYYMMDD') || '-' || lpad(n::text, 4, '0'), 'W01', 'HANBIT', day,
      'admin'
    from generate_series(date '2020-01-01', date '2020-04-09', '1 day') day,
      generate_series(1, 100) n`)
  await site.db.execute(sql`analyze receipt`)
  const found = await find(admin, '0077')
  expect(found).toHaveLength(20)
  expect(found[0]).toBe('receipt IB-20200409-0077')
  expect(await find(admin, '0105-0077')).toEqual(['receipt IB-20200105-0077'])
  const text = { codes: ['0077'], names: ['0077'], parts: [], ending: '0077' }
  const source = recordSources.find(({ kind }) => kind === 'receipt')
  const statement = source?.find(text, { wcode: 'W01', owners: null }, 20)
  const plan = await site.db.query(sql`explain ${statement ?? sql`select`}`)
  const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
  expect(lines).toContain('receipt_no_ending')
  expect(lines).not.toContain('Seq Scan on receipt')
  await site.db.execute(sql`delete from receipt where receipt_no like 'IB-2020%'`)
})

test('finds an item by name or barcode, and a document by owner order number', async () => {
  expect(await find(admin, '비타')).toEqual(['stock DATED'])
  expect(await find(admin, '88012345')).toEqual(['stock PLAIN'])
  expect(await find(admin, 'po-77')).toEqual([`receipt ${receiptNo}`])
  expect(await find(admin, 'so-44')).toEqual([`shipment ${shipmentNo}`])
})

test('finds the same records when typed in the wrong keyboard layout', async () => {
  expect(await find(admin, 'ㅔㅣ먀ㅜ')).toContain('stock PLAIN')
  expect(await find(admin, 'qlxkals')).toEqual(['stock DATED'])
})

test('finds an item by part of its name, by initials and by an unfinished syllable', async () => {
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm) values
    ('GIFT', 'NM-1', '한빛 종합 Vitamin B 500mg'), ('GIFT', 'NM-2', '가방 걸이'),
    ('HANBIT', 'NM-3', '종합 50% (세일)')`)
  for (const typed of ['종합 vit', '종하', '종합비', 'ㅈㅎ', 'ㅈㅎㅍ', 'ㅎ빛종']) {
    const codes = await find(admin, typed)
    const isFound = codes.includes('stock NM-1')
    expect(isFound, typed).toBe(typed !== '종합비' && typed !== 'ㅈㅎㅍ')
  }
  expect(await find(admin, 'VITAMIN')).toEqual(['stock NM-1'])
  expect(await find(admin, 'ㅍㅑㅅ므ㅑㅜ')).toEqual(['stock NM-1'])
  expect(await find(admin, 'whdgkq 50')).toEqual(['stock NM-3'])
  expect(await find(admin, '갑')).toEqual([])
  expect(await find(admin, '가바')).toEqual(['stock NM-2'])
  expect(await find(admin, '가방거')).toEqual(['stock NM-2'])
  expect(await find(admin, '50% (')).toEqual(['stock NM-3'])
  const customer = await site.login('customer')
  expect(await find(customer, 'ㅈㅎ')).toEqual(['stock NM-1'])
  await site.db.execute(sql`delete from stock where stock_cd like 'NM-%'`)
})

test('finds a cell whose code is Hangul', async () => {
  await site.db.execute(sql`insert into cell (wcode, cell_cd, zone_cd)
    select 'W01', '냉동-01', min(zone_cd) from zone where wcode = 'W01'`)
  expect(await find(admin, '냉동')).toEqual(['cell 냉동-01'])
  await site.db.execute(sql`delete from cell where cell_cd = '냉동-01'`)
})

test('disabled items do not crowd active items out of the results', async () => {
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm, use_yn)
    select 'HANBIT', 'UU-' || lpad(n::text, 3, '0'), 'old ' || n, case when n < 40 then 'N' else 'Y' end
    from generate_series(1, 41) n`)
  expect(await find(admin, 'UU-')).toEqual(['stock UU-040', 'stock UU-041'])
  await site.db.execute(sql`delete from stock where stock_cd like 'UU-%'`)
})

test('an exact code match is listed first', async () => {
  expect((await find(admin, 'other'))[0]).toBe('stock OTHER')
})

test('search text is matched literally, never as a pattern', async () => {
  for (const text of ['%', '_', 'PLA%', "PLAIN' or 1=1 --", '\\', '\u{10ffff}']) {
    expect(await find(admin, text), text).toEqual([])
  }
  expect(await find(admin, '   ')).toEqual([])
})

test('a user cannot find items or documents of another owner', async () => {
  const customer = await site.login('customer')
  expect(await find(customer, 'PLAIN')).not.toContain('stock DATED')
  const { body } = await customer.call('/api/records/search', { SEARCH: 'P' })
  const owners = new Set(body.data.map((row) => row['OWNER_CD']))
  expect([...owners].filter((owner) => owner !== null && owner !== 'GIFT')).toEqual([])
  expect(await find(customer, receiptNo)).toEqual([])
})

test('a user cannot find records that their roles do not allow them to query', async () => {
  const nothing = await site.login('nobody')
  expect(await find(nothing, 'PLAIN')).toEqual([])
  expect(await find(nothing, 'A-')).toEqual([])
})

test('cells, lots and documents of another warehouse are not found', async () => {
  const elsewhere = await site.login('admin', 'W02')
  expect(await find(elsewhere, receiptNo)).toEqual([])
  expect(await find(elsewhere, workNo)).toEqual([])
  expect(await find(elsewhere, 'LT2026')).toEqual([])
  const here = await admin.call('/api/records/search', { SEARCH: 'A-001' })
  expect(here.body.data.filter((row) => row['KIND'] === 'cell')).toHaveLength(1)
})

test('at most twenty results are returned, and no kind crowds out another', async () => {
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm)
    select 'HANBIT', 'A-' || n, 'x' from generate_series(1000, 1099) n`)
  const found = await find(admin, 'A-')
  expect(found).toHaveLength(20)
  expect(found.filter((record) => record.startsWith('cell '))).toHaveLength(10)
})

test('searching many items uses indexes, not a sequential scan', async () => {
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm, barcode)
    select 'GIFT', 'SKU' || lpad(n::text, 7, '0'), '상품 ' || n, '88' || lpad(n::text, 11, '0')
    from generate_series(1, 20000) n`)
  await site.db.execute(sql`analyze stock`)
  const parts = ['품 19', 'ㅅㅍ198'].map(namePart).filter((part) => part !== undefined)
  const text = { codes: ['SKU00001'], names: ['상품 19'], parts, ending: undefined }
  const items = recordSources.filter(({ kind }) => kind === 'stock')
  expect(items.length).toBeGreaterThan(0)
  for (const { find: select } of items) {
    const statement = select(text, { wcode: 'W01', owners: null }, 20)
    const plan = await site.db.query(sql`explain ${statement}`)
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    for (const index of ['code_prefix', 'name_prefix', 'barcode_prefix', 'name_pairs']) {
      expect(lines).toContain(`stock_${index}`)
    }
    expect(lines).not.toContain('Seq Scan on stock')
  }
})
