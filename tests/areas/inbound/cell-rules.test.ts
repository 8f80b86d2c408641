import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, putStock, rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const receiveRow = (RECEIPT_NO: string, NOW_QTY: number, extra: Record<string, Value> = {}) => ({
  RECEIPT_NO,
  LINE_NO: 1,
  CELL_CD: 'A-001',
  NOW_QTY,
  ...extra,
})

const move = (id: number, qty: number, cell: string) =>
  user.save('inventory/move', [{ BALANCE_ID: String(id), WORK_QTY: qty, TO_CELL_CD: cell }])

test.each([
  ['OWNER', '한 화주의 재고만', [200, 200, 200, 422]],
  ['STOCK', '한 품목만', [200, 200, 422, 422]],
  ['LOT', '한 품목의 한 로트만', [200, 422, 422, 422]],
])('a cell limited to one %s accepts no other', async (mix, text, statuses) => {
  const cell = `A-19${['OWNER', 'STOCK', 'LOT'].indexOf(mix)}`
  await site.db.execute(
    sql`update cell set mix_cd = ${mix} where wcode = 'W01' and cell_cd = ${cell}`,
  )
  const first = await addItem(site.db, `MIX-${mix}-1`)
  const two = await addItem(site.db, `MIX-${mix}-2`)
  const goods = [
    { item: first, qty: 2, lot: 'L1' },
    { item: first, qty: 2, lot: 'L2' },
    { item: two, qty: 2, lot: 'L1' },
    { item: 'PLAIN', qty: 2, owner: 'GIFT', lot: mix },
  ]
  const ids: number[] = []
  for (const item of goods) ids.push(await putStock(site.db, item))
  const answers = []
  for (const id of ids) answers.push(await move(id, 1, cell))
  expect(answers.map(({ status }) => status)).toEqual(statuses)
  const last = answers.at(-1)
  expect(last && rowErrors(last)).toEqual([
    [1, 'TO_CELL_CD', `셀 ${cell}에는 ${text} 보관할 수 있습니다.`],
  ])
  const more = await move(ids[0] ?? 0, 1, cell)
  expect(more.status, 'more of what lies there').toBe(200)
})

test('a cell limited to one lot accepts a later receipt of the same lot', async () => {
  await site.db.execute(
    sql`update cell set mix_cd = 'LOT' where wcode = 'W01' and cell_cd = 'A-193'`,
  )
  const item = await addItem(site.db, 'MIX-LATER')
  const lots = [
    { lot: 'L1', valid: '20670101', received: '20261101' },
    { lot: 'L1', valid: '20670101', received: '20261102' },
    { lot: 'L1', valid: '20670102', received: '20261102' },
    // Without a lot number, the receipt date identifies the lot.
    { received: '20261101' },
  ]
  const statuses = []
  for (const more of lots) {
    const id = await putStock(site.db, { item, qty: 1, ...more })
    statuses.push((await move(id, 1, 'A-193')).status)
  }
  expect(statuses).toEqual([200, 200, 422, 422])
})

test('receiving rejects an exceeded cell capacity and a pallet split over two cells', async () => {
  const item = await addItem(site.db, 'CROWD')
  await site.db.script(`
    update stock set cbm = 0.01 where stock_cd = 'CROWD';
    update cell set capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-152'`)
  const number = await expectStock(user, [
    { STOCK_CD: item, ORDER_QTY: 9 },
    { STOCK_CD: item, ORDER_QTY: 9 },
  ])
  const full = await user.save('inbound/receive', [receiveRow(number, 6, { CELL_CD: 'A-152' })])
  expect(rowErrors(full)).toEqual([
    [1, 'CELL_CD', '셀 A-152의 용량 0.05 CBM을 넘습니다 (0.06 CBM).'],
  ])
  const torn = await user.save('inbound/receive', [
    receiveRow(number, 1, { CELL_CD: 'A-153', PALLET_NO: 'P-TORN' }),
    receiveRow(number, 1, { LINE_NO: 2, CELL_CD: 'A-154', PALLET_NO: 'P-TORN' }),
  ])
  expect(rowErrors(torn)).toEqual([
    [1, 'CELL_CD', '파렛트 P-TORN이 두 셀(A-153, A-154)에 나뉩니다.'],
  ])
})

test('two clerks cannot fill the same remaining capacity of a cell', async () => {
  await site.db.execute(sql`
    update cell set capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-155'`)
  const numbers: string[] = []
  for (let n = 0; n < 4; n += 1)
    numbers.push(await expectStock(user, [{ STOCK_CD: 'CROWD', ORDER_QTY: 3 }]))
  const responses = await Promise.all(
    numbers.map((number) =>
      user.save('inbound/receive', [receiveRow(number, 3, { CELL_CD: 'A-155' })]),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('put-away skips a full cell and a cell that accepts no other lot', async () => {
  const item = await addItem(site.db, 'ROOMY')
  await site.db.script(`
    update stock set cbm = 0.01 where stock_cd = 'ROOMY';
    update cell set lock_yn = 'N', capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-150';
    update cell set lock_yn = 'N', mix_cd = 'LOT' where wcode = 'W01' and cell_cd = 'A-151'`)
  const getSuggestedCell = async (ORDER_QTY: number) => {
    const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY }])
    const [line] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
    return line?.['CELL_CD']
  }
  await putStock(site.db, { item, qty: 3, cell: 'A-150' })
  expect(await getSuggestedCell(2)).toBe('A-150')
  expect(await getSuggestedCell(3)).not.toBe('A-150')
  await putStock(site.db, { item, qty: 9, cell: 'A-151' })
  expect(await getSuggestedCell(2)).not.toBe('A-151')
})

test('put-away suggests cells of the item’s storage temperature only', async () => {
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd, pick_seq)
      values ('W01', 'COLD', 'Cold', 'COOL', 99);
    insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'C-001', 'COLD'), ('W01', 'C-002', 'COLD')`)
  const [tofu, beans] = [await addItem(site.db, 'TOFU'), await addItem(site.db, 'BEANS')]
  await site.db.script(`update stock set temperature_cd = 'COOL' where stock_cd = 'TOFU'`)
  // Chilled stock that is already in an ambient cell does not attract more.
  await putStock(site.db, { item: tofu, qty: 5, cell: 'A-160' })
  const RECEIPT_NO = await expectStock(user, [
    { STOCK_CD: tofu, ORDER_QTY: 5 },
    { STOCK_CD: beans, ORDER_QTY: 5 },
  ])
  const lines = await user.query('inbound/receiving-lines', { RECEIPT_NO })
  expect(lines[0]?.['CELL_CD']).toBe('C-001')
  expect(lines[1]?.['CELL_CD']).toMatch(/^A-/)
  const bulk = await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
  expect(bulk.status, bulk.body.message).toBe(200)
})

test('chilled stock is rejected in any condition outside its zone, except at a dock', async () => {
  await site.db.script(`
    update cell set cell_type_cd = 'DOCK' where wcode = 'W01' and cell_cd = 'A-161'`)
  const held = await putStock(site.db, {
    item: 'TOFU',
    qty: 5,
    cell: 'C-002',
    condition: 'DAMAGED',
  })
  expect((await move(held, 1, 'A-162')).status).toBe(422)
  expect((await move(held, 1, 'A-161')).status).toBe(200)
  expect((await move(held, 1, 'C-001')).status).toBe(200)
})

test('unmeasured items are marked before and after they are put into a cell', async () => {
  const item = await addItem(site.db, 'UNMEASURED')
  await site.db.execute(sql`
    update cell set capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-163'`)
  const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 9999 }])
  const [line] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
  expect(line).toMatchObject({ UNMEASURED_YN: 'Y' })
  const response = await user.save('inbound/receive', [
    receiveRow(number, 9999, { CELL_CD: 'A-163' }),
  ])
  expect(response.status, response.body.message).toBe(200)
  expect(Reflect.get(response.body.data, 'WARNS')).toBe(true)
  expect(response.body.message).toContain(item)
  const search = { CELL_CD: 'A-163' }
  expect(await user.query('inventory/cell-usage', search)).toMatchObject([{ UNMEASURED_COUNT: 1 }])
  await site.db.script(`update stock set cbm = 0.000001 where stock_cd = 'UNMEASURED'`)
  expect(await user.query('inventory/cell-usage', search)).toMatchObject([{ UNMEASURED_COUNT: 0 }])
})
