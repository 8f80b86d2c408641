import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { receiptUploadExcelByOwnerScreen } from '#areas/inbound/screens/ReceiptUploadExcelByOwner.ts'
import { receiptUploadExcelScreen } from '#areas/inbound/screens/ReceiptUploadExcel.ts'
import { shipmentUploadExcelByOwnerScreen } from '#areas/outbound/screens/ShipmentUploadExcelByOwner.ts'
import { shipmentUploadExcelScreen } from '#areas/outbound/screens/ShipmentUploadExcel.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDay, rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', menu, '{search,save}'
    from unnest(array['ReceiptUploadExcelByOwner', 'ShipmentUploadExcel']) menu`)
  await site.db.execute(sql`
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm) values ('GIFT', 'G1', '선물가게')`)
  customer = await site.login('customer')
})
afterAll(async () => site.close())

test.each([
  [receiptUploadExcelScreen, receiptUploadExcelByOwnerScreen],
  [shipmentUploadExcelScreen, shipmentUploadExcelByOwnerScreen],
])(
  'the standard and the owner-mapped upload of a kind share the same columns',
  (standardRows, byOwner) => {
    expect([standardRows.ownerMapping, byOwner.ownerMapping]).toEqual([false, true])
    const { route, ownerMapping, ...rest } = byOwner
    expect({ route, ownerMapping, ...rest }).toEqual({ ...standardRows, route, ownerMapping })
    expect(Object.keys(standardRows.header)).toHaveLength(2)
    const columns = standardRows.columns.map((column) =>
      typeof column === 'string' ? column : column.field,
    )
    expect([...columns, ...Object.keys(standardRows.header)].toSorted()).toEqual(
      Object.keys(standardRows.save.input).toSorted(),
    )
  },
)

test('rows are uploaded as one shipment per order by a user with one upload screen', async () => {
  const row = {
    OWNER_CD: 'GIFT',
    SHIPMENT_DT: testDay,
    OWNER_ORDER_NO: 'UP-1',
    STOCK_CD: 'PLAIN',
    STOCK_NM: '선물',
    ORDER_QTY: 2,
    SHIP_TO_CD: 'G1',
  }
  const sheet = [row, { ...row, ORDER_QTY: 3 }, { ...row, OWNER_ORDER_NO: 'UP-2' }]
  const saved = await customer.save('outbound/upload-shipments', sheet)
  expect(rowErrors(saved)).toEqual([])
  const admin = await site.login('admin')
  const inserted = await admin.query('outbound/shipments', { OWNER_CD: 'GIFT' })
  expect(
    inserted.map((one) => [one['OWNER_ORDER_NO'], one['LINE_COUNT'], one['ORDER_QTY']]),
  ).toEqual([
    ['UP-2', 1, 2],
    ['UP-1', 2, 5],
  ])
  const foreign = await customer.save('outbound/upload-shipments', [{ ...row, OWNER_CD: 'HANBIT' }])
  expect(rowErrors(foreign)).toEqual([[1, 'OWNER_CD', '등록되지 않은 화주입니다: HANBIT']])
})

test('rows with one order number become one receipt and an invalid item is reported by row', async () => {
  const row = {
    OWNER_CD: 'GIFT',
    RECEIPT_DT: testDay,
    OWNER_ORDER_NO: 'IN-1',
    STOCK_CD: 'PLAIN',
    STOCK_NM: '선물',
    ORDER_QTY: 2,
  }
  const bad = await customer.save('inbound/upload-receipts', [row, { ...row, STOCK_CD: 'NOSUCH' }])
  expect(bad.status).toBe(422)
  expect(rowErrors(bad)[0]?.slice(0, 2)).toEqual([2, 'STOCK_CD'])
  const saved = await customer.save('inbound/upload-receipts', [row, { ...row, ORDER_QTY: 4 }])
  expect(rowErrors(saved)).toEqual([])
  const admin = await site.login('admin')
  expect(await admin.query('inbound/receipts')).toMatchObject([{ LINE_COUNT: 2, ORDER_QTY: 6 }])
})
