import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  declarationNumber,
  expectCargo,
  ok,
  open,
  release,
} from '#tests/support/customs-floor.ts'
import { addItem, addOrder, rowErrors, runStep } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let clerk: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  await addSheds(clerk)
  item = await addItem(site.db, 'PARTLY1')
})
afterAll(() => closeVerified(site))

const stay = { LEAVE_CD: 'STAY' }

/** A cargo of 88 packages with some cleared, of which 30 have left. */
async function releasePartly(packages: number, extra: Row = {}) {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo)
  await open(clerk, bondNo)
  const number = declarationNumber()
  const basisId = await clearCargo(clerk, bondNo, item, packages, { BASIS_NO: number, ...extra })
  const part = { NOW_PKG_QTY: 30, ...(extra['BASIS_CD'] ? {} : stay) }
  ok(await release(clerk, basisId, item, part))
  return { bondNo, number, basisId }
}

const cancel = (BASIS_ID: string) =>
  clerk.save('bonded/cancel-clearance', [{ BASIS_ID, REASON: 'typing error' }])
const getClearable = async (bondNo: string) =>
  (await clerk.query('bonded/clearable', { BOND_NO: bondNo }))[0]
const getStock = async (bondNo: string, search: Row = {}) =>
  (await clerk.query('bonded/stock', { BOND_NO: bondNo, ...search }))[0]
const getOutLines = async (bondNo: string) =>
  (await clerk.query('bonded/out-lines', { BOND_NO: bondNo, STANDING_CD: 'STANDS' })).map(
    (line) => [line['BASIS_NO'], line['PKG_QTY'], line['SPLIT_CD']],
  )

test('a clearance of too many packages is cancelled except for released packages, and entered again', async () => {
  const { bondNo, number, basisId } = await releasePartly(88)
  expect(ok(await cancel(basisId)).body.message).toContain('58')
  expect(await getClearable(bondNo)).toMatchObject({ REST_PKG_QTY: 58, BONDED_QTY: 580 })
  expect(await clerk.query('bonded/releasable', { BOND_NO: bondNo })).toEqual([])
  expect(rowErrors(await cancel(basisId))).toEqual([[1, 'BASIS_ID', expect.any(String)]])
  const again = await clearCargo(clerk, bondNo, item, 40, { BASIS_NO: number })
  expect(await clerk.query('bonded/releasable', { BOND_NO: bondNo })).toMatchObject([
    { BASIS_NO: number, REST_PKG_QTY: 40, REST_QTY: 400 },
  ])
  ok(await release(clerk, again, item, { NOW_PKG_QTY: 40, ...stay }))
  expect(await getOutLines(bondNo)).toEqual([
    [number, 40, 'A'],
    [number, 30, 'P'],
  ])
  expect(await getStock(bondNo)).toMatchObject({
    BONDED_QTY: 180,
    CLEARED_QTY: 0,
    REST_PKG_QTY: 18,
  })
})

test('a clearance of too few packages is completed under its number after all cleared packages were released', async () => {
  const { bondNo, number } = await releasePartly(30)
  const other = await expectCargo(clerk, item)
  await arrive(clerk, other)
  const row = { STOCK_CD: null, BASIS_CD: 'IMPORT', BASIS_NO: number, NOW_PKG_QTY: 88 }
  expect(rowErrors(await clerk.save('bonded/clear', [{ BOND_NO: other, ...row }]))).toEqual([
    [1, 'BASIS_NO', expect.stringContaining(number)],
  ])
  const rest = await clearCargo(clerk, bondNo, item, 50, { BASIS_NO: number })
  const twice = { BOND_NO: bondNo, ...row, STOCK_CD: item, NOW_PKG_QTY: 8 }
  expect(rowErrors(await clerk.save('bonded/clear', [twice]))).toEqual([
    [1, 'BASIS_NO', expect.stringContaining(number)],
  ])
  ok(await release(clerk, rest, item, { NOW_PKG_QTY: 50, ...stay }))
  expect(await getStock(bondNo)).toMatchObject({ BONDED_QTY: 80, REST_PKG_QTY: 8 })
})

test('a release under a partly cancelled clearance can be cancelled and filed again', async () => {
  const { bondNo, number, basisId } = await releasePartly(88)
  ok(await cancel(basisId))
  const [line] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  const undo = { LINE_ID: line?.['LINE_ID'] ?? null, REASON: 'undone' }
  const again = await clearCargo(clerk, bondNo, item, 58, { BASIS_NO: number })
  const blocked = await clerk.save('bonded/cancel-release', [undo])
  expect(rowErrors(blocked)).toEqual([[1, 'LINE_ID', expect.stringContaining(number)]])
  ok(await cancel(again))
  ok(await clerk.save('bonded/cancel-release', [undo]))
  expect(await clerk.query('bonded/releasable', { BOND_NO: bondNo })).toMatchObject([
    { BASIS_NO: number, REST_PKG_QTY: 30, REST_QTY: 300 },
  ])
  ok(await cancel(basisId))
  expect(await getStock(bondNo)).toMatchObject({ BONDED_QTY: 880, CLEARED_QTY: 0 })
})

test('stock allocated to a shipment keeps its clearance', async () => {
  item = await addItem(site.db, 'PARTLY2')
  const { bondNo, basisId } = await releasePartly(88)
  const number = await addOrder(clerk, [{ STOCK_CD: item, ORDER_QTY: 870 }])
  await runStep(clerk, 'allocate', number)
  expect(rowErrors(await cancel(basisId))).toEqual([[1, 'NOW_QTY', expect.any(String)]])
  await runStep(clerk, 'cancel-allocation', number)
  ok(await cancel(basisId))
  expect(await getClearable(bondNo)).toMatchObject({ REST_PKG_QTY: 58, BONDED_QTY: 580 })
})

test('cargo under transport keeps its pieces bonded', async () => {
  const { bondNo, basisId } = await releasePartly(88, {
    BASIS_CD: 'DISPOSAL',
    BASIS_NO: 'DISPOSAL0001',
  })
  ok(await cancel(basisId))
  expect(await getClearable(bondNo)).toMatchObject({ REST_PKG_QTY: 58, BONDED_QTY: 580 })
})

test('stock as of a past time counts the packages cleared by then', async () => {
  const { bondNo, basisId } = await releasePartly(88)
  ok(await cancel(basisId))
  await site.db.script(`alter table bonded_basis_cut disable trigger user;
    update bonded_basis_cut set created_at = created_at + interval '1 hour'
      where basis_id = ${basisId};
    alter table bonded_basis_cut enable trigger user`)
  const asOfMinutes = (minutes: number) => ({ AS_OF: timestampAt(Date.now() + minutes * 60_000) })
  expect(await getStock(bondNo, asOfMinutes(1))).toMatchObject({ DECLARE_DT: null })
  expect(await getStock(bondNo, asOfMinutes(1))).not.toMatchObject({ REMOVE_DT: null })
  expect(await getStock(bondNo, asOfMinutes(90))).toMatchObject({ REMOVE_DT: null })
})

test('clearances list cancelled packages and the reason', async () => {
  const { bondNo, number } = await releasePartly(40)
  const [line] = await clerk.query('bonded/releasable', { BOND_NO: bondNo })
  ok(await cancel(String(line?.['BASIS_ID'])))
  const whole = await clearCargo(clerk, bondNo, item, 20)
  const reason = 'declaration withdrawn'
  ok(await clerk.save('bonded/cancel-clearance', [{ BASIS_ID: whole, REASON: reason }]))
  expect(await clerk.query('bonded/clearances', { BOND_NO: bondNo })).toMatchObject([
    { PKG_QTY: 20, OUT_PKG_QTY: 0, CUT_PKG_QTY: 20, CANCEL_REASON: reason, CANCELLED_BY: 'admin' },
    {
      BASIS_NO: number,
      PKG_QTY: 40,
      OUT_PKG_QTY: 30,
      CUT_PKG_QTY: 10,
      CANCEL_REASON: 'typing error',
    },
  ])
})
