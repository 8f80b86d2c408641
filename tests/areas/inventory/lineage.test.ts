import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineageChecks } from '#areas/inventory/server/lineage-checks.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, getState, runStep } from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addItem(site.db, 'EDGE-OTHER')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

async function change(name: string, balance: number, row: Row): Promise<void> {
  const more = { BALANCE_ID: String(balance), WORK_QTY: 4, REASON: 'relabelled' }
  const saved = await user.save(`inventory/${name}`, [{ ...more, ...row }])
  expect(saved.status, saved.body.message).toBe(200)
}

const getEdges = (item: string) =>
  site.db.query(sql`
    select f.stock_cd, f.lot_no, t.stock_cd to_stock_cd, t.lot_no to_lot_no, e.qty,
      exists (select from standing_lot_edge s where s.movement_no = e.movement_no) stands
    from lot_edge e join lot f on f.lot_id = e.from_lot_id join lot t on t.lot_id = e.to_lot_id
    where f.stock_cd = ${item} order by e.movement_no`)

async function reverse(item: string): Promise<void> {
  const [moved] = await user.query('inventory/movements', {
    STOCK_CD: item,
    MOVEMENT_CD: 'TRANSFER',
  })
  const row = { MOVEMENT_NO: moved?.['MOVEMENT_NO'] ?? null, REASON: 'wrong lot' }
  const saved = await user.save('inventory/reverse', [row])
  expect(saved.status, saved.body.message).toBe(200)
}

const kinds = [
  ['transfer-lot', { TO_LOT_NO: 'NEW' }, { to_lot_no: 'NEW' }],
  ['transfer-mark', { TO_MARK: 'M2' }, {}],
  ['transfer-stock', { TO_STOCK_CD: 'EDGE-OTHER' }, { to_stock_cd: 'EDGE-OTHER' }],
] as const

describe('the lineage of lots', () => {
  test.each(kinds)('records the lots of %s', async (name, row, shown) => {
    const item = await addItem(site.db, `EDGE-${name}`.toUpperCase())
    const balance = await putStock(site.db, { item, qty: 12, lot: 'ORG' })
    await change(name, balance, row)
    const same = { stock_cd: item, lot_no: 'ORG', to_stock_cd: item, to_lot_no: 'ORG' }
    expect(await getEdges(item)).toEqual([{ ...same, qty: 4, stands: true, ...shown }])
    await reverse(item)
    expect(await getEdges(item)).toEqual([{ ...same, qty: 4, stands: false, ...shown }])
  })

  test('does not include moves between cells', async () => {
    const item = await addItem(site.db, 'EDGE-MOVED')
    const balance = await putStock(site.db, { item, qty: 12, lot: 'ORG' })
    await change('move', balance, { TO_CELL_CD: 'A-009' })
    expect(await getEdges(item)).toEqual([])
  })

  test.each(['update lot_edge set qty = qty + 1', 'delete from lot_edge', 'truncate lot_edge'])(
    'rejects %s',
    async (statement) => {
      const rewrite = site.db.transaction(async (tx) => {
        await tx.script(statement)
        throw new Error('it was taken')
      })
      await expect(rewrite).rejects.toMatchObject({ code: 'WM001' })
    },
  )

  test.each([
    ['a lost edge', 'delete from lot_edge'],
    ['a wrong quantity', 'update lot_edge set qty = qty + 1'],
    [
      'a reversed direction',
      'update lot_edge set (from_lot_id, to_lot_id) = (to_lot_id, from_lot_id)',
    ],
    [
      'an edge of a receipt',
      `insert into lot_edge select max(m.movement_no), max(m.movement_no), min(lot_id),
         max(lot_id), 1 from lot, stock_movement m where movement_cd = 'ADJUST'`,
    ],
  ])('differs from the movements after %s', async (_, statement) => {
    const names = lineageChecks.map(({ name }) => name)
    expect(await findFailingChecks(site, ['lot_edge'], statement)).toEqual(names)
  })
})

describe('a hold rule on a lot', () => {
  const hold = async (STOCK_CD: string) => {
    const rule = { BATCH_FLAG: 'I', FROM_DT: today, REASON: 'recall', OWNER_CD: 'HANBIT' }
    const rows = [{ ...rule, STOCK_CD, LOT_NO: 'org' }]
    const saved = await user.save('inventory/save-lot-hold-rules', rows)
    expect(saved.status, saved.body.message).toBe(200)
    return saved.body.message
  }
  const getHeldQuantity = async (item: string) =>
    (await user.query('inventory/lot-hold-rules', { STOCK_CD: item }))[0]?.['HELD_QTY']
  const allocateItem = async (item: string) => {
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', number)
    return number
  }

  /** Returns the balance of the last lot made from ORG. All stock of ORG itself is changed. */
  async function createChangedStock(item: string, changes: readonly (readonly [string, Row])[]) {
    await addItem(site.db, item)
    let balance = await putStock(site.db, { item, qty: 4, lot: 'ORG' })
    for (const [name, row] of changes) {
      await change(name, balance, row)
      const [next] = await site.db.query<{ balance_id: number }>(sql`
        select max(to_balance_id) balance_id from stock_movement`)
      balance = next?.balance_id ?? 0
    }
    return balance
  }

  test.each([
    ['HELD-RENAMED', 'HELD-RENAMED', [['transfer-lot', { TO_LOT_NO: 'NEW' }]]],
    [
      'HELD-TWICE',
      'HELD-TWICE',
      [
        ['transfer-lot', { TO_LOT_NO: 'NEW' }],
        ['transfer-lot', { TO_LOT_NO: 'NEWER' }],
      ],
    ],
    [
      'HELD-ITEM',
      'HELD-AS-ITEM',
      [
        ['transfer-stock', { TO_STOCK_CD: 'HELD-AS-ITEM' }],
        ['transfer-lot', { TO_LOT_NO: 'NEW' }],
      ],
    ],
  ] as const)('covers the lots made from it (%s)', async (item, last, changes) => {
    if (last !== item) await addItem(site.db, last)
    const balance = await createChangedStock(item, changes)
    const before = await allocateItem(last)
    expect(await getState(user, before)).toBe('20')
    expect(await hold(item)).toContain(before)
    expect(await getHeldQuantity(item)).toBe(4)
    const listed = await user.save('outbound/mark-listed', [{ SHIPMENT_NO: before }])
    expect(listed.status).toBe(409)
    const after = await allocateItem(last)
    expect(await getState(user, after)).toBe('10')
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: last })
    expect(stock).toMatchObject({ AVAILABLE_QTY: 0, HOLD_REASON: 'recall' })
    const promise = site.db.execute(sql`
      insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
      values (${after}, 1, ${balance}, 1, 'admin')`)
    await expect(promise).rejects.toThrow('may not be promised')
  })

  test('covers neither the source of its lot nor a reversed change', async () => {
    const item = await addItem(site.db, 'HELD-SOURCE')
    const balance = await putStock(site.db, { item, qty: 8, lot: 'FIRST' })
    await change('transfer-lot', balance, { TO_LOT_NO: 'ORG' })
    await hold(item)
    expect(await getHeldQuantity(item)).toBe(4)
    expect(await getState(user, await allocateItem(item))).toBe('20')
    const other = await addItem(site.db, 'HELD-REVERSED')
    await putStock(site.db, { item: other, qty: 4, lot: 'NEW', received: '20261102' })
    const org = await putStock(site.db, { item: other, qty: 4, lot: 'ORG' })
    await change('transfer-lot', org, { TO_LOT_NO: 'NEW' })
    await reverse(other)
    await hold(other)
    expect(await getHeldQuantity(other)).toBe(4)
    expect(await getState(user, await allocateItem(other))).toBe('20')
  })
})
