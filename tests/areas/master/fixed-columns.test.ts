import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { obstacleText, type Obstacle } from '#areas/master/rules/obstacle-text.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  orderLine,
  addOrder,
  putStock,
  rowErrors,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into user_warehouse (user_id, wcode) values ('admin', 'W02');
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'N', 'New'), ('W01', 'M', 'More');
    insert into cell (wcode, cell_cd, zone_cd)
      values ('W01', 'M-1', 'M'), ('W01', 'M-2', 'M'), ('W01', 'M-3', 'M')`)
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

async function change(name: string, key: Row, values: Row): Promise<SaveResponse> {
  const [row] = await user.query(`master/${name}`, key)
  return user.save(`master/save-${name}`, [{ ...row, ...values, BATCH_FLAG: 'U' }])
}

const changeItem = (item: string, values: Row) => change('stock', { STOCK_CD: item }, values)

const describeObstacle = (obstacle: Partial<Obstacle> & Pick<Obstacle, 'kind'>) =>
  obstacleText({ fixed_by: 'USE', ...obstacle }).ko

const five = { kind: 'STOCK', qty: '5', unit_cd: 'EA' }
const inStock = '재고 5 EA가 있어 변경할 수 없습니다.'
const moved = describeObstacle({ kind: 'MOVED' })

/** Ways for an item to be in use, with the message about each. */
const uses: readonly [string, (item: string) => Promise<string>][] = [
  ['stock', (item) => putStock(site.db, { item, qty: 5 }).then(() => inStock)],
  [
    'a receipt',
    async (item) => onDocument('RECEIPT', await expectStock(user, [orderLine(item, 5)])),
  ],
  [
    'a shipment',
    async (item) => onDocument('SHIPMENT', await addOrder(user, [orderLine(item, 5)])),
  ],
  ['past movements', (item) => createUsedUp(item).then(() => moved)],
  ['stock in transit', (item) => sendTransit(item).then(() => inStock)],
]

const onDocument = (kind: string, number: string) => describeObstacle({ kind, doc_no: number })

async function createUsedUp(item: string) {
  const id = await putStock(site.db, { item, qty: 5 })
  const row = { BALANCE_ID: String(id), ADJUST_QTY: -5, REASON: 'Gone' }
  expect((await user.save('inventory/adjust', [row])).status).toBe(200)
}

async function sendTransit(item: string) {
  await putStock(site.db, { item, qty: 5 })
  const search = { DIRECTION_CD: 'OUT', STOCK_CD: item }
  const [out] = await user.query('inventory/warehouse-transfers', search)
  const response = await user.save('inventory/transfer-warehouse', [{ ...out, TO_WCODE: 'W02' }])
  expect(response.body.rows ?? [], response.body.message).toEqual([])
}

let created = 0
const newItem = (columns: Row = {}) => {
  created += 1
  return addItem(site.db, `FIXED-${created}`, columns)
}

describe.each(uses)('an item with %s', (_, use) => {
  test.each([
    ['UNIT_CD', 'KG'],
    ['GOODS_YN', 'N'],
  ])('keeps its %s', async (column, value) => {
    const item = await newItem()
    expect((await changeItem(item, { UNIT_CD: 'BOX' })).status).toBe(200)
    expect((await changeItem(item, { UNIT_CD: 'EA' })).status).toBe(200)
    const message = await use(item)
    expect(rowErrors(await changeItem(item, { [column]: value }))).toEqual([[1, column, message]])
    expect((await changeItem(item, { STOCK_NM: 'Renamed', BOX_QTY: 12 })).status).toBe(200)
    await expect(
      site.db.execute(
        column === 'UNIT_CD'
          ? sql`update stock set unit_cd = ${value} where stock_cd = ${item}`
          : sql`update stock set goods_yn = ${value} where stock_cd = ${item}`,
      ),
    ).rejects.toMatchObject({ constraint: 'stock_facts_fixed' })
  })
})

describe('an uploaded sheet', () => {
  const newKeyHeader = () => ({ 'idempotency-key': randomUUID() })
  const upload = (row: Row) =>
    user.call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      {
        PROCEDURE: 'master/upload-stock',
        ROWS: [{ NO: 1, OWNER_CD: 'HANBIT', STOCK_NM: 'Item', ...row }],
        IMPORT: { FILE_NM: 'items.xlsx' },
      },
      newKeyHeader(),
    )

  test('an uploaded sheet cannot change the unit of an item in use', async () => {
    const item = await newItem()
    await putStock(site.db, { item, qty: 5 })
    const response = await upload({ STOCK_CD: item, UNIT_CD: 'KG' })
    expect(rowErrors(response)).toEqual([[1, 'UNIT_CD', inStock]])
  })

  test('an uploaded sheet cannot be undone once its items are in use', async () => {
    const item = await newItem()
    const uploaded = await upload({ STOCK_CD: item, UNIT_CD: 'KG' })
    const IMPORT_NO = Number(Reflect.get(uploaded.body.data, 'IMPORT_NO'))
    await putStock(site.db, { item, qty: 5 })
    const undone = await user.call('/api/import/undo', { IMPORT_NO }, newKeyHeader())
    expect(undone.status, undone.body.message).toBe(409)
    expect(undone.body.message).toBe(constraintTexts['stock_facts_fixed']?.text.ko)
    const [row] = await user.query('master/stock', { STOCK_CD: item })
    expect(row?.['UNIT_CD']).toBe('KG')
  })
})

describe('lot and expiry control', () => {
  const dated = { lot: 'L1', valid: '20301231' }
  test.each([
    ['LOT_YN', 'Y', {}, 'WITHOUT_LOT'],
    ['LOT_YN', 'N', dated, 'WITH_LOT'],
    ['VALID_YN', 'Y', {}, 'WITHOUT_EXPIRY'],
    ['VALID_YN', 'N', dated, 'WITH_EXPIRY'],
  ])(
    '%s becomes %s only without stock that contradicts it',
    async (column, value, goods, fixedBy) => {
      const before = value === 'Y' ? 'N' : 'Y'
      const item = await newItem({ lot_yn: before, valid_yn: before })
      const id = await putStock(site.db, { item, qty: 5, ...goods })
      const message = describeObstacle({ ...five, fixed_by: fixedBy })
      expect(rowErrors(await changeItem(item, { [column]: value }))).toEqual([[1, column, message]])
      await expect(
        site.db.execute(sql`update stock set lot_yn = ${value}, valid_yn = ${value}
        where stock_cd = ${item}`),
      ).rejects.toMatchObject({ constraint: 'stock_facts_fixed' })
      const gone = { BALANCE_ID: String(id), ADJUST_QTY: -5, REASON: 'Gone' }
      expect((await user.save('inventory/adjust', [gone])).status).toBe(200)
      expect((await changeItem(item, { [column]: value })).status).toBe(200)
    },
  )

  test('lot and expiry control can start while all stock has the required lot and expiry date', async () => {
    const item = await newItem()
    await putStock(site.db, { item, qty: 5, ...dated })
    expect((await changeItem(item, { LOT_YN: 'Y', VALID_YN: 'Y' })).status).toBe(200)
  })
})

describe('a cell and its zone', () => {
  const changeCell = (values: Row) => change('cell', { CELL_CD: 'M-1' }, values)
  const changeZone = (values: Row) => change('zone', { ZONE_CD: 'M' }, values)

  test('an empty cell and its zone can change in every respect', async () => {
    expect((await changeCell({ ZONE_CD: 'N', CELL_TYPE_CD: 'FLOOR' })).status).toBe(200)
    expect((await changeCell({ ZONE_CD: 'M', CELL_TYPE_CD: 'RACK' })).status).toBe(200)
    expect((await changeZone({ TEMPERATURE_CD: 'COOL' })).status).toBe(200)
    expect((await changeZone({ TEMPERATURE_CD: 'DRY' })).status).toBe(200)
  })

  test('a cell and its zone have a fixed zone, type and temperature while they hold stock; later only the type can change', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 5, cell: 'M-1' })
    const held = describeObstacle({ kind: 'ITEMS', qty: '1' })
    const response = await changeCell({ ZONE_CD: 'N', CELL_TYPE_CD: 'DOCK' })
    expect(rowErrors(response)).toEqual([
      [1, 'CELL_TYPE_CD', held],
      [1, 'ZONE_CD', held],
    ])
    expect(rowErrors(await changeZone({ TEMPERATURE_CD: 'COOL' }))).toEqual([
      [1, 'TEMPERATURE_CD', held],
    ])
    const gone = { BALANCE_ID: String(id), ADJUST_QTY: -5, REASON: 'Gone' }
    expect((await user.save('inventory/adjust', [gone])).status).toBe(200)
    expect(rowErrors(await changeCell({ ZONE_CD: 'N' }))).toEqual([[1, 'ZONE_CD', moved]])
    expect(rowErrors(await changeZone({ TEMPERATURE_CD: 'COOL' }))).toEqual([
      [1, 'TEMPERATURE_CD', moved],
    ])
    expect((await changeCell({ CELL_TYPE_CD: 'FLOOR' })).status).toBe(200)
    expect((await changeCell({ CELL_TYPE_CD: 'RACK' })).status).toBe(200)
  })

  test.each([
    ['cell_facts_fixed', `update cell set zone_cd = 'N' where cell_cd = 'M-1'`],
    ['cell_facts_fixed', `update cell set cell_type_cd = 'DOCK' where cell_cd = 'M-2'`],
    ['zone_facts_fixed', `update zone set temperature_cd = 'COOL' where zone_cd = 'M'`],
  ])('a cell and its zone cannot be changed in the database: %s', async (constraint, statement) => {
    await putStock(site.db, { item: await newItem(), qty: 5, cell: 'M-2' })
    await expect(site.db.script(statement)).rejects.toMatchObject({ constraint })
  })
})
