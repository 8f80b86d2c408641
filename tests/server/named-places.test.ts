import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { lotOfOtherShipmentText } from '#areas/inbound/server/return-rules.ts'
import { serialOfOtherShipment, serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { serialOnReturn } from '#areas/returns/server/serial-errors.ts'
import { codeConstraintTexts } from '#server/engine/code-constraint-texts.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { matchSerials, returnDocument, saveReturn } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
/**
 * Users of one warehouse each, for all owners and with every permission except those of an
 * administrator.
 */
let here: TestUser
let there: TestUser
/** User of the warehouse of `here`, for one owner. */
let gift: TestUser
/** User of both warehouses. */
let both: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('EVERY', 'e');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select n, n, password_hash, case n when 'gift' then 'N' else 'Y' end
      from app_user, unnest(array['here', 'there', 'gift', 'both']) n where user_id = 'admin';
    insert into user_owner (user_id, owner_cd) values ('gift', 'GIFT');
    insert into user_role (user_id, role_cd)
      select n, 'EVERY' from unnest(array['here', 'there', 'gift', 'both']) n;
    insert into user_warehouse (user_id, wcode) values ('here', 'W01'), ('there', 'W02'),
      ('gift', 'W01'), ('both', 'W01'), ('both', 'W02')`)
  await grantEverything(site, 'EVERY')
  here = await site.login('here')
  there = await site.login('there', 'W02')
  gift = await site.login('gift')
  both = await site.login('both')
})
afterAll(() => site.close())

async function newItem(columns: Row = {}, level = 'OUT'): Promise<string> {
  items += 1
  const item = await addItem(site.db, `PLACED-${items}`, columns)
  await site.db.execute(sql`update stock set serial_cd = ${level} where stock_cd = ${item}`)
  return item
}

const errorTexts = (response: SaveResponse) => rowErrors(response).map(([, , text]) => text)

async function receive(who: TestUser, item: string, SERIALS: string): Promise<SaveResponse> {
  const RECEIPT_NO = await expectStock(who, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-150', NOW_QTY: 1, SERIALS }
  return who.save('inbound/receive', [row])
}

async function pick(who: TestUser, item: string, SERIALS: string): Promise<string> {
  const number = await addOrder(who, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(who, name, number)
  const ALLOC_ID = (await getUnpicked(who, number))[0]?.['ALLOC_ID'] ?? null
  const { status } = await who.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 1, SERIALS }])
  expect(status).toBe(200)
  return number
}

async function ship(who: TestUser, number: string): Promise<void> {
  await checkAll(who, number)
  for (const name of ['finish-check', 'ship']) await runStep(who, name, number)
}

async function shipOf(who: TestUser, item: string, serials?: string): Promise<string> {
  const number = await addOrder(who, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(who, name, number)
  await pickAll(who, number)
  if (serials !== undefined) await matchSerials(who, serials)(number)
  await ship(who, number)
  return number
}

const putStockIn = (wcode: string, item: string, extra: object = {}) =>
  putStock(site.db, { wcode, item, qty: 5, cell: 'A-150', ...extra })

describe('a serial of another warehouse', () => {
  test.each([
    ['in a cell', async () => undefined, serialTexts.elsewhere('A-150')],
    ['picked', (item: string) => pick(there, item, 'SN1'), undefined],
    [
      'shipped',
      async (item: string) => {
        const number = await pick(there, item, 'SN1')
        await ship(there, number)
        return number
      },
      undefined,
    ],
  ])('a serial cannot be received, and the error hides where it is %s', async (_, work, text) => {
    const item = await newItem({}, 'ALL')
    expect((await receive(there, item, 'SN1')).status).toBe(200)
    const number = await work(item)
    expect(errorTexts(await receive(here, item, 'SN1'))).toEqual([serialTexts.hidden.ko])
    // Users of that warehouse see the number.
    expect(errorTexts(await receive(both, item, 'SN1'))[0]).toContain(number ?? text?.ko)
  })

  test('hides its place from users of other warehouses when scanned', async () => {
    const item = await newItem({}, 'ALL')
    await receive(there, item, 'SCANNED')
    const find = async (who: TestUser) =>
      (await who.query('inventory/find-serial', { SERIAL_NO: 'SCANNED' }))[0]
    const hidden = { CELL_CD: null, DOC_NO: null, REASON: serialTexts.hidden.ko }
    expect(await find(here)).toMatchObject(hidden)
    expect(await find(both)).toMatchObject({ CELL_CD: 'A-150' })
  })

  test('a serial of another warehouse cannot be matched, and the error hides its shipment', async () => {
    const item = await newItem()
    for (const wcode of ['W01', 'W02']) await putStockIn(wcode, item)
    const number = await shipOf(there, item, 'SN1')
    const own = await pick(here, item, '')
    const row = { SHIPMENT_NO: own, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS: 'SN1' }
    const tieNumbers = async (who: TestUser) =>
      errorTexts(await who.save('outbound/tie-numbers', [row]))[0]
    expect(await tieNumbers(here)).not.toContain(number)
    expect(await tieNumbers(both)).toContain(number)
  })

  test('a serial of another warehouse cannot return to another shipment, and the error hides its original shipment', async () => {
    const item = await newItem()
    for (const wcode of ['W01', 'W02']) await putStockIn(wcode, item)
    const number = await shipOf(there, item, 'SN1')
    const head = { SHIPMENT_NO: await shipOf(here, item, 'SN2') }
    const document = returnDocument(item, 1, head, { SERIAL_NO: 'SN1' })
    const save = async (who: TestUser) =>
      errorTexts(await who.save('returns/save-returns', document))
    expect(await save(here)).toEqual([serialOfOtherShipment(null).ko])
    expect(await save(both)).toEqual([serialOfOtherShipment(number).ko])
  })

  test('a serial of another warehouse cannot be registered twice, and errors hide the return there', async () => {
    const item = await newItem()
    await putStockIn('W01', item)
    const head = { SHIPMENT_NO: await shipOf(here, item, 'SN1') }
    const elsewhere = await site.login('both', 'W02')
    const number = await saveReturn(elsewhere, item, 1, head, { SERIAL_NO: 'SN1' })
    const document = returnDocument(item, 1, head, { SERIAL_NO: 'SN1' })
    const save = async (who: TestUser) =>
      errorTexts(await who.save('returns/save-returns', document))
    expect((await save(here)).join()).not.toContain(number)
    const refused = await here.save('outbound/cancel-shipping', [
      { ...head, CANCEL_REASON: 'wrong order' },
    ])
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).not.toContain(number)
    expect(serialOnReturn(null).ko).not.toContain('null')
  })

  test('a serial of another warehouse cannot arrive with a return, and the error hides its shipment', async () => {
    const item = await newItem({}, 'ALL')
    for (const [who, serial] of [
      [there, 'SN1'],
      [here, 'SN2'],
    ] as const)
      expect((await receive(who, item, serial)).status).toBe(200)
    const number = await pick(there, item, 'SN1')
    await ship(there, number)
    const own = await pick(here, item, 'SN2')
    await ship(here, own)
    const RECEIPT_NO = await saveReturn(here, item, 1, { SHIPMENT_NO: own })
    const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-150', NOW_QTY: 1, SERIALS: 'SN1' }
    const answer = async (who: TestUser) => errorTexts(await who.save('inbound/receive', [row]))
    expect(await answer(here)).toEqual([serialOfOtherShipment(null).ko])
    expect(await answer(both)).toEqual([serialOfOtherShipment(number).ko])
  })
})

describe('documents of another warehouse', () => {
  test('a returned lot reveals no shipment of that warehouse', async () => {
    const item = await newItem({ lot_yn: 'Y' })
    await putStockIn('W01', item, { lot: 'L1' })
    await putStockIn('W02', item, { lot: 'L2' })
    const number = await shipOf(there, item)
    const head = { SHIPMENT_NO: await shipOf(here, item) }
    const document = returnDocument(item, 1, head, { LOT_NO: 'L2' })
    const save = async (who: TestUser) =>
      errorTexts(await who.save('returns/save-returns', document))
    expect(await save(here)).toEqual([lotOfOtherShipmentText(null).ko])
    expect(await save(both)).toEqual([lotOfOtherShipmentText(number).ko])
  })

  test('a change of an item names neither documents, cells nor quantities of it', async () => {
    const change = async (who: TestUser, item: string, extra: Row) => {
      const [row] = await who.query('master/stock', { STOCK_CD: item })
      return errorTexts(
        await who.save('master/save-stock', [{ ...row, BATCH_FLAG: 'U', ...extra }]),
      ).join()
    }
    const stocked = await newItem()
    await putStockIn('W01', stocked, { lot: 'L1' })
    await putStock(site.db, { wcode: 'W02', item: stocked, qty: 731, lot: 'L2' })
    expect(await change(here, stocked, { UNIT_CD: 'BOX' })).not.toMatch(/73[16]/)
    expect(await change(both, stocked, { UNIT_CD: 'BOX' })).toMatch(/736/)
    const expected = await newItem()
    const number = await expectStock(there, [{ STOCK_CD: expected, ORDER_QTY: 1 }])
    expect(await change(here, expected, { UNIT_CD: 'BOX' })).toMatch(/^(?!.*RC).+/)
    expect(await change(both, expected, { UNIT_CD: 'BOX' })).toContain(number)
    const cold = await newItem()
    await putStockIn('W02', cold)
    expect(await change(here, cold, { TEMPERATURE_CD: 'FROZEN' })).toMatch(/^(?!.*A-150).+/)
    expect(await change(both, cold, { TEMPERATURE_CD: 'FROZEN' })).toContain('A-150')
  })

  test('a recall names only stopped shipments in the user’s warehouses', async () => {
    const item = await newItem({ lot_yn: 'Y' })
    const numbers: string[] = []
    for (const [who, wcode] of [
      [here, 'W01'],
      [there, 'W02'],
    ] as const) {
      await putStockIn(wcode, item, { lot: 'L1' })
      const number = await addOrder(who, [{ STOCK_CD: item, ORDER_QTY: 1 }])
      await runStep(who, 'allocate', number)
      numbers.push(number)
    }
    const row = { OWNER_CD: 'HANBIT', STOCK_CD: item, LOT_NO: 'L1', REASON: 'x' }
    const { status, body } = await here.save('inventory/block-recall', [row])
    expect([status, ...numbers.map((no) => body.message.includes(no))]).toEqual([200, true, false])
  })

  test.each([
    ['warehouse', 'W02', 'A-160'],
    ['owner', 'W01', 'A-161'],
  ])('a box number reveals no shipment of another %s', async (_, wcode, cell) => {
    const other = wcode === 'W02' ? there : here
    await putStock(site.db, { item: 'PLAIN', qty: 5, wcode, cell })
    await putStock(site.db, { item: 'PLAIN', qty: 5, owner: 'GIFT', cell })
    const createPicked = async (who: TestUser, head: Row) => {
      const number = await addOrder(who, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], head)
      for (const name of ['allocate', 'mark-listed']) await runStep(who, name, number)
      await pickAll(who, number)
      return number
    }
    const boxRow = (SHIPMENT_NO: string) => [
      { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'BOX', NUMBERS: `CARTON-${wcode}`, BOX_QTY: 1 },
    ]
    const number = await createPicked(other, {})
    expect((await other.save('outbound/tie-numbers', boxRow(number))).status).toBe(200)
    const own = boxRow(await createPicked(gift, { OWNER_CD: 'GIFT' }))
    expect(errorTexts(await gift.save('outbound/tie-numbers', own))).toEqual([
      codeConstraintTexts['shipment_carton_once']?.text.ko,
    ])
  })
})

describe('a user bound to an owner', () => {
  beforeAll(async () => {
    await site.db.script(`
      update cell set owner_cd = 'HANBIT' where wcode = 'W01' and cell_cd = 'A-180';
      update cell set capacity_cbm = 1 where wcode = 'W01' and cell_cd = 'A-181'`)
    await putStock(site.db, { item: 'PLAIN', qty: 83, cell: 'A-181' })
    await putStock(site.db, { item: 'PLAIN', qty: 50, owner: 'GIFT', cell: 'A-182' })
  })

  test.each([
    ['A-180', 1, 'HANBIT'],
    ['A-181', 20, '1.01'],
  ])('does not learn of other owners from cell %s', async (TO_CELL_CD, WORK_QTY, hidden) => {
    const [stock] = await gift.query('inventory/by-lot', { CELL_CD: 'A-182' })
    const BALANCE_ID = stock?.['BALANCE_ID'] ?? null
    const move = async (who: TestUser) =>
      errorTexts(
        await who.save('inventory/move', [{ BALANCE_ID, WORK_QTY, TO_CELL_CD, REASON: 'x' }]),
      )
    expect((await move(here)).join()).toContain(hidden)
    expect((await move(gift)).join()).toMatch(new RegExp(`^(?!.*${hidden}).+`))
  })
})
