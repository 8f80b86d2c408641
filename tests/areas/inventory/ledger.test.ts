import sql, { raw, type Sql } from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeToday } from '#tests/support/close-today.ts'
import {
  findBrokenChecks,
  checksOfOtherFiles,
  findFailingChecks,
} from '#tests/support/failing-checks.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let balance: number
let shipment: string

/** One received, one shipped and one allocated lot, to have rows for every ledger check. */
beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
  const shipped = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 3 }])
  shipment = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }])
  await runStep(user, 'allocate', shipped, shipment)
  await runStep(user, 'mark-listed', shipped, shipment)
  await pickAll(user, shipped)
  await checkAll(user, shipped)
  await runStep(user, 'finish-check', shipped)
  await runStep(user, 'ship', shipped)
  const [row] = await site.db.query<{ balance_id: number }>(sql`
    select balance_id from stock_balance where stock_cd = 'PLAIN'`)
  balance = row?.balance_id ?? 0
})
afterAll(() => site.close())

function insertMovement(change: Record<string, Sql | string | number | null> = {}): Sql {
  const given: Record<string, Sql | string | number | null> = {
    business_dt: '2026-11-20',
    wcode: 'W01',
    owner_cd: 'HANBIT',
    stock_cd: 'PLAIN',
    movement_cd: 'ADJUST',
    doc_no: 'ADJ',
    doc_line: 1,
    from_place_cd: 'CELL',
    from_balance_id: balance,
    to_place_cd: 'ADJUSTMENT',
    to_balance_id: null,
    qty: 1,
    reason: 'mistake',
    reverses_no: null,
    idempotency_key: 'ledger-test',
    user_id: 'admin',
    ...change,
  }
  const row = JSON.stringify(given)
  const names = raw(Object.keys(given).join(', '))
  return sql`insert into stock_movement (${names}) select ${names}
    from jsonb_populate_record(null::stock_movement, ${row}::jsonb)`
}

describe('database guards', () => {
  let before: unknown

  const readEverything = () =>
    site.db.query(sql`
      select (select jsonb_agg(m order by movement_no) from stock_movement m) m,
        (select jsonb_agg(b order by balance_id) from stock_balance b) b,
        (select jsonb_agg(a order by alloc_id) from allocation a) a`)

  beforeEach(async () => {
    before = await readEverything()
  })
  afterEach(async () => {
    expect(await readEverything()).toEqual(before)
  })

  const expectRefused = async (statement: Sql | string, code: string) => {
    const work =
      typeof statement === 'string' ? site.db.script(statement) : site.db.execute(statement)
    await expect(work).rejects.toMatchObject({ code })
  }

  test.each([
    ['a changed movement', 'update stock_movement set qty = qty + 1'],
    ['a movement with a changed reason', `update stock_movement set reason = 'x'`],
    ['a deleted movement', 'delete from stock_movement'],
    ['an emptied ledger', 'drop table lot_edge cascade; truncate stock_movement cascade'],
    ['a deleted balance', 'delete from stock_balance'],
    ['a deleted allocation', 'delete from allocation'],
  ])('%s is rejected as a violation of append-only history', (_, statement) =>
    expectRefused(statement, 'WM001'),
  )

  test.each([
    ['a balance changed by hand', 'update stock_balance set qty = qty + 1'],
    ['an allocated quantity changed by hand', 'update stock_balance set alloc_qty = 0'],
    ['a picked quantity changed by hand', 'update stock_balance set pick_qty = 1'],
    ['a balance moved to another cell', `update stock_balance set cell_cd = 'A-002'`],
    ['a balance moved to another owner', `update stock_balance set owner_cd = 'GIFT'`],
    ['a balance with a changed condition', `update stock_balance set condition_cd = 'HELD'`],
    [
      'a new balance with stock',
      `insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, qty)
       select wcode, owner_cd, stock_cd, lot_id, 'A-050', 5 from stock_balance limit 1`,
    ],
  ])('%s is rejected as a direct balance change', (_, statement) =>
    expectRefused(statement, 'WM002'),
  )

  test('database guards reject moving more out of a cell than it contains', () =>
    expectRefused(insertMovement({ qty: 8 }), '23514'))
  test('allocated stock cannot be moved', () => expectRefused(insertMovement({ qty: 6 }), '23514'))
  test('database guards reject a movement with a zero or negative quantity', async () => {
    await expectRefused(insertMovement({ qty: 0 }), '23514')
    await expectRefused(insertMovement({ qty: -1 }), '23514')
  })

  test('database guards reject a movement with a cell but no balance, or a balance but no cell', async () => {
    await expectRefused(insertMovement({ from_balance_id: null }), '23514')
    await expectRefused(insertMovement({ from_place_cd: 'SUPPLIER' }), '23514')
  })

  test('database guards reject a movement that changes the owner, the item or the warehouse', async () => {
    await expectRefused(insertMovement({ owner_cd: 'GIFT' }), 'WM003')
    await expectRefused(insertMovement({ stock_cd: 'OTHER' }), 'WM003')
    await expectRefused(insertMovement({ wcode: 'W02' }), 'WM003')
  })

  test('database guards reject a reversal that is not equal and opposite or has no reason', async () => {
    const [row] = await site.db.query<{ reverses_no: number }>(sql`
      select movement_no reverses_no from stock_movement where movement_cd = 'SHIPMENT'`)
    const back = {
      ...row,
      from_place_cd: 'CUSTOMER',
      from_balance_id: null,
      to_place_cd: 'CELL',
      to_balance_id: balance,
    }
    await expectRefused(insertMovement({ ...back, qty: 2 }), 'WM003')
    await expectRefused(insertMovement({ ...back, reason: null }), '23514')
    await expectRefused(insertMovement({ ...row, qty: 3 }), 'WM003')
  })

  test.each([
    ['more than is in stock', 'PLAIN', 8, '23514'],
    ['more than was ordered', 'PLAIN', 3, '23514'],
    ['stock of another item', 'OTHER', 1, 'WM004'],
  ])('database guards reject an allocation of %s', async (_, item, qty, code) => {
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: code === 'WM004' ? 5 : qty }])
    const ordered = qty === 3 ? 2 : 0
    if (ordered)
      await site.db.execute(sql`
      update shipment_line set order_qty = ${ordered} where shipment_no = ${number}`)
    await expectRefused(
      sql`insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
        values (${number}, 1, ${balance}, ${qty}, 'admin')`,
      code,
    )
  })

  test.each([
    ['held', { condition: 'HELD' }],
    ['damaged', { condition: 'DAMAGED' }],
    ['kept as samples', { condition: 'SAMPLE' }],
    ['under bond', { bonded: 'BONDED' }],
    ['expired', { valid: '20261119' }],
  ])('database guards reject an allocation of stock that is %s', async (name, goods) => {
    const item = await addItem(site.db, `BAD-${name.replaceAll(' ', '-').toUpperCase()}`)
    const id = await putStock(site.db, { item, qty: 5, ...goods })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    before = await readEverything()
    await expectRefused(
      sql`insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
        values (${number}, 1, ${id}, 1, 'admin')`,
      'WM004',
    )
  })
})

test('a movement is reversed once, which restores the balance', async () => {
  const posted = await site.db.transaction(async (tx) => {
    await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
      values ('admin', 'ledger-test', 'x', '{}')`)
    await tx.execute(insertMovement())
    const [row] = await tx.query<{ no: number }>(
      sql`select max(movement_no) no from stock_movement`,
    )
    return row?.no ?? 0
  })
  const back = {
    reverses_no: posted,
    from_place_cd: 'ADJUSTMENT',
    from_balance_id: null,
    to_place_cd: 'CELL',
    to_balance_id: balance,
  }
  await site.db.execute(insertMovement(back))
  await expect(site.db.execute(insertMovement(back))).rejects.toMatchObject({ code: '23505' })
  const [now] = await site.db.query(sql`
    select qty from stock_balance where balance_id = ${balance}`)
  expect(now?.['qty']).toBe(7)
  expect(await findBrokenChecks(site.db)).toEqual([])
})

describe('verification of data planted past the guards', () => {
  const sums = 'Stock = sum of movements'
  const zero = 'Total of each item over all places = 0'
  const promised = 'Allocated and picked quantities = sum of allocations'
  const steps = 'Step quantities of shipment lines = sum of allocations'
  const state = 'Document status = status of its lines'
  const forbidden = 'No allocation of held, expired, bonded or other-owner stock'
  const chain = 'Unbroken chain of seals, each matching its movement'
  const closing = 'Day-end stock = sum of movements up to that day'
  const flow = 'Daily movements = sum of movements of the day, opening = previous closing'

  beforeAll(async () => {
    await sealLedger(site.db)
    await closeToday(site.db)
  })

  const plants: [string, string, string[]][] = [
    ['a balance above its receipts', 'update stock_balance set qty = qty + 1', [sums, zero]],
    [
      'a balance below zero',
      `alter table stock_balance drop constraint stock_balance_not_negative,
         drop constraint stock_balance_available;
       update stock_balance set qty = -1`,
      [sums, 'Stock ≥ 0, allocated and picked ≤ stock', zero],
    ],
    ['an excess allocation', 'update stock_balance set alloc_qty = alloc_qty + 1', [promised]],
    ['an excess picked quantity', 'update stock_balance set pick_qty = pick_qty + 1', [promised]],
    ['a lost allocation', 'update allocation set alloc_qty = 0', [promised, steps]],
    [
      'a changed movement',
      `update stock_movement set qty = qty + 1 where movement_cd = 'RECEIPT'`,
      [sums, zero, 'Received quantity = movements of the document', chain, closing, flow],
    ],
    [
      'a deleted shipment movement',
      `delete from stock_movement where movement_cd = 'SHIPMENT'`,
      [sums, zero, 'Shipped quantity = movements of the document', chain, closing, flow],
    ],
    [
      'a received quantity changed by hand',
      'update receipt_line set receive_qty = receive_qty - 1',
      ['Received quantity = movements of the document', state],
    ],
    [
      'a receiving date changed by hand',
      'update receipt_line set receive_dt = receive_dt + 1',
      ['Received quantity = movements of the document'],
    ],
    [
      'the weight of a shipped line changed by hand',
      'update shipment_line set ship_kg = ship_kg + 1',
      ['Shipped quantity = movements of the document'],
    ],
    [
      'a rejected quantity changed by hand',
      'update receipt_line set reject_qty = reject_qty + 1',
      ['Rejected quantity = sum of valid rejections'],
    ],
    [
      'a shipped quantity changed by hand',
      'update shipment_line set ship_qty = ship_qty - 1 where ship_qty > 0',
      ['Shipped quantity = movements of the document', steps],
    ],
    [
      'the allocated quantity of a line changed by hand',
      `update shipment_line set alloc_qty = alloc_qty - 1 where alloc_qty > pick_qty`,
      [steps],
    ],
    ['a status set by hand', `update shipment set state_cd = '40' where state_cd = '60'`, [state]],
    [
      'allocated stock that was put on hold',
      `update stock_balance set condition_cd = 'HELD'`,
      [forbidden, flow],
    ],
    ['allocated stock under bond', `update stock_balance set bonded_cd = 'BONDED'`, [forbidden]],
    ['allocated stock that expired', `update lot set valid_dt = '2026-11-19'`, [forbidden]],
    [
      'a reversal that differs from its original',
      `update stock_movement set qty = 2, from_balance_id = null, from_place_cd = 'SUPPLIER'
         where reverses_no is not null`,
      [sums, zero, 'Reversal = opposite of the original movement', chain, closing, flow],
    ],
    [
      'a movement with a changed reason',
      `update stock_movement set reason = 'another' where movement_cd = 'RECEIPT'`,
      [chain],
    ],
    [
      'a movement with another posting date',
      `update stock_movement set business_dt = business_dt - 1 where movement_cd = 'SHIPMENT'`,
      [chain],
    ],
    [
      'a changed movement with a recalculated seal',
      `update stock_movement set reason = 'another' where movement_no = 1;
       update ledger_seal s set hash = sha256(movement_content(m)) from stock_movement m
         where s.seal_no = 1 and m.movement_no = s.movement_no`,
      [chain],
    ],
    [
      'the last seal, recalculated for a changed movement',
      `update stock_movement m set reason = 'another' from ledger_head h
         join ledger_seal s using (seal_no) where m.movement_no = s.movement_no;
       update ledger_seal s set hash = sha256(p.hash || movement_content(m))
         from ledger_seal p, stock_movement m, ledger_head h
         where s.seal_no = h.seal_no and p.seal_no = s.seal_no - 1
           and m.movement_no = s.movement_no`,
      [chain],
    ],
    [
      'a deleted seal',
      'delete from ledger_seal where seal_no = 2',
      [chain, 'Every movement sealed or waiting to be sealed'],
    ],
    [
      'an inserted movement',
      // One piece moves out and back, to keep every sum correct.
      `insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
           doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
           idempotency_key, user_id)
         select now() + interval '3 days', business_dt, wcode, owner_cd, stock_cd, 'ADJUST', 'ADJ',
           2, f, fb, t, tb, 1, idempotency_key, user_id
         from stock_movement m, lateral (values ('CELL', to_balance_id, 'ADJUSTMENT', null),
           ('ADJUSTMENT', null, 'CELL', to_balance_id)) e(f, fb, t, tb)
         where movement_cd = 'RECEIPT'`,
      ['Every movement sealed or waiting to be sealed'],
    ],
    ['a changed closing', 'update stock_day set qty = qty + 1', [closing]],
    ['a deleted closing', 'delete from stock_day', [closing]],
    ['a changed day', 'update flow_day set adjust_qty = adjust_qty + 1, qty = qty + 1', [flow]],
    ['a changed opening of a day', 'update flow_day set open_qty = 1, qty = qty + 1', [flow]],
    ['a day without its item', 'delete from flow_day', [flow]],
    [
      'a movement without its save',
      `update idempotency set answer = null where idempotency_key = 'ledger-test'`,
      ['One acknowledged save per movement'],
    ],
    [
      'stock work without movements',
      `insert into inventory_work (work_no, wcode, work_cd, created_by)
         values ('IV-20261120-0001', 'W01', 'MOVE', 'admin')`,
      ['Stock work matches its movements'],
    ],
    [
      'an approval without an adjustment',
      `insert into inventory_work (work_no, wcode, work_cd, created_by)
         values ('IV-20261120-0001', 'W01', 'ADJUST', 'second');
       insert into adjust_request (wcode, owner_cd, balance_id, adjust_qty, reason, state_cd,
           requested_by, decided_by, work_no)
         select wcode, owner_cd, balance_id, 5, 'x', '20', 'admin', 'second', 'IV-20261120-0001'
         from stock_balance limit 1`,
      ['Approved adjustment = request', 'Stock work matches its movements'],
    ],
    [
      'a skipped document number',
      `update auto_number set last_no = last_no + 1 where rule_cd = 'SHIPMENT'`,
      ['No gaps in document numbers'],
    ],
  ]
  const guarded = [
    'stock_movement',
    'stock_balance',
    'allocation',
    'receipt_line',
    'shipment_line',
    'ledger_seal',
    'stock_day',
    'flow_day',
    'receipt',
    'shipment',
  ]

  test.each(plants)('finds %s', async (_, statements, expected) => {
    expect(await findFailingChecks(site, guarded, statements)).toEqual(expected.toSorted())
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test('the cases above cover every check', async () => {
    const elsewhere = new Set(checksOfOtherFiles)
    const names = (await verifyLedger(site.db)).map(({ name }) => name)
    const here = names.filter((name) => !elsewhere.has(name))
    expect(new Set(plants.flatMap(([, , expected]) => expected))).toEqual(new Set(here))
  })
})
