import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adjustedAfterCount,
  adjustedByThisCount,
  adjustTogether,
  movedDuringCount,
} from '#areas/inventory/server/count-results.ts'
import { notDue, severalLots } from '#areas/inventory/server/count-scan-lines.ts'
import { createCountingSite, uncountedCell } from '#tests/support/counting.ts'
import { putStock, rowErrors } from '#tests/support/floor.ts'

let floor: Awaited<ReturnType<typeof createCountingSite>>
beforeAll(async () => {
  floor = await createCountingSite()
})
afterAll(() => floor.close())

/** A finished count of 10 pieces of which 6 were moved away between its scans of 3 and 4. */
async function createMovedCount(name: string) {
  const placed = await floor.place(name)
  const job = await floor.planCount(placed.item)
  await floor.count(job, placed.cell, placed.item, 3)
  await floor.move(placed.balance, 6, uncountedCell)
  await floor.count(job, placed.cell, placed.item, 4)
  await floor.finish(job)
  await requestRecount(job)
  return { ...placed, job }
}

async function requestRecount(job: string): Promise<void> {
  const [line = {}] = await floor.results(job)
  await floor.recount(line)
}

async function tryApproval(job: string) {
  const rows = await floor.results(job)
  const [[, , text] = []] = rowErrors(await floor.approve(floor.user, rows))
  return text
}

describe('the first count after an abandoned recount', () => {
  test('needs a recount after a second recount was requested', async () => {
    const { job, cell, item } = await createMovedCount('TWICE')
    await floor.count(job, cell, item, 3, floor.third)
    await floor.finish(job)
    await requestRecount(job)
    await floor.finish(job)
    expect(await floor.results(job)).toMatchObject([{ DIFF_QTY: 3, RESULT_CD: 'MOVED' }])
    expect(await tryApproval(job)).toBe(movedDuringCount.ko)
  })

  test('needs a recount after the scans of the recount were undone', async () => {
    const { job, cell, item } = await createMovedCount('UNDONE')
    await floor.count(job, cell, item, 2, floor.third)
    await floor.count(job, cell, item, -2, floor.third)
    await floor.finish(job)
    expect(await floor.results(job)).toMatchObject([{ DIFF_QTY: 3, RESULT_CD: 'MOVED' }])
    expect(await tryApproval(job)).toBe(movedDuringCount.ko)
  })

  test('the first count after an abandoned recount cannot be approved after an adjustment made before the recount', async () => {
    const { item, cell, balance } = await floor.place('ADJUSTED')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 7)
    await floor.finish(job)
    await floor.good(floor.adjust(balance, -1))
    await requestRecount(job)
    await floor.count(job, cell, item, 7, floor.third)
    await floor.finish(job)
    await requestRecount(job)
    await floor.finish(job)
    expect(await floor.results(job)).toMatchObject([{ DIFF_QTY: -3 }])
    expect(await tryApproval(job)).toBe(adjustedAfterCount.ko)
    await requestRecount(job)
    await floor.count(job, cell, item, 7, floor.third)
    await floor.finish(job)
    expect(await tryApproval(job)).toBeUndefined()
    expect(await floor.onHand(item)).toBe(7)
  })
})

describe('a lot on two pallets in a cell', () => {
  /** A finished count of 8 pieces, where two pallets should hold 10 each. */
  async function countTwoPallets(name: string) {
    const { item, cell } = await floor.place(name, { pallet: `${name}-1` })
    await putStock(floor.site.db, { item, qty: 10, cell, pallet: `${name}-2` })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 8)
    await floor.finish(job)
    const [first = {}, second = {}] = await floor.results(job)
    expect([first['DIFF_QTY'], second['DIFF_QTY']]).toEqual([-2, -10])
    return { item, job, first, second }
  }

  test('a lot on two pallets is adjusted on both or not at all', async () => {
    const { item, job, first, second } = await countTwoPallets('ONE')
    expect(rowErrors(await floor.approve(floor.user, [first]))).toEqual([
      [1, 'DIFF_QTY', adjustTogether(String(second['LINE_NO'])).ko],
    ])
    expect(await floor.onHand(item)).toBe(20)
    expect(await floor.results(job)).toMatchObject([{ WORK_NO: null }, { WORK_NO: null }])
    await floor.good(floor.approve(floor.user, [first, second]))
    expect(await floor.onHand(item)).toBe(8)
  })

  test('cannot be recounted after one pallet was adjusted', async () => {
    const { item, cell } = await floor.place('REST', { pallet: 'REST-1' })
    await putStock(floor.site.db, { item, qty: 10, cell, pallet: 'REST-2' })
    const elsewhere = 'A-088'
    await putStock(floor.site.db, { item, qty: 10, cell: elsewhere })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 18)
    await floor.count(job, elsewhere, item, 9)
    await floor.finish(job)
    const [full = {}, short = {}] = await floor.results(job)
    expect([full['DIFF_QTY'], short['DIFF_QTY']]).toEqual([0, -2])
    await floor.good(floor.approve(floor.user, [short]))
    const { JOB_NO = null, LINE_NO = null } = full
    const again = await floor.user.save('inventory/recount', [{ JOB_NO, LINE_NO }])
    expect(rowErrors(again)).toEqual([
      [1, 'DIFF_QTY', adjustedByThisCount(String(short['LINE_NO'])).ko],
    ])
    expect(await floor.onHand(item)).toBe(28)
  })

  test('a lot with an adjusted pallet is left out of the recount of another lot', async () => {
    const { item, cell } = await floor.place('LEFT-OUT', { lot: 'L1' }, { lot_yn: 'Y' })
    await putStock(floor.site.db, { item, qty: 10, cell, lot: 'L2', pallet: 'LEFT-2' })
    await putStock(floor.site.db, { item, qty: 10, cell, lot: 'L2', pallet: 'LEFT-3' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, 'L1', 9)
    await floor.count(job, cell, 'L2', 18)
    await floor.finish(job)
    const lines = await floor.results(job)
    const [other = {}] = lines
    const short = lines.filter((row) => row['DIFF_QTY'] === -2)
    await floor.good(floor.approve(floor.user, short))
    await floor.recount(other)
    await putStock(floor.site.db, { item, qty: 5, cell, lot: 'L2', pallet: 'LEFT-4' })
    const listed = await floor.user.query('inventory/count-work', { JOB_NO: job })
    expect(listed.map((row) => row['LOT_NO'])).toEqual(['L1'])
    expect(rowErrors(await floor.scan(job, cell, 'L2', 23, floor.third))).toEqual([
      [1, 'CODE', notDue.ko],
    ])
    await floor.count(job, cell, 'L1', 10, floor.third)
    await floor.finish(job)
    expect(await floor.onHand(item)).toBe(10 + 18 + 5)
  })

  test('a lot keeps its finished recount while another lot in the cell is recounted again', async () => {
    const { item, cell } = await floor.place('KEPT', { lot: 'L1' }, { lot_yn: 'Y' })
    await putStock(floor.site.db, { item, qty: 10, cell, lot: 'L2' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, 'L1', 9)
    await floor.count(job, cell, 'L2', 5)
    await floor.finish(job)
    await requestRecount(job)
    await floor.count(job, cell, 'L1', 8, floor.third)
    await floor.count(job, cell, 'L2', 10, floor.third)
    await floor.finish(job)
    await requestRecount(job)
    const listed = await floor.user.query('inventory/count-work', { JOB_NO: job })
    expect(listed.map((row) => row['LOT_NO'])).toEqual(['L1'])
    await putStock(floor.site.db, { item, qty: 5, cell, lot: 'L2', pallet: 'KEPT-2' })
    expect(rowErrors(await floor.scan(job, cell, item, 20, floor.third))).toEqual([
      [1, 'LOT_NO', severalLots('L1, L2').ko],
    ])
    expect(rowErrors(await floor.scan(job, cell, 'L2', 10, floor.third))).toEqual([
      [1, 'CODE', notDue.ko],
    ])
    await floor.count(job, cell, 'L1', 10, floor.third)
    await floor.finish(job)
    expect(await floor.results(job)).toMatchObject([
      { LOT_NO: 'L1', COUNT_QTY: 9, RECOUNT_QTY: 10, DIFF_QTY: 0 },
      { LOT_NO: 'L2', COUNT_QTY: 5, RECOUNT_QTY: 10, DIFF_QTY: 0 },
    ])
    expect(await floor.onHand(item)).toBe(25)
  })

  test('a lot can be recounted after another lot in the cell was adjusted', async () => {
    const { item, cell } = await floor.place('LOTS', { lot: 'L1' }, { lot_yn: 'Y' })
    await putStock(floor.site.db, { item, qty: 10, cell, lot: 'L2' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, 'L1', 9)
    await floor.count(job, cell, 'L2', 9)
    await floor.finish(job)
    const [first = {}, second = {}] = await floor.results(job)
    await floor.good(floor.approve(floor.user, [first]))
    await floor.recount(second)
    const unclear = await floor.scan(job, cell, item, 19, floor.third)
    expect(rowErrors(unclear)).toEqual([[1, 'LOT_NO', severalLots('L1, L2').ko]])
    await floor.count(job, cell, 'L2', 10, floor.third)
    await floor.finish(job)
    expect(await floor.onHand(item)).toBe(19)
  })
})
