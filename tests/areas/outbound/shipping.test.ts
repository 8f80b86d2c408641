import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'
import { shipmentSteps } from '#areas/outbound/server/lock-shipments.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

let items = 0

async function createListed(qty: number, extra: { barcode?: string; unit_cd?: string } = {}) {
  items += 1
  const item = await addItem(site.db, `SHIP-${items}`, extra)
  await putStock(site.db, { item, qty: qty + 100 })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  const [allocation] = await getUnpicked(user, number)
  return { item, number, ALLOC_ID: allocation?.['ALLOC_ID'] ?? null }
}

async function createPicked(qty: number, extra: { barcode?: string; unit_cd?: string } = {}) {
  const ready = await createListed(qty, extra)
  await pickAll(user, ready.number)
  return ready
}

async function getStock(item: string): Promise<Record<string, Value>> {
  const [row] = await user.query('inventory/by-lot', { STOCK_CD: item })
  return row ?? {}
}

async function getLine(number: string): Promise<Record<string, Value>> {
  const [row] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  return row ?? {}
}

const scan = (SHIPMENT_NO: string, CODE: string, QTY: Value = 1) =>
  user.save('outbound/check-scan', [{ SHIPMENT_NO, CODE, QTY }])

describe('picking', () => {
  test('picking more than the allocated quantity is rejected', async () => {
    const { ALLOC_ID, number } = await createListed(5)
    const response = await user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 6 }])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[1, 'PICKED_QTY', '피킹 대상 수량을 넘습니다.']])
    expect(await getState(user, number)).toBe('30')
  })

  test('picking less than the allocated quantity needs a reason and withholds the remainder', async () => {
    const { ALLOC_ID, item, number } = await createListed(5)
    const bare = await user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 3 }])
    expect(rowErrors(bare)).toEqual([[1, 'REASON', '적게 피킹하려면 부족 사유를 입력하세요.']])
    const row = { ALLOC_ID, PICKED_QTY: 3, REASON: 'damaged' }
    expect((await user.save('outbound/pick', [row])).status).toBe(200)
    expect(await getStock(item)).toMatchObject({
      QTY: 105,
      ALLOC_QTY: 0,
      PICK_QTY: 3,
      AVAILABLE_QTY: 0,
    })
    expect(await getLine(number)).toMatchObject({ ALLOC_QTY: 3, PICK_QTY: 3, REMARK: 'damaged' })
    expect(await getState(user, number)).toBe('40')
  })

  test('picking nothing is allowed with a reason and leaves the shipment status unchanged', async () => {
    const { ALLOC_ID, item, number } = await createListed(5)
    const row = { ALLOC_ID, PICKED_QTY: 0, REASON: 'lost' }
    expect((await user.save('outbound/pick', [row])).status).toBe(200)
    expect(await getStock(item)).toMatchObject({ ALLOC_QTY: 0, PICK_QTY: 0 })
    expect(await getState(user, number)).toBe('30')
  })

  test('an allocation is picked only once, even if repeated within one save', async () => {
    const { ALLOC_ID } = await createListed(5)
    const twice = [ALLOC_ID, ALLOC_ID].map((id) => ({ ALLOC_ID: id, PICKED_QTY: 5 }))
    const response = await user.save('outbound/pick', twice)
    expect(rowErrors(response)).toEqual([
      [2, 'ALLOC_ID', '이미 피킹했거나 피킹할 수 없는 행입니다. 다시 조회하세요.'],
    ])
    expect((await user.save('outbound/pick', twice.slice(1))).status).toBe(200)
    expect((await user.save('outbound/pick', twice.slice(1))).status).toBe(422)
  })

  test('picking some of the allocations makes a shipment partly picked', async () => {
    const item = await addItem(site.db, 'TWO-CELLS')
    await putStock(site.db, { item, qty: 2, cell: 'A-001' })
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
    await runStep(user, 'allocate', number)
    const early = await user.save('outbound/pick', [{ ALLOC_ID: 1, PICKED_QTY: 1 }])
    expect(early.status).toBe(422)
    await runStep(user, 'mark-listed', number)
    const [first] = await getUnpicked(user, number)
    const row = { ALLOC_ID: first?.['ALLOC_ID'] ?? null, PICKED_QTY: 2 }
    expect((await user.save('outbound/pick', [row])).status).toBe(200)
    expect(await getState(user, number)).toBe('35')
    await pickAll(user, number)
    expect(await getState(user, number)).toBe('40')
  })
})

describe('the checking station', () => {
  test('counts up per scan of item code or barcode and undoes scans', async () => {
    const { item, number } = await createPicked(3, { barcode: '8800000000017' })
    expect((await scan(number, item)).body.data.rows[0]).toMatchObject({
      STOCK_CD: item,
      PICK_QTY: 3,
      CHECK_QTY: 1,
    })
    expect((await scan(number, '8800000000017', 2)).body.data.rows[0]).toMatchObject({
      CHECK_QTY: 3,
    })
    expect((await scan(number, item, -1)).body.data.rows[0]).toMatchObject({ CHECK_QTY: 2 })
    expect((await getLine(number))['CHECK_QTY']).toBe(2)
  })

  test('rejects an item that is not in the shipment', async () => {
    const { number } = await createPicked(1)
    const response = await scan(number, 'PLAIN')
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[1, 'CODE', checkScanTexts.unknown.ko]])
  })

  test('rejects a surplus piece and undoing more than was scanned', async () => {
    const { item, number } = await createPicked(2)
    await scan(number, item, 2)
    const surplus = await scan(number, item)
    expect(surplus.status).toBe(422)
    expect(surplus.body.rows[0]?.POERROR).toMatch(/^수량 초과/)
    expect((await scan(number, item, -3)).status).toBe(422)
    expect((await getLine(number))['CHECK_QTY']).toBe(2)
  })

  test('adds decimal quantities exactly', async () => {
    const { item, number } = await createPicked(0.3, { unit_cd: 'KG' })
    await scan(number, item, 0.1)
    const response = await scan(number, item, 0.2)
    expect(response.body.data.rows[0]?.['CHECK_QTY']).toBe(0.3)
    expect((await scan(number, item, 0.001)).status).toBe(422)
  })

  test('concurrent scans count every piece once and surplus pieces are rejected', async () => {
    const { item, number } = await createPicked(4)
    const other = await site.login('second')
    const row = { SHIPMENT_NO: number, CODE: item, QTY: 1 }
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? other : user).save('outbound/check-scan', [row]),
      ),
    )
    const counted = responses.filter(({ status }) => status === 200)
    expect(new Set(counted.map(({ body }) => body.data.rows[0]?.['CHECK_QTY']))).toEqual(
      new Set([1, 2, 3, 4]),
    )
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  })

  test('a check can be finished only after all picked stock is scanned', async () => {
    const { item, number } = await createPicked(2)
    await scan(number, item)
    const early = await user.save('outbound/finish-check', [{ SHIPMENT_NO: number }])
    expect(early.status).toBe(409)
    expect(early.body.rows[0]?.POERROR).toBe('미검수 행 1개가 있습니다. 모두 검수한 뒤 완료하세요.')
    await scan(number, item)
    await runStep(user, 'finish-check', number)
    expect(await getState(user, number)).toBe('50')
  })
})

describe('shipping', () => {
  test('posts one movement per allocation and clears all allocations', async () => {
    const { item, number } = await createPicked(4)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    expect(await getState(user, number)).toBe('60')
    expect(await getStock(item)).toMatchObject({ QTY: 100, ALLOC_QTY: 0, PICK_QTY: 0 })
    expect(await getLine(number)).toMatchObject({ SHIP_QTY: 4, PICK_QTY: 4 })
    const moved = await user.query('inventory/movements', { DOC_NO: number })
    expect(moved).toHaveLength(1)
    expect(moved[0]).toMatchObject({
      MOVEMENT_CD: 'SHIPMENT',
      FROM_PLACE_CD: 'CELL',
      FROM_CELL_CD: 'A-001',
      TO_PLACE_CD: 'CUSTOMER',
      QTY: 4,
      USER_ID: 'admin',
    })
    const again = await user.save('outbound/ship', [{ SHIPMENT_NO: number }])
    expect(rowErrors(again)).toEqual([[1, 'STATE_CD', shipmentSteps.refusal('60').ko]])
  })

  test('a shipment repeated within one save is shipped once', async () => {
    const { item, number } = await createPicked(4)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number, number)
    expect(await getStock(item)).toMatchObject({ QTY: 100 })
  })

  test('a save ships all its shipments or none and names each rejected one', async () => {
    const picked = await createPicked(1)
    await checkAll(user, picked.number)
    await runStep(user, 'finish-check', picked.number)
    const other = await createListed(1)
    const response = await user.save('outbound/ship', [
      { SHIPMENT_NO: other.number },
      { SHIPMENT_NO: picked.number },
      { SHIPMENT_NO: 'SH-NONE' },
    ])
    expect(response.status).toBe(409)
    expect(rowErrors(response)).toEqual([
      [1, 'STATE_CD', shipmentSteps.refusal('30').ko],
      [3, 'STATE_CD', shipmentSteps.refusal(undefined).ko],
    ])
    expect(await getState(user, picked.number)).toBe('50')
  })
})

describe('steps out of order', () => {
  const steps = ['allocate', 'cancel-allocation', 'mark-listed', 'finish-check', 'ship'] as const
  const allowed: [string, readonly string[]][] = [
    ['10', ['allocate']],
    ['20', ['cancel-allocation', 'mark-listed']],
    ['30', ['cancel-allocation', 'mark-listed']],
    ['40', ['mark-listed', 'finish-check']],
    ['50', ['ship']],
    ['60', []],
    ['90', []],
  ]

  async function createShipmentInState(state: string): Promise<string> {
    if (state === '10' || state === '90') {
      const number = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
      const row = { ROW_TYPE: 'H', DOC_REF: number, BATCH_FLAG: 'D', VERSION: 1 }
      if (state === '90') await user.save('outbound/save-shipments', [row])
      return number
    }
    const { number } = await createListed(1)
    if (state === '20') {
      await runStep(user, 'cancel-allocation', number)
      await runStep(user, 'allocate', number)
    }
    if (state >= '40') await pickAll(user, number)
    if (state >= '50') {
      await checkAll(user, number)
      await runStep(user, 'finish-check', number)
    }
    if (state === '60') await runStep(user, 'ship', number)
    return number
  }

  test.each(allowed)(
    'state %s rejects the steps it does not allow, with the state in the message',
    async (state, possible) => {
      const number = await createShipmentInState(state)
      expect(await getState(user, number)).toBe(state)
      for (const step of steps.filter((candidate) => !possible.includes(candidate))) {
        const response = await user.save(`outbound/${step}`, [{ SHIPMENT_NO: number }])
        expect([step, response.status, response.body.rows[0]?.POERROR]).toEqual([
          step,
          409,
          shipmentSteps.refusal(state).ko,
        ])
      }
      if (state !== '40') expect((await scan(number, 'PLAIN')).status).toBe(409)
      const changed = { ROW_TYPE: 'L', DOC_REF: number, STOCK_CD: 'PLAIN', ORDER_QTY: 1 }
      const more = await user.save('outbound/save-shipments', [changed])
      expect(more.status).toBe(state === '10' ? 200 : 409)
    },
  )
})

describe('printed documents', () => {
  const print = (who: TestUser, name: string, ...numbers: string[]) =>
    who.call(`/api/print/outbound/${name}`, {
      ROWS: numbers.map((SHIPMENT_NO) => ({ SHIPMENT_NO })),
    })

  test('one shipment in the wrong state prevents printing of the entire selection', async () => {
    const ready = await createListed(1)
    const list = await print(user, 'picking-list', ready.number)
    expect([list.status, list.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await print(user, 'bill', ready.number)).status).toBe(409)
    const fresh = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const both = await print(user, 'picking-list', ready.number, fresh)
    expect(both.status).toBe(409)
    expect(both.body.message).toMatch(/^1건은 이 문서를 인쇄할 상태가 아닙니다/)
  })

  test('shipments of another owner or warehouse cannot be printed', async () => {
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values
        ('CUSTOMER', 'PickingList', '{print}'), ('CUSTOMER', 'PrintOutboundBill', '{print}')`)
    const { number } = await createPicked(1)
    const customer = await site.login('customer')
    expect((await print(customer, 'picking-list', number)).status).toBe(409)
    expect((await print(customer, 'bill', number)).status).toBe(409)
    const elsewhere = await site.login('admin', 'W02')
    expect((await print(elsewhere, 'bill', number)).status).toBe(409)
    expect((await print(user, 'bill', number)).status).toBe(200)
  })
})
