import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adjustedAfterCount, movedDuringCount } from '#areas/inventory/server/count-results.ts'
import { createCountingSite, uncountedCell } from '#tests/support/counting.ts'
import { rowErrors } from '#tests/support/floor.ts'

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
