import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { isWholeUnit, wholeUnitsOnly } from '#areas/master/rules/units.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addSheds, expectCargo } from '#tests/support/customs-floor.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { createScmOrder } from '../supply-chain/support.ts'

let site: TestSite
let user: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into user_warehouse (user_id, wcode) values ('admin', 'W02');
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'CShipmentCreateSingle', '{search,save}');
    insert into stock (owner_cd, stock_cd, stock_nm, unit_cd)
      values ('GIFT', 'ASKED', 'Asked', 'SET'), ('HANBIT', 'WEIGHED', 'Weighed', 'KG')`)
  user = await site.login('admin')
  await addSheds(user)
  customer = await site.login('customer')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

let created = 0
const newItem = (unit: string) => {
  created += 1
  return addItem(site.db, `WHOLE-${created}`, { unit_cd: unit })
}

const stockRow = (id: number, extra: Row): Row => ({
  BALANCE_ID: String(id),
  REASON: 'x',
  ...extra,
})

const workOnStock = async (item: string, extra: Row, operation: string) => {
  const id = await putStock(site.db, { item, qty: 10 })
  return user.save(`inventory/${operation}`, [stockRow(id, extra)])
}

async function createListed(item: string): Promise<string> {
  await putStock(site.db, { item, qty: 10 })
  const number = await addOrder(user, [orderLine(item, 5)])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  return number
}

async function createCount(item: string): Promise<string> {
  await putStock(site.db, { item, qty: 10, cell: 'A-010' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
  const response = await user.save('inventory/make-count', [{ ...group, COUNT_DT }])
  return String(response.body.data.rows[0]?.['JOB_NO'])
}

const sheetRow = (item: string, ORDER_QTY: number, extra: Row): Row => ({
  OWNER_CD: 'HANBIT',
  OWNER_ORDER_NO: `O-${item}`,
  STOCK_CD: item,
  STOCK_NM: item,
  ORDER_QTY,
  ...extra,
})

const target = { TO_CELL_CD: 'A-020' }

/** Every input of a quantity: its column, and a save of 1.25. */
const places: readonly [string, string, (item: string) => Promise<SaveResponse>][] = [
  ['a receipt line', 'ORDER_QTY', (item) => saveReceipt('inbound/save-receipts', item)],
  ['a sample receipt', 'ORDER_QTY', (item) => saveReceipt('inbound/save-sample-receipts', item)],
  ['a shipment line', 'ORDER_QTY', (item) => saveShipment('outbound/save-shipments', item)],
  [
    'a sample shipment',
    'ORDER_QTY',
    (item) => saveShipment('outbound/save-sample-shipments', item),
  ],
  [
    'an uploaded receipt',
    'ORDER_QTY',
    (item) => user.save('inbound/upload-receipts', [sheetRow(item, 1.25, { RECEIPT_DT: testDay })]),
  ],
  [
    'an uploaded shipment',
    'ORDER_QTY',
    (item) =>
      user.save('outbound/upload-shipments', [
        sheetRow(item, 1.25, { SHIPMENT_DT: testDay, SHIP_TO_CD: 'ST1' }),
      ]),
  ],
  [
    'receiving',
    'NOW_QTY',
    async (item) => {
      const RECEIPT_NO = await expectStock(user, [orderLine(item, 5)])
      const row = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 1.25, CELL_CD: 'A-001' }
      return user.save('inbound/receive', [row])
    },
  ],
  ['a move', 'WORK_QTY', (item) => workOnStock(item, { WORK_QTY: 1.25, ...target }, 'move')],
  ['a hold', 'WORK_QTY', (item) => workOnStock(item, { WORK_QTY: 1.25, HOLD_CD: 'HOLD' }, 'hold')],
  [
    'a lot change',
    'WORK_QTY',
    (item) => workOnStock(item, { WORK_QTY: 1.25, TO_LOT_NO: 'NEW' }, 'transfer-lot'),
  ],
  [
    'an item change',
    'WORK_QTY',
    (item) => workOnStock(item, { WORK_QTY: 1.25, TO_STOCK_CD: 'WEIGHED' }, 'transfer-stock'),
  ],
  [
    'an adjustment down',
    'ADJUST_QTY',
    (item) => workOnStock(item, { ADJUST_QTY: -1.25 }, 'adjust'),
  ],
  ['an adjustment up', 'ADJUST_QTY', (item) => workOnStock(item, { ADJUST_QTY: 1.25 }, 'adjust')],
  [
    'a warehouse transfer',
    'WORK_QTY',
    async (item) => {
      await putStock(site.db, { item, qty: 10 })
      const search = { DIRECTION_CD: 'OUT', STOCK_CD: item }
      const [out] = await user.query('inventory/warehouse-transfers', search)
      const row = { ...out, WORK_QTY: 1.25, TO_WCODE: 'W02' }
      return user.save('inventory/transfer-warehouse', [row])
    },
  ],
  [
    'a sheet of moves',
    'WORK_QTY',
    async (item) => {
      await putStock(site.db, { item, qty: 10 })
      const row = { OWNER_CD: 'HANBIT', STOCK_CD: item, CELL_CD: 'A-001', REASON: 'x' }
      return user.save('inventory/upload-moves', [{ ...row, WORK_QTY: 1.25, ...target }])
    },
  ],
  [
    'a count',
    'QTY',
    async (item) => {
      const JOB_NO = await createCount(item)
      return user.save('inventory/count-scan', [
        { JOB_NO, CELL_CD: 'A-010', CODE: item, QTY: 1.25 },
      ])
    },
  ],
  [
    'a manual allocation',
    'TAKE_QTY',
    async (item) => {
      await putStock(site.db, { item, qty: 10 })
      const SHIPMENT_NO = await addOrder(user, [orderLine(item, 5)])
      const [row] = await user.query('outbound/stock-for-line', { SHIPMENT_NO, LINE_NO: 1 })
      return user.save('outbound/allocate-by-hand', [{ ...row, TAKE_QTY: 1.25 }])
    },
  ],
  [
    'a pick',
    'PICKED_QTY',
    async (item) => {
      const [row] = await getUnpicked(user, await createListed(item))
      const ALLOC_ID = row?.['ALLOC_ID'] ?? null
      return user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 1.25, REASON: 'x' }])
    },
  ],
  [
    'a scan at the shipping check',
    'QTY',
    async (item) => {
      const SHIPMENT_NO = await createListed(item)
      await pickAll(user, SHIPMENT_NO)
      return user.save('outbound/check-scan', [{ SHIPMENT_NO, CODE: item, QTY: 1.25 }])
    },
  ],
  [
    'a scan into a box',
    'QTY',
    async (item) => {
      const SHIPMENT_NO = await createListed(item)
      await pickAll(user, SHIPMENT_NO)
      const scan = { SHIPMENT_NO, BOX_NO: `B-${item}`, CODE: item, QTY: 1.25 }
      return user.save('outbound/pack-scan', [scan])
    },
  ],
  [
    'the pieces per unit',
    'UNIT_QTY',
    (item) => saveMaster('stock-unit', { STOCK_CD: item, UNIT_CD: 'BOX', UNIT_QTY: 1.25 }),
  ],
  [
    'a minimum order',
    'MOQ_QTY',
    (item) => saveMaster('stock-moq', { STOCK_CD: item, MOQ_QTY: 1.25, STEP_QTY: 1 }),
  ],
]

const saveReceipt = (name: string, item: string) =>
  user.save(name, toRows({ RECEIPT_DT: testDay }, [orderLine(item, 1.25)]))
const saveShipment = (name: string, item: string) =>
  user.save(name, toRows({ SHIPMENT_DT: testDay }, [orderLine(item, 1.25)]))
const saveMaster = (name: string, row: Row) =>
  user.save(`master/save-${name}`, [{ BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', ...row }])

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

test('customers cannot request a fraction of a piece', async () => {
  const rows = toRows({ OWNER_CD: 'GIFT', SHIPMENT_DT: testDay }, [orderLine('ASKED', 0.5)])
  const response = await customer.save('outbound/request-shipments', rows)
  expect(rowErrors(response)).toEqual([[2, 'ORDER_QTY', wholeUnitsOnly.ko]])
})

describe('a fraction posted before the rule existed', () => {
  /** Stock from a site that posted fractions. */
  async function putFraction(item: string, qty: number): Promise<number> {
    await site.db.script('alter table stock_movement disable trigger stock_movement_whole')
    const id = await putStock(site.db, { item, qty })
    await site.db.script('alter table stock_movement enable trigger stock_movement_whole')
    return id
  }

  const tryWork = async (operation: string, id: number, extra: Row) =>
    (await user.save(`inventory/${operation}`, [stockRow(id, extra)])).status

  test('a fraction posted before the rule existed can be adjusted to a whole number, but not to another fraction', async () => {
    const id = await putFraction(await newItem('EA'), 5.333)
    expect(await tryWork('adjust', id, { ADJUST_QTY: -0.3 })).toBe(422)
    expect(await tryWork('adjust', id, { ADJUST_QTY: 0.667 })).toBe(200)
    const other = await putFraction(await newItem('EA'), 5.333)
    expect(await tryWork('adjust', other, { ADJUST_QTY: -0.333 })).toBe(200)
  })

  test('moves together with its balance or remains in the cell', async () => {
    const item = await newItem('EA')
    const id = await putFraction(item, 5.333)
    expect(await tryWork('move', id, { WORK_QTY: 2.5, ...target })).toBe(422)
    expect(await tryWork('move', id, { WORK_QTY: 2, ...target })).toBe(200)
    expect(await tryWork('move', id, { WORK_QTY: 3.333, TO_CELL_CD: 'A-021' })).toBe(200)
  })

  test('remains unallocated while whole pieces of the item ship', async () => {
    const item = await newItem('EA')
    await putFraction(item, 2.5)
    await putStock(site.db, { item, qty: 10, cell: 'A-030' })
    const number = await addOrder(user, [orderLine(item, 5)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    const allocated = (await getUnpicked(user, number)).map((row) => Number(row['ALLOC_QTY']))
    expect(allocated.every(Number.isInteger)).toBe(true)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
  })

  test('disappears when it is counted', async () => {
    const item = await newItem('EA')
    await putFraction(item, 2.5)
    const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
    const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
    const counted = await user.save('inventory/make-count', [{ ...group, COUNT_DT }])
    const JOB_NO = String(counted.body.data.rows[0]?.['JOB_NO'])
    const scan = { JOB_NO, CELL_CD: 'A-001', CODE: item, QTY: 2 }
    expect((await user.save('inventory/count-scan', [scan])).status).toBe(200)
    expect((await user.save('inventory/finish-count', [{ JOB_NO }])).status).toBe(200)
    const approver = await site.login('second')
    const approved = await approver.save('inventory/approve-count', [{ JOB_NO, LINE_NO: 1 }])
    expect(approved.body.rows ?? [], approved.body.message).toEqual([])
  })
})

describe('the database', () => {
  test('requires whole numbers for the same units', async () => {
    const rows = await site.db.query<{ unit: string; whole: boolean }>(sql`
      select unit, is_whole_unit(unit) whole from unnest(${Object.keys(isWholeUnit)}::text[]) unit`)
    expect(Object.fromEntries(rows.map((row) => [row.unit, row.whole]))).toEqual(isWholeUnit)
  })

  test('rejects movements that split a piece', async () => {
    const item = await newItem('EA')
    await expect(putStock(site.db, { item, qty: 0.5 })).rejects.toMatchObject({
      constraint: 'stock_movement_whole',
    })
    await putStock(site.db, { item: await newItem('KG'), qty: 0.5 })
  })

  const documents: Readonly<Record<string, (item: string) => Promise<unknown>>> = {
    receipt_line: (item) => expectStock(user, [orderLine(item, 2)]),
    shipment_line: (item) => addOrder(user, [orderLine(item, 2)]),
    scm_order_line: (item) => createScmOrder(user, 'IN', [orderLine(item, 2)]),
    bonded_item: (item) => expectCargo(user, item),
  }

  test.each(Object.entries(documents))('rejects fractions in %s', async (table, save) => {
    const item = await newItem('EA')
    await save(item)
    const change = site.db.script(`update ${table} set order_qty = 1.5 where stock_cd = '${item}'`)
    await expect(change).rejects.toMatchObject({ constraint: 'order_qty_whole' })
  })
})
