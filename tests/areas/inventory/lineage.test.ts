import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineageChecks } from '#areas/inventory/server/lineage-checks.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putGoods } from '#tests/support/floor.ts'
import { checksThatFind } from '#tests/support/planted.ts'

let site: TestSite
let user: TestUser

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

const edges = (item: string) =>
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
    const balance = await putGoods(site.db, { item, qty: 12, lot: 'ORG' })
    await change(name, balance, row)
    const same = { stock_cd: item, lot_no: 'ORG', to_stock_cd: item, to_lot_no: 'ORG' }
    expect(await edges(item)).toEqual([{ ...same, qty: 4, stands: true, ...shown }])
    await reverse(item)
    expect(await edges(item)).toEqual([{ ...same, qty: 4, stands: false, ...shown }])
  })

  test('has no edge for a move between cells', async () => {
    const item = await addItem(site.db, 'EDGE-MOVED')
    const balance = await putGoods(site.db, { item, qty: 12, lot: 'ORG' })
    await change('move', balance, { TO_CELL_CD: 'A-009' })
    expect(await edges(item)).toEqual([])
  })

  test.each(['update lot_edge set qty = qty + 1', 'delete from lot_edge', 'truncate lot_edge'])(
    'cannot be rewritten: %s',
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
  ])('is verified: finds %s', async (_, statement) => {
    const names = lineageChecks.map(({ name }) => name)
    expect(await checksThatFind(site, ['lot_edge'], statement)).toEqual(names)
  })
})
