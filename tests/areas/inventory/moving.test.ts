import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { closedCell } from '#areas/inventory/rules/closed-cell.ts'
import { findOverCapacity, splitOverCells } from '#areas/inventory/server/check-placement.ts'
import { movableQuantity } from '#areas/inventory/server/upload-moves.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { insufficientStock, noStock, nothingToChange } from '#areas/inventory/server/work-engine.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    update cell set lock_yn = 'Y' where wcode = 'W01' and cell_cd = 'A-199';
    update cell set capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-198';
    insert into stock (owner_cd, stock_cd, stock_nm, cbm) values ('HANBIT', 'BULKY', 'bulky', 0.01);
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'InventoryMove', '{search,save}')`)
})
afterAll(() => closeVerified(site))

/** Location of an item: cell, pallet, box and quantity, ordered by cell. */
async function getStockByCell(item: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select concat_ws(' ', cell_cd, nullif(pallet_no, ''), nullif(box_no, ''), qty::float) what
    from stock_balance where stock_cd = ${item} and qty > 0 order by 1`)
  return rows.map((row) => String(row['what']))
}

const move = (id: number, qty: number, cell: string, more: Record<string, Value> = {}) =>
  user.save('inventory/move', [
    { BALANCE_ID: String(id), WORK_QTY: qty, TO_CELL_CD: cell, ...more },
  ])

async function allocate(item: string, qty: number): Promise<string> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  await runStep(user, 'allocate', number)
  return number
}

describe('moving a quantity to another cell', () => {
  test('moved stock retains its lot, and the move is one document', async () => {
    const item = await addItem(site.db, 'MOVED')
    const id = await putStock(site.db, { item, qty: 10, lot: 'L1', valid: '20281231' })
    const response = await move(id, 4, 'A-002', { REASON: 'tidied' })
    expect(response.status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-001 6', 'A-002 4'])
    const [line] = await user.query('inventory/movements', { STOCK_CD: item, MOVEMENT_CD: 'MOVE' })
    expect(line).toMatchObject({
      DOC_NO: response.body.data.rows[0]?.['DOC_NO'],
      LOT_NO: 'L1',
      VALID_DT: '20281231',
      FROM_CELL_CD: 'A-001',
      TO_CELL_CD: 'A-002',
      QTY: 4,
      REASON: 'tidied',
      USER_ID: 'admin',
    })
    expect(String(line?.['DOC_NO'])).toMatch(/^IV-\d{8}-\d{4}$/)
  })

  test('two moves of one balance in one save cannot exceed its quantity', async () => {
    const item = await addItem(site.db, 'TWICE')
    const id = String(await putStock(site.db, { item, qty: 5 }))
    const rows = ['A-002', 'A-003'].map((TO_CELL_CD) => ({
      BALANCE_ID: id,
      WORK_QTY: 3,
      TO_CELL_CD,
    }))
    const response = await user.save('inventory/move', rows)
    const text = insufficientStock(5, null).ko
    expect(rowErrors(response)).toEqual([
      [1, 'WORK_QTY', text],
      [2, 'WORK_QTY', text],
    ])
    expect(await getStockByCell(item)).toEqual(['A-001 5'])
  })

  test('allocated stock cannot be moved, and the error names the shipment', async () => {
    const item = await addItem(site.db, 'PROMISED')
    const id = await putStock(site.db, { item, qty: 10 })
    const number = await allocate(item, 7)
    expect(rowErrors(await move(id, 4, 'A-002'))).toEqual([
      [1, 'WORK_QTY', insufficientStock(3, number).ko],
    ])
    expect((await move(id, 3, 'A-002')).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-001 7', 'A-002 3'])
  })

  test.each([
    ['A-199', closedCell('A-199').ko],
    ['NOWHERE', closedCell('NOWHERE').ko],
    ['A-001', nothingToChange.ko],
    ['A-198', findOverCapacity({ cell: 'A-198', capacity: '0.05', used: '0.06' }).ko],
  ])('a move to %s is rejected with a message', async (cell, text) => {
    const id = await putStock(site.db, { item: 'BULKY', qty: 6, lot: `TO-${cell}` })
    expect(rowErrors(await move(id, 6, cell))).toEqual([[1, 'TO_CELL_CD', text]])
  })

  test('a cell accepts stock up to its capacity', async () => {
    const id = await putStock(site.db, { item: 'BULKY', qty: 5, lot: 'FITS' })
    expect((await move(id, 5, 'A-198')).status).toBe(200)
    const more = await putStock(site.db, { item: 'BULKY', qty: 1, lot: 'TOO-MUCH' })
    expect((await move(more, 1, 'A-198')).status).toBe(422)
  })

  test('concurrent moves cannot fill the same remaining capacity of a cell', async () => {
    await site.db.script(
      `update cell set capacity_cbm = 0.05 where wcode = 'W01' and cell_cd = 'A-197'`,
    )
    const ids: number[] = []
    for (const lot of ['ROOM-1', 'ROOM-2', 'ROOM-3', 'ROOM-4'])
      ids.push(await putStock(site.db, { item: 'BULKY', qty: 3, lot }))
    const answers = await Promise.all(ids.map((id) => move(id, 3, 'A-197')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a repeated save moves once, and a dry run moves nothing', async () => {
    const item = await addItem(site.db, 'BACK-ONCE')
    const id = String(await putStock(site.db, { item, qty: 10 }))
    const rows = [{ BALANCE_ID: id, WORK_QTY: 2, TO_CELL_CD: 'A-002' }]
    expect((await user.check('inventory/move', rows)).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-001 10'])
    await user.save('inventory/move', rows, 'move-once')
    await user.save('inventory/move', rows, 'move-once')
    expect(await getStockByCell(item)).toEqual(['A-001 8', 'A-002 2'])
  })

  test('stock of another owner or warehouse is not found', async () => {
    const item = await addItem(site.db, 'FOREIGN')
    const here = await putStock(site.db, { item, qty: 5 })
    const there = await putStock(site.db, { item, qty: 5, wcode: 'W02' })
    const text = noStock.ko
    expect(rowErrors(await move(there, 1, 'A-002'))).toEqual([[1, 'WORK_QTY', text]])
    const customer = await site.login('customer')
    const response = await customer.save('inventory/move', [
      { BALANCE_ID: String(here), WORK_QTY: 1, TO_CELL_CD: 'A-002' },
    ])
    expect(rowErrors(response)).toEqual([[1, 'WORK_QTY', text]])
    expect(await customer.query('inventory/stock-to-work', { STOCK_CD: item })).toEqual([])
  })

  test('crossing concurrent moves all succeed, and no stock is lost', async () => {
    const item = await addItem(site.db, 'CROSSING')
    const a = await putStock(site.db, { item, qty: 20, cell: 'A-010' })
    const b = await putStock(site.db, { item, qty: 20, cell: 'A-011' })
    const moves = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? move(a, 1, 'A-011') : move(b, 1, 'A-010'),
    )
    const statuses = (await Promise.all(moves)).map((response) => response.status)
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await getStockByCell(item)).toEqual(['A-010 20', 'A-011 20'])
  })

  test('ten concurrent moves of the last pieces together move exactly the available quantity', async () => {
    const item = await addItem(site.db, 'LAST')
    const id = await putStock(site.db, { item, qty: 4 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(id, 1, 'A-020')))
    const refused = answers.filter(({ status }) => status !== 200)
    // Requests that waited for the lock find no free stock; later ones find no stock at all.
    const words: (string | undefined)[] = [insufficientStock(0, null).ko, noStock.ko]
    expect(refused.filter((reply) => words.includes(rowErrors(reply)[0]?.[2]))).toHaveLength(6)
    expect(await getStockByCell(item)).toEqual(['A-020 4'])
  })
})

describe('moves from a spreadsheet', () => {
  const row = (item: string, qty: number, more: Record<string, Value> = {}) => ({
    OWNER_CD: 'HANBIT',
    STOCK_CD: item,
    CELL_CD: 'A-090',
    WORK_QTY: qty,
    TO_CELL_CD: 'A-091',
    ...more,
  })

  test('each row takes the earliest expiring stock that other rows leave, across lots', async () => {
    const item = await addItem(site.db, 'SHEET')
    await putStock(site.db, { item, qty: 5, cell: 'A-090', lot: 'LATE', valid: '20291231' })
    await putStock(site.db, { item, qty: 5, cell: 'A-090', lot: 'SOON', valid: '20271231' })
    const response = await user.save('inventory/upload-moves', [
      row(item, 4),
      row(item, 3, { TO_CELL_CD: 'A-092' }),
    ])
    expect(response.status).toBe(200)
    const lots = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(
      lots.map((lot) => `${lot['CELL_CD']} ${lot['LOT_NO']} ${lot['QTY']}`).toSorted(),
    ).toEqual(['A-090 LATE 3', 'A-091 SOON 4', 'A-092 LATE 2', 'A-092 SOON 1'])
  })

  test('a sheet that exceeds the stock moves nothing and reports every such row', async () => {
    const item = await addItem(site.db, 'SHORT-SHEET')
    await putStock(site.db, { item, qty: 5, cell: 'A-090', lot: 'L1' })
    const response = await user.save('inventory/upload-moves', [
      row(item, 4),
      row(item, 4),
      row(item, 1, { LOT_NO: 'NO-SUCH' }),
    ])
    expect(rowErrors(response)).toEqual([
      [2, 'WORK_QTY', movableQuantity(1).ko],
      [3, 'WORK_QTY', movableQuantity(0).ko],
    ])
    // The same stock, named with and without its lot, is moved once.
    const twice = await user.save('inventory/upload-moves', [
      row(item, 3),
      row(item, 3, { LOT_NO: 'L1' }),
    ])
    expect(rowErrors(twice).map(([no, column]) => [no, column])).toEqual([
      [1, 'WORK_QTY'],
      [2, 'WORK_QTY'],
    ])
    expect(await getStockByCell(item)).toEqual(['A-090 5'])
  })

  async function importMoves(rows: readonly Record<string, Value>[]): Promise<number> {
    const { status, body } = await user.call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      {
        PROCEDURE: 'inventory/upload-moves',
        ROWS: rows.map((values, index) => ({ NO: index + 1, ...values })),
        IMPORT: { FILE_NM: 'moves.xlsx' },
      },
      { 'idempotency-key': randomUUID() },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return Number(Reflect.get(body.data, 'IMPORT_NO'))
  }
  const undo = (IMPORT_NO: number) =>
    user.call('/api/import/undo', { IMPORT_NO }, { 'idempotency-key': randomUUID() })

  test('undoing a sheet returns all stock to where it came from', async () => {
    const item = await addItem(site.db, 'BACK')
    await putStock(site.db, { item, qty: 5, cell: 'A-093', lot: 'LATE', valid: '20291231' })
    await putStock(site.db, { item, qty: 5, cell: 'A-093', lot: 'SOON', valid: '20271231' })
    const from = { CELL_CD: 'A-093' }
    const done = await importMoves([
      row(item, 7, from),
      row(item, 2, { ...from, TO_CELL_CD: 'A-092', TO_BOX_NO: 'BACK-B' }),
    ])
    expect(await getStockByCell(item)).toEqual(['A-091 2', 'A-091 5', 'A-092 BACK-B 2', 'A-093 1'])
    expect((await undo(done)).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-093 5', 'A-093 5'])
    const moves = await user.query('inventory/movements', { STOCK_CD: item, MOVEMENT_CD: 'MOVE' })
    const reversed = moves.flatMap((each) => each['REVERSES_NO'] ?? [])
    const posted = moves.filter((candidate) => candidate['REVERSES_NO'] === null)
    expect(new Set(reversed)).toEqual(new Set(posted.map((each) => each['MOVEMENT_NO'])))
    expect(reversed).toHaveLength(posted.length)
    expect((await undo(done)).headers['x-error-code']).toBe('IMPORT_UNDONE')
  })

  test('a sheet import cannot be undone while its stock is allocated or its cell locked', async () => {
    const item = await addItem(site.db, 'BLOCKED')
    await putStock(site.db, { item, qty: 6, cell: 'A-094' })
    const done = await importMoves([
      row(item, 4, { CELL_CD: 'A-094' }),
      row(item, 2, { CELL_CD: 'A-094', TO_CELL_CD: 'A-092' }),
    ])
    const number = await allocate(item, 6)
    const text = insufficientStock(0, number).ko
    const refused = await undo(done)
    expect(refused.status).toBe(409)
    expect(rowErrors(refused)).toEqual([
      [1, 'WORK_QTY', `BLOCKED A-094 → A-091 4: ${text}`],
      [2, 'WORK_QTY', `BLOCKED A-094 → A-092 2: ${text}`],
    ])
    await runStep(user, 'cancel-allocation', number)
    const lock = (lock_yn: string) =>
      site.db.execute(sql`update cell set lock_yn = ${lock_yn}
        where wcode = 'W01' and cell_cd = 'A-094'`)
    await lock('Y')
    expect(rowErrors(await undo(done)).map(([, column]) => column)).toEqual(['CELL_CD', 'CELL_CD'])
    expect(await getStockByCell(item)).toEqual(['A-091 4', 'A-092 2'])
    await lock('N')
    expect((await undo(done)).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-094 6'])
  })

  test('ten concurrent undos of one sheet undo it once', async () => {
    const item = await addItem(site.db, 'BACK-TEN')
    await putStock(site.db, { item, qty: 3, cell: 'A-095' })
    const done = await importMoves([row(item, 3, { CELL_CD: 'A-095' })])
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(done)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await getStockByCell(item)).toEqual(['A-095 3'])
  })
})

describe('rows, lots, cells, pallets and boxes', () => {
  test('selected rows of a cell move with all their available stock', async () => {
    const item = await addItem(site.db, 'ROWS')
    await putStock(site.db, { item, qty: 5, cell: 'A-030', lot: 'A' })
    await putStock(site.db, { item, qty: 6, cell: 'A-030', lot: 'B' })
    await allocate(item, 2)
    const rows = await user.query('inventory/stock-to-work', { CELL_CD: 'A-030' })
    const chosen = rows.map((row) => ({
      BALANCE_ID: row['BALANCE_ID'] ?? null,
      TO_CELL_CD: 'A-031',
    }))
    expect((await user.save('inventory/move-rows', chosen)).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-030 2', 'A-031 3', 'A-031 6'])
  })

  test('a fully allocated row is rejected with its shipment', async () => {
    const item = await addItem(site.db, 'ALL-PROMISED')
    const id = String(await putStock(site.db, { item, qty: 5 }))
    const number = await allocate(item, 5)
    const reply = await user.save('inventory/move-rows', [{ BALANCE_ID: id, TO_CELL_CD: 'A-031' }])
    expect(rowErrors(reply)).toEqual([[1, 'TO_CELL_CD', insufficientStock(0, number).ko]])
  })

  test('all rows that a search finds move in one save', async () => {
    const item = await addItem(site.db, 'EVERYTHING')
    for (const cell of ['A-040', 'A-041', 'A-042']) await putStock(site.db, { item, qty: 3, cell })
    const found = await user.query('inventory/stock-to-work', { STOCK_CD: item })
    const rows = found.map((row) => ({
      BALANCE_ID: row['BALANCE_ID'] ?? null,
      TO_CELL_CD: 'A-049',
    }))
    expect((await user.save('inventory/move-rows', rows)).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-049 9'])
    const docs = await user.query('inventory/movements', { STOCK_CD: item, MOVEMENT_CD: 'MOVE' })
    expect(new Set(docs.map((row) => row['DOC_NO'])).size).toBe(1)
  })

  test('a lot moves from all its cells, and other lots stay', async () => {
    const item = await addItem(site.db, 'LOT-MOVE')
    for (const cell of ['A-050', 'A-051', 'A-059'])
      await putStock(site.db, { item, qty: 2, cell, lot: 'GO' })
    await putStock(site.db, { item, qty: 9, cell: 'A-050', lot: 'STAY' })
    const [row] = await user.query('inventory/move-lot-rows', { STOCK_CD: item, LOT_NO: 'GO' })
    expect(row).toMatchObject({ LOT_NO: 'GO', CELL_COUNT: 3, QTY: 6 })
    const response = await user.save('inventory/move-lot', [
      {
        OWNER_CD: 'HANBIT',
        STOCK_CD: item,
        LOT_ID: row?.['LOT_ID'] ?? null,
        TO_CELL_CD: 'A-059',
      },
    ])
    expect(response.status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-050 9', 'A-059 6'])
  })

  test('a cell moves with everything in it, or not at all if a piece is allocated', async () => {
    const item = await addItem(site.db, 'CELL-MOVE')
    await putStock(site.db, { item, qty: 3, cell: 'A-060' })
    await putStock(site.db, { item: 'BULKY', qty: 1, cell: 'A-060' })
    const row = { OWNER_CD: 'HANBIT', ZONE_CD: 'A', CELL_CD: 'A-060', TO_CELL_CD: 'A-061' }
    const number = await allocate(item, 1)
    expect(rowErrors(await user.save('inventory/move-cell', [row]))).toEqual([
      [1, 'TO_CELL_CD', insufficientStock(2, number).ko],
    ])
    await runStep(user, 'cancel-allocation', number)
    expect((await user.save('inventory/move-cell', [row])).status).toBe(200)
    expect(await user.query('inventory/move-cell-rows', { CELL_CD: 'A-060' })).toEqual([])
    const [after] = await user.query('inventory/move-cell-rows', { CELL_CD: 'A-061' })
    expect(after).toMatchObject({ STOCK_COUNT: 2, QTY: 4 })
  })

  test('a pallet moves with all its boxes and is never split over two cells', async () => {
    const item = await addItem(site.db, 'PALLET')
    const id = await putStock(site.db, { item, qty: 12, cell: 'A-070' })
    const ontoBox = (box: string) => ({ TO_PALLET_NO: 'P1', TO_BOX_NO: box })
    await move(id, 5, 'A-071', ontoBox('B1'))
    expect(rowErrors(await move(id, 4, 'A-072', ontoBox('B2')))).toEqual([
      [1, 'TO_CELL_CD', splitOverCells({ kind: 'PALLET', unit: 'P1', cells: 'A-071, A-072' }).ko],
    ])
    await move(id, 4, 'A-071', ontoBox('B2'))
    const [pallet] = await user.query('inventory/move-pallet-rows', { PALLET_NO: 'P1' })
    expect(pallet).toMatchObject({ CELL_CD: 'A-071', QTY: 9, PROMISED_QTY: 0 })
    const response = await user.save('inventory/move-pallet', [
      { OWNER_CD: 'HANBIT', CELL_CD: 'A-071', PALLET_NO: 'P1', TO_CELL_CD: 'A-079' },
    ])
    expect(response.status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-070 3', 'A-079 P1 B1 5', 'A-079 P1 B2 4'])
    const boxes = await user.query('inventory/move-box-rows', { CELL_CD: 'A-079' })
    expect(boxes.map((row) => [row['BOX_NO'], row['PALLET_NO'], row['QTY']])).toEqual([
      ['B1', 'P1', 5],
      ['B2', 'P1', 4],
    ])
  })

  test('a box that is moved separately leaves its pallet', async () => {
    const item = await addItem(site.db, 'BOX')
    const id = await putStock(site.db, { item, qty: 9, cell: 'A-080' })
    await move(id, 5, 'A-081', { TO_PALLET_NO: 'P2', TO_BOX_NO: 'B3' })
    await move(id, 4, 'A-081', { TO_PALLET_NO: 'P2', TO_BOX_NO: 'B4' })
    const box = { OWNER_CD: 'HANBIT', CELL_CD: 'A-081', BOX_NO: 'B3', TO_CELL_CD: 'A-082' }
    expect((await user.save('inventory/move-box', [box])).status).toBe(200)
    expect(await getStockByCell(item)).toEqual(['A-081 P2 B4 4', 'A-082 B3 5'])
  })
})
