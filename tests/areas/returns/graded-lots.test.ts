import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { lotTexts } from '#areas/inbound/server/shipped-lots.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'
import { saveReturn, shipItem } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let count = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

/** A return of pieces of lots L1 and L2 of a new item. L1 expires first. */
async function returned(pieces: Readonly<Record<'L1' | 'L2', number>>) {
  const item = await addItem(site.db, `LOTS-${(count += 1)}`)
  for (const [lot, valid] of [
    ['L1', '2029-01-01'],
    ['L2', '2029-02-01'],
  ] as const) {
    await putStock(site.db, { item, qty: pieces[lot], lot, valid })
  }
  const qty = pieces.L1 + pieces.L2
  const SHIPMENT_NO = await shipItem(user, item, qty)
  const RECEIPT_NO = await saveReturn(user, item, qty, { SHIPMENT_NO })
  const scan = (procedure: string, QTY: number, extra: Row) =>
    user.save(`returns/${procedure}`, [{ RECEIPT_NO, CODE: item, QTY, ...extra }])
  for (const [LOT_NO, each] of Object.entries(pieces)) {
    expect((await scan('arrive', each, { LOT_NO })).status).toBe(200)
  }
  return {
    grade: (QTY: number, GRADE_CD: string, extra: Row = {}) =>
      scan('grade-scan', QTY, { GRADE_CD, ...extra }),
    /** Pieces by lot and condition. */
    stock: async () => {
      const rows = await site.db.query<{ name: string; qty: number }>(sql`
        select l.lot_no || ' ' || b.condition_cd name, sum(b.qty) qty
        from stock_balance b join lot l using (lot_id)
        where b.stock_cd = ${item} and b.qty > 0 group by 1 order by 1`)
      return Object.fromEntries(rows.map(({ name, qty }) => [name, qty]))
    },
  }
}

test('a grade of some pieces of several lots requires the lot', async () => {
  const { grade, stock } = await returned({ L1: 2, L2: 2 })
  expect(rowErrors(await grade(1, 'C'))).toEqual([[1, 'LOT_NO', lotTexts.several(['L1', 'L2']).ko]])
  expect((await grade(1, 'C', { LOT_NO: 'L2' })).status).toBe(200)
  expect(await stock()).toEqual({ 'L1 INSPECT': 2, 'L2 DAMAGED': 1, 'L2 INSPECT': 1 })
  expect((await grade(2, 'A', { VALID_DT: '20290101' })).status).toBe(200)
  // Only one lot is left.
  expect((await grade(1, 'A')).status).toBe(200)
  expect(await stock()).toEqual({ 'L1 NORMAL': 2, 'L2 DAMAGED': 1, 'L2 NORMAL': 1 })
})

test('a grade of all pieces needs no lot', async () => {
  const { grade, stock } = await returned({ L1: 2, L2: 1 })
  expect((await grade(3, 'C')).status).toBe(200)
  expect(await stock()).toEqual({ 'L1 DAMAGED': 2, 'L2 DAMAGED': 1 })
})

test('undoing a grade with its lot leaves the other lots', async () => {
  const { grade, stock } = await returned({ L1: 1, L2: 1 })
  for (const LOT_NO of ['L1', 'L2']) expect((await grade(1, 'C', { LOT_NO })).status).toBe(200)
  expect((await grade(-1, 'C', { LOT_NO: 'L1' })).status).toBe(200)
  expect(await stock()).toEqual({ 'L1 INSPECT': 1, 'L2 DAMAGED': 1 })
  expect((await grade(-1, 'C', { LOT_NO: 'L1' })).status).toBe(409)
  expect((await grade(-1, 'C', { VALID_DT: '20290201' })).status).toBe(200)
  expect(await stock()).toEqual({ 'L1 INSPECT': 1, 'L2 INSPECT': 1 })
})
