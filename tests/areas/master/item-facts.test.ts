import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  addItem,
  testDay,
  toRows,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const save = (name: string, ...rows: Row[]) =>
  user.save(
    `master/save-${name}`,
    rows.map((row) => ({ BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', ...row })),
  )

async function saveOrThrow(name: string, ...rows: Row[]): Promise<void> {
  const response = await save(name, ...rows)
  expect(response.body.rows ?? [], response.body.message).toEqual([])
}

async function addItemToGroup(item: string, methods: Row): Promise<void> {
  await addItem(site.db, item)
  const GROUP_CD = `G-${item}`
  await saveOrThrow('stock-group', { GROUP_CD, GROUP_NM: item, ...methods })
  const [row] = await user.query('master/stock', { STOCK_CD: item })
  await saveOrThrow('stock', { ...row, BATCH_FLAG: 'U', GROUP_CD })
}

async function getSuggestedCell(item: string): Promise<Value | undefined> {
  const rows = toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  const created = await user.save('inbound/save-receipts', rows)
  const RECEIPT_NO = created.body.data.rows[0]?.['RECEIPT_NO'] ?? null
  const [line] = await user.query('inbound/receiving-lines', { RECEIPT_NO })
  return line?.['CELL_CD']
}

async function createPicked(item: string, qty: number): Promise<string> {
  await putStock(site.db, { item, qty, cell: 'A-150' })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  return number
}

const scan = (SHIPMENT_NO: string, CODE: string) =>
  user.save('outbound/check-scan', [{ SHIPMENT_NO, CODE, QTY: 1 }])

describe('item codes', () => {
  test('an alternative code is scanned and uploaded like the item code', async () => {
    const item = await addItem(site.db, 'ALT-ITEM')
    await saveOrThrow('stock-altcode', { ALT_CD: 'OLD-77', STOCK_CD: item })
    const number = await createPicked(item, 2)
    expect((await scan(number, 'OLD-77')).body.data.rows[0]).toMatchObject({ CHECK_QTY: 1 })
    const sheet = { OWNER_CD: 'HANBIT', SHIPMENT_DT: testDay, OWNER_ORDER_NO: 'ALT-1' }
    const line = { STOCK_CD: 'OLD-77', STOCK_NM: 'x', ORDER_QTY: 3, SHIP_TO_CD: 'ST1' }
    const taken = await user.save('outbound/upload-shipments', [{ ...sheet, ...line }])
    expect(taken.body.rows ?? [], taken.body.message).toEqual([])
    const SHIPMENT_NO = taken.body.data.rows[0]?.['SHIPMENT_NO'] ?? null
    const [made] = await user.query('outbound/shipment-lines', { SHIPMENT_NO })
    expect(made).toMatchObject({ STOCK_CD: item, ORDER_QTY: 3 })
    const clash = await save('stock-altcode', { ALT_CD: 'PLAIN', STOCK_CD: item })
    expect(rowErrors(clash)).toEqual([[1, 'ALT_CD', '품목코드로 사용 중인 코드입니다.']])
  })

  test('a barcode of a unit counts the pieces in the unit', async () => {
    const item = await addItem(site.db, 'UNIT-ITEM')
    await saveOrThrow(
      'stock-unit',
      { STOCK_CD: item, UNIT_CD: 'BOX', UNIT_QTY: 12, BARCODE: 'BX-12' },
      { STOCK_CD: item, UNIT_CD: 'PLT', UNIT_QTY: 48, BARCODE: 'PL-48' },
    )
    const number = await createPicked(item, 61)
    for (const [code, count] of [
      ['PL-48', 48],
      ['BX-12', 60],
      [item, 61],
    ] as const) {
      expect((await scan(number, code)).body.data.rows[0]).toMatchObject({ CHECK_QTY: count })
    }
    expect((await scan(number, 'BX-12')).status).toBe(422)
  })
})

describe('minimum order quantity', () => {
  test('applies in steps to ordinary shipments, but not to samples', async () => {
    const item = await addItem(site.db, 'MOQ-ITEM')
    await saveOrThrow('stock-moq', { STOCK_CD: item, MOQ_QTY: 10, STEP_QTY: 5 })
    const rows = (ORDER_QTY: number) =>
      toRows({ SHIPMENT_DT: testDay }, [{ STOCK_CD: item, ORDER_QTY }])
    const attempts = [9, 12].map((qty) => user.save('outbound/save-shipments', rows(qty)))
    for (const response of await Promise.all(attempts)) {
      expect(rowErrors(response)).toEqual([[2, 'ORDER_QTY', '최소주문수량은 10, 5 단위입니다.']])
    }
    expect((await user.save('outbound/save-shipments', rows(15))).status).toBe(200)
    expect((await user.save('outbound/save-sample-shipments', rows(1))).status).toBe(200)
  })
})

describe('put-away and picking methods', () => {
  test('a put-away method limits a group to its zone and to empty cells', async () => {
    await site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm, pick_seq) values ('W01', 'COLD', '냉장', 50);
      insert into cell (wcode, cell_cd, zone_cd, pick_seq)
        select 'W01', 'COLD-' || n, 'COLD', n from generate_series(1, 3) n`)
    await saveOrThrow(
      'method',
      {
        METHOD_CD: 'PUT-COLD',
        METHOD_NM: '냉장',
        WORK_CD: 'PUT',
        STRATEGY_CD: 'TOGETHER',
        ZONE_CD: 'COLD',
      },
      {
        METHOD_CD: 'PUT-EMPTY',
        METHOD_NM: 'Empty cell',
        WORK_CD: 'PUT',
        STRATEGY_CD: 'EMPTY',
        ZONE_CD: 'COLD',
      },
    )
    await addItemToGroup('COLD-ITEM', { PUT_METHOD_CD: 'PUT-COLD' })
    await putStock(site.db, { item: 'COLD-ITEM', qty: 50, cell: 'A-120' })
    expect(await getSuggestedCell('COLD-ITEM')).toBe('COLD-1')
    await putStock(site.db, { item: 'COLD-ITEM', qty: 1, cell: 'COLD-2' })
    expect(await getSuggestedCell('COLD-ITEM')).toBe('COLD-2')
    await addItemToGroup('COLD-OTHER', { PUT_METHOD_CD: 'PUT-EMPTY' })
    await putStock(site.db, { item: 'COLD-OTHER', qty: 1, cell: 'COLD-3' })
    expect(await getSuggestedCell('COLD-OTHER')).toBe('COLD-1')
  })

  test('a picking method decides which stock of a group goes first', async () => {
    const lifo = {
      METHOD_CD: 'PICK-LIFO',
      METHOD_NM: 'Last in',
      WORK_CD: 'PICK',
      STRATEGY_CD: 'LIFO',
    }
    await saveOrThrow('method', lifo)
    await addItemToGroup('LIFO-ITEM', { PICK_METHOD_CD: 'PICK-LIFO' })
    await putStock(site.db, { item: 'LIFO-ITEM', qty: 1, cell: 'A-121', received: '20260101' })
    await putStock(site.db, { item: 'LIFO-ITEM', qty: 1, cell: 'A-122', received: '20260601' })
    const number = await addOrder(user, [{ STOCK_CD: 'LIFO-ITEM', ORDER_QTY: 1 }])
    await runStep(user, 'allocate', number)
    expect((await getUnpicked(user, number)).map((row) => row['CELL_CD'])).toEqual([])
    await runStep(user, 'mark-listed', number)
    expect((await getUnpicked(user, number)).map((row) => row['CELL_CD'])).toEqual(['A-122'])
  })

  test('a method applies to one kind of work, and a group can only name an existing method', async () => {
    const mixed = { METHOD_CD: 'X', METHOD_NM: 'x', WORK_CD: 'PICK', STRATEGY_CD: 'EMPTY' }
    expect(rowErrors(await save('method', mixed))[0]?.[1]).toBe('STRATEGY_CD')
    const zoned = { ...mixed, STRATEGY_CD: 'FIFO', ZONE_CD: 'A' }
    expect(rowErrors(await save('method', zoned))[0]?.[1]).toBe('ZONE_CD')
    const group = { GROUP_CD: 'X', GROUP_NM: 'x', PUT_METHOD_CD: 'NONE' }
    expect(rowErrors(await save('stock-group', group))[0]?.[1]).toBe('PUT_METHOD_CD')
  })
})

test('ship-tos for samples are listed separately from the others', async () => {
  const row = { SHIP_TO_CD: 'LAB', SHIP_TO_NM: 'Laboratory', SAMPLE_YN: 'Y' }
  await saveOrThrow('ship-to', row)
  const codes = async (SAMPLE_YN: string) =>
    (await user.query('master/ship-to', { SAMPLE_YN })).map((each) => each['SHIP_TO_CD'])
  expect(await codes('Y')).toEqual(['LAB'])
  expect(await codes('N')).not.toContain('LAB')
})

test('a dock needs a cell of the warehouse', async () => {
  await saveOrThrow('line', { LINE_CD: 'D1', LINE_NM: 'Dock 1', CELL_CD: 'A-001' })
  const wrong = await save('line', { LINE_CD: 'D2', LINE_NM: 'Dock 2', CELL_CD: 'NOWHERE' })
  expect(rowErrors(wrong)[0]?.[1]).toBe('CELL_CD')
})

test('item units show their pieces, with the item’s box quantity if no unit defines it', async () => {
  const item = await addItem(site.db, 'UNITED', { unit_cd: 'KG' })
  const findUnits = async () => {
    const path = '/api/pop/commonPopup/selectStockUnit'
    const { body } = await user.call(path, { SEARCH: item, EXACT: 'Y', OWNER_CD: 'HANBIT' })
    return 'DATA' in body && Array.isArray(body.DATA) ? body.DATA[0] : undefined
  }
  expect(await findUnits()).toMatchObject({ CODE: item, DETAIL: null })
  await site.db.execute(sql`update stock set box_qty = 12 where stock_cd = ${item}`)
  expect(await findUnits()).toMatchObject({ DETAIL: 'BOX:12' })
  await saveOrThrow('stock-unit', { STOCK_CD: item, UNIT_CD: 'PLT', UNIT_QTY: 480 })
  await saveOrThrow('stock-unit', { STOCK_CD: item, UNIT_CD: 'BOX', UNIT_QTY: 2.5 })
  expect(await findUnits()).toMatchObject({ DETAIL: 'BOX:2.5 PLT:480' })
})

test('an item field accepts a printed code that matches only one item', async () => {
  const BARCODE = `880770000001${checkDigit('880770000001')}`
  const box = `1880770000001${checkDigit('1880770000001')}`
  await saveOrThrow('stock', { STOCK_CD: 'PRINTED', STOCK_NM: 'Printed item', BARCODE })
  await saveOrThrow('stock-altcode', { STOCK_CD: 'PRINTED', ALT_CD: 'OLD-PRINTED' })
  const findExact = async (SEARCH: string) => {
    const path = '/api/pop/commonPopup/selectStock'
    const response = await user.call(path, { SEARCH, EXACT: 'Y', OWNER_CD: 'HANBIT' })
    return response.body.data.map((row) => row['CODE'])
  }
  for (const scanned of [BARCODE, `0${BARCODE}`, box, 'old-printed', 'printed']) {
    expect(await findExact(scanned), scanned).toEqual(['PRINTED'])
  }
  expect(await findExact('8807700000020')).toEqual([])
  // Two items with one barcode are ambiguous. Only old data has them.
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`alter table stock disable trigger stock_codes_once`)
    await tx.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm, barcode)
      values ('HANBIT', 'PRINTED-2', 'Same barcode', ${BARCODE})`)
    await tx.execute(sql`alter table stock enable trigger stock_codes_once`)
  })
  expect(await findExact(BARCODE)).toEqual([])
  expect(await findExact('PRINTED')).toEqual(['PRINTED'])
})
