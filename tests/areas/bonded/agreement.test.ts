import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  createClearedCargo,
  declarationNumber,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let clerk: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
})
afterAll(() => closeVerified(site))

let items = 0

async function createArrivedCargo(part: Row = {}) {
  items += 1
  const item = await addItem(site.db, `AGREE${items}`)
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo, part)
  return { item, bondNo }
}

const getCargo = async (bondNo: string) =>
  (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0] ?? {}
const getNewestLineId = async (direction: 'in' | 'out', bondNo: string) =>
  (await clerk.query(`bonded/${direction}-lines`, { BOND_NO: bondNo }))[0]?.['LINE_ID'] ?? null
const getStock = async (item: string) =>
  new Map(
    (await clerk.query('inventory/by-lot', { STOCK_CD: item })).map((row) => [
      row['BONDED_CD'],
      row['QTY'],
    ]),
  )

async function correct(bondNo: string, LINE_ID: Value, change: Row): Promise<SaveResponse> {
  const row = { BATCH_FLAG: 'I', BOND_NO: bondNo, LINE_ID, REASON: 'typing error', ...change }
  await saveRow(clerk, 'save-corrections', [row])
  const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
  return second.save('bonded/approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'OK' }])
}

describe('stock cleared before unpacking', () => {
  test('becomes cleared under that declaration when unpacked, and leaves with its packages', async () => {
    const { item, bondNo } = await createArrivedCargo()
    const basisId = await clearCargo(clerk, bondNo, null)
    const [packed] = await clerk.query('bonded/packed', { BOND_NO: bondNo })
    expect(packed?.['BASIS_NO']).toMatch(/^1309026/)
    await open(clerk, bondNo, 44, 440)
    const rest = { NOW_PKG_QTY: 88 }
    const missing = await release(clerk, basisId, null, rest)
    expect(rowErrors(missing)).toEqual([[1, 'NOW_QTY', expect.stringContaining(item)]])
    await open(clerk, bondNo, 44, 440)
    expect(await getStock(item)).toEqual(new Map([['CLEARED', 880]]))
    ok(await release(clerk, basisId, item, rest))
    expect(await getCargo(bondNo)).toMatchObject({ STATE_CD: '60' })
    const [line] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
    expect(line).toMatchObject({ QTY: 880, REST_PKG_QTY: 0 })
  })

  test('needs a named declaration to unpack if there are several', async () => {
    const { item, bondNo } = await createArrivedCargo()
    const [one, two] = [declarationNumber(), declarationNumber()]
    await clearCargo(clerk, bondNo, null, 30, { BASIS_NO: one })
    const unpack = (now: Row) =>
      clerk.save('bonded/unpack', [{ BOND_NO: bondNo, LINE_NO: 1, CELL_CD: 'A-001', ...now }])
    const all = await unpack({ NOW_PKG_QTY: 88, NOW_QTY: 880 })
    expect(rowErrors(all)).toEqual([[1, 'NOW_PKG_QTY', expect.stringContaining('58개')]])
    const uncounted = await unpack({ NOW_PKG_QTY: 0, NOW_QTY: 880 })
    expect(rowErrors(uncounted)).toEqual([[1, 'NOW_PKG_QTY', expect.stringContaining('개수')]])
    ok(await unpack({ NOW_PKG_QTY: 28, NOW_QTY: 280 }))
    expect(await getStock(item)).toEqual(new Map([['BONDED', 280]]))
    await clearCargo(clerk, bondNo, item, 58, { BASIS_NO: two })
    const unnamed = await unpack({ NOW_PKG_QTY: 60, NOW_QTY: 600 })
    expect(rowErrors(unnamed)).toEqual([[1, 'BASIS_NO', expect.stringContaining(`${one}, ${two}`)]])
    const foreignBasis = await unpack({
      NOW_PKG_QTY: 30,
      NOW_QTY: 300,
      BASIS_NO: declarationNumber(),
    })
    expect(rowErrors(foreignBasis)).toEqual([
      [1, 'BASIS_NO', expect.stringContaining('유효한 반출근거')],
    ])
    ok(await unpack({ NOW_PKG_QTY: 30, NOW_QTY: 300, BASIS_NO: one }))
    ok(await unpack({ NOW_PKG_QTY: 30, NOW_QTY: 300, BASIS_NO: two }))
    const grounds = await clerk.query('bonded/releasable', { BOND_NO: bondNo })
    expect(new Map(grounds.map((row) => [row['BASIS_NO'], row['REST_QTY']]))).toEqual(
      new Map([
        [one, 300],
        [two, 580],
      ]),
    )
  })

  test('becomes bonded again when its clearance is cancelled, and disappears with the arrival', async () => {
    const { item, bondNo } = await createArrivedCargo()
    const BASIS_ID = await clearCargo(clerk, bondNo, null)
    await open(clerk, bondNo)
    await saveRow(clerk, 'cancel-clearance', [{ BASIS_ID, REASON: 'withdrawn' }])
    expect(await getStock(item)).toEqual(new Map([['BONDED', 880]]))
    await saveRow(clerk, 'cancel-arrival', [
      { LINE_ID: await getNewestLineId('in', bondNo), REASON: 'undone' },
    ])
    expect(await getStock(item)).toEqual(new Map())
  })
})

describe('a correction', () => {
  test('a correction cannot reduce the arrived packages below the unpacked ones', async () => {
    const { bondNo } = await createArrivedCargo()
    await open(clerk, bondNo, 60, 600)
    const less = await correct(bondNo, await getNewestLineId('in', bondNo), { NEW_PKG_QTY: 59 })
    expect([less.status, less.body.message]).toEqual([409, expect.stringContaining('개장')])
    expect(await getCargo(bondNo)).toMatchObject({ IN_PKG_QTY: 88 })
  })

  test.each([
    ['of the line', { NEW_PKG_QTY: 88, NEW_KG: 1172.2 }],
    ['of the manifest', { NEW_PKG_QTY: 50, NEW_KG: 666 }],
  ])('a correction %s completes the cargo once all packages have arrived', async (of, change) => {
    const part = { NOW_PKG_QTY: 50, NOW_KG: 666, PART_YN: 'Y', DONE_AT: '20261012090000' }
    const { item, bondNo } = await createArrivedCargo(part)
    ok(
      await correct(
        bondNo,
        of === 'of the line' ? await getNewestLineId('in', bondNo) : null,
        change,
      ),
    )
    expect(await getCargo(bondNo)).toMatchObject({ STATE_CD: '30', IN_DT: '20261012' })
    expect(await clerk.query('bonded/arrivals', { BOND_NO: bondNo })).toEqual([])
    await clearCargo(clerk, bondNo, null, Number(change.NEW_PKG_QTY))
    await open(clerk, bondNo, Number(change.NEW_PKG_QTY))
    expect(await getStock(item)).toEqual(new Map([['CLEARED', 880]]))
  })

  test('a correction cannot turn a partial release into a complete one, nor leave a remainder after the last part', async () => {
    const { item, bondNo } = await createArrivedCargo()
    await open(clerk, bondNo)
    const basisId = await clearCargo(clerk, bondNo, item)
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30 }))
    const whole = { NEW_PKG_QTY: 88, NEW_KG: 1172.2 }
    const all = await correct(bondNo, await getNewestLineId('out', bondNo), whole)
    expect([all.status, all.body.message]).toEqual([409, expect.stringContaining('분할(P)')])
    const [correction] = await clerk.query('bonded/corrections', {
      BOND_NO: bondNo,
      STATE_CD: '10',
    })
    const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
    await saveRow(second, 'reject-correction', [{ CORRECTION_NO }])
    ok(await correct(bondNo, await getNewestLineId('out', bondNo), { NEW_KG: 400 }))
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 58, NOW_KG: 772.2 }))
    const less = await correct(bondNo, await getNewestLineId('out', bondNo), { NEW_PKG_QTY: 50 })
    expect(less.status).toBe(409)
    expect(await getCargo(bondNo)).toMatchObject({
      STATE_CD: '60',
      OUT_PKG_QTY: 88,
      OUT_KG: 1172.2,
    })
  })
})

test('cargo that arrives again under its number inherits nothing from the first cargo', async () => {
  const { item, bondNo } = await createArrivedCargo()
  const basisId = await clearCargo(clerk, bondNo, null)
  await open(clerk, bondNo)
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 88, LEAVE_CD: 'STAY' }))
  const { CARGO_NO } = await getCargo(bondNo)
  const again = await expectCargo(clerk, item, { CARGO_NO: CARGO_NO ?? null })
  await arrive(clerk, again)
  const [clearable] = await clerk.query('bonded/clearable', { BOND_NO: again })
  expect(clearable).toMatchObject({ REST_PKG_QTY: 88, BONDED_QTY: null })
})

test('stock that arrives again under its cargo number matches the packages of that arrival', async () => {
  items += 1
  const item = await addItem(site.db, `AGREE${items}`)
  const { bondNo, basisId } = await createClearedCargo(clerk, item)
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 88, LEAVE_CD: 'STAY' }))
  const { CARGO_NO, STATE_CD } = await getCargo(bondNo)
  expect(STATE_CD).toBe('60')
  const again = await expectCargo(clerk, item, { CARGO_NO: CARGO_NO ?? null, PRIOR_DAYS: 10 })
  await arrive(clerk, again)
  await open(clerk, again, 30, 300)
  await sealLedger(site.db)
  const wrong = (await verifyLedger(site.db)).filter(({ breaches }) => breaches.length > 0)
  expect(wrong).toEqual([])
  // The first cargo is corrected while the second is still under bond.
  const corrected = await correct(bondNo, await getNewestLineId('out', bondNo), {
    NEW_PERSON_NM: 'Park',
  })
  expect(rowErrors(corrected)).toEqual([])
  expect(corrected.status).toBe(200)
  // The second cargo's last packages clear with exactly the pieces of that cargo.
  await open(clerk, again, 58, 580)
  const short = await clerk.save('bonded/clear', [
    {
      BOND_NO: again,
      STOCK_CD: item,
      BASIS_CD: 'IMPORT',
      BASIS_NO: declarationNumber(),
      NOW_PKG_QTY: 88,
      NOW_QTY: 800,
    },
  ])
  expect(short.status).toBe(422)
  await clearCargo(clerk, again, item)
})
