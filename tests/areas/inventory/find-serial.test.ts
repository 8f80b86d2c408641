import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  getUnpicked,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const find = (SERIAL_NO: string, by = user) => by.query('inventory/find-serial', { SERIAL_NO })

test('a serial in either letter case is found with its place, or with the reason it cannot be used', async () => {
  const item = await addItem(site.db, 'FIND-SN')
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 3 }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 3 }
  expect(rowErrors(await user.save('inbound/receive', [{ ...row, SERIALS: 'FS1~FS3' }]))).toEqual(
    [],
  )
  expect(await find('fs1')).toMatchObject([
    { STOCK_CD: item, SERIAL_NO: 'FS1', CELL_CD: 'A-001', REASON: null },
  ])
  expect(await find('FS9')).toEqual([])
  const there = await site.login('admin', 'W02')
  expect(await find('FS1', there)).toMatchObject([
    { REASON: serialTexts.elsewhere('W01 A-001').ko },
  ])
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  const [alloc] = await getUnpicked(user, number)
  const ALLOC_ID: Value = alloc?.['ALLOC_ID'] ?? null
  await user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 1, SERIALS: 'FS2' }])
  expect(await find('FS2')).toMatchObject([{ REASON: serialTexts.picked(number).ko }])
  await checkAll(user, number)
  for (const name of ['finish-check', 'ship']) await runStep(user, name, number)
  expect(await find('=FS2')).toMatchObject([{ REASON: serialTexts.shipped(number).ko }])
})
