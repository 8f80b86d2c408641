import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addItem, addOrder, pickAll, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(async () => site.close())

let items = 0

interface Picked {
  readonly barcode?: string
  readonly boxQty?: number
  readonly lot?: string
  readonly valid?: string
  readonly unit?: string
}

async function createPicked(more: Picked) {
  items += 1
  const item = await addItem(site.db, `CODE-${items}`, {
    barcode: more.barcode ?? null,
    unit_cd: more.unit ?? 'EA',
  })
  await site.db.execute(sql`
    update stock set box_qty = ${more.boxQty ?? null}::numeric where stock_cd = ${item}`)
  await putStock(site.db, { item, qty: 100, lot: more.lot ?? '', valid: more.valid ?? null })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 50 }])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  return { item, number }
}

async function scan(SHIPMENT_NO: string, CODE: string, extra: WireRow = {}) {
  return user.save('outbound/check-scan', [{ SHIPMENT_NO, CODE, QTY: 1, ...extra }])
}

async function scanAndGetCount(number: string, code: string, extra: WireRow = {}) {
  return (await scan(number, code, extra)).body.data.rows[0]?.['CHECK_QTY']
}

test('an item can be scanned by its code, barcode or GTIN-14', async () => {
  const { item, number } = await createPicked({ barcode: '8801234567909' })
  expect(await scanAndGetCount(number, item)).toBe(1)
  expect(await scanAndGetCount(number, '8801234567909')).toBe(2)
  expect(await scanAndGetCount(number, '08801234567909')).toBe(3)
})

test('a box barcode counts the box quantity and is undone as a box', async () => {
  const { number } = await createPicked({ barcode: '8801234567824', boxQty: 12 })
  expect(await scanAndGetCount(number, '18801234567821')).toBe(12)
  expect(await scanAndGetCount(number, '18801234567821', { QTY: 3 })).toBe(48)
  expect((await scan(number, '18801234567821')).body.rows[0]?.POERROR).toMatch(/^수량 초과/)
  expect(await scanAndGetCount(number, '18801234567821', { QTY: -1 })).toBe(36)
})

test('a box of unknown quantity counts as one', async () => {
  const { number } = await createPicked({ barcode: '8801234567831' })
  expect(await scanAndGetCount(number, '18801234567838')).toBe(1)
})

test('a GTIN with a wrong check digit or of another item is rejected', async () => {
  const { number } = await createPicked({ barcode: '8801234567848' })
  for (const code of ['08801234567849', '08801234567855']) {
    expect(rowErrors(await scan(number, code))).toEqual([[1, 'CODE', checkScanTexts.unknown.ko]])
  }
})

test('the scanned lot and expiry date must match the picked stock', async () => {
  const { item, number } = await createPicked({ lot: 'L7', valid: '2067-12-31' })
  expect(await scanAndGetCount(number, item, { LOT_NO: 'L7', VALID_DT: '20671231' })).toBe(1)
  expect(await scanAndGetCount(number, item, { LOT_NO: 'l7' })).toBe(2)
  const text = checkScanTexts.lot.ko
  for (const more of [{ LOT_NO: 'L8' }, { LOT_NO: 'L7', VALID_DT: '20671230' }]) {
    expect(rowErrors(await scan(number, item, more))).toEqual([[1, 'LOT_NO', text]])
  }
})

test('a quantity spanning two lines of an item fills them in order and can be undone', async () => {
  const item = await addItem(site.db, 'SPAN-1', { barcode: '8801234567862' })
  await site.db.execute(sql`update stock set box_qty = 10 where stock_cd = ${item}`)
  await putStock(site.db, { item, qty: 100 })
  const ordered = [4, 9].map((ORDER_QTY) => ({ STOCK_CD: item, ORDER_QTY }))
  const number = await addOrder(user, ordered)
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  const getCheckedQuantities = async () =>
    (await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })).map(
      (line) => line['CHECK_QTY'],
    )
  const getVersions = async () =>
    (
      await site.db.query<{ xmin: string }>(sql`
        select xmin::text from shipment_line where shipment_no = ${number} order by line_no`)
    ).map(({ xmin }) => xmin)
  const [, second] = await getVersions()
  await scan(number, item)
  await scan(number, item, { QTY: -1 })
  // Lines whose count did not change are not written.
  expect((await getVersions())[1]).toBe(second)
  const box = '18801234567869'
  const [answer] = (await scan(number, box)).body.data.rows
  // The box spans several lines, so the response has no line quantity and the station reloads all
  // lines.
  expect(answer).toMatchObject({ LINE_NO: 2 })
  expect(answer).not.toHaveProperty('CHECK_QTY')
  expect(await getCheckedQuantities()).toEqual([4, 6])
  // Ten of thirteen are checked.
  expect((await scan(number, item, { QTY: 4 })).body.rows[0]?.POERROR).toBe(checkScanTexts.more.ko)
  expect(await scanAndGetCount(number, item, { QTY: 3 })).toBe(9)
  await scan(number, box, { QTY: -1 })
  expect(await getCheckedQuantities()).toEqual([3, 0])
  expect((await scan(number, item, { QTY: -4 })).body.rows[0]?.POERROR).toBe(checkScanTexts.undo.ko)
  expect(await getCheckedQuantities()).toEqual([3, 0])
})

test('a batch of scans counts in order, or not at all if one is invalid', async () => {
  const first = await createPicked({ barcode: '8801234567916', boxQty: 12 })
  const second = await createPicked({ unit: 'KG' })
  const scanCodes = (...codes: [{ item: string; number: string }, string, number][]) =>
    user.save(
      'outbound/check-scan',
      codes.map(([{ number: SHIPMENT_NO }, CODE, QTY]) => ({ SHIPMENT_NO, CODE, QTY })),
    )
  const good = await scanCodes(
    [first, '18801234567913', 4],
    [second, second.item, 0.125],
    [first, first.item, 2],
  )
  expect(good.body.data.rows.map((row) => row['CHECK_QTY'])).toEqual([48, 0.125, 50])
  const wrong = await scanCodes(
    [second, second.item, 1],
    [first, first.item, 1],
    [second, 'NOBODY', 1],
  )
  expect(rowErrors(wrong)).toEqual([
    [2, 'CODE', checkScanTexts.over.ko],
    [3, 'CODE', checkScanTexts.unknown.ko],
  ])
  expect(await scanAndGetCount(second.number, second.item, { QTY: 1 })).toBe(1.125)
  const written = await site.db.query<{ code: string; stock_cd: string | null; is_fault: boolean }>(
    sql`
    select code, stock_cd, fault_ko is not null is_fault from check_record
    where shipment_no = any(${[first.number, second.number]}::text[]) order by check_no`,
  )
  expect(written.map(({ code, is_fault }) => (is_fault ? `-${code}` : code))).toEqual([
    '18801234567913',
    second.item,
    first.item,
    `-${first.item}`,
    '-NOBODY',
    second.item,
  ])
  // The item is recorded at scan time, also for box codes. A rejected scan has none.
  expect(written.map((scan) => scan.stock_cd)).toEqual([
    first.item,
    second.item,
    first.item,
    null,
    null,
    second.item,
  ])
})
