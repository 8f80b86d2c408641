import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adjustedAfterCount,
  cannotApproveOwnCount,
  leftAfterCount,
} from '#areas/inventory/server/count-results.ts'
import { adjustedSinceRequest } from '#areas/inventory/server/changed-requests.ts'
import { otherCondition } from '#areas/inventory/server/count-scan-lines.ts'
import { sameCounter } from '#areas/inventory/server/count-scan.ts'
import { adjustStatus } from '#areas/inventory/rules/adjust-status.ts'
import type { Value } from '#kernel/field.ts'
import { createCountingSite, uncountedCell } from '#tests/support/counting.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'

let floor: Awaited<ReturnType<typeof createCountingSite>>
beforeAll(async () => {
  floor = await createCountingSite()
})
afterAll(() => floor.close())

describe('the four-eyes rule', () => {
  test('all users who scanned are counters, and none of them can approve', async () => {
    const { item, cell } = await floor.place('TWO-COUNTERS')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 4)
    await floor.count(job, cell, item, 1, floor.user)
    await floor.finish(job)
    const [result] = await floor.results(job)
    expect(String(result?.['COUNTERS']).split(', ').toSorted()).toEqual(['admin', 'second'])
    for (const who of [floor.counter, floor.user]) {
      expect(rowErrors(await floor.approve(who, [result ?? {}]))[0]?.[2]).toBe(
        cannotApproveOwnCount.ko,
      )
    }
    await floor.recount(result ?? {})
    expect(rowErrors(await floor.scan(job, cell, item, 5, floor.user))[0]?.[2]).toBe(sameCounter.ko)
    await floor.count(job, cell, item, 5, floor.third)
    await floor.finish(job)
    expect(rowErrors(await floor.approve(floor.third, [result ?? {}]))[0]?.[2]).toBe(
      cannotApproveOwnCount.ko,
    )
  })

  test('a user who recounted is still a counter after another recount', async () => {
    const { item, cell } = await floor.place('RECOUNTED-TWICE')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 4)
    await floor.finish(job)
    const [result] = await floor.results(job)
    await floor.recount(result ?? {})
    await floor.count(job, cell, item, 5, floor.user)
    await floor.finish(job)
    await floor.recount(result ?? {})
    await floor.count(job, cell, item, 5, floor.third)
    await floor.finish(job)
    expect(rowErrors(await floor.approve(floor.user, [result ?? {}]))[0]?.[2]).toBe(
      cannotApproveOwnCount.ko,
    )
  })
})

describe('a difference that was adjusted in the meantime', () => {
  test('needs a recount if it was adjusted by hand', async () => {
    const { item, cell, balance } = await floor.place('BY-HAND')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 8)
    await floor.finish(job)
    await floor.good(floor.adjust(balance, -2))
    const lines = await floor.results(job)
    expect(rowErrors(await floor.approve(floor.user, lines))).toEqual([
      [1, 'DIFF_QTY', adjustedAfterCount.ko],
    ])
    expect(await floor.onHand(item)).toBe(8)
  })

  test('a difference cannot be adjusted by two counts, not even in one approval', async () => {
    const { item, cell } = await floor.place('BY-COUNT')
    const jobs: string[] = []
    for (const _ of [1, 2]) {
      const job = await floor.planCount(item)
      await floor.count(job, cell, item, 8)
      await floor.finish(job)
      jobs.push(job)
    }
    const lines = (await Promise.all(jobs.map(floor.results))).flat()
    expect(rowErrors(await floor.approve(floor.user, lines))).toEqual([
      [2, 'DIFF_QTY', adjustedAfterCount.ko],
    ])
    await floor.good(floor.approve(floor.user, lines.slice(0, 1)))
    expect(rowErrors(await floor.approve(floor.user, lines.slice(1)))).toEqual([
      [1, 'DIFF_QTY', adjustedAfterCount.ko],
    ])
    expect(await floor.onHand(item)).toBe(8)
  })
})

describe('a difference of stock that has left its balance since the count', () => {
  type PlacedItem = Awaited<ReturnType<typeof floor.place>>
  const hold = ({ balance }: PlacedItem) =>
    floor.good(
      floor.user.save('inventory/hold', [
        { BALANCE_ID: balance, WORK_QTY: 10, HOLD_CD: 'HOLD', REASON: 'x' },
      ]),
    )
  const ways: readonly (readonly [string, (placed: PlacedItem) => Promise<unknown>])[] = [
    ['held', hold],
    ['moved', ({ balance }) => floor.moveAll(balance, uncountedCell)],
    ['renamed', ({ balance }) => floor.rename(balance, 'NEW')],
  ]

  test.each(ways.flatMap(([name, leave]) => [8, 12].map((qty) => [name, qty, leave] as const)))(
    'needs a recount: all of it was %s, %i of 10 pieces were counted',
    async (name, qty, leave) => {
      const placed = await floor.place(`LEFT-${name.toUpperCase()}-${qty}`, { lot: 'ORG' })
      const job = await floor.planCount(placed.item)
      await floor.count(job, placed.cell, placed.item, qty)
      await floor.finish(job)
      await leave(placed)
      const lines = await floor.results(job)
      expect(rowErrors(await floor.approve(floor.user, lines))).toEqual([
        [1, 'DIFF_QTY', leftAfterCount.ko],
      ])
      expect(await floor.onHand(placed.item)).toBe(10)
    },
  )

  test('needs no recount if its counted pieces were shipped', async () => {
    const { item, cell } = await floor.place('LEFT-SHIPPED')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 12)
    await floor.finish(job)
    await floor.shipSome(item, 10)
    await floor.good(floor.approve(floor.user, await floor.results(job)))
    expect(await floor.onHand(item)).toBe(2)
  })
})

describe('the adjustment limit', () => {
  const adjustAndGetState = async (balance: string, qty: number, who = floor.user) =>
    (await floor.good(floor.adjust(balance, qty, who)))['STATE_CD']

  test('adds up per stock record, user and day in both directions', async () => {
    const { balance } = await floor.place('LIMIT', { qty: 1000 })
    const other = await floor.place('LIMIT-OTHER', { qty: 1000 })
    expect(await adjustAndGetState(balance, -90)).toBe('20')
    expect(await adjustAndGetState(balance, -10)).toBe('20')
    expect(await adjustAndGetState(other.balance, -1)).toBe('20')
    expect(await adjustAndGetState(balance, -1, floor.third)).toBe('20')
    expect(await adjustAndGetState(balance, 1)).toBe('10')
  })

  test('does not count undone adjustments', async () => {
    const { balance } = await floor.place('LIMIT-UNDONE', { qty: 1000 })
    const done = await floor.good(floor.adjust(balance, -90))
    await floor.good(floor.user.save('inventory/undo-work', [{ DOC_NO: done['DOC_NO'] ?? null }]))
    expect(await adjustAndGetState(balance, -90)).toBe('20')
  })
})

test('a recount of damaged stock ignores other stock that has arrived since', async () => {
  const { item, cell } = await floor.place('DAMAGED-AGAIN', { qty: 4 })
  await putStock(floor.site.db, { item, qty: 2, cell, condition: 'DAMAGED' })
  const job = await floor.planCount(item)
  await floor.count(job, cell, item, 4)
  const damaged = `${cell} DAMAGED`
  await floor.count(job, damaged, item, 1)
  await floor.finish(job)
  const short = (await floor.results(job)).find((row) => row['DIFF_QTY'] === -1)
  await floor.recount(short ?? {})
  await putStock(floor.site.db, { item, qty: 13, cell, received: '20261115' })
  const [due] = await floor.user.query('inventory/count-work', { JOB_NO: job })
  expect(due).toMatchObject({ CELL_CD: cell, CONDITION_CD: 'DAMAGED' })
  expect(rowErrors(await floor.scan(job, cell, item, 17, floor.user))).toEqual([
    [1, 'CODE', otherCondition({ isDamaged: false }).ko],
  ])
  await floor.count(job, damaged, item, 2, floor.user)
  await floor.finish(job)
  expect(await floor.results(job)).toMatchObject([{ DIFF_QTY: 0 }, { DIFF_QTY: 0 }])
})

test('stock of an item that is no longer used is counted where it is found', async () => {
  const { item: helper, cell } = await floor.place('IN-USE')
  const item = await addItem(floor.site.db, 'NOT-IN-USE')
  await floor.site.db.execute(sql`update stock set use_yn = 'N' where stock_cd = ${item}`)
  const job = await floor.planCount(helper)
  await floor.count(job, cell, item, 2)
  expect(await floor.results(job)).toContainEqual(
    expect.objectContaining({ STOCK_CD: item, COUNT_QTY: 2, BOOK_QTY: 0 }),
  )
})

describe('approving an adjustment', () => {
  const request = async (balance: string, qty: number) => {
    const row = await floor.good(floor.adjust(balance, qty))
    expect(row['STATE_CD']).toBe(adjustStatus.waiting)
    const search = { BALANCE_ID: balance, STATE_CD: adjustStatus.waiting }
    const [found] = await floor.user.query('inventory/adjust-requests', search)
    return { REQUEST_NO: found?.['REQUEST_NO'] ?? null }
  }
  const decide = async (named: Record<string, Value>, how = 'approve') =>
    rowErrors(await floor.counter.save(`inventory/${how}-adjust`, [named]))

  test('fails after a count has corrected the same pieces', async () => {
    const { item, cell, balance } = await floor.place('REQUESTED', { qty: 500 })
    const waiting = await request(balance, -120)
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 380)
    await floor.finish(job)
    await floor.good(floor.approve(floor.user, await floor.results(job)))
    expect(await decide(waiting)).toEqual([[1, 'ADJUST_QTY', adjustedSinceRequest.ko]])
    expect(await floor.onHand(item)).toBe(380)
    expect(await decide(waiting, 'reject')).toEqual([])
  })

  test('succeeds after a move of other pieces', async () => {
    const { item, balance } = await floor.place('MOVED-SINCE', { qty: 500 })
    await floor.good(floor.adjust(balance, -1))
    const waiting = await request(balance, -120)
    await floor.move(balance, 10, uncountedCell)
    expect(await decide(waiting)).toEqual([])
    expect(await floor.onHand(item)).toBe(379)
  })

  test('fails after an earlier adjustment of the stock was reversed', async () => {
    const { item, balance } = await floor.place('REVERSED-SINCE', { qty: 500 })
    const { DOC_NO = null } = await floor.good(floor.adjust(balance, 50))
    const waiting = await request(balance, -120)
    await floor.good(floor.user.save('inventory/undo-work', [{ DOC_NO }]))
    expect(await decide(waiting)).toEqual([[1, 'ADJUST_QTY', adjustedSinceRequest.ko]])
    expect(await floor.onHand(item)).toBe(500)
  })
})
