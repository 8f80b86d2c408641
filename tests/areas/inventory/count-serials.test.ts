import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { notDue } from '#areas/inventory/server/count-scan-lines.ts'
import { countSerialTexts } from '#areas/inventory/server/count-serials.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { createCountingSite } from '#tests/support/counting.ts'
import { addItem, expectStock, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let floor: Awaited<ReturnType<typeof createCountingSite>>
let items = 0
beforeAll(async () => {
  floor = await createCountingSite()
})
afterAll(() => floor.close())

async function newItem(): Promise<string> {
  items += 1
  const item = await addItem(floor.site.db, `COUNT-SN-${items}`)
  await floor.site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  return item
}

async function receive(
  item: string,
  CELL_CD: string,
  SERIALS: string,
  NOW_QTY: number,
  PALLET_NO: string | null = null,
  LOT_NO: string | null = null,
) {
  const RECEIPT_NO = await expectStock(floor.user, [{ STOCK_CD: item, ORDER_QTY: NOW_QTY }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD, NOW_QTY, SERIALS, PALLET_NO, LOT_NO }
  await floor.good(floor.user.save('inbound/receive', [row]))
}

/** Scans a cell, then serials in it. */
async function countIn(job: string, cell: string, serials: readonly string[], who = floor.counter) {
  await floor.count(job, null, cell, 1, who)
  for (const serial of serials) await floor.count(job, cell, serial, 1, who)
}

/** Serials of an item with state and cell. */
async function getSerialPlaces(item: string): Promise<string[]> {
  const rows = await floor.site.db.query(sql`
    select concat_ws(' ', s.serial_no, s.state_cd, b.cell_cd) what from serial s
    left join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
  return rows.map((row) => String(row['what']))
}

const codeError = (text: { ko: string }, column = 'CODE') => [[1, column, text.ko]]
const rowOfCell = (rows: readonly Row[], cell: string) =>
  rows.find((row) => row['CELL_CD'] === cell)

test('each serial counts once, and an undone serial does not count', async () => {
  const item = await newItem()
  await receive(item, 'A-011', 'CA1~CA3', 3)
  const job = await floor.planCount(item)
  await countIn(job, 'A-011', ['ca1', 'CA2'])
  expect(rowErrors(await floor.scan(job, 'A-011', 'CA1'))).toEqual(
    codeError(countSerialTexts.again),
  )
  expect(rowErrors(await floor.scan(job, 'A-011', item))).toEqual(
    codeError(countSerialTexts.bySerial),
  )
  expect(rowErrors(await floor.scan(job, 'A-011', 'CA3', 4))).toEqual(
    codeError(serialTexts.onePiece, 'QTY'),
  )
  await floor.count(job, 'A-011', 'CA2', -1)
  expect(rowErrors(await floor.scan(job, 'A-011', 'CA2', -1))).toEqual(
    codeError(countSerialTexts.notCounted),
  )
  for (const serial of ['CA2', 'CA3']) await floor.count(job, 'A-011', serial)
  await floor.finish(job)
  expect(await floor.results(job)).toMatchObject([
    { RESULT_CD: 'SAME', COUNT_QTY: 3, MISSING_SERIALS: null, FOREIGN_SERIALS: null },
  ])
})

test('an item counted by quantity accepts no serial until that count is undone', async () => {
  const item = await newItem()
  await receive(item, 'A-012', 'CB1~CB2', 2)
  const job = await floor.planCount(item)
  await countIn(job, 'A-012', [item])
  expect(rowErrors(await floor.scan(job, 'A-012', 'CB1'))).toEqual(
    codeError(countSerialTexts.byQuantity),
  )
  await floor.count(job, 'A-012', item, -1)
  await floor.count(job, 'A-012', 'CB1')
})

test('missing and foreign serials are named, and approving the count moves, retires or adds them', async () => {
  const item = await newItem()
  await receive(item, 'A-013', 'CC1~CC3', 3)
  await receive(item, 'A-014', 'CC8~CC9', 2)
  const job = await floor.planCount(item)
  await countIn(job, 'A-013', ['CC1', 'CC9'])
  const labelled = { JOB_NO: job, CELL_CD: 'A-013', CODE: item, QTY: 1, SERIAL_NO: 'CC77' }
  await floor.good(floor.counter.save('inventory/count-scan', [labelled]))
  await countIn(job, 'A-014', ['CC8'])
  expect(rowErrors(await floor.scan(job, 'A-014', 'CC9'))).toEqual(
    codeError(countSerialTexts.elsewhere('A-013')),
  )
  await floor.finish(job)
  const results = await floor.results(job)
  const [here, there] = [rowOfCell(results, 'A-013'), rowOfCell(results, 'A-014')]
  expect(here).toMatchObject({
    RESULT_CD: 'DIFF',
    DIFF_QTY: 0,
    MISSING_SERIALS: 'CC2, CC3',
    FOREIGN_SERIALS: 'CC77, CC9 (A-014)',
  })
  expect(there).toMatchObject({ RESULT_CD: 'DIFF', DIFF_QTY: -1, MISSING_SERIALS: 'CC9' })
  const alone = await floor.approve(floor.third, [here ?? {}])
  expect(rowErrors(alone)).toEqual([[1, 'DIFF_QTY', expect.stringContaining('A-014')]])
  expect(await getSerialPlaces(item)).toContain('CC9 20 A-014')
  const lines = [here, there].map((row) => ({ JOB_NO: job, LINE_NO: row?.['LINE_NO'] ?? null }))
  const typed = await floor.third.save(
    'inventory/approve-count',
    lines.map((row) => ({ ...row, SERIALS: 'CC2' })),
  )
  expect(rowErrors(typed).map(([row, column]) => [row, column])).toEqual([
    [1, 'SERIALS'],
    [2, 'SERIALS'],
  ])
  await floor.good(floor.approve(floor.third, [here ?? {}, there ?? {}]))
  expect(await getSerialPlaces(item)).toEqual([
    'CC1 20 A-013',
    'CC2 90',
    'CC3 90',
    'CC77 20 A-013',
    'CC8 20 A-014',
    'CC9 20 A-013',
  ])
})

test('an approved count cannot be reversed, and its serials remain where the count placed them', async () => {
  const item = await newItem()
  await receive(item, 'A-015', 'CD1~CD2', 2)
  await receive(item, 'A-016', 'CD5', 1)
  const job = await floor.planCount(item)
  await countIn(job, 'A-015', ['CD1', 'CD5'])
  await floor.finish(job)
  const before = await getSerialPlaces(item)
  const { WORK_NO } = await floor.good(
    floor.approve(
      floor.third,
      (await floor.results(job)).filter((row) => row['RESULT_CD'] === 'DIFF'),
    ),
  )
  expect(await getSerialPlaces(item)).toEqual(['CD1 20 A-015', 'CD2 90', 'CD5 20 A-015'])
  const posted = await floor.site.db.query<{ no: string }>(sql`
    select movement_no::text no from stock_movement where doc_no = ${WORK_NO ?? null}`)
  const rows = posted.map(({ no }) => ({ MOVEMENT_NO: no, REASON: 'x' }))
  expect(rowErrors(await floor.user.save('inventory/reverse', rows))).toHaveLength(rows.length)
  expect(await getSerialPlaces(item)).not.toEqual(before)
})

test('a serial of a lot with a finished recount is not counted again', async () => {
  const item = await newItem()
  await floor.site.db.execute(sql`update stock set lot_yn = 'Y' where stock_cd = ${item}`)
  await receive(item, 'A-021', 'LA1~LA2', 2, null, 'LA')
  await receive(item, 'A-021', 'LB1~LB2', 2, null, 'LB')
  const job = await floor.planCount(item)
  await countIn(job, 'A-021', ['LA1', 'LB1'])
  await floor.finish(job)
  await floor.recount((await floor.results(job))[0] ?? {})
  await countIn(job, 'A-021', ['LA1', 'LB1', 'LB2'], floor.third)
  await floor.finish(job)
  await floor.recount((await floor.results(job))[0] ?? {})
  expect(rowErrors(await floor.scan(job, 'A-021', 'LB1', 1, floor.third))).toEqual(
    codeError(notDue),
  )
  await countIn(job, 'A-021', ['LA1', 'LA2'], floor.third)
  await floor.finish(job)
  expect(await floor.results(job)).toMatchObject([
    { LOT_NO: 'LA', DIFF_QTY: 0, RECOUNT_QTY: 2 },
    { LOT_NO: 'LB', DIFF_QTY: 0, RECOUNT_QTY: 2 },
  ])
})

test('a serial that moved after its count is recounted, and a serial that left is not added', async () => {
  const item = await newItem()
  await receive(item, 'A-017', 'CE1~CE3', 3)
  const job = await floor.planCount(item)
  await countIn(job, 'A-017', ['CE1'])
  await floor.finish(job)
  const [balance] = await floor.site.db.query<{ id: string }>(sql`
    select balance_id::text id from serial where serial_no = 'CE2'`)
  const move = { BALANCE_ID: balance?.id ?? '', WORK_QTY: 1, TO_CELL_CD: 'A-018', SERIALS: 'CE2' }
  await floor.good(floor.user.save('inventory/move', [move]))
  const [result] = await floor.results(job)
  expect(rowErrors(await floor.approve(floor.third, [result ?? {}]))).toEqual([
    [1, 'DIFF_QTY', expect.stringContaining('CE2')],
  ])
  await floor.recount(result ?? {})
  await countIn(job, 'A-017', ['CE1', 'CE3'], floor.third)
  await floor.finish(job)
  expect(rowOfCell(await floor.results(job), 'A-017')).toMatchObject({ RESULT_CD: 'SAME' })
})

/** Serials of an item with their pallets. */
async function getSerialPallets(item: string): Promise<string[]> {
  const rows = await floor.site.db.query(sql`
    select concat_ws(' ', s.serial_no, nullif(b.pallet_no, '')) what from serial s
    join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
  return rows.map((row) => String(row['what']))
}

async function approveCount(item: string, cell: string, serials: readonly string[]) {
  const job = await floor.planCount(item)
  await countIn(job, cell, serials)
  await floor.finish(job)
  const rows = (await floor.results(job)).filter((row) => row['RESULT_CD'] === 'DIFF')
  expect(rowErrors(await floor.approve(floor.third, rows))).toEqual([])
}

test('a serial that is found again returns to the pallet it was missed on', async () => {
  const item = await newItem()
  await receive(item, 'A-018', 'CH1', 1)
  await receive(item, 'A-018', 'CH2~CH4', 3, 'P-CH')
  await approveCount(item, 'A-018', ['CH1', 'CH2', 'CH3'])
  expect(await getSerialPallets(item)).toEqual(['CH1', 'CH2 P-CH', 'CH3 P-CH'])
  await approveCount(item, 'A-018', ['CH1', 'CH2', 'CH3', 'CH4'])
  expect(await getSerialPallets(item)).toEqual(['CH1', 'CH2 P-CH', 'CH3 P-CH', 'CH4 P-CH'])
})

test('an unknown serial is added to stock on the shelf, not to stock that is fully picked', async () => {
  const item = await newItem()
  await receive(item, 'A-019', 'CI1', 1)
  const number = await floor.allocatedTo(item, 1, 'A-019')
  const [row] = await floor.user.query('outbound/picking-lines', { SHIPMENT_NO: number })
  const pick = { ALLOC_ID: row?.['ALLOC_ID'] ?? null, PICKED_QTY: 1, SERIALS: 'CI1' }
  await floor.good(floor.user.save('outbound/pick', [pick]))
  await receive(item, 'A-019', 'CI2~CI3', 2, 'P-CI')
  const job = await floor.planCount(item)
  await countIn(job, 'A-019', ['CI2', 'CI3'])
  const labelled = { JOB_NO: job, CELL_CD: 'A-019', CODE: item, QTY: 1, SERIAL_NO: 'CI9' }
  await floor.good(floor.counter.save('inventory/count-scan', [labelled]))
  await floor.finish(job)
  const rows = (await floor.results(job)).filter(({ RESULT_CD }) => RESULT_CD === 'DIFF')
  expect(rowErrors(await floor.approve(floor.third, rows))).toEqual([])
  expect(await getSerialPallets(item)).toContain('CI9 P-CI')
})
