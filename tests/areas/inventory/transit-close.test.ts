import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { adjustmentPending } from '#areas/inventory/server/adjusting.ts'
import { sentToOtherWarehouse } from '#areas/inventory/server/reverse-work.ts'
import { transitChecks } from '#areas/inventory/server/transit-checks.ts'
import { exceedsTransit } from '#areas/inventory/server/transit-rows.ts'
import { transferTexts } from '#areas/inventory/server/warehouse-transfer.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { findBrokenChecks, findFailingChecks } from '#tests/support/failing-checks.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let here: TestUser
let there: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  here = await site.login('admin')
  there = await site.login('admin', 'W02')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

function ok(response: SaveResponse): SaveResponse {
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status, response.body.message).toBe(200)
  return response
}

const getRow = async (user: TestUser, DIRECTION_CD: string, item: string): Promise<Row> =>
  (await user.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD: item }))[0] ?? {}
const transfer = (user: TestUser, row: Row, extra: Row) =>
  user.save('inventory/transfer-warehouse', [{ ...row, ...extra }])
const callBack = (row: Row, extra: Row = {}, user = here) =>
  user.save('inventory/call-back-transfer', [{ ...row, ...extra }])
const lose = (row: Row, WORK_QTY: number, user = here) =>
  user.save('inventory/lose-transfer', [{ ...row, WORK_QTY, REASON: 'fell off the lorry' }])
const getDoc = (response: SaveResponse): Value => ok(response).body.data.rows[0]?.['DOC_NO'] ?? null

let items = 0

interface SentItem {
  readonly item: string
  readonly row: Row
}

/** Sends stock of a new item from W01 to W02. */
async function send(stockOfTransit: number, qty: number, extra: Row = {}): Promise<SentItem> {
  items += 1
  const item = await addItem(site.db, `CLOSED-${items}`)
  await putStock(site.db, { item, qty: stockOfTransit, cell: 'A-030', ...extra })
  ok(await transfer(here, await getRow(here, 'OUT', item), { WORK_QTY: qty, TO_WCODE: 'W02' }))
  return { item, row: await getRow(here, 'SENT', item) }
}

const receive = async (item: string, WORK_QTY: number, extra: Row = {}) =>
  transfer(there, await getRow(there, 'IN', item), { WORK_QTY, TO_CELL_CD: 'A-100', ...extra })

const onHand = async (user: TestUser, item: string) =>
  (await user.query('inventory/by-lot', { STOCK_CD: item })).map(
    ({ CELL_CD, CONDITION_CD, QTY, PALLET_NO, BOX_NO }) =>
      [CELL_CD, CONDITION_CD, QTY, PALLET_NO, BOX_NO].filter(Boolean).join(' '),
  )

const getTransitParts = async (item: string) => {
  const [row] = await site.db.query<Record<string, number>>(sql`
    select sum(sent_qty) sent, sum(arrived_qty) arrived, sum(back_qty) back, sum(lost_qty) lost
    from transit t join stock_balance b on b.balance_id = t.from_balance_id
    where b.stock_cd = ${item}`)
  return [row?.['sent'], row?.['arrived'], row?.['back'], row?.['lost']]
}

const getMovement = async (user: TestUser, item: string, search: Row) =>
  (await user.query('inventory/movements', { STOCK_CD: item, ...search }))[0]?.['MOVEMENT_NO'] ??
  null

describe('losing stock in transit', () => {
  test('closes the remainder at the sender, with every figure adding up', async () => {
    const { item, row } = await send(10, 6)
    ok(await receive(item, 4))
    const excess = await lose(row, 3)
    expect(rowErrors(excess)).toEqual([[1, 'WORK_QTY', exceedsTransit(2).ko]])
    ok(await lose(row, 2))
    const getItemFlow = async (user: TestUser) => {
      const [day] = await user.query('inventory/item-flows', { STOCK_CD: item })
      return ['TRANSFER_QTY', 'ADJUST_QTY', 'CLOSE_QTY'].map((name) => day?.[name])
    }
    // The test stock itself was posted as an adjustment of 10.
    expect(await getItemFlow(here)).toEqual([-4, 8, 4])
    expect(await getItemFlow(there)).toEqual([4, 0, 4])
    expect(await getTransitParts(item)).toEqual([6, 4, 0, 2])
    expect(await getRow(there, 'IN', item)).toEqual({})
    expect(rowErrors(await lose(row, 1))[0]?.[1]).toBe('TRANSFER_KEY')
    const out = await here.query('inventory/movements', { STOCK_CD: item, MOVEMENT_CD: 'ADJUST' })
    expect(out[0]).toMatchObject({ FROM_PLACE_CD: 'CELL', TO_PLACE_CD: 'ADJUSTMENT', QTY: 2 })
  })

  test('needs a reason, the sending warehouse and stock in transit', async () => {
    const { item, row } = await send(5, 5)
    const noReason = await here.save('inventory/lose-transfer', [{ ...row, WORK_QTY: 1 }])
    expect(rowErrors(noReason)[0]?.[1]).toBe('REASON')
    const incoming = await getRow(there, 'IN', item)
    expect(rowErrors(await lose(incoming, 1, there))[0]?.[1]).toBe('TRANSFER_KEY')
    expect(rowErrors(await callBack(incoming, {}, there))[0]?.[1]).toBe('TRANSFER_KEY')
    const stock = { TRANSFER_KEY: `B${String(row['BALANCE_ID'] ?? 1)}` }
    expect(rowErrors(await lose(stock, 1))[0]?.[1]).toBe('TRANSFER_KEY')
  })

  test('waits for a second user above the limit and leaves the stock in transit until then', async () => {
    const { item, row } = await send(300, 300)
    const query = ok(await lose(row, 120))
    expect(query.body.data.rows[0]).toMatchObject({ STATE_CD: '10', DOC_NO: null })
    expect(await getTransitParts(item)).toEqual([300, 0, 0, 0])
    expect(await onHand(here, item)).toEqual([])
    expect(await getRow(here, 'SENT', item)).toMatchObject({ ADJUST_STATE_CD: '10' })
    expect(rowErrors(await lose(row, 1))[0]?.[2]).toBe(adjustmentPending.ko)
    // The approver finds the stock although its cell is empty.
    const [found] = await second.query('inventory/stock-to-work', {
      STOCK_CD: item,
      ADJUST_STATE_CD: '10',
    })
    expect(found).toMatchObject({ QTY: 0, CELL_CD: 'A-030' })
    const BALANCE_ID = found?.['BALANCE_ID'] ?? null
    const [request] = await second.query('inventory/adjust-requests', { BALANCE_ID })
    expect(request).toMatchObject({ ADJUST_QTY: -120, STATE_CD: '10' })
    const REQUEST_NO = request?.['REQUEST_NO'] ?? null
    const own = await here.save('inventory/approve-adjust', [{ REQUEST_NO }])
    expect(rowErrors(own)[0]?.[1]).toBe('REQUEST_NO')
    ok(await second.save('inventory/approve-adjust', [{ REQUEST_NO }]))
    expect(await getTransitParts(item)).toEqual([300, 0, 0, 120])
    const MOVEMENT_NO = await getMovement(here, item, { MOVEMENT_CD: 'ADJUST' })
    const reversed = await here.save('inventory/reverse', [{ MOVEMENT_NO, REASON: 'found' }])
    expect(reversed.status).toBe(409)
  })

  test('a loss of stock in transit cannot be approved beyond the quantity in transit', async () => {
    const { item, row } = await send(150, 150)
    ok(await lose(row, 150))
    ok(await receive(item, 10))
    const [request] = await here.query('inventory/adjust-requests', { STATE_CD: '10' })
    const REQUEST_NO = request?.['REQUEST_NO'] ?? null
    const approved = await second.save('inventory/approve-adjust', [{ REQUEST_NO }])
    expect(rowErrors(approved)).toEqual([[1, 'ADJUST_QTY', exceedsTransit(140).ko]])
    ok(await second.save('inventory/reject-adjust', [{ REQUEST_NO }]))
    ok(await callBack(row, { WORK_QTY: 140 }))
    expect(await getTransitParts(item)).toEqual([150, 10, 140, 0])
  })

  test('succeeds although the cell was closed in the meantime', async () => {
    const { item, row } = await send(3, 3, { cell: 'A-031' })
    const lock = (yn: string) =>
      site.db.execute(sql`update cell set lock_yn = ${yn} where cell_cd = 'A-031'`)
    await lock('Y')
    ok(await lose(row, 3))
    await lock('N')
    expect(await getTransitParts(item)).toEqual([3, 0, 0, 3])
  })

  test.each(['TRANSFER', 'ADJUST'])(
    'a loss of stock in transit can be reversed by its %s movement, after which the stock can be received',
    async (MOVEMENT_CD) => {
      const { item, row } = await send(10, 6)
      ok(await lose(row, 6))
      const MOVEMENT_NO = await getMovement(here, item, { MOVEMENT_CD })
      ok(await here.save('inventory/reverse', [{ MOVEMENT_NO, REASON: 'found' }]))
      expect(await getTransitParts(item)).toEqual([6, 0, 0, 0])
      expect(await onHand(here, item)).toEqual(['A-030 NORMAL 4'])
      const again = await here.save('inventory/reverse', [{ MOVEMENT_NO, REASON: 'found' }])
      expect(again.status).toBe(409)
      ok(await receive(item, 6))
      expect(await getTransitParts(item)).toEqual([6, 6, 0, 0])
    },
  )
})

describe('calling back stock in transit', () => {
  test('returns everything to its cell before anything was received', async () => {
    const { item, row } = await send(10, 6)
    ok(await callBack(row))
    expect(await onHand(here, item)).toEqual(['A-030 NORMAL 10'])
    expect(await getTransitParts(item)).toEqual([6, 0, 6, 0])
    expect(await getRow(there, 'IN', item)).toEqual({})
  })

  test('returns part of it to another cell', async () => {
    const { item, row } = await send(6, 6)
    ok(await callBack(row, { WORK_QTY: 2, TO_CELL_CD: 'A-032' }))
    expect(await onHand(here, item)).toEqual(['A-032 NORMAL 2'])
    const excess = await callBack(row, { WORK_QTY: 5 })
    expect(rowErrors(excess)).toEqual([[1, 'WORK_QTY', exceedsTransit(4).ko]])
    const nowhere = await callBack(row, { WORK_QTY: 1, TO_CELL_CD: 'NOWHERE' })
    expect(rowErrors(nowhere)[0]?.[1]).toBe('TO_CELL_CD')
    ok(await receive(item, 4))
    expect(await getTransitParts(item)).toEqual([6, 4, 2, 0])
  })

  test('keeps the numbers of a pallet and its box', async () => {
    const { item, row } = await send(8, 8, { pallet: 'PL-BACK', box: 'BX-BACK' })
    ok(await callBack(row))
    expect(await onHand(here, item)).toEqual(['A-030 NORMAL 8 PL-BACK BX-BACK'])
  })

  test('keeps the number of a pallet on the side that placed part of it first', async () => {
    const { item, row } = await send(8, 8, { pallet: 'PL-SPLIT' })
    ok(await receive(item, 5))
    ok(await callBack(row, { WORK_QTY: 3 }))
    expect(await onHand(there, item)).toEqual(['A-100 NORMAL 5 PL-SPLIT'])
    expect(await onHand(here, item)).toEqual(['A-030 NORMAL 3'])
    const back = await send(8, 8, { pallet: 'PL-OTHER' })
    ok(await callBack(back.row, { WORK_QTY: 3 }))
    ok(await receive(back.item, 5))
    expect(await onHand(here, back.item)).toEqual(['A-030 NORMAL 3 PL-OTHER'])
    expect(await onHand(there, back.item)).toEqual(['A-100 NORMAL 5'])
  })

  test('leaves the number of a pallet with items that stay behind', async () => {
    const stays = await addItem(site.db, 'STAYS')
    await putStock(site.db, { item: stays, qty: 2, cell: 'A-030', pallet: 'PL-MIXED' })
    const { item } = await send(8, 8, { pallet: 'PL-MIXED', box: 'BX-MIXED' })
    ok(await receive(item, 8))
    expect(await onHand(there, item)).toEqual(['A-100 NORMAL 8 BX-MIXED'])
    expect(await onHand(here, stays)).toEqual(['A-030 NORMAL 2 PL-MIXED'])
  })

  test('keeps the number of a pallet sent with all its items on one side', async () => {
    const pair = ['PAIR-1', 'PAIR-2'] as const
    for (const item of pair) {
      await addItem(site.db, item)
      await putStock(site.db, { item, qty: 3, cell: 'A-030', pallet: 'PL-PAIR' })
    }
    const rows = await Promise.all(pair.map((item) => getRow(here, 'OUT', item)))
    const sent = rows.map((row) => ({ ...row, WORK_QTY: 3, TO_WCODE: 'W02' }))
    ok(await here.save('inventory/transfer-warehouse', sent))
    ok(await receive('PAIR-1', 3))
    ok(await callBack(await getRow(here, 'SENT', 'PAIR-2')))
    expect(await onHand(there, 'PAIR-1')).toEqual(['A-100 NORMAL 3 PL-PAIR'])
    expect(await onHand(here, 'PAIR-2')).toEqual(['A-030 NORMAL 3'])
  })

  test('keeps the condition of held and damaged stock', async () => {
    for (const condition of ['HELD', 'DAMAGED']) {
      const { item, row } = await send(4, 4, { condition })
      ok(await callBack(row))
      expect(await onHand(here, item)).toEqual([`A-030 ${condition} 4`])
    }
  })

  test('calling back stock in transit can be undone by its user while the stock is free', async () => {
    const { item, row } = await send(6, 6)
    const DOC_NO = getDoc(await callBack(row))
    const theirs = await second.save('inventory/undo-work', [{ DOC_NO }])
    expect(theirs.status).toBe(409)
    ok(await here.save('inventory/undo-work', [{ DOC_NO }]))
    expect(await getTransitParts(item)).toEqual([6, 0, 0, 0])
    const again = getDoc(await callBack(row))
    await runStep(here, 'allocate', await addOrder(here, [{ STOCK_CD: item, ORDER_QTY: 6 }]))
    const late = await here.save('inventory/undo-work', [{ DOC_NO: again }])
    expect(late.status).toBe(409)
    expect(await getTransitParts(item)).toEqual([6, 0, 6, 0])
  })

  test('calling back stock in transit cannot succeed together with an arrival or a loss of the same remainder', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { item, row } = await send(6, 6)
      const coming = await getRow(there, 'IN', item)
      const responses = await Promise.all([
        callBack(row),
        transfer(there, coming, { TO_CELL_CD: 'A-100' }),
        lose(row, 6),
      ])
      const refused = responses.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(2)
      for (const response of refused) {
        expect(['WORK_QTY', 'TRANSFER_KEY']).toContain(rowErrors(response)[0]?.[1])
      }
      const [, ...closed] = await getTransitParts(item)
      expect(closed.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 0, 6])
    }
  })
})

describe('receiving stock in transit', () => {
  test('puts damaged pieces into the same cell as damaged stock', async () => {
    const { item } = await send(10, 6)
    ok(await receive(item, 6, { DAMAGE_QTY: 2 }))
    expect(await onHand(there, item)).toEqual(['A-100 DAMAGED 2', 'A-100 NORMAL 4'])
    expect(await getTransitParts(item)).toEqual([6, 6, 0, 0])
  })

  test('accepts damage up to the received quantity', async () => {
    const { item } = await send(3, 3)
    const excess = await receive(item, 2, { DAMAGE_QTY: 3 })
    expect(rowErrors(excess)).toEqual([[1, 'DAMAGE_QTY', transferTexts.damage.ko]])
    ok(await receive(item, 3, { DAMAGE_QTY: 3 }))
    expect(await onHand(there, item)).toEqual(['A-100 DAMAGED 3'])
  })

  test('rejects damage of samples and of stock that is being sent', async () => {
    const { item } = await send(3, 3, { condition: 'SAMPLE' })
    expect(rowErrors(await receive(item, 3, { DAMAGE_QTY: 1 }))[0]?.[1]).toBe('DAMAGE_QTY')
    await putStock(site.db, { item, qty: 2, cell: 'A-033' })
    const out = await getRow(here, 'OUT', item)
    const sent = await transfer(here, out, { WORK_QTY: 1, TO_WCODE: 'W02', DAMAGE_QTY: 1 })
    expect(rowErrors(sent)[0]?.[1]).toBe('DAMAGE_QTY')
  })

  test('receiving stock in transit can be reversed, which returns the stock to transit', async () => {
    const { item } = await send(6, 6)
    ok(await receive(item, 6, { DAMAGE_QTY: 2 }))
    const lines = await there.query('inventory/movements', { STOCK_CD: item })
    const reversals = lines.map(({ MOVEMENT_NO = null }) => ({ MOVEMENT_NO, REASON: 'wrong cell' }))
    expect(reversals).toHaveLength(2)
    ok(await there.save('inventory/reverse', reversals))
    expect(await onHand(there, item)).toEqual([])
    expect(await getTransitParts(item)).toEqual([6, 0, 0, 0])
    ok(await receive(item, 6))
  })
})

test('a sent transfer names the screen that calls it back', async () => {
  const { item, row } = await send(4, 4)
  const MOVEMENT_NO = await getMovement(here, item, { MOVEMENT_CD: 'TRANSFER' })
  const reversed = await here.save('inventory/reverse', [{ MOVEMENT_NO, REASON: 'wrong' }])
  expect([reversed.status, rowErrors(reversed)[0]?.[2]]).toEqual([409, sentToOtherWarehouse.ko])
  const received = await transfer(here, row, { TO_CELL_CD: 'A-001' })
  expect(rowErrors(received)).toEqual([[1, 'TRANSFER_KEY', transferTexts.own.ko]])
})

test('the database rejects a transit closed beyond the sent quantity', async () => {
  const { item } = await send(6, 6)
  const closed = site.db.execute(sql`
    update transit t set back_qty = 4, lost_qty = 3 from stock_balance b
    where b.balance_id = t.from_balance_id and b.stock_cd = ${item}`)
  await expect(closed).rejects.toThrow('transit_closed')
})

describe('the ledger check', () => {
  const [inTransit = '', recorded = ''] = transitChecks.map(({ name }) => name)

  test.each([
    [
      'an arrived quantity changed by hand',
      'update transit set arrived_qty = arrived_qty - 1 where arrived_qty > 0',
      [inTransit, recorded],
    ],
    [
      'a loss recorded as called back',
      'update transit set back_qty = lost_qty, lost_qty = back_qty where lost_qty > 0',
      [recorded],
    ],
    [
      'a closing that belongs to another transit',
      `update transit_close set transit_no = (select min(transit_no) from transit)
         where close_no = (select max(close_no) from transit_close)`,
      [recorded],
    ],
    ['a lost closing', 'delete from transit_close where work_no is not null', [recorded]],
  ])('finds %s', async (_, statements, expected) => {
    expect(await findFailingChecks(site, ['transit_close'], statements)).toEqual(
      expected.toSorted(),
    )
    expect(await findBrokenChecks(site.db)).toEqual([])
  })
})

test('a Home line counts transfers that were sent more than three days ago', async () => {
  const { item } = await send(2, 2)
  const countOverdue = async () => {
    const { bytes } = await here.call('/api/home')
    const { data } = JSON.parse(String(bytes)) as {
      data: { LINES: { ID: string; COUNT: number }[] }
    }
    return data.LINES.find(({ ID }) => ID === 'inventory/transfers-overdue')?.COUNT
  }
  const before = await countOverdue()
  const sendDaysAgo = (days: number) =>
    site.db.execute(sql`
      update transit t set sent_at = day_end(warehouse_day(now()) - ${days}::integer) - interval '1 hour'
      from stock_balance b where b.balance_id = t.from_balance_id and b.stock_cd = ${item}`)
  await sendDaysAgo(3)
  expect(await countOverdue()).toBe(before)
  await sendDaysAgo(4)
  expect(await countOverdue()).toBe(Number(before) + 1)
  ok(await lose(await getRow(here, 'SENT', item), 2))
  expect(await countOverdue()).toBe(before)
})
