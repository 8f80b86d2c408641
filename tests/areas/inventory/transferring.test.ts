import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { expiryBeforeProduction } from '#areas/inventory/rules/valid-before-made.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { unitMustMatch } from '#areas/inventory/server/relabel-rules.ts'
import {
  dateMissing,
  lotMissing,
  madeAfterReceipt,
  notStockItem,
} from '#areas/inventory/server/transferring.ts'
import { insufficientStock, nothingToChange } from '#areas/inventory/server/work-engine.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const change = (name: string, id: number, qty: number, row: Record<string, Value>) =>
  user.save(`inventory/transfer-${name}`, [
    { BALANCE_ID: String(id), WORK_QTY: qty, REASON: 'corrected', ...row },
  ])

async function lots(item: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select concat_ws(' ', nullif(l.lot_no, ''), nullif(l.mark, ''), nullif(l.plot, ''), l.made_dt,
      l.valid_dt, b.qty::float) what
    from stock_balance b join lot l using (lot_id)
    where b.stock_cd = ${item} and b.qty > 0 order by 1`)
  return rows.map((row) => String(row['what']))
}

test('a new expiry date applies to a lot in all its cells and is recorded', async () => {
  const item = await addItem(site.db, 'VALID-CHANGE', { valid_yn: 'Y' })
  await putStock(site.db, { item, qty: 3, cell: 'A-160', lot: 'L1', valid: '20270101' })
  await putStock(site.db, { item, qty: 2, cell: 'A-161', lot: 'L1', valid: '20270101' })
  const [row] = await user.query('inventory/change-valid-date-rows', { STOCK_CD: item })
  const changeDate = () =>
    user.save('inventory/change-valid-date', [
      { ...row, TO_VALID_DT: '20270630', REASON: 'extended' },
    ])
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  await runStep(user, 'allocate', number)
  expect(rowErrors(await changeDate())[0]?.[2], 'allocated stock keeps its date').toContain(number)
  await runStep(user, 'cancel-allocation', number)
  const response = await changeDate()
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  const lots = await user.query('inventory/by-lot', { STOCK_CD: item })
  expect(lots.map((lot) => [lot['CELL_CD'], lot['QTY'], lot['VALID_DT']])).toEqual([
    ['A-160', 3, '20270630'],
    ['A-161', 2, '20270630'],
  ])
  const history = await user.query('inventory/valid-date-changes', { STOCK_CD: item })
  expect(
    history.map((each) => [each['FROM_VALID_DT'], each['TO_VALID_DT'], each['REASON']]),
  ).toEqual([
    ['20270101', '20270630', 'extended'],
    ['20270101', '20270630', 'extended'],
  ])
})

test('part of a lot gets a new number and dates, and retains its receipt date', async () => {
  const item = await addItem(site.db, 'RELOT', { lot_yn: 'Y', valid_yn: 'Y' })
  const id = await putStock(site.db, { item, qty: 10, lot: 'WRONG', valid: '20271231' })
  const response = await change('lot', id, 4, {
    TO_LOT_NO: 'RIGHT',
    TO_MADE_DT: '20261001',
    TO_VALID_DT: '20281231',
  })
  expect(response.status).toBe(200)
  expect(await lots(item)).toEqual(['RIGHT 2026-10-01 2028-12-31 4', 'WRONG 2027-12-31 6'])
  const rows = await user.query('inventory/by-lot', { STOCK_CD: item })
  expect(new Set(rows.map((row) => row['RECEIVED_DT']))).toEqual(new Set(['20261101']))
  const [line] = await user.query('inventory/movements', { STOCK_CD: item, DOC_NO: 'IV-%' })
  expect(line).toMatchObject({ MOVEMENT_CD: 'TRANSFER', REASON: 'corrected', QTY: 4 })
})

test('a lot change that drops required data or inverts the dates is rejected', async () => {
  const item = await addItem(site.db, 'STRICT', { lot_yn: 'Y', valid_yn: 'Y' })
  const id = await putStock(site.db, { item, qty: 1, lot: 'L', valid: '20271231' })
  const good = { TO_LOT_NO: 'M', TO_MADE_DT: '20261001', TO_VALID_DT: '20271231' }
  const getRefusal = async (row: Record<string, Value>) =>
    rowErrors(await change('lot', id, 1, row))
  expect(await getRefusal({ ...good, TO_LOT_NO: null })).toEqual([[1, 'TO_LOT_NO', lotMissing.ko]])
  expect(await getRefusal({ ...good, TO_VALID_DT: null })).toEqual([
    [1, 'TO_VALID_DT', dateMissing.ko],
  ])
  expect(await getRefusal({ ...good, TO_VALID_DT: '20260930' })).toEqual([
    [1, 'TO_VALID_DT', expiryBeforeProduction.ko],
  ])
  expect(await getRefusal({ ...good, TO_MADE_DT: '20261102' })).toEqual([
    [1, 'TO_MADE_DT', madeAfterReceipt.ko],
  ])
  expect(await getRefusal({ TO_LOT_NO: 'L', TO_MADE_DT: null, TO_VALID_DT: '20271231' })).toEqual([
    [1, 'TO_LOT_NO', nothingToChange.ko],
  ])
})

test('mark and plot can change without changing the lot number', async () => {
  const item = await addItem(site.db, 'REMARK')
  const id = await putStock(site.db, { item, qty: 5, lot: 'L', mark: 'OLD' })
  expect((await change('mark', id, 2, { TO_MARK: 'NEW', TO_PLOT: 'P7' })).status).toBe(200)
  expect(await lots(item)).toEqual(['L NEW P7 2', 'L OLD 3'])
})

test('allocated stock cannot change its lot, mark or item', async () => {
  const item = await addItem(site.db, 'FAST')
  const id = await putStock(site.db, { item, qty: 5 })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 5 }])
  await runStep(user, 'allocate', number)
  const expected = [[1, 'WORK_QTY', insufficientStock(0, number).ko]]
  expect(rowErrors(await change('lot', id, 1, { TO_LOT_NO: 'X' }))).toEqual(expected)
  expect(rowErrors(await change('mark', id, 1, { TO_MARK: 'X' }))).toEqual(expected)
  expect(rowErrors(await change('stock', id, 1, { TO_STOCK_CD: 'OTHER' }))).toEqual(expected)
})

test('an item change moves stock out of one item and into the other', async () => {
  const from = await addItem(site.db, 'OLD-CODE')
  const to = await addItem(site.db, 'NEW-CODE')
  const id = await putStock(site.db, { item: from, qty: 5, lot: 'L', cell: 'A-005' })
  expect((await change('stock', id, 2, { TO_STOCK_CD: to })).status).toBe(200)
  const [row] = await user.query('inventory/by-lot', { STOCK_CD: to })
  expect(row).toMatchObject({ QTY: 2, CELL_CD: 'A-005', LOT_NO: 'L', RECEIVED_DT: '20261101' })
  expect(await lots(from)).toEqual(['L 3'])
  const lines = await user.query('inventory/movements', {
    DOC_NO: 'IV-%',
    STOCK_CD: `${from},${to}`,
  })
  expect(
    lines.map((line) => `${line['STOCK_CD']}: ${line['FROM_PLACE_CD']} ${line['TO_PLACE_CD']}`),
  ).toEqual([`${to}: ADJUSTMENT CELL`, `${from}: CELL ADJUSTMENT`])
})

test('stock that becomes a lot-controlled item gets the entered lot', async () => {
  const from = await addItem(site.db, 'LOOSE-CODE')
  const to = await addItem(site.db, 'LOT-CODE', { lot_yn: 'Y', valid_yn: 'Y' })
  const id = await putStock(site.db, { item: from, qty: 5, cell: 'A-006' })
  const shown = { TO_STOCK_CD: to, TO_LOT_NO: 'N1', TO_VALID_DT: '20280301' }
  expect((await change('stock', id, 2, shown)).status).toBe(200)
  const [row] = await user.query('inventory/by-lot', { STOCK_CD: to })
  expect(row).toMatchObject({ QTY: 2, LOT_NO: 'N1', VALID_DT: '20280301' })
})

test.each([
  ['NO-SUCH', 'TO_STOCK_CD', notStockItem.ko],
  ['POST', 'TO_STOCK_CD', notStockItem.ko],
  ['DATED', 'TO_VALID_DT', dateMissing.ko],
  ['LOTTED', 'TO_LOT_NO', lotMissing.ko],
])('stock cannot become %s', async (item, column, text) => {
  const id = await putStock(site.db, {
    item: 'PLAIN',
    qty: 1,
    cell: `A-${100 + text.length}`,
    mark: item,
  })
  expect(rowErrors(await change('stock', id, 1, { TO_STOCK_CD: item }))).toEqual([
    [1, column, text],
  ])
})

test('stock cannot become an item with another unit', async () => {
  const from = await addItem(site.db, 'BY-PIECE')
  const to = await addItem(site.db, 'BY-WEIGHT', { unit_cd: 'KG' })
  const id = await putStock(site.db, { item: from, qty: 5 })
  expect(rowErrors(await change('stock', id, 5, { TO_STOCK_CD: to }))).toEqual([
    [1, 'TO_STOCK_CD', unitMustMatch.ko],
  ])
})

test('a change that gives a lot two expiry dates requires confirmation', async () => {
  const item = await addItem(site.db, 'TWO-DATES')
  await putStock(site.db, { item, qty: 5, lot: 'AA', valid: '20270308' })
  const id = await putStock(site.db, { item, qty: 5, lot: 'BB', valid: '20270924', cell: 'A-002' })
  const shown = { TO_LOT_NO: 'aa', TO_VALID_DT: '20270924' }
  const response = await change('lot', id, 2, shown)
  expect([response.status, rowErrors(response).map(([, column]) => column)]).toEqual([
    409,
    ['TO_VALID_DT'],
  ])
  const row = { BALANCE_ID: String(id), WORK_QTY: 2, REASON: 'corrected', ...shown }
  const confirmed = await saveConfirmed(
    user,
    'inventory/transfer-lot',
    [row],
    getQuestionIds(response),
  )
  expect(confirmed.status, confirmed.body.message).toBe(200)
  expect(await lots(item)).toEqual(['AA 2027-03-08 5', 'AA 2027-09-24 2', 'BB 2027-09-24 3'])
})

test('correcting the date of all stock of a lot needs no confirmation, an impossible date does', async () => {
  const item = await addItem(site.db, 'ONE-DATE')
  const id = await putStock(site.db, { item, qty: 5, lot: 'CC', valid: '20270308' })
  expect((await change('lot', id, 5, { TO_LOT_NO: 'CC', TO_VALID_DT: '20270309' })).status).toBe(
    200,
  )
  const [row] = await user.query('inventory/change-valid-date-rows', { STOCK_CD: item })
  const changeDate = (TO_VALID_DT: string) =>
    user.save('inventory/change-valid-date', [{ ...row, TO_VALID_DT, REASON: 'misread' }])
  const far = await changeDate('99991231')
  expect([far.status, rowErrors(far).map(([, column]) => column)]).toEqual([409, ['TO_VALID_DT']])
  const near = await changeDate('20270401')
  expect(near.status, near.body.message).toBe(200)
})
