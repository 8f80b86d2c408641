import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addBoundUsers } from '#tests/support/boundary.ts'
import { addSheds, expectCargo } from '#tests/support/customs-floor.ts'
import { addItem, testDay, toRows, putStock, rowErrors } from '#tests/support/floor.ts'
import { returnDocument, saveReturn, shipItem } from '#tests/support/returns.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { uploadForm } from '#tests/support/upload-form.ts'

type Row = Record<string, Value>

/** Documents, files and places of another warehouse or owner that a saved row can name. */
let site: TestSite
/** One user of both warehouses, logged in to the first and to the second one. */
let first: TestUser
let second: TestUser
/** User of the second warehouse only, for all owners. */
let place: TestUser
let item: string
let shipment: string

beforeAll(async () => {
  site = await testSite()
  await addBoundUsers(site)
  first = await site.login('wide')
  second = await site.login('wide', 'W02')
  place = await site.login('place', 'W02')
  item = await addItem(site.db, 'NAMED')
  await putStock(site.db, { item, qty: 50 })
  shipment = await shipItem(first, item, 20)
})
afterAll(() => site.close())

/** Response without the number that it names, because the caller sent it. */
const withoutNumber = (response: SaveResponse, named: string) =>
  JSON.stringify([response.status, response.body]).replaceAll(named, '?')

const importSheet = (who: TestUser, PROCEDURE: string, rows: readonly Row[]) =>
  who.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE,
      ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
      IMPORT: { FILE_NM: 'sheet.xlsx' },
    },
    { 'idempotency-key': randomUUID() },
  )

async function importRows(who: TestUser, name: string, rows: readonly Row[]): Promise<number> {
  const response = await importSheet(who, name, rows)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return Number(Reflect.get(response.body.data, 'IMPORT_NO'))
}

const undoImport = (who: TestUser, IMPORT_NO: number) =>
  who.call('/api/import/undo', { IMPORT_NO }, { 'idempotency-key': randomUUID() })

describe('the original shipment of a return', () => {
  const head = (SHIPMENT_NO: string) => ({ SHIPMENT_NO })
  const saves: readonly [string, (number: string) => Row[]][] = [
    ['returns/save-returns', (number) => returnDocument(item, 1, head(number))],
    ['returns/request-returns', (number) => returnDocument(item, 1, head(number))],
    [
      'inbound/save-receipts',
      (number) =>
        toRows({ RECEIPT_DT: testDay, ORDER_KIND_CD: 'RETURN', ...head(number) }, [
          { STOCK_CD: item, ORDER_QTY: 1 },
        ]),
    ],
  ]

  test.each(saves)('is unknown to users of other warehouses (%s)', async (name, rows) => {
    expect((await second.save(name, rows(shipment))).status).toBe(200)
    const response = await place.save(name, rows(shipment))
    expect(response.status).toBe(422)
    const none = 'SH-NONE'
    expect(withoutNumber(response, shipment)).toBe(
      withoutNumber(await place.save(name, rows(none)), none),
    )
  })

  test('remains when users of another warehouse change the return', async () => {
    const RECEIPT_NO = await saveReturn(second, item, 1, head(shipment))
    const [row] = await place.query('returns/returns', { RECEIPT_NO })
    const change = { ...row, ROW_TYPE: 'H', BATCH_FLAG: 'U', DOC_REF: RECEIPT_NO, REMARK: 'x' }
    const response = await place.save('returns/save-returns', [change])
    expect([rowErrors(response), response.status]).toEqual([[], 200])
  })
})

const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489' +
    '0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  'hex',
)

async function uploadFile(userId: string, owner: string, wcode = 'W02'): Promise<string> {
  const who = await (await createSiteApp(site)).login(userId)
  const parts = [
    { name: 'OWNER_CD', content: owner },
    { name: 'file', file: 'x.png', content: png },
  ]
  const { payload, headers } = uploadForm(parts)
  const response = await who.post('/api/file/fileUpload', payload, { ...headers, wcode })
  expect(response.status, response.text).toBe(200)
  return String(response.body.data[0]?.['FILE_SN'])
}

describe('a file that a row names', () => {
  test('a file that a row names must be the user’s own upload for the same owner and warehouse in a discrepancy report', async () => {
    await addSheds(second)
    const saveWithFile = async (FILE_SN: string) => {
      const BOND_NO = await expectCargo(second, item)
      const row = { BOND_NO, NOW_PKG_QTY: 87, NOW_KG: 1172.2, FILE_SN }
      const { status, body } = await place.save('bonded/file-arrival', [row])
      return [status, body.rows?.map(({ COLUMN, POERROR }) => [COLUMN, POERROR])]
    }
    expect(await saveWithFile(await uploadFile('place', 'HANBIT'))).toEqual([200, undefined])
    expect(await saveWithFile(await uploadFile('place', ''))).toEqual([200, undefined])
    const none = await saveWithFile('00000000-0000-4000-8000-000000000000')
    expect(none).toEqual([422, [['FILE_SN', expect.any(String)]]])
    expect(await saveWithFile(await uploadFile('place', 'GIFT'))).toEqual(none)
    expect(await saveWithFile(await uploadFile('wide', 'HANBIT'))).toEqual(none)
    expect(await saveWithFile(await uploadFile('wide', 'HANBIT', 'W01'))).toEqual(none)
  })

  test('a file that a row names can be a company seal only if uploaded by the user or unchanged', async () => {
    const corp = (SEAL_SN: string) => ({
      BATCH_FLAG: 'I',
      CORP_CD: 'SEAL',
      CORP_NM: 'x',
      BIZ_NO: '220-81-62517',
      SEAL_SN,
    })
    const theirs = await uploadFile('owner', 'GIFT')
    expect(rowErrors(await place.save('system/save-corp', [corp(theirs)]))).toEqual([
      [1, 'SEAL_SN', expect.any(String)],
    ])
    const own = await uploadFile('place', '')
    expect((await place.save('system/save-corp', [corp(own)])).status).toBe(200)
    const [row] = await second.query('system/corp', { CORP_CD: 'SEAL' })
    const changed = await second.save('system/save-corp', [
      { ...row, BATCH_FLAG: 'U', CORP_NM: 'y' },
    ])
    expect([rowErrors(changed), changed.status]).toEqual([[], 200])
  })
})

describe('a price of one warehouse', () => {
  const price = (PRICE_CD: string, PRICE_WCODE: string | null) => ({
    BATCH_FLAG: 'I',
    PRICE_CD,
    VERSION_NO: 1,
    PRICE_NM: PRICE_CD,
    OWNER_CD: 'HANBIT',
    PRICE_WCODE,
    CHARGE_CD: 'EXTRA',
    BASIS_CD: 'WORK',
    UNIT_CD: 'DOC',
    UNIT_PRICE: 1,
    FROM_DT: '20260101',
  })

  test('a price of one warehouse can be seen and changed only by users of that warehouse', async () => {
    const saved = await first.save('freight/save-price-line', [
      price('P-W01', 'W01'),
      price('P-W02', 'W02'),
      price('P-ALL', null),
    ])
    expect(rowErrors(saved)).toEqual([])
    const codes = async (who: TestUser) =>
      (await who.query('freight/price-line')).map((row) => String(row['PRICE_CD']))
    expect((await codes(first)).toSorted()).toEqual(['P-ALL', 'P-W01', 'P-W02'])
    expect((await codes(place)).toSorted()).toEqual(['P-ALL', 'P-W02'])
    const [hidden] = await first.query('freight/price-line', { PRICE_CD: 'P-W01' })
    for (const change of [
      { ...hidden, BATCH_FLAG: 'U', UNIT_PRICE: 2 },
      { ...hidden, BATCH_FLAG: 'U', PRICE_WCODE: 'W02' },
      { ...hidden, BATCH_FLAG: 'U', PRICE_WCODE: null },
      { ...hidden, BATCH_FLAG: 'D' },
      price('P-NEW', 'W01'),
    ]) {
      expect([change, (await place.save('freight/save-price-line', [change])).status]).toEqual([
        change,
        422,
      ])
    }
    const [kept] = await site.db.query(sql`
      select unit_price::int price, price_wcode from price_line where price_cd = 'P-W01'`)
    expect(kept).toEqual({ price: 1, price_wcode: 'W01' })
    const own = { ...price('P-OWN', 'W02'), FROM_DT: '20250101', TO_DT: '20251231' }
    expect(rowErrors(await place.save('freight/save-price-line', [own]))).toEqual([])
  })

  test('does not exist for an import elsewhere, regardless of guessed values', async () => {
    const span = { FROM_DT: '20240301', TO_DT: '20240331' }
    const hidden = { ...price('P-HIDDEN', 'W01'), UNIT_PRICE: 77, ...span }
    expect(rowErrors(await first.save('freight/save-price-line', [hidden]))).toEqual([])
    for (const guess of [{}, { UNIT_PRICE: 77 }, { UNIT_PRICE: 78 }, { PRICE_WCODE: 'W02' }]) {
      const rows = (PRICE_CD: string) => [{ PRICE_CD, VERSION_NO: 1, ...guess }]
      const response = await importSheet(place, 'freight/save-price-line', rows('P-HIDDEN'))
      const none = await importSheet(place, 'freight/save-price-line', rows('P-NONE'))
      expect(response.status).toBe(422)
      expect(withoutNumber(response, 'P-HIDDEN')).toBe(withoutNumber(none, 'P-NONE'))
    }
  })

  test('a price of one warehouse cannot be changed back or deleted by undoing an import elsewhere', async () => {
    const lines = ['P-MOVED', 'P-FIRST'].map((code, index) => ({
      ...price(code, 'W01'),
      FROM_DT: `2024010${index + 1}`,
      TO_DT: `2024010${index + 1}`,
    }))
    expect(rowErrors(await first.save('freight/save-price-line', lines.slice(0, 1)))).toEqual([])
    const moved = { PRICE_CD: 'P-MOVED', VERSION_NO: 1, PRICE_WCODE: 'W02' }
    for (const rows of [[moved], lines.slice(1)]) {
      const importNo = await importRows(first, 'freight/save-price-line', rows)
      const response = await undoImport(place, importNo)
      expect([response.status, rowErrors(response).length]).toEqual([409, 1])
      expect(JSON.stringify(response.body)).not.toContain('W01')
      expect((await undoImport(first, importNo)).status).toBe(200)
    }
  })
})

describe('a price of another owner', () => {
  const price = (PRICE_CD: string, OWNER_CD: string | null) => ({
    BATCH_FLAG: 'I',
    PRICE_CD,
    VERSION_NO: 1,
    PRICE_NM: PRICE_CD,
    OWNER_CD,
    CHARGE_CD: 'EXTRA',
    BASIS_CD: 'WORK',
    UNIT_CD: 'DOC',
    UNIT_PRICE: 1,
    FROM_DT: '20230101',
    TO_DT: '20230131',
  })
  const getStoredPrices = () =>
    site.db.query(sql`select price_cd, version_no, owner_cd, unit_price::int price from price_line
      where price_cd like 'O-%' order by 1`)

  beforeAll(async () => {
    const lines = [price('O-HANBIT', 'HANBIT'), price('O-ALL', null)]
    expect(rowErrors(await first.save('freight/save-price-line', lines))).toEqual([])
  })

  test.each(['O-HANBIT', 'O-ALL'])('does not exist for a bound user (%s)', async (code) => {
    const bound = await site.login('owner')
    const before = await getStoredPrices()
    for (const flag of ['U', 'D']) {
      const change = (PRICE_CD: string) => ({
        ...price(PRICE_CD, 'GIFT'),
        BATCH_FLAG: flag,
        VERSION: 1,
        UNIT_PRICE: 9,
      })
      const response = await bound.save('freight/save-price-line', [change(code)])
      expect(response.status).toBe(409)
      const none = await bound.save('freight/save-price-line', [change('O-NONE')])
      expect(withoutNumber(response, code)).toBe(withoutNumber(none, 'O-NONE'))
    }
    const sheet = await importSheet(bound, 'freight/save-price-line', [
      { PRICE_CD: code, VERSION_NO: 1, UNIT_PRICE: 9 },
    ])
    expect(sheet.status).toBe(422)
    expect(await getStoredPrices()).toEqual(before)
  })

  test('a price of another owner cannot have a payer, and the error does not reveal whether the customer exists', async () => {
    await site.db.execute(sql`
      insert into customer (customer_cd, customer_nm) values ('C-HIDDEN', 'x')`)
    const bound = await site.login('owner')
    const save = async (CUSTOMER_CD: string) => {
      const row = { ...price('O-PAYER', 'GIFT'), CUSTOMER_CD, SIDE_CD: 'SELL' }
      return withoutNumber(await bound.save('freight/save-price-line', [row]), CUSTOMER_CD)
    }
    expect(await save('C-HIDDEN')).toBe(await save('C-NONE'))
  })

  test('remains when a bound user undoes an import of several owners', async () => {
    const bound = await site.login('owner')
    const sheets = [
      [
        { ...price('O-GIFT', 'GIFT'), FROM_DT: '20220101', TO_DT: '20220131' },
        { PRICE_CD: 'O-ALL', VERSION_NO: 1, UNIT_PRICE: 5 },
      ],
      [{ PRICE_CD: 'O-HANBIT', VERSION_NO: 1, OWNER_CD: 'GIFT' }],
    ]
    for (const rows of sheets) {
      const importNo = await importRows(first, 'freight/save-price-line', rows)
      const before = await getStoredPrices()
      expect((await undoImport(bound, importNo)).status).toBe(404)
      expect(await getStoredPrices()).toEqual(before)
    }
  })
})

describe('one of our warehouses that a freight warehouse names', () => {
  const shed = (SHED_CD: string, HOUSE_WCODE: string | null) => ({
    BATCH_FLAG: 'I',
    SHED_CD,
    SHED_NM: SHED_CD,
    SHED_TYPE_CD: 'CFS',
    HOUSE_WCODE,
    USE_YN: 'Y',
  })
  const save = (who: TestUser, row: Row) => who.save('freight/save-warehouse', [row])
  const refused = [[1, 'HOUSE_WCODE', expect.any(String)]]

  test('only users of the warehouse link, replace and remove it', async () => {
    expect(rowErrors(await save(place, shed('SHED-1', 'W01')))).toEqual(refused)
    expect(rowErrors(await save(place, shed('SHED-2', 'W02')))).toEqual([])
    expect(rowErrors(await save(first, shed('SHED-1', 'W01')))).toEqual([])
    const [row] = await place.query('freight/warehouse', { SHED_CD: 'SHED-1' })
    for (const HOUSE_WCODE of ['W02', null])
      expect(rowErrors(await save(place, { ...row, BATCH_FLAG: 'U', HOUSE_WCODE }))).toEqual(
        refused,
      )
    const renamed = { ...row, BATCH_FLAG: 'U', SHED_NM: 'x' }
    expect(rowErrors(await save(place, renamed))).toEqual([])
    const [latest] = await place.query('freight/warehouse', { SHED_CD: 'SHED-1' })
    expect(rowErrors(await save(place, { ...latest, BATCH_FLAG: 'D' }))).toEqual(refused)
  })

  test('users of another warehouse do not change the link by undoing an import', async () => {
    expect(rowErrors(await save(first, shed('SHED-3', 'W01')))).toEqual([])
    const sheets = [[{ SHED_CD: 'SHED-3', HOUSE_WCODE: 'W02' }], [shed('SHED-4', 'W01')]]
    for (const rows of sheets) {
      const importNo = await importRows(first, 'freight/save-warehouse', rows)
      expect(rowErrors(await undoImport(place, importNo))).toEqual(refused)
      expect((await undoImport(first, importNo)).status).toBe(200)
    }
  })
})

describe('a pick face', () => {
  const face = (CELL_CD: string) => ({
    BATCH_FLAG: 'I',
    CELL_CD,
    OWNER_CD: 'GIFT',
    STOCK_CD: 'PLAIN',
    MIN_QTY: 1,
    MAX_QTY: 5,
    FIXED_YN: 'Y',
    USE_YN: 'Y',
  })

  test.each([
    ['cell', "update cell set owner_cd = 'HANBIT' where wcode = 'W01' and cell_cd = 'A-190'"],
    ['zone', "update zone set owner_cd = 'HANBIT' where wcode = 'W01'"],
  ])('a pick face cannot take the %s of another owner', async (_, dedicate) => {
    await site.db.script(`update cell set role_cd = 'PICK' where cell_cd in ('A-190', 'A-191')`)
    const customer = await site.login('owner')
    const save = async (cell: string) =>
      rowErrors(await customer.check('master/save-pick-face', [face(cell)]))
    expect(await save('A-190')).toEqual([])
    await site.db.script(dedicate)
    expect(await save('A-190')).toEqual([[1, 'CELL_CD', expect.not.stringContaining('HANBIT')]])
    await site.db.script(`
      update cell set owner_cd = null; update zone set owner_cd = null`)
  })
})
