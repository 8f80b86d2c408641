import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import {
  lotOfOtherShipmentText,
  exceedsReturnableText,
} from '#areas/inbound/server/return-rules.ts'
import { cannotUnmatchShipped } from '#areas/outbound/rules/shipped-numbers.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

let site: TestSite
let user: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function newItem(lot = ''): Promise<string> {
  items += 1
  const item = await addItem(site.db, `LIFE-${items}`)
  await putStock(site.db, { item, qty: 20, lot })
  return item
}

async function createPicked(item: string, qty = 2): Promise<string> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  await pickAll(user, number)
  return number
}

async function send(number: string): Promise<string> {
  await checkAll(user, number)
  await runStep(user, 'finish-check', number)
  await runStep(user, 'ship', number)
  return number
}

const tieNumbers = (SHIPMENT_NO: string, NUMBERS: string) =>
  user.save('outbound/tie-numbers', [{ SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS }])

const untie = (SHIPMENT_NO: string, MATCH_NO: string) =>
  user.save('outbound/untie-numbers', [{ SHIPMENT_NO, LINE_NO: 1, MATCH_NO }])

const returnHead = (extra: Record<string, Value>) => ({
  RECEIPT_DT: testDay,
  ORDER_KIND_CD: 'RETURN',
  ...extra,
})

const register = (item: string, qty: number, extra: Record<string, Value>, lot = '') =>
  user.save(
    'inbound/save-receipts',
    toRows(returnHead(extra), [{ STOCK_CD: item, ORDER_QTY: qty, ...(lot && { LOT_NO: lot }) }]),
  )

async function createReturn(
  item: string,
  qty: number,
  extra: Record<string, Value>,
): Promise<string> {
  const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: qty }], returnHead(extra))
  const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-002', NOW_QTY: qty }
  expect((await user.save('inbound/receive', [row])).status).toBe(200)
  return number
}

async function cancelReceiving(number: string) {
  const [row] = await user.query('inbound/received-movements', { RECEIPT_NO: number })
  const MOVEMENT_NO = row?.['MOVEMENT_NO'] ?? null
  return user.save('inbound/cancel-receiving', [{ RECEIPT_NO: number, MOVEMENT_NO, REASON: 'x' }])
}

const getText = (constraint: string) => constraintTexts[constraint]?.text.ko

describe('serial numbers', () => {
  test('a serial leaves again after a return against its shipment, in either letter case', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    expect((await tieNumbers(first, 'SN7 SN8')).status).toBe(200)
    await send(first)
    const second = await createPicked(item)
    expect(rowErrors(await tieNumbers(second, 'sn7'))[0]?.[2]).toContain(first)
    await createReturn(item, 1, { SHIPMENT_NO: first })
    expect((await tieNumbers(second, 'sn7')).status).toBe(200)
    // One piece was returned, which frees one serial.
    expect(rowErrors(await tieNumbers(second, 'SN8'))[0]?.[2]).toContain(first)
    for (const SHIPMENT_NO of [first, second]) {
      const rows = await user.query('outbound/matches', { SHIPMENT_NO })
      expect(rows.map((row) => row['MATCH_NO'])).toContain('SN7')
    }
  })

  test('one save cannot match more returned serials than pieces were returned', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    await tieNumbers(first, 'P1 P2')
    await send(first)
    await createReturn(item, 1, { SHIPMENT_NO: first })
    const second = await createPicked(item)
    expect((await tieNumbers(second, 'P1 P2')).status).toBe(409)
    expect(await user.query('outbound/matches', { SHIPMENT_NO: second })).toEqual([])
  })

  test('one of two concurrent matches of a returned serial succeeds', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    await tieNumbers(first, 'C1 C2')
    await send(first)
    await createReturn(item, 2, { SHIPMENT_NO: first })
    const [one, other] = [await createPicked(item), await createPicked(item)]
    const both = await Promise.all([tieNumbers(one, 'C1'), tieNumbers(other, 'C1')])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a shipped document keeps its serials until its shipping is cancelled', async () => {
    const item = await newItem()
    const number = await createPicked(item)
    await tieNumbers(number, 'U1')
    await send(number)
    const refused = await untie(number, 'U1')
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(refused.body)).toContain(cannotUnmatchShipped.ko)
    await expect(
      site.db.execute(sql`delete from shipment_match where shipment_no = ${number}`),
    ).rejects.toThrow('remain')
    await runStep(user, 'cancel-shipping', number)
    expect((await untie(number, 'U1')).status).toBe(200)
    expect((await tieNumbers(number, 'U1')).status).toBe(200)
    await runStep(user, 'ship', number)
  })

  test('a return cannot be cancelled after its serial was matched again', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    await tieNumbers(first, 'B1')
    await send(first)
    const back = await createReturn(item, 1, { SHIPMENT_NO: first })
    const second = await createPicked(item)
    await tieNumbers(second, 'B1')
    expect((await cancelReceiving(back)).body.message).toBe(getText('shipment_serial_left'))
    expect((await untie(second, 'B1')).status).toBe(200)
    expect((await cancelReceiving(back)).status).toBe(200)
    expect(rowErrors(await tieNumbers(second, 'B1'))[0]?.[2]).toContain(first)
  })
})

describe('serials on returns without shipment', () => {
  const saveBlindReturn = async (item: string, SERIAL_NO: string) => {
    const line = { STOCK_CD: item, ORDER_QTY: 1, SERIAL_NO }
    const saved = await user.save(
      'returns/save-returns',
      toRows({ RECEIPT_DT: testDay, RETURN_KIND_CD: 'BLIND' }, [line]),
    )
    const RECEIPT_NO = String(saved.body.data.rows[0]?.['RECEIPT_NO'])
    const scan = { RECEIPT_NO, CODE: SERIAL_NO, QTY: 1 }
    expect((await user.save('returns/arrive', [scan])).status).toBe(200)
    return RECEIPT_NO
  }

  test('a serial named on such a return leaves again once, and other serials do not', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    await tieNumbers(first, 'N1, N2')
    await send(first)
    await saveBlindReturn(item, 'N1')
    const second = await createPicked(item)
    expect(rowErrors(await tieNumbers(second, 'N2'))[0]?.[2]).toContain(first)
    expect((await tieNumbers(second, 'n1')).status).toBe(200)
    await send(second)
    const third = await createPicked(item)
    expect(rowErrors(await tieNumbers(third, 'N1'))[0]?.[2]).toContain(second)
    // A return against the first shipment frees its other serial.
    await createReturn(item, 1, { SHIPMENT_NO: first })
    expect((await tieNumbers(third, 'N2')).status).toBe(200)
  })

  test('neither they nor the first shipping can be cancelled after the serial is matched again', async () => {
    const item = await newItem()
    const first = await createPicked(item)
    await tieNumbers(first, 'M1')
    await send(first)
    const back = await saveBlindReturn(item, 'M1')
    const second = await createPicked(item)
    await tieNumbers(second, 'M1')
    const text = getText('shipment_serial_left')
    expect((await cancelReceiving(back)).body.message).toBe(text)
    const row = { SHIPMENT_NO: first, CANCEL_REASON: 'wrong order' }
    expect((await user.save('outbound/cancel-shipping', [row])).body.message).toBe(text)
    expect((await untie(second, 'M1')).status).toBe(200)
    expect((await cancelReceiving(back)).status).toBe(200)
    expect(rowErrors(await tieNumbers(second, 'M1'))[0]?.[2]).toContain(first)
  })
})

describe('returns', () => {
  test('a return names its shipment or is declared without one', async () => {
    const item = await newItem()
    const number = await send(await createPicked(item))
    const invalid: Record<string, Value>[] = [
      {},
      { SHIPMENT_NO: number, BLIND_YN: 'Y' },
      { SHIPMENT_NO: 'NEVER' },
      { SHIPMENT_NO: await createPicked(item) },
    ]
    for (const more of invalid) {
      expect(rowErrors(await register(item, 1, more))[0]?.[1]).toBe('SHIPMENT_NO')
    }
    const ordinary = await register(item, 1, { ORDER_KIND_CD: 'NORMAL', SHIPMENT_NO: number })
    expect(rowErrors(ordinary)[0]?.[1]).toBe('ORDER_KIND_CD')
    expect((await register(item, 50, { BLIND_YN: 'Y' })).status).toBe(200)
    const row = { OWNER_CD: 'HANBIT', OWNER_ORDER_NO: `RMA-${item}`, STOCK_CD: item, ORDER_QTY: 3 }
    const upload = (extra: Record<string, Value>) =>
      user.save('inbound/upload-receipts', [{ ...row, ...returnHead(extra) }])
    expect(rowErrors(await upload({}))[0]?.[1]).toBe('SHIPMENT_NO')
    expect(rowErrors(await upload({ SHIPMENT_NO: number }))).toEqual([
      [1, 'ORDER_QTY', exceedsReturnableText(2).ko],
    ])
    expect(rowErrors(await upload({ SHIPMENT_NO: number, ORDER_QTY: 2 }))).toEqual([])
  })

  test('all returns of a shipment together cannot exceed what it shipped', async () => {
    const item = await newItem()
    const SHIPMENT_NO = await send(await createPicked(item, 3))
    expect(rowErrors(await register(item, 4, { SHIPMENT_NO }))).toEqual([
      [2, 'ORDER_QTY', exceedsReturnableText(3).ko],
    ])
    await createReturn(item, 1, { SHIPMENT_NO })
    expect(rowErrors(await register(item, 3, { SHIPMENT_NO }))[0]?.[2]).toBe(
      exceedsReturnableText(2).ko,
    )
    expect((await register(item, 2, { SHIPMENT_NO })).status).toBe(200)
    expect(rowErrors(await register(item, 1, { SHIPMENT_NO }))[0]?.[2]).toBe(
      exceedsReturnableText(0).ko,
    )
  })

  test.each([
    [
      'a receipt with an increased quantity',
      'receipt_line',
      'order_qty = 3, limit_qty = 3, receive_qty = 3',
      'receipt_no',
    ],
    ['a shipment with a changed movement', 'stock_movement', 'qty = 1', 'doc_no'],
  ])('verification finds %s', async (_, table, change, key) => {
    const item = await newItem()
    const shipment = await send(await createPicked(item))
    const receipt = await createReturn(item, 2, { SHIPMENT_NO: shipment })
    const number = table === 'receipt_line' ? receipt : shipment
    const found = await findFailingChecks(
      site,
      [table],
      `update ${table} set ${change} where ${key} = '${number}'`,
    )
    expect(found).toContain('Returned ≤ shipped')
  })

  test('a lot that was not on the shipment is rejected, and the error names the shipment it left on', async () => {
    const item = await newItem('SOLD')
    const SHIPMENT_NO = await send(await createPicked(item))
    const never = await register(item, 1, { SHIPMENT_NO }, 'NEVER')
    expect(rowErrors(never)).toEqual([[2, 'LOT_NO', lotOfOtherShipmentText('').ko]])
    await putStock(site.db, { item, qty: 2, lot: 'LATER', received: '20261001' })
    const more = await send(await createPicked(item, 20))
    const later = await register(item, 1, { SHIPMENT_NO }, 'LATER')
    expect(rowErrors(later)[0]?.[2]).toBe(lotOfOtherShipmentText(more).ko)
    expect((await register(item, 2, { SHIPMENT_NO }, 'SOLD')).status).toBe(200)
  })

  test('returned stock is not allocated until it passes its inspection', async () => {
    const item = await newItem()
    const first = await send(await createPicked(item, 20))
    await createReturn(item, 2, { SHIPMENT_NO: first })
    const [stock] = await user.query('inventory/stock-to-work', { STOCK_CD: item })
    expect(stock).toMatchObject({ CONDITION_CD: 'INSPECT', HOLD_CD: 'PASS', AVAILABLE_QTY: 0 })
    const [receipt] = await user.query('inventory/movements', {
      STOCK_CD: item,
      MOVEMENT_CD: 'RECEIPT',
    })
    expect(receipt).toMatchObject({ FROM_PLACE_CD: 'CUSTOMER' })
    const next = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await user.save('outbound/allocate', [{ SHIPMENT_NO: next }])
    const lines = () => user.query('outbound/shipment-lines', { SHIPMENT_NO: next })
    expect(await lines()).toMatchObject([{ ALLOC_QTY: 0 }])
    const inspect = (HOLD_CD: string, BALANCE_ID: Value) => {
      const row = { BALANCE_ID, HOLD_CD }
      return user.save('inventory/hold', [{ ...row, WORK_QTY: 1, REASON: 'inspected' }])
    }
    const id = stock?.['BALANCE_ID'] ?? null
    expect((await inspect('RELEASE', id)).status).toBeGreaterThanOrEqual(400)
    expect((await inspect('PASS', id)).status).toBe(200)
    expect((await inspect('DAMAGE', id)).status).toBe(200)
    await runStep(user, 'allocate', next)
    expect(await lines()).toMatchObject([{ ALLOC_QTY: 1 }])
  })

  test('receiving of a return can be cancelled, and shipping only after its returns are deleted', async () => {
    const item = await newItem()
    const number = await send(await createPicked(item))
    const back = await createReturn(item, 2, { SHIPMENT_NO: number })
    const cancel = { SHIPMENT_NO: number, CANCEL_REASON: 'x' }
    const isRefused = async () => {
      const { body } = await user.save('outbound/cancel-shipping', [cancel])
      expect(body.rows[0]?.POERROR).toContain(back)
    }
    await isRefused()
    expect((await cancelReceiving(back)).status).toBe(200)
    // Rejected as long as the return is expected: without the shipment it would have nothing to
    // return to.
    await isRefused()
    const [{ VERSION = null } = {}] = await user.query('inbound/receipts', { RECEIPT_NO: back })
    const dropped = { BATCH_FLAG: 'D', ROW_TYPE: 'H', DOC_REF: back, RECEIPT_NO: back, VERSION }
    expect((await user.save('inbound/save-receipts', [dropped])).status).toBe(200)
    await runStep(user, 'cancel-shipping', number)
  })
})
