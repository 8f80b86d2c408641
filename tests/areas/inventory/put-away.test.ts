import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { putAwayScreen } from '#areas/inbound/screens/PutAway.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, putStock, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

/** Zone P has 0.4, 0.5 and 1.0 CBM free; the first of its cells holds another item. */
beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, pick_seq) values ('W01', 'P', 'P', 1), ('W01', 'D', 'D', 9);
    insert into cell (wcode, cell_cd, zone_cd, pick_seq, capacity_cbm) values
      ('W01', 'P-1', 'P', 1, 0.5), ('W01', 'P-2', 'P', 2, 0.5), ('W01', 'P-3', 'P', 3, 1);
    insert into cell (wcode, cell_cd, zone_cd, cell_type_cd)
      values ('W01', 'D-1', 'D', 'DOCK'), ('W01', 'D-2', 'D', 'DOCK');
    insert into dock_line (wcode, line_cd, line_nm, line_type_cd, cell_cd)
      values ('W01', 'OUT-1', 'Out', 'OUT', 'D-2');
    insert into work_method (wcode, method_cd, method_nm, work_cd, strategy_cd, zone_cd, fit_cd)
      values ('W01', 'FILL', 'Fill', 'PUT', 'TOGETHER', 'P', 'FILL'),
        ('W01', 'WHOLE', 'Whole', 'PUT', 'TOGETHER', 'P', 'WHOLE');
    insert into stock_group (owner_cd, group_cd, group_nm, put_method_cd)
      values ('HANBIT', 'FILL', 'Fill', 'FILL'), ('HANBIT', 'WHOLE', 'Whole', 'WHOLE')`)
  const other = await newItem('FILL')
  await putStock(site.db, { item: other, qty: 10, cell: 'P-1' })
})
afterAll(() => closeVerified(site))

let created = 0
async function newItem(group: string | null, cbm = 0.01): Promise<string> {
  created += 1
  const item = await addItem(site.db, `PUT-${created}`)
  await site.db.execute(sql`update stock set group_cd = ${group}, cbm = ${cbm}, weight_kg = 1
    where stock_cd = ${item}`)
  return item
}

async function getProposal(item: string): Promise<Row> {
  const rows = await user.query('inventory/put-away-stock', { STOCK_CD: item })
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}

const addWaitingStock = (item: string, qty: number, extra = {}) =>
  putStock(site.db, { item, qty, cell: 'D-1', ...extra })

const put = (row: Row, values: Row = {}) =>
  user.save('inventory/put-away', [{ ...row, TO_CELL_CD: row['PUT_CELL_CD'] ?? null, ...values }])

test('FILL proposes 40, 50 and 10 pieces for free spaces of 0.4, 0.5 and 1.0 CBM', async () => {
  const item = await newItem('FILL')
  await addWaitingStock(item, 100)
  const row = await getProposal(item)
  expect(row).toMatchObject({
    PUT_CELL_CD: 'P-1',
    WORK_QTY: 40,
    WHY_CD: 'NEAR',
    SPLIT: 'P-1 40 · P-2 50 · P-3 10',
    UNMEASURED_YN: 'N',
  })
})

test('WHOLE proposes the third cell for all 100 pieces and splits stock that fits into no single cell', async () => {
  const item = await newItem('WHOLE')
  await addWaitingStock(item, 100)
  expect(await getProposal(item)).toMatchObject({
    PUT_CELL_CD: 'P-3',
    WORK_QTY: 100,
    SPLIT: 'P-3 100',
    NEXT_CELLS: 'P-1, P-2',
  })
  const many = await newItem('WHOLE')
  await addWaitingStock(many, 150)
  expect(await getProposal(many)).toMatchObject({ SPLIT: 'P-1 40 · P-2 50 · P-3 60' })
  const pallet = await newItem('WHOLE')
  await addWaitingStock(pallet, 150, { pallet: 'PUT-PLT' })
  expect(await getProposal(pallet), 'a pallet is never split').toMatchObject({
    PUT_CELL_CD: null,
    WORK_QTY: 150,
  })
})

test('pallets that wait together are spread over the cells with space for them', async () => {
  const item = await newItem('WHOLE')
  for (const pallet of ['PUT-A', 'PUT-B', 'PUT-C']) await addWaitingStock(item, 50, { pallet })
  const rows = await user.query('inventory/put-away-stock', { STOCK_CD: item })
  expect(rows.map((row) => row['PUT_CELL_CD'])).toEqual(['P-2', 'P-3', 'P-3'])
})

test('cells with the same lot are proposed first, then cells with the same item, then by picking order', async () => {
  const item = await newItem(null)
  await putStock(site.db, { item, qty: 1, cell: 'A-150', lot: 'L1' })
  await putStock(site.db, { item, qty: 1, cell: 'A-140', lot: 'L2' })
  await addWaitingStock(item, 5, { lot: 'L1' })
  expect(await getProposal(item)).toMatchObject({
    PUT_CELL_CD: 'A-150',
    WHY_CD: 'LOT',
    NEXT_CELLS: expect.stringMatching(/^A-140, /),
  })
})

test('no cell is proposed that a placement rule rejects', async () => {
  const item = await newItem(null)
  await site.db.execute(sql`update stock set hazard_cd = 'C4' where stock_cd = ${item}`)
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, hazard_cds, temperature_cd)
      values ('W01', 'H', 'H', 'C4', 'DRY'), ('W01', 'I', 'I', 'C4', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, max_kg, owner_cd) values ('W01', 'H-1', 'H', 4, null),
      ('W01', 'H-2', 'H', null, 'GIFT'), ('W01', 'H-3', 'H', 5, null), ('W01', 'I-1', 'I', null, null);
    update stock set temperature_cd = 'DRY' where hazard_cd = 'C4'`)
  const id = await addWaitingStock(item, 5)
  const row = await getProposal(item)
  expect(row).toMatchObject({ PUT_CELL_CD: 'H-3', SPLIT: 'H-3 5', NEXT_CELLS: 'H-1' })
  expect(rowErrors(await put(row))).toEqual([])
  const [remaining] = await site.db.query<{ qty: number }>(sql`
    select qty from stock_balance where balance_id = ${id}`)
  expect(remaining?.qty).toBe(0)
})

test('a cell other than the proposed one needs a reason, which the ledger shows', async () => {
  const item = await newItem(null)
  await addWaitingStock(item, 5)
  const row = await getProposal(item)
  const other = { TO_CELL_CD: 'A-160', WORK_QTY: 2 }
  expect(rowErrors(await put(row, other))).toEqual([[1, 'REASON_CD', expect.any(String)]])
  expect(rowErrors(await put(row, { ...other, REASON_CD: '2' }))).toEqual([])
  const [moved] = await user.query('inventory/movements', { STOCK_CD: item, MOVEMENT_CD: 'MOVE' })
  expect(moved).toMatchObject({ FROM_CELL_CD: 'D-1', TO_CELL_CD: 'A-160', QTY: 2 })
  expect(moved?.['REASON']).not.toContain('#')
  expect(await getProposal(item), 'joins the rest').toMatchObject({
    WAIT_QTY: 3,
    PUT_CELL_CD: 'A-160',
    WHY_CD: 'LOT',
  })
})

test('unmeasured items are marked, and stock at a shipping dock is not offered', async () => {
  const item = await newItem(null, 0)
  await addWaitingStock(item, 5)
  expect(await getProposal(item)).toMatchObject({ UNMEASURED_YN: 'Y' })
  const leaving = await newItem(null)
  await putStock(site.db, { item: leaving, qty: 5, cell: 'D-2' })
  expect(await user.query('inventory/put-away-stock', { STOCK_CD: leaving })).toEqual([])
})

test('the station takes two scans: a pallet or item, then a cell', () => {
  expect(putAwayScreen.scan).toEqual({
    find: ['PALLET_NO', 'STOCK_CD', 'BARCODE'],
    to: 'TO_CELL_CD',
  })
})

describe('reserved cells', () => {
  beforeAll(() =>
    site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm, pick_seq) values ('W01', 'Q', 'Q', 99);
      insert into cell (wcode, cell_cd, zone_cd, pick_seq, capacity_cbm, role_cd) values
        ('W01', 'Q-1', 'Q', 1, 1, 'PICK'), ('W01', 'Q-2', 'Q', 2, 1, 'RESERVE'),
        ('W01', 'Q-3', 'Q', 3, 1, 'RESERVE');
      insert into work_method (wcode, method_cd, method_nm, work_cd, strategy_cd, zone_cd, fit_cd)
        values ('W01', 'Q', 'Q', 'PUT', 'TOGETHER', 'Q', 'WHOLE');
      insert into stock_group (owner_cd, group_cd, group_nm, put_method_cd)
        values ('HANBIT', 'Q', 'Q', 'Q')`),
  )

  test('a fixed pick face is proposed only for its item, at the dock and on receiving', async () => {
    const [item, own] = [await newItem('Q'), await newItem('Q')]
    for (const one of [item, own]) {
      await addWaitingStock(one, 5)
      await putStock(site.db, { item: one, qty: 1, cell: 'Q-1' })
    }
    await site.db.execute(sql`
      insert into pick_face (wcode, cell_cd, owner_cd, stock_cd, min_qty, max_qty)
      values ('W01', 'Q-1', 'HANBIT', ${own}, 1, 2)`)
    expect(await getProposal(item)).toMatchObject({ PUT_CELL_CD: 'Q-2' })
    expect(await getProposal(own)).toMatchObject({ PUT_CELL_CD: 'Q-1' })
    const getSuggestedCell = async (STOCK_CD: string) => {
      const RECEIPT_NO = await expectStock(user, [{ STOCK_CD, ORDER_QTY: 2 }])
      const [line] = await user.query('inbound/receiving-lines', { RECEIPT_NO })
      return line?.['CELL_CD']
    }
    expect(await getSuggestedCell(item)).toBe('Q-2')
    expect(await getSuggestedCell(own)).toBe('Q-1')
  })

  test('the space that move tasks will take is not proposed again', async () => {
    const [item, other] = [await newItem('Q'), await newItem('Q')]
    await putStock(site.db, { item: other, qty: 70, cell: 'A-001' })
    const task = { OWNER_CD: 'HANBIT', STOCK_CD: other, FROM_CELL_CD: 'A-001', TO_CELL_CD: 'Q-2' }
    const made = await user.save('tasks/create-move', [{ ...task, WORK_QTY: 70 }])
    expect(rowErrors(made)).toEqual([])
    await addWaitingStock(item, 35)
    expect(await getProposal(item)).toMatchObject({ PUT_CELL_CD: 'Q-3', WORK_QTY: 35 })
  })
})
