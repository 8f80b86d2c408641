import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { expectStock, rowErrors } from '#tests/support/floor.ts'
import { scanRefill, createReplenishFloor } from '#tests/support/replenish.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let other: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  other = await site.login('second')
  floor = await createReplenishFloor(site, user)
})
afterAll(() => closeVerified(site))

const scan = (from: string, code: string, extra: Row = {}, by = user) =>
  scanRefill(by, from, code, extra)

async function ok(response: SaveResponse): Promise<Row> {
  expect(rowErrors(response), response.body.message).toEqual([])
  return response.body.data.rows[0] ?? {}
}

async function receive(item: string, cell: string, serials: string, qty: number) {
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: cell, NOW_QTY: qty, SERIALS: serials }
  await ok(await user.save('inbound/receive', [row]))
}

/** A pick face that needs `want` pieces of an item with serials, which are in the source cell. */
async function getFace(
  cell: string,
  source: string,
  serials: string,
  [qty, want]: [number, number],
) {
  const item = await floor.newItem()
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  await floor.saveFace({ item, cell }, { MIN_QTY: 1, MAX_QTY: want, UNIT_CD: 'EA' })
  await receive(item, source, serials, qty)
  expect(await floor.plan({ item, cell })).toBe(want)
  return item
}

/** Serials of an item with the cell they are in. */
async function getSerialPlaces(item: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select concat_ws(' ', s.serial_no, b.cell_cd) what from serial s
    left join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
  return rows.map((row) => String(row['what']))
}

const codeError = (text: { ko: string }) => [[1, 'CODE', text.ko]]

test('scanned serials move with a partial quantity, repeated scans count once and undone ones stay', async () => {
  const item = await getFace('F-1', 'R-1', 'RA1~RA5', [5, 3])
  expect(await ok(await scan('R-1', 'ra2'))).toMatchObject({ TO_CELL_CD: 'F-1', SCAN_QTY: 1 })
  const here = { TO_CELL_CD: 'F-1' }
  expect(rowErrors(await scan('R-1', 'RA2', here))).toEqual(codeError(serialTexts.scanned))
  await ok(await scan('R-1', item, { ...here, SERIAL_NO: 'RA4' }))
  await ok(await scan('R-1', 'RA5', here))
  expect(rowErrors(await scan('R-1', 'RA1', here)), 'one too many').toHaveLength(1)
  expect(await ok(await scan('R-1', 'RA4', { ...here, QTY: -entireRemainder }))).toMatchObject({
    SCAN_QTY: -1,
  })
  const [line] = await user.query('inventory/replenish-lines', { STOCK_CD: item })
  expect(line?.['SERIAL_QTY']).toBe(2)
  expect(rowErrors(await scan('R-1', 'F-1', { ...here, QTY: 3 }))).toEqual(
    codeError(serialTexts.count(2, 3)),
  )
  await ok(await scan('R-1', 'F-1', here))
  expect(await getSerialPlaces(item)).toEqual([
    'RA1 R-1',
    'RA2 F-1',
    'RA3 R-1',
    'RA4 R-1',
    'RA5 F-1',
  ])
  await ok(await scan('R-1', 'RA1'))
  await ok(await scan('R-1', 'F-1', here))
  const [done] = await user.query('inventory/replenish-lines', { STOCK_CD: item })
  expect(done).toMatchObject({ STATE_CD: '30', DONE_QTY: 3, SERIAL_QTY: null })
})

test('a partial move requires its serials, and a complete balance moves with all its serials', async () => {
  const part = await getFace('F-2', 'R-2', 'RB1~RB4', [4, 2])
  await ok(await scan('R-2', part))
  const asked = await scan('R-2', 'F-2', { TO_CELL_CD: 'F-2' })
  expect(rowErrors(asked)).toEqual([[1, 'CODE', expect.stringContaining('2')]])
  expect(await getSerialPlaces(part)).toEqual(['RB1 R-2', 'RB2 R-2', 'RB3 R-2', 'RB4 R-2'])
  await ok(await scan('R-2', 'RB1', { TO_CELL_CD: 'F-2' }))
  await ok(await scan('R-2', 'RB4', { TO_CELL_CD: 'F-2' }))
  await ok(await scan('R-2', 'F-2', { TO_CELL_CD: 'F-2' }))
  const whole = await getFace('F-3', 'R-3', 'RC1~RC2', [2, 2])
  await ok(await scan('R-3', whole))
  await ok(await scan('R-3', 'F-3', { TO_CELL_CD: 'F-3' }))
  expect(await getSerialPlaces(whole)).toEqual(['RC1 F-3', 'RC2 F-3'])
})

test('a serial in another place is rejected, and the error names that place', async () => {
  const item = await getFace('F-4', 'R-4', 'RD1~RD3', [3, 2])
  await receive(item, 'R-5', 'RD9', 1)
  expect(rowErrors(await scan('R-4', 'RD9'))).toEqual(codeError(serialTexts.elsewhere('R-5')))
  const label = { SERIAL_NO: 'NEVER' }
  expect(rowErrors(await scan('R-4', item, label))).toEqual(codeError(serialTexts.unknown))
  await ok(await scan('R-4', 'RD1'))
  const theirs = await scan('R-4', 'RD2', {}, other)
  expect(rowErrors(theirs)).toEqual([[1, 'CODE', expect.stringMatching(/\d\d:\d\d/)]])
  const id = sql`(select balance_id from serial where serial_no = 'RD9')`
  const [held] = await site.db.query<{ id: string }>(sql`select ${id}::text id`)
  const HOLD = { HOLD_CD: 'HOLD', WORK_QTY: 1, REASON: 'x' }
  await ok(await user.save('inventory/hold', [{ BALANCE_ID: held?.id ?? '', ...HOLD }]))
  expect(rowErrors(await scan('R-5', 'RD9'))).toEqual(codeError(serialTexts.held))
})

describe('scans end with the claim of their task', () => {
  const expireClaim = (REF_NO: Value) =>
    site.db.execute(sql`update claim set claimed_at = now() - interval '1 hour',
      seen_at = now() - interval '1 hour', until_at = now() - interval '45 minutes'
      where kind_cd = 'MOVE' and ref_no = ${REF_NO}::text and ended_at is null`)
  const act = (name: string, REF_NO: Value, extra: Row = {}, by = user) =>
    by.save(`tasks/${name}`, [{ KIND_CD: 'MOVE', REF_NO, ...extra }])

  const ends: readonly (readonly [string, string, (task: Value) => Promise<unknown>])[] = [
    ['returned by its user', 'RE', async (task) => ok(await act('hand-back', task))],
    ['released by a supervisor', 'RF', async (task) => ok(await act('assign', task, {}, other))],
    [
      'given to another user and returned',
      'RG',
      async (task) => {
        await ok(await act('assign', task, { USER_ID: 'second' }))
        await expireClaim(task)
      },
    ],
    [
      'cancelled and restored',
      'RH',
      async (task) => {
        await ok(await act('cancel-move', task, { CANCEL_REASON: 'x' }))
        await ok(await act('reopen-move', task))
      },
    ],
  ]

  test.each(ends)('a task that is %s loses its scans', async (_, prefix, end) => {
    const at = 6 + ends.findIndex(([, each]) => each === prefix)
    const [face, source] = [`F-${at}`, `R-${at}`]
    const item = await getFace(face, source, `${prefix}1~${prefix}4`, [4, 3])
    const TASK_NO = (await ok(await scan(source, `${prefix}1`)))['TASK_NO'] ?? null
    await end(TASK_NO)
    const [line] = await user.query('inventory/replenish-lines', { STOCK_CD: item })
    expect(line?.['SERIAL_QTY']).toBe(null)
    await ok(await scan(source, `${prefix}3`))
    await ok(await scan(source, face, { TO_CELL_CD: face }))
    const rest = [1, 2, 4].map((n) => `${prefix}${n} ${source}`)
    expect(await getSerialPlaces(item)).toEqual([...rest, `${prefix}3 ${face}`].toSorted())
  })

  test('an expired claim that its user renews keeps them', async () => {
    const item = await getFace('F-5', 'R-5', 'RI1~RI4', [4, 3])
    const TASK_NO = (await ok(await scan('R-5', 'RI1')))['TASK_NO'] ?? null
    await expireClaim(TASK_NO)
    await ok(await scan('R-5', 'RI3'))
    await ok(await scan('R-5', 'F-5', { TO_CELL_CD: 'F-5' }))
    expect(await getSerialPlaces(item)).toEqual(['RI1 F-5', 'RI2 R-5', 'RI3 F-5', 'RI4 R-5'])
  })
})
