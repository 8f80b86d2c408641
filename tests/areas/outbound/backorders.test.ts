import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { backorderStartedText } from '#areas/outbound/server/backorders.ts'
import { orderNow, orderStep, createScmOrder } from '#tests/areas/supply-chain/support.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const rest = { SHORT_CD: 'BACKORDER' }

const lot = async (qty: number, cell = 'A-001') => {
  items += 1
  const item = await addItem(site.db, `REST-${items}`)
  if (qty > 0) await putStock(site.db, { item, qty, cell })
  return item
}

async function prepare(...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
  }
}

/** Ships the available quantity. Returns the number of the backorder. */
async function ship(number: string): Promise<string | null> {
  await prepare(number)
  const response = await runStep(user, 'ship', number)
  return response.body.data.rows[0]?.['BACKORDER_NO'] as string | null
}

/** An order of 5 of which 3 shipped. */
async function shipShort(head: Row = {}) {
  const item = await lot(3)
  const number = await addOrder(user, [orderLine(item, 5)], { ...rest, ...head })
  const child = String(await ship(number))
  return { item, number, child }
}

const getHead = async (number: string): Promise<Row> =>
  (await user.query('outbound/shipments', { SHIPMENT_NO: number }))[0] ?? {}

const getLines = (number: string) => user.query('outbound/shipment-lines', { SHIPMENT_NO: number })

const getOrderedQuantities = async (item: string): Promise<number[]> => {
  const work = await user.query('outbound/shipment-work', { STOCK_CD: item })
  const sums = ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY'].map((name) =>
    work.reduce((sum, row) => sum + Number(row[name]), 0),
  )
  return sums
}

describe('a shipment that ships 3 of 5', () => {
  test('leaves a backorder of 2 with the same date, which ships when stock arrives', async () => {
    const { item, number, child } = await shipShort({ OWNER_ORDER_NO: 'PO-1', REMARK: 'urgent' })
    expect(await getHead(child)).toMatchObject({
      STATE_CD: '10',
      PARENT_NO: number,
      SHIPMENT_DT: testDay,
      OWNER_ORDER_NO: 'PO-1-2',
      REMARK: 'urgent',
      ORDER_QTY: 2,
    })
    expect(await getLines(number)).toMatchObject([{ ORDER_QTY: 5, SHIP_QTY: 3, BACKORDER_QTY: 2 }])
    expect(await getOrderedQuantities(item)).toEqual([5, 3, 2])
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    expect(await ship(child)).toBeNull()
    expect(await getState(user, child)).toBe('60')
    expect(await getOrderedQuantities(item)).toEqual([5, 5, 0])
  })

  test('counts neither as in full nor, with its backorder, as on time', async () => {
    const { item, child } = await shipShort()
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    await ship(child)
    const work = await user.query('outbound/shipment-work', { STOCK_CD: item })
    expect(work.map((row) => [row['FULL_ID'], row['ON_TIME_ID'], row['OTIF_ID']])).toEqual([
      [child, null, null],
      [null, null, null],
    ])
  })

  test('numbers a second backorder after the original order', async () => {
    const { item, child } = await shipShort({ OWNER_ORDER_NO: 'PO-2' })
    await putStock(site.db, { item, qty: 1, cell: 'A-002' })
    const last = String(await ship(child))
    expect(await getHead(last)).toMatchObject({ OWNER_ORDER_NO: 'PO-2-3', PARENT_NO: child })
    expect(await getOrderedQuantities(item)).toEqual([5, 4, 1])
  })

  test('skips order numbers that the owner uses', async () => {
    await addOrder(user, [orderLine(await lot(0), 1)], { OWNER_ORDER_NO: 'PO-3-2' })
    const { child } = await shipShort({ OWNER_ORDER_NO: 'PO-3' })
    expect(await getHead(child)).toMatchObject({ OWNER_ORDER_NO: 'PO-3-3' })
  })

  test('creates one backorder when the request is repeated', async () => {
    const item = await lot(3)
    const number = await addOrder(user, [orderLine(item, 5)], rest)
    await prepare(number)
    const rows = [{ SHIPMENT_NO: number }]
    const first = await user.save('outbound/ship', rows, `rest-${item}`)
    expect((await user.save('outbound/ship', rows, `rest-${item}`)).body).toEqual(first.body)
    expect(await user.query('outbound/shipments', { PARENT_NO: number })).toHaveLength(1)
  })

  test.each([
    ['CLOSE', null, 0],
    ['CLOSE', 'BACKORDER', 1],
    ['BACKORDER', null, 1],
    ['BACKORDER', 'CLOSE', 0],
  ])(
    'follows the setting of its owner (%s) unless it has its own setting (%s)',
    async (owner, own, created) => {
      const setShortRule = (value: string) =>
        site.db.execute(sql`update owner set short_cd = ${value} where owner_cd = 'HANBIT'`)
      await setShortRule(owner)
      const { number } = await shipShort({ SHORT_CD: own })
      expect(await user.query('outbound/shipments', { PARENT_NO: number })).toHaveLength(created)
      await setShortRule('CLOSE')
    },
  )

  test('leaves no fraction of a piece that an old order contains', async () => {
    const [item, other] = [await lot(3), await lot(3)]
    const number = await addOrder(user, [orderLine(item, 5), orderLine(other, 3)], rest)
    await site.db.script(`
      alter table shipment_line disable trigger shipment_line_whole;
      update shipment_line set order_qty = order_qty + 0.5 where shipment_no = '${number}';
      alter table shipment_line enable trigger shipment_line_whole`)
    const child = String(await ship(number))
    expect(await getLines(child)).toMatchObject([{ LINE_NO: 1, ORDER_QTY: 2 }])
  })

  test('a shipment that ships 3 of 5 can ship with others, each leaving a backorder with its own open lines', async () => {
    const [some, none] = [await lot(3), await lot(0)]
    const first = await addOrder(
      user,
      [orderLine(some, 2), orderLine(none, 4, { LOT_NO: null })],
      rest,
    )
    const second = await addOrder(user, [orderLine(some, 1)], rest)
    await prepare(first, second)
    const response = await runStep(user, 'ship', first, second)
    const [made, other] = response.body.data.rows.map((row) => row['BACKORDER_NO'])
    expect(other).toBeNull()
    expect(await getLines(String(made))).toMatchObject([
      { LINE_NO: 2, STOCK_CD: none, ORDER_QTY: 4 },
    ])
  })
})

describe('a backorder', () => {
  test('takes arriving stock before other orders of its date', async () => {
    const item = await lot(3)
    const number = await addOrder(user, [orderLine(item, 5)], rest)
    await prepare(number)
    const earlier = await addOrder(user, [orderLine(item, 2)])
    const child = String((await runStep(user, 'ship', number)).body.data.rows[0]?.['BACKORDER_NO'])
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    await runStep(user, 'allocate', earlier, child)
    expect([await getState(user, earlier), await getState(user, child)]).toEqual(['10', '20'])
  })

  test('disappears when the shipping is cancelled, and the next shipping creates another', async () => {
    const { number, child, item } = await shipShort({ OWNER_ORDER_NO: 'PO-4' })
    await runStep(user, 'cancel-shipping', number)
    expect(await getState(user, child)).toBe('90')
    expect(await getLines(number)).toMatchObject([{ ORDER_QTY: 5, BACKORDER_QTY: 0 }])
    const again = String((await runStep(user, 'ship', number)).body.data.rows[0]?.['BACKORDER_NO'])
    expect(await getHead(again)).toMatchObject({ OWNER_ORDER_NO: 'PO-4-2', ORDER_QTY: 2 })
    expect(await getOrderedQuantities(item)).toEqual([5, 3, 2])
  })

  test('prevents cancelling the shipping once work on it has started', async () => {
    const { item, number, child } = await shipShort()
    await putStock(site.db, { item, qty: 1, cell: 'A-002' })
    await runStep(user, 'allocate', child)
    const rows = [{ SHIPMENT_NO: number, CANCEL_REASON: 'came back' }]
    const refused = await user.save('outbound/cancel-shipping', rows)
    expect(refused.status).toBe(409)
    expect(rowErrors(refused)).toEqual([[1, 'SHIPMENT_NO', backorderStartedText(child).ko]])
    expect(await getState(user, number)).toBe('60')
    await runStep(user, 'cancel-allocation', child)
    await runStep(user, 'cancel-shipping', number)
    expect(await getState(user, child)).toBe('90')
  })

  test.each([
    ['with another quantity', { BATCH_FLAG: 'U', ORDER_QTY: 1 }],
    ['without its line', { BATCH_FLAG: 'D' }],
  ])('a backorder cannot be saved %s', async (_, change) => {
    const { child } = await shipShort()
    const [own] = await getLines(child)
    const rows = [{ ...own, ROW_TYPE: 'L', DOC_REF: child, ...change }]
    const refused = await user.save('outbound/save-shipments', rows)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await getLines(child)).toMatchObject([{ ORDER_QTY: 2 }])
  })

  test('a backorder cannot be detached from its shipment', async () => {
    const { child } = await shipShort()
    const change = site.db.execute(
      sql`update shipment set parent_no = null where shipment_no = ${child}`,
    )
    await expect(change).rejects.toThrow('keeps its shipment')
  })

  test('a backorder can be cancelled separately, and its shipped quantity remains', async () => {
    const { item, number, child } = await shipShort()
    const head = await getHead(child)
    const rows = [{ ...head, ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: child }]
    expect((await user.save('outbound/save-shipments', rows)).status).toBe(200)
    expect(await getState(user, child)).toBe('90')
    expect(await getOrderedQuantities(item)).toEqual([3, 3, 0])
    await runStep(user, 'cancel-shipping', number)
    expect(await getLines(number)).toMatchObject([{ BACKORDER_QTY: 0 }])
  })

  test.each([
    ['a cancelled backorder', 'BACKORDER'],
    ['an ended shipment', 'CLOSE'],
  ])('names the document into which the rest of %s was accepted again', async (_, SHORT_CD) => {
    const item = await lot(3)
    await site.db.execute(sql`
        insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd)
        values ('HANBIT', 'BR8', 'BR8', 'BRANCH', 'ST1') on conflict do nothing`)
    await site.db.execute(sql`
        update owner set short_cd = ${SHORT_CD} where owner_cd = 'HANBIT'`)
    const request = await createScmOrder(user, 'OUT', [orderLine(item, 5)], { BRANCH_CD: 'BR8' })
    const accept = async () => {
      const { body } = await orderStep(user, 'accept-orders', request)
      return String(body.data.rows[0]?.['SHIPMENT_NO'])
    }
    const cancel = async (number: string) => {
      const rows = [{ ...(await getHead(number)), ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: number }]
      expect((await user.save('outbound/save-shipments', rows)).status).toBe(200)
    }
    const number = await accept()
    const child = await ship(number)
    if (child !== null) await cancel(child)
    const again = await accept()
    const rows = [{ SHIPMENT_NO: number, CANCEL_REASON: 'came back' }]
    const refused = await user.save('outbound/cancel-shipping', rows)
    expect(refused.status).toBe(409)
    expect(rowErrors(refused)).toEqual([[1, 'SHIPMENT_NO', expect.stringContaining(again)]])
    await cancel(again)
    await runStep(user, 'cancel-shipping', number)
    expect(await orderNow(user, request)).toMatchObject({ ACCEPT_QTY: 5, OPEN_QTY: 0 })
    await site.db.execute(sql`update owner set short_cd = 'CLOSE' where owner_cd = 'HANBIT'`)
  })

  test('completes the customer order that its shipment was accepted from', async () => {
    const item = await lot(3)
    await site.db.execute(sql`
      insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd)
      values ('HANBIT', 'BR9', 'BR9', 'BRANCH', 'ST1')`)
    await site.db.execute(sql`update owner set short_cd = 'BACKORDER' where owner_cd = 'HANBIT'`)
    const request = await createScmOrder(user, 'OUT', [orderLine(item, 5)], { BRANCH_CD: 'BR9' })
    const accepted = await orderStep(user, 'accept-orders', request)
    const number = String(accepted.body.data.rows[0]?.['SHIPMENT_NO'])
    const child = String(await ship(number))
    expect(await orderNow(user, request)).toMatchObject({ ACCEPT_QTY: 5, DONE_QTY: 3, OPEN_QTY: 0 })
    await runStep(user, 'cancel-shipping', number)
    expect(await orderNow(user, request)).toMatchObject({ ACCEPT_QTY: 5, DONE_QTY: 0, OPEN_QTY: 0 })
    const next = String((await runStep(user, 'ship', number)).body.data.rows[0]?.['BACKORDER_NO'])
    expect(next).not.toBe(child)
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    await ship(next)
    expect(await orderNow(user, request)).toMatchObject({ STATE_CD: '30', DONE_QTY: 5 })
    await site.db.execute(sql`update owner set short_cd = 'CLOSE' where owner_cd = 'HANBIT'`)
  })
})

test.each([
  ['more than was left open', 'update shipment_line set backorder_qty = backorder_qty - 1'],
  ['without a backorder', `update shipment set cancel_yn = 'Y', shipped_at = null`],
])('verification finds a backordered quantity %s', async (_, change) => {
  const { number } = await shipShort()
  expect(
    await findFailingChecks(
      site,
      ['shipment', 'shipment_line'],
      `${change} where shipment_no = '${number}'`,
    ),
  ).toContain('Shipped + backordered = ordered')
})
