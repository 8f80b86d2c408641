import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import { serialOfOtherShipment, serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { serialLevels } from '#areas/outbound/rules/shipped-numbers.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'
import { saveReturn } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let second: TestUser
let there: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  user = await site.login('admin')
  second = await site.login('second')
  there = await site.login('admin', 'W02')
})
afterAll(() => closeVerified(site))

async function serialItem(level = 'ALL'): Promise<string> {
  items += 1
  const item = await addItem(site.db, `SERIAL-${items}`)
  await site.db.execute(sql`update stock set serial_cd = ${level} where stock_cd = ${item}`)
  return item
}

async function ok(response: SaveResponse): Promise<SaveResponse> {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

async function receive(item: string, NOW_QTY: number, SERIALS: string | null, more: Row = {}) {
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: NOW_QTY }])
  return user.save('inbound/receive', [
    { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY, SERIALS, ...more },
  ])
}

async function stockItem(qty: number, serials: string): Promise<[item: string, balance: string]> {
  const item = await serialItem()
  await ok(await receive(item, qty, serials))
  return [item, await getBalance(item)]
}

async function getBalance(item: string, cell = 'A-001'): Promise<string> {
  const [row] = await site.db.query<{ id: string }>(sql`
    select balance_id::text id from stock_balance
    where stock_cd = ${item} and cell_cd = ${cell} and qty > 0`)
  return row?.id ?? ''
}

/** Serials of an item with state and cell. */
async function getSerials(item: string): Promise<[string, string, string | null][]> {
  const rows = await site.db.query<{ no: string; state: string; cell: string | null }>(sql`
    select s.serial_no no, s.state_cd state, b.cell_cd cell from serial s
    left join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
  return rows.map(({ no, state, cell }) => [no, state, cell])
}

const runWork = (name: string, BALANCE_ID: string, more: Row) =>
  user.save(`inventory/${name}`, [{ BALANCE_ID, REASON: 'x', ...more }])

const move = (id: string, WORK_QTY: number, SERIALS: string | null = null, TO_CELL_CD = 'A-002') =>
  runWork('move', id, { WORK_QTY, TO_CELL_CD, SERIALS })

const firstError = async (saving: Promise<SaveResponse>) => rowErrors(await saving)[0]

async function listPicks(item: string, qty: number): Promise<[number: string, alloc: Value]> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  const [row] = await getUnpicked(user, number)
  return [number, row?.['ALLOC_ID'] ?? null]
}

const pick = (ALLOC_ID: Value, PICKED_QTY: number, SERIALS: string | null = null, who = user) =>
  who.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY, SERIALS }])

async function ship(item: string, serials: string): Promise<string> {
  const [number, alloc] = await listPicks(item, 1)
  await ok(await pick(alloc, 1, serials))
  await checkAll(user, number)
  for (const name of ['finish-check', 'ship']) await runStep(user, name, number)
  return number
}

describe('receiving', () => {
  test('names each piece once, in either letter case', async () => {
    const item = await serialItem()
    await ok(await receive(item, 2, 'sn7 SN8'))
    const both = ['SN7', 'SN8'].map((no) => [no, '20', 'A-001'])
    expect(await getSerials(item)).toEqual(both)
    expect(await firstError(receive(item, 1, 'Sn7'))).toEqual([
      1,
      'SERIALS',
      serialTexts.elsewhere('A-001').ko,
    ])
  })

  test('a range of 100 for 99 pieces is refused, for 100 it is received', async () => {
    const item = await serialItem()
    expect(await firstError(receive(item, 99, 'SN0001~SN0100'))).toEqual([
      1,
      'SERIALS',
      serialTexts.count(100, 99).ko,
    ])
    expect(await getSerials(item)).toEqual([])
    await ok(await receive(item, 100, 'SN0001~SN0100'))
    expect(await getSerials(item)).toHaveLength(100)
  })

  test('a receipt without serials is refused, and a cancelled one expects them again', async () => {
    const item = await serialItem()
    expect(await firstError(receive(item, 1, null))).toEqual([
      1,
      'SERIALS',
      serialTexts.missing(1).ko,
    ])
    await ok(await receive(item, 1, 'SN1'))
    const [row] = await user.query('inbound/received-movements', { STOCK_CD: item })
    const { RECEIPT_NO = null, MOVEMENT_NO = null } = row ?? {}
    await ok(
      await user.save('inbound/cancel-receiving', [{ RECEIPT_NO, MOVEMENT_NO, REASON: 'x' }]),
    )
    expect(await getSerials(item)).toEqual([['SN1', '10', null]])
    await ok(await receive(item, 1, 'SN1'))
  })

  test('items with other serial levels need no serials', async () => {
    for (const level of ['NONE', 'OUT']) {
      const item = await serialItem(level)
      await ok(await receive(item, 2, null))
      await ok(await move(await getBalance(item), 1))
      expect(await getSerials(item)).toEqual([])
    }
  })
})

describe('stock work', () => {
  test('a partial move names its serials, and a move of the rest includes all remaining serials', async () => {
    const [item, id] = await stockItem(3, 'M1~M3')
    expect(await firstError(move(id, 1))).toEqual([1, 'SERIALS', serialTexts.missing(1).ko])
    await ok(await move(id, 1, 'm2'))
    expect(await firstError(move(id, 1, 'M2'))).toEqual([
      1,
      'SERIALS',
      serialTexts.elsewhere('A-002').ko,
    ])
    expect(await firstError(move(id, 1, 'M9'))).toEqual([1, 'SERIALS', serialTexts.unknown.ko])
    expect(await firstError(move(id, 2, 'M1'))).toEqual([1, 'SERIALS', serialTexts.count(1, 2).ko])
    await ok(await move(id, 2))
    expect((await getSerials(item)).map(([, , cell]) => cell)).toEqual(['A-002', 'A-002', 'A-002'])
  })

  test('an adjustment by −1 needs its serial, and a found piece needs its own', async () => {
    const [item, id] = await stockItem(2, 'D1 D2')
    expect(await firstError(runWork('adjust', id, { ADJUST_QTY: -1 }))).toEqual([
      1,
      'SERIALS',
      serialTexts.missing(1).ko,
    ])
    await ok(await runWork('adjust', id, { ADJUST_QTY: -1, SERIALS: 'D1' }))
    expect((await getSerials(item))[0]).toEqual(['D1', '90', null])
    expect(await firstError(runWork('adjust', id, { ADJUST_QTY: 1, SERIALS: 'D2' }))).toEqual([
      1,
      'SERIALS',
      serialTexts.elsewhere('A-001').ko,
    ])
    await ok(await runWork('adjust', id, { ADJUST_QTY: 1, SERIALS: 'D1' }))
    expect((await getSerials(item))[0]).toEqual(['D1', '20', 'A-001'])
  })

  test('serials follow a hold, a change of lot or item, and their reversals', async () => {
    const [item, id] = await stockItem(2, 'T1 T2')
    await ok(await runWork('hold', id, { HOLD_CD: 'HOLD', WORK_QTY: 1, SERIALS: 'T1' }))
    const other = await serialItem()
    const change = { WORK_QTY: 1, TO_STOCK_CD: other }
    const changed = await ok(await runWork('transfer-stock', await getNormalBalance(item), change))
    expect(await getSerials(item)).toEqual([['T1', '20', 'A-001']])
    expect(await getSerials(other)).toEqual([['T2', '20', 'A-001']])
    const DOC_NO = changed.body.data.rows[0]?.['DOC_NO'] ?? null
    await ok(await user.save('inventory/undo-work', [{ DOC_NO }]))
    expect((await getSerials(item)).map(([no]) => no)).toEqual(['T1', 'T2'])
    const lot = { WORK_QTY: 1, TO_LOT_NO: 'L1' }
    await ok(await runWork('transfer-lot', await getNormalBalance(item), lot))
  })

  const getNormalBalance = async (item: string): Promise<string> => {
    const [row] = await site.db.query<{ id: string }>(sql`
      select balance_id::text id from stock_balance
      where stock_cd = ${item} and condition_cd = 'NORMAL' and qty > 0`)
    return row?.id ?? ''
  }

  test('in transit a serial is in neither warehouse, and it can return or be lost', async () => {
    const [item, id] = await stockItem(3, 'W1~W3')
    const rows = (who: TestUser, DIRECTION_CD: string) =>
      who.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD: item })
    const send = { TRANSFER_KEY: `B${id}`, WORK_QTY: 2, TO_WCODE: 'W02' }
    const transfer = 'inventory/transfer-warehouse'
    expect((await firstError(user.save(transfer, [send])))?.[1]).toBe('SERIALS')
    await ok(await user.save(transfer, [{ ...send, SERIALS: 'W1 W2' }]))
    expect((await getSerials(item)).map(([, state, cell]) => [state, cell])).toEqual([
      ['25', null],
      ['25', null],
      ['20', 'A-001'],
    ])
    expect(await firstError(receive(item, 1, 'W1'))).toEqual([1, 'SERIALS', serialTexts.transit.ko])
    const TRANSFER_KEY = (await rows(there, 'IN'))[0]?.['TRANSFER_KEY'] ?? null
    const arrive = { TRANSFER_KEY, WORK_QTY: 1, TO_CELL_CD: 'A-100' }
    expect((await firstError(there.save(transfer, [arrive])))?.[1]).toBe('SERIALS')
    await ok(await there.save(transfer, [{ ...arrive, SERIALS: 'W2' }]))
    expect((await getSerials(item))[1]).toEqual(['W2', '20', 'A-100'])
    const lose = { TRANSFER_KEY: (await rows(user, 'SENT'))[0]?.['TRANSFER_KEY'] ?? null }
    await ok(await user.save('inventory/lose-transfer', [{ ...lose, WORK_QTY: 1, REASON: 'x' }]))
    expect((await getSerials(item))[0]).toEqual(['W1', '90', null])
  })
})

describe('shipping', () => {
  test('a shipped serial returns, passes as grade A and ships again, with both in its history', async () => {
    const [item] = await stockItem(2, 'R1 R2')
    const first = await ship(item, 'R1')
    expect((await getSerials(item))[0]).toEqual(['R1', '40', null])
    expect(await firstError(receive(item, 1, 'R1'))).toEqual([
      1,
      'SERIALS',
      serialTexts.shipped(first).ko,
    ])
    const back = await saveReturn(user, item, 1, { SHIPMENT_NO: first }, { SERIAL_NO: 'R1' })
    const scan = { RECEIPT_NO: back, CODE: 'R1', QTY: 1 }
    await ok(await user.save('returns/arrive', [scan]))
    expect((await getSerials(item))[0]?.[1]).toBe(serialStatus.inspection)
    await ok(await user.save('returns/grade-scan', [{ ...scan, GRADE_CD: 'A' }]))
    expect((await getSerials(item))[0]?.[1]).toBe(serialStatus.inStock)
    const again = await ship(item, 'R1')
    const shipped = await site.db.query<{ no: string }>(sql`
      select m.doc_no no from serial_event e join serial s using (serial_id)
      join stock_movement m using (movement_no)
      where s.stock_cd = ${item} and s.serial_no = 'R1' and m.movement_cd = 'SHIPMENT' order by 1`)
    expect(shipped.map(({ no }) => no)).toEqual([first, again])
    const traced = await user.query('inventory/serial-trace', { STOCK_CD: item, SERIAL_NO: 'R1' })
    expect(traced.map((row) => row['STATE_CD']).toReversed()).toEqual([
      '20',
      '30',
      '40',
      '50',
      '20',
      '30',
      '40',
    ])
    const [now] = await user.query('inventory/serial-stock', { STOCK_CD: item, SERIAL_NO: 'R1' })
    expect(now).toMatchObject({ STATE_CD: '40', CELL_CD: null, DOC_NO: again })
    for (const SHIPMENT_NO of [first, again]) {
      const rows = await user.query('outbound/matches', { SHIPMENT_NO })
      expect(rows.map((row) => row['MATCH_NO'])).toEqual(['R1'])
    }
  })

  test('a serial of another shipment does not return with this one', async () => {
    const [item] = await stockItem(2, 'O1 O2')
    const [first, other] = [await ship(item, 'O1'), await ship(item, 'O2')]
    const SHIPMENT_NO = first
    const RECEIPT_NO = await saveReturn(user, item, 1, { SHIPMENT_NO })
    const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-002', NOW_QTY: 1 }
    expect((await firstError(user.save('inbound/receive', [row])))?.[1]).toBe('SERIALS')
    expect(await firstError(user.save('inbound/receive', [{ ...row, SERIALS: 'O2' }]))).toEqual([
      1,
      'SERIALS',
      serialOfOtherShipment(other).ko,
    ])
    await ok(await user.save('inbound/receive', [{ ...row, SERIALS: 'O1' }]))
  })

  test('each cancelled step moves the serials back one step', async () => {
    const [item] = await stockItem(2, 'C1 C2')
    const number = await ship(item, 'C2')
    await runStep(user, 'cancel-shipping', number)
    expect((await getSerials(item))[1]).toEqual(['C2', '30', 'A-001'])
    const untied = user.save('outbound/untie-numbers', [
      { SHIPMENT_NO: number, LINE_NO: 1, MATCH_NO: 'C2' },
    ])
    expect((await firstError(untied))?.[2]).toBe(serialLevels.all.ko)
    await runStep(user, 'ship', number)
    await runStep(user, 'cancel-shipping', number)
    await runStep(user, 'cancel-check', number)
    const [row] = await user.query('outbound/picked-lines', { SHIPMENT_NO: number })
    const back = { ALLOC_ID: row?.['ALLOC_ID'] ?? null, BACK_QTY: 1 }
    await ok(await user.save('outbound/cancel-pick', [back]))
    expect((await getSerials(item))[1]).toEqual(['C2', '20', 'A-001'])
  })

  test('only one of two sessions can pick a serial', async () => {
    const [item] = await stockItem(4, 'P1~P4')
    const [[, one], [, other]] = [await listPicks(item, 1), await listPicks(item, 1)]
    const both = await Promise.all([pick(one, 1, 'P2'), pick(other, 1, 'P2', second)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const states = (await getSerials(item)).map(([, state]) => state)
    expect(states).toEqual(['20', '30', '20', '20'])
  })

  test('only one of two sessions can move a serial', async () => {
    const [, id] = await stockItem(3, 'V1~V3')
    const row = { BALANCE_ID: id, WORK_QTY: 1, SERIALS: 'V1', REASON: 'x' }
    const both = await Promise.all([
      user.save('inventory/move', [{ ...row, TO_CELL_CD: 'A-002' }]),
      second.save('inventory/move', [{ ...row, TO_CELL_CD: 'A-003' }]),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
  })

  test('a picked serial cannot be moved', async () => {
    const [item, id] = await stockItem(2, 'K1 K2')
    const [number, alloc] = await listPicks(item, 1)
    await ok(await pick(alloc, 1, 'K1'))
    expect(await firstError(move(id, 1, 'K1'))).toEqual([
      1,
      'SERIALS',
      serialTexts.picked(number).ko,
    ])
    await ok(await move(id, 1))
    expect((await getSerials(item))[1]).toEqual(['K2', '20', 'A-002'])
  })

  test('serials cannot be matched to an item without serial tracking', async () => {
    const item = await serialItem('NONE')
    await putStock(site.db, { item, qty: 1 })
    const [SHIPMENT_NO, alloc] = await listPicks(item, 1)
    await ok(await pick(alloc, 1))
    const row = { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS: 'N1' }
    expect((await firstError(user.save('outbound/tie-numbers', [row])))?.[2]).toBe(
      serialLevels.none.ko,
    )
  })
})

describe('the database', () => {
  test('commits no posting that leaves a balance with fewer serials than pieces', async () => {
    const [, id] = await stockItem(1, 'X1')
    await expect(
      site.db.execute(sql`update serial set balance_id = null, state_cd = '90'
        where balance_id = ${id}::bigint`),
    ).rejects.toThrow('serials of balance')
    await expect(
      site.db.execute(sql`delete from serial where balance_id = ${id}::bigint`),
    ).rejects.toThrow('never changed or deleted')
    await expect(site.db.execute(sql`update serial_event set state_cd = '20'`)).rejects.toThrow(
      'never changed or deleted',
    )
  })

  test('the serial level changes to or from ALL only without stock', async () => {
    const [item] = await stockItem(1, 'Y1')
    await expect(
      site.db.execute(sql`update stock set serial_cd = 'OUT' where stock_cd = ${item}`),
    ).rejects.toThrow('in use')
    const plain = await serialItem('OUT')
    await putStock(site.db, { item: plain, qty: 1 })
    await site.db.execute(sql`update stock set serial_cd = 'NONE' where stock_cd = ${plain}`)
    await expect(
      site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${plain}`),
    ).rejects.toThrow('in use')
  })

  test('the verifier finds a serial that is not where its last movement placed it', async () => {
    const [item, id] = await stockItem(2, 'Z1 Z2')
    const [, elsewhere] = await stockItem(1, 'Z3')
    const found = await findFailingChecks(
      site,
      ['serial'],
      `update serial set balance_id = ${elsewhere}
        where stock_cd = '${item}' and serial_no = 'Z1' and balance_id = ${id};`,
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'Number of serials = stock quantity',
        'Serial location = destination of its last movement',
      ]),
    )
  })
})
