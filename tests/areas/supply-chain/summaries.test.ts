import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  orderLine,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { orderStep } from './support.ts'

let site: TestSite
let user: TestUser
let order = ''
let shipment = ''

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const item = await addItem(site.db, 'SERIALS')
  await putStock(site.db, { item, qty: 10 })
  const rows = toRows({ REQUEST_DT: testDay, SHIP_TO_CD: 'ST1' }, [orderLine(item, 4)])
  const saved = await user.save('supply-chain/save-serial-orders', rows)
  order = String(saved.body.data.rows[0]?.['SCM_NO'])
  const accepted = await orderStep(user, 'accept-orders', order)
  shipment = String(accepted.body.data.rows[0]?.['SHIPMENT_NO'])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, shipment)
  await pickAll(user, shipment)
})
afterAll(() => closeVerified(site))

test('the serial list shows missing serials and gaps, and shipping requires all serials', async () => {
  const serials = () => user.query('supply-chain/serials', { SCM_NO: order })
  expect(await serials()).toMatchObject([{ SERIAL_NO: null, MISSING_QTY: 4, SHIP_TO_CD: 'ST1' }])
  const tie = { SHIPMENT_NO: shipment, LINE_NO: 1, MATCH_CD: 'SERIAL' }
  const tied = await user.save('outbound/tie-numbers', [
    { ...tie, NUMBERS: 'VT-001 VT-002 VT-005' },
  ])
  expect(tied.status, tied.body.message).toBe(200)
  const found = await serials()
  expect(found.map((row) => [row['SERIAL_NO'], row['GAP_COUNT'], row['MISSING_QTY']])).toEqual([
    [null, 0, 1],
    ['VT-001', 0, 0],
    ['VT-002', 0, 0],
    ['VT-005', 2, 0],
  ])
  const [row] = await user.query('supply-chain/serial-orders', { SCM_NO: order })
  expect(row).toMatchObject({ SERIAL_QTY: 3, SERIAL_OPEN_QTY: 1 })
  await checkAll(user, shipment)
  await runStep(user, 'finish-check', shipment)
  const early = await user.save('outbound/ship', [{ SHIPMENT_NO: shipment }])
  expect(rowErrors(early)[0]?.[2]).toContain('시리얼이 누락된 출고입니다')
  const boxes = await user.query('supply-chain/boxes', { SCM_NO: order })
  expect(boxes).toMatchObject([{ BOX_NO: null, MISSING_QTY: 4 }])
  const lines = await user.query('supply-chain/serial-lines', { SCM_NO: order })
  expect(lines).toMatchObject([{ SERIALS: 'VT-001, VT-002, VT-005', ORDER_QTY: 4 }])
})
