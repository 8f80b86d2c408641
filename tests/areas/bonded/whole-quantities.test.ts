import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { wholeUnitsOnly } from '#areas/master/rules/units.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  cargoNumber,
  clearCargo,
  createClearedCargo,
  declarationNumber,
  expectCargo,
  open,
  release,
  shedCode,
} from '#tests/support/customs-floor.ts'
import {
  addItem,
  testDay,
  toRows,
  expectStock,
  orderLine,
  putStock,
  rowErrors,
} from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'
import { orderStep, createScmOrder } from '../supply-chain/support.ts'

let site: TestSite
let user: TestUser
let partner: TestPartner

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  user = await site.login('admin')
  await addSheds(user)
  partner = await createPartner(site, user, {})
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

let created = 0
const newItem = (unit: string) => {
  created += 1
  return addItem(site.db, `DOOR-${created}`, { unit_cd: unit })
}

const upload = (name: string, row: Row) =>
  user.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    { PROCEDURE: name, ROWS: [{ NO: 1, ...row }], IMPORT: { FILE_NM: 'sheet.xlsx' } },
    { 'idempotency-key': randomUUID() },
  )

async function createUnpackedCargo(item: string): Promise<string> {
  const bondNo = await expectCargo(user, item)
  await arrive(user, bondNo)
  await open(user, bondNo)
  return bondNo
}

async function sendStock(item: string): Promise<Row> {
  await putStock(site.db, { item, qty: 10 })
  const search = { STOCK_CD: item }
  const [out] = await user.query('inventory/warehouse-transfers', {
    ...search,
    DIRECTION_CD: 'OUT',
  })
  await user.save('inventory/transfer-warehouse', [{ ...out, WORK_QTY: 4, TO_WCODE: 'W02' }])
  const [row] = await user.query('inventory/warehouse-transfers', {
    ...search,
    DIRECTION_CD: 'SENT',
  })
  return row ?? {}
}

/** Quantity inputs outside stock work: title, column and a save of the wrong quantity. */
const places: readonly [string, string, (item: string) => Promise<SaveResponse>][] = [
  [
    'a supply chain order',
    'ORDER_QTY',
    (item) =>
      user.save(
        'supply-chain/save-shipment-orders',
        toRows({ REQUEST_DT: testDay, PRIORITY: 5 }, [orderLine(item, 1.25)]),
      ),
  ],
  [
    'an accepted order',
    'NOW_QTY',
    async (item) => {
      const number = await createScmOrder(user, 'IN', [orderLine(item, 5)])
      return orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 1.25 })
    },
  ],
  [
    'an order in a sheet of basic data',
    'ORDER_QTY',
    (item) =>
      upload('supply-chain/upload-basic-data', {
        SHEET_CD: 'ORDER',
        OWNER_CD: 'HANBIT',
        CODE: item,
        NAME: item,
        PARTNER_ORDER_NO: `P-${item}`,
        REQUEST_DT: testDay,
        ORDER_QTY: 1.25,
      }),
  ],
  [
    'a box in a sheet of basic data',
    'BOX_QTY',
    (item) =>
      upload('supply-chain/upload-basic-data', {
        SHEET_CD: 'ITEM',
        OWNER_CD: 'HANBIT',
        CODE: item,
        NAME: item,
        BOX_QTY: 1.25,
      }),
  ],
  [
    'a box in a sheet of items',
    'BOX_QTY',
    (item) =>
      upload('master/upload-stock', {
        OWNER_CD: 'HANBIT',
        STOCK_CD: item,
        STOCK_NM: item,
        BOX_QTY: 1.25,
      }),
  ],
  [
    'a bonded cargo item',
    'ORDER_QTY',
    (item) => {
      const head = { CARGO_NO: cargoNumber(), EXPECT_DT: testDay, SHED_CD: shedCode, PKG_QTY: 8 }
      const lines = [{ STOCK_CD: item, ITEM_PKG_QTY: 8, ORDER_QTY: 1.25 }]
      return user.save('bonded/save-cargos', toRows({ ...head, KG: 10 }, lines))
    },
  ],
  [
    'unpacking',
    'NOW_QTY',
    async (item) => {
      const bondNo = await expectCargo(user, item)
      await arrive(user, bondNo)
      const now = { NOW_PKG_QTY: 1, NOW_QTY: 1.25, CELL_CD: 'A-001' }
      return user.save('bonded/unpack', [{ BOND_NO: bondNo, LINE_NO: 1, ...now }])
    },
  ],
  [
    'a clearance',
    'NOW_QTY',
    async (item) =>
      user.save('bonded/clear', [
        {
          BOND_NO: await createUnpackedCargo(item),
          STOCK_CD: item,
          BASIS_CD: 'IMPORT',
          BASIS_NO: declarationNumber(),
          NOW_PKG_QTY: 1,
          NOW_QTY: 1.25,
        },
      ]),
  ],
  [
    'a release',
    'NOW_QTY',
    async (item) => {
      const { basisId } = await createClearedCargo(user, item)
      return release(user, basisId, item, { NOW_PKG_QTY: 1, NOW_QTY: 1.25 })
    },
  ],
  [
    'a rejection at receiving',
    'REJECT_NOW_QTY',
    async (item) => {
      const RECEIPT_NO = await expectStock(user, [orderLine(item, 5)])
      const row = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 1, CELL_CD: 'A-001', REJECT_REASON: 'x' }
      return user.save('inbound/receive', [{ ...row, REJECT_NOW_QTY: 1.25 }])
    },
  ],
  [
    'stock called back from a transfer',
    'WORK_QTY',
    async (item) =>
      user.save('inventory/call-back-transfer', [{ ...(await sendStock(item)), WORK_QTY: 1.25 }]),
  ],
  [
    'stock lost in a transfer',
    'WORK_QTY',
    async (item) =>
      user.save('inventory/lose-transfer', [
        { ...(await sendStock(item)), WORK_QTY: 1.25, REASON: 'x' },
      ]),
  ],
  [
    'a count of one stock record',
    'COUNT_QTY',
    async (item) => {
      const id = await putStock(site.db, { item, qty: 10 })
      return user.save('inventory/count-stock', [{ BALANCE_ID: String(id), COUNT_QTY: 1.25 }])
    },
  ],
]

describe.each(places)('the quantity of %s', (_, column, save) => {
  test('a quantity of pieces must be a whole number', async () => {
    const response = await save(await newItem('EA'))
    const found = rowErrors(response).map(([, at, text]) => [at, text])
    expect(found, response.body.message).toEqual([[column, wholeUnitsOnly.ko]])
  })

  test('a quantity by weight can have decimals', async () => {
    const response = await save(await newItem('KG'))
    const texts = rowErrors(response).map(([, , text]) => text)
    expect(texts).not.toContain(wholeUnitsOnly.ko)
  })
})

test('a partner message with a fraction of a piece fails with its reason', async () => {
  const order = { OWNER_ORDER_NO: 'PM-1', RECEIPT_DT: testDay, STOCK_CD: await newItem('BOX') }
  const response = await partner.send('FRACTION', 'RECEIPT', [{ ...order, ORDER_QTY: 1.25 }])
  expect(JSON.stringify(response.data.ERRORS)).toContain(wholeUnitsOnly.ko)
  expect(await user.query('inbound/receipts', { OWNER_ORDER_NO: 'PM-1' })).toEqual([])
})

test('the fractional remainder of an old line can be rejected to complete its receipt', async () => {
  const item = await newItem('EA')
  const RECEIPT_NO = await expectStock(user, [orderLine(item, 5)])
  await site.db.script(`alter table receipt_line disable trigger receipt_line_whole;
    update receipt_line set order_qty = 5.5 where receipt_no = '${RECEIPT_NO}';
    alter table receipt_line enable trigger receipt_line_whole`)
  const now = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 5, CELL_CD: 'A-001' }
  const more = { REJECT_NOW_QTY: 0.5, REJECT_REASON: 'x' }
  const response = await user.save('inbound/receive', [{ ...now, ...more }])
  expect(response.status, response.body.message).toBe(200)
  const [receipt] = await user.query('inbound/receipts', { RECEIPT_NO })
  expect(receipt?.['STATE_CD']).toBe('30')
})

test('a bonded fraction from before the rule is cleared and released as a unit', async () => {
  const item = await newItem('KG')
  const bondNo = await expectCargo(user, item, {}, [
    { STOCK_CD: item, ITEM_PKG_QTY: 88, ORDER_QTY: 880.5 },
  ])
  await arrive(user, bondNo)
  await open(user, bondNo, 88, 880.5)
  await site.db.script(`alter table stock disable trigger stock_fixed;
    update stock set unit_cd = 'EA' where stock_cd = '${item}';
    alter table stock enable trigger stock_fixed`)
  const basisId = await clearCargo(user, bondNo, item, 88, { NOW_QTY: 880.5 })
  const response = await release(user, basisId, item, { NOW_PKG_QTY: 88, NOW_QTY: 880.5 })
  expect(response.status, response.body.message).toBe(200)
})
