import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movedDuringCount } from '#areas/inventory/server/count-results.ts'
import { countedElsewhereText } from '#areas/inventory/server/count-scan-lines.ts'
import { createCountingSite, uncountedCell } from '#tests/support/counting.ts'
import sql from 'sql-template-tag'
import { testStore } from '#tests/support/database.ts'
import {
  addItem,
  checkAll,
  type TestStock,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

let floor: Awaited<ReturnType<typeof createCountingSite>>
beforeAll(async () => {
  floor = await createCountingSite()
})
afterAll(() => floor.close())

describe('stock that moves between the scans of a count', () => {
  type PlacedItem = Awaited<ReturnType<typeof floor.place>>

  test.each<[string, (placed: PlacedItem) => Promise<unknown>, number]>([
    ['the counted pieces are shipped', ({ item }) => floor.shipSome(item, 6), 4],
    ['the counted pieces are picked', ({ item }) => floor.pickSome(item, 6), 4],
    ['uncounted pieces are moved away', ({ balance }) => floor.move(balance, 4, uncountedCell), 2],
    [
      'more of them arrive from another cell',
      async ({ item, cell }) => {
        const spare = await putStock(floor.site.db, { item, qty: 5, cell: uncountedCell })
        await floor.move(String(spare), 5, cell)
      },
      4,
    ],
    [
      'pieces are picked and put back',
      async ({ item }) => {
        const number = await floor.pickSome(item, 3)
        const rows = await floor.user.query('outbound/picked-lines', { SHIPMENT_NO: number })
        await floor.good(
          floor.user.save(
            'outbound/cancel-pick',
            rows.map(({ ALLOC_ID = null, PICK_QTY = null }) => ({
              ALLOC_ID,
              BACK_QTY: PICK_QTY,
              RELEASE_YN: 'Y',
            })),
          ),
        )
      },
      7,
    ],
    [
      'pieces leave and as many come back',
      async ({ balance, cell, item }) => {
        await floor.move(balance, 5, uncountedCell)
        const [there] = await floor.user.query('inventory/by-lot', {
          STOCK_CD: item,
          CELL_CD: uncountedCell,
        })
        await floor.move(String(there?.['BALANCE_ID']), 5, cell)
      },
      7,
    ],
  ])('stock moved during a count needs a recount when %s', async (name, happen, rest) => {
    const placed = await floor.place(
      name
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, '')
        .slice(-12),
    )
    const job = await floor.planCount(placed.item)
    await floor.count(job, placed.cell, placed.item, 6)
    await happen(placed)
    await floor.count(job, placed.cell, placed.item, rest)
    await floor.finish(job)
    const before = await floor.onHand(placed.item)
    const [result] = await floor.results(job)
    expect(result).toMatchObject({ MOVED_YN: 'Y', RESULT_CD: 'MOVED' })
    expect(rowErrors(await floor.approve(floor.user, [result ?? {}]))).toEqual([
      [1, 'DIFF_QTY', movedDuringCount.ko],
    ])
    expect(await floor.onHand(placed.item)).toBe(before)
  })

  test('stock moved during a count cannot be adjusted under its old or its new lot if it was renamed in between', async () => {
    const { item, cell, balance } = await floor.place('RELABELLED', { lot: 'ORG' }, { lot_yn: 'Y' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 6)
    await floor.rename(balance, 'NEW')
    await floor.count(job, cell, 'NEW', 4)
    await floor.finish(job)
    const lines = await floor.results(job)
    expect(lines.map((row) => [row['LOT_NO'], row['RESULT_CD']])).toEqual([
      ['ORG', 'MOVED'],
      ['NEW', 'MOVED'],
    ])
    expect(rowErrors(await floor.approve(floor.user, lines)).map(([, , text]) => text)).toEqual([
      movedDuringCount.ko,
      movedDuringCount.ko,
    ])
  })

  test('shows what moved, and the recount decides', async () => {
    const { item, cell } = await floor.place('RECOUNTED')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 6)
    await floor.shipSome(item, 6)
    await floor.count(job, cell, item, 4)
    await floor.finish(job)
    const [result] = await floor.results(job)
    expect(result).toMatchObject({ DIFF_QTY: 6, MOVED_IN_QTY: 0, MOVED_OUT_QTY: 6 })
    await floor.recount(result ?? {})
    await floor.count(job, cell, item, 4, floor.user)
    await floor.finish(job)
    expect((await floor.results(job))[0]).toMatchObject({
      MOVED_YN: 'N',
      DIFF_QTY: 0,
      RESULT_CD: 'SAME',
    })
    expect(await floor.onHand(item)).toBe(4)
  })

  test('has no effect if the count matches the books', async () => {
    const { item, cell } = await floor.place('AGREES')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 6)
    const spare = await putStock(floor.site.db, { item, qty: 3, cell: uncountedCell })
    await floor.move(String(spare), 3, cell)
    await floor.count(job, cell, item, 7)
    await floor.finish(job)
    expect((await floor.results(job))[0]).toMatchObject({ MOVED_YN: 'Y', RESULT_CD: 'SAME' })
  })

  test('has no effect once the counter has moved to another cell', async () => {
    const { item, cell, balance } = await floor.place('WENT-ON')
    const next = await floor.place('NEXT-CELL')
    await putStock(floor.site.db, { item, qty: 1, cell: next.cell })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 1)
    await floor.count(job, cell, item, 8)
    await floor.count(job, cell, next.cell)
    await floor.move(balance, 3, uncountedCell)
    await floor.finish(job)
    const [result] = await floor.results(job)
    expect(result).toMatchObject({ MOVED_YN: 'N', DIFF_QTY: -1, MOVED_OUT_QTY: 3 })
    await floor.good(floor.approve(floor.user, [result ?? {}]))
    expect(await floor.onHand(item)).toBe(10)
  })

  test('stock moved during a count cannot be adjusted if a late entry made the books match the count', async () => {
    const { item, cell, balance } = await floor.place('LATE-ENTRY')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 6)
    await floor.finish(job)
    await floor.move(balance, 4, uncountedCell)
    const lines = await floor.results(job)
    expect(lines[0]).toMatchObject({ RESULT_CD: 'MOVED', DIFF_QTY: -4, MOVED_OUT_QTY: 4 })
    expect(rowErrors(await floor.approve(floor.user, lines))[0]?.[2]).toBe(movedDuringCount.ko)
  })

  test.each<[string, Partial<TestStock>, string | undefined]>([
    ['leaves the first of two pallets', { pallet: 'P-2' }, undefined],
    ['comes as another pallet', { pallet: 'P-B' }, 'P-C'],
  ])('needs a recount if stock that %s late explains the count', async (name, more, late) => {
    const { item, cell, balance } = await floor.place(`LATE-${name.slice(0, 5).toUpperCase()}`, {
      pallet: late ? 'P-A' : 'P-1',
    })
    await putStock(floor.site.db, { item, qty: 10, cell, ...more })
    const spare = await putStock(floor.site.db, {
      item,
      qty: 4,
      cell: uncountedCell,
      pallet: late ?? '',
    })
    const job = await floor.planCount(item)
    const there = late ? 24 : 16
    await floor.count(job, cell, item, there)
    await floor.finish(job)
    const getDifferences = async () =>
      (await floor.results(job)).filter((row) => row['CELL_CD'] === cell && row['DIFF_QTY'])
    expect((await getDifferences()).map((row) => row['RESULT_CD'])).toEqual(['DIFF'])
    if (late) await floor.moveAll(String(spare), cell)
    else await floor.move(balance, 4, uncountedCell)
    const lines = await getDifferences()
    expect(lines.map((row) => row['RESULT_CD'])).toEqual(['MOVED'])
    expect(rowErrors(await floor.approve(floor.user, lines))[0]?.[2]).toBe(movedDuringCount.ko)
  })

  test.runIf(testStore() === 'postgres')(
    'stock moved during a count cannot be adjusted if moves waited for the balance while it was counted',
    async () => {
      const { item, cell, balance } = await floor.place('WAITING')
      const spare = await putStock(floor.site.db, { item, qty: 3, cell: uncountedCell })
      const number = await floor.allocatedTo(item, 3, cell)
      const job = await floor.planCount(item)
      const { db } = floor.site
      const expectWaitingLocks = (count: number) =>
        expect
          .poll(async () => {
            const [row] = await db.query<{ n: number }>(sql`
              select count(*)::int n from pg_locks where not granted and pid in (
                select l.pid from pg_locks l join pg_database d on d.oid = l.database
                where d.datname = current_database())`)
            return row?.n
          })
          .toBe(count)
      const [held, done] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
      const holding = db.transaction(async (tx) => {
        await tx.query(sql`
          select 1 from stock_balance where balance_id = ${balance}::bigint for no key update`)
        held.resolve(undefined)
        await done.promise
      })
      await held.promise
      const saves: Promise<unknown>[] = [floor.count(job, cell, item, 6)]
      await expectWaitingLocks(1)
      saves.push(floor.move(String(spare), 3, cell))
      await expectWaitingLocks(2)
      saves.push(pickAll(floor.user, number))
      await expectWaitingLocks(3)
      done.resolve(undefined)
      await Promise.all([holding, ...saves])
      expect(await floor.onHand(item)).toBe(13)
      await floor.count(job, cell, item, 7)
      await floor.finish(job)
      const line = (await floor.results(job)).find((row) => row['CELL_CD'] === cell)
      expect(line).toMatchObject({ BOOK_QTY: 10, DIFF_QTY: 3, RESULT_CD: 'MOVED' })
    },
  )

  test('stock moved during a count cannot be added if found stock was received into the cell after the count', async () => {
    const { item, cell } = await floor.place('HOST-OF-FOUND')
    const job = await floor.planCount(item)
    const found = await addItem(floor.site.db, 'MOVES-FOUND')
    await floor.count(job, cell, found, 5)
    await floor.finish(job)
    const spare = await putStock(floor.site.db, {
      item: found,
      qty: 5,
      cell: uncountedCell,
      pallet: 'P-F',
    })
    await floor.move(String(spare), 5, cell)
    const line = (await floor.results(job)).find((row) => row['STOCK_CD'] === found)
    expect(line).toMatchObject({ RESULT_CD: 'MOVED', FOUND_YN: 'Y', DIFF_QTY: 5 })
    expect(rowErrors(await floor.approve(floor.user, [line ?? {}]))[0]?.[2]).toBe(
      movedDuringCount.ko,
    )
  })

  test('counts as moved even while the counter is still scanning piece by piece', async () => {
    const { item, cell, balance } = await floor.place('STILL-AT-IT')
    const job = await floor.planCount(item)
    for (const _ of [1, 2, 3]) await floor.count(job, cell, item)
    await floor.move(balance, 7, uncountedCell)
    await floor.finish(job)
    expect((await floor.results(job))[0]).toMatchObject({ MOVED_YN: 'Y', DIFF_QTY: -7 })
  })

  test('shipping previously picked stock does not affect the count', async () => {
    const { item, cell } = await floor.place('PICKED-EARLIER')
    const number = await floor.pickSome(item, 4)
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 1)
    await checkAll(floor.user, number)
    await runStep(floor.user, 'finish-check', number)
    await runStep(floor.user, 'ship', number)
    await floor.count(job, cell, item, 4)
    await floor.finish(job)
    expect((await floor.results(job))[0]).toMatchObject({
      MOVED_YN: 'N',
      BOOK_QTY: 6,
      DIFF_QTY: -1,
    })
  })
})

describe('stock in the cell that the job does not list', () => {
  test.each<[string, Partial<TestStock>, number]>([
    ['a pallet', { pallet: 'PLT-LATE' }, 5],
    ['a box', { box: 'BOX-LATE' }, 5],
    ['an earlier receipt date', { received: '20250101' }, 5],
    ['a mark', { mark: 'M1' }, 5],
    ['held stock', { condition: 'HELD' }, 5],
    ['another bonded status', { bonded: 'CLEARED' }, 5],
  ])('becomes a line with its system quantity: %s', async (name, goods, qty) => {
    const first = await floor.place(`HOST-${name.slice(-6).trim().toUpperCase()}`)
    const job = await floor.planCount(first.item)
    const late = await addItem(floor.site.db, `LATE-${name.slice(-6).trim().toUpperCase()}`)
    await putStock(floor.site.db, { item: late, qty, cell: first.cell, ...goods })
    await floor.count(job, first.cell, late, qty)
    await floor.finish(job)
    const line = (await floor.results(job)).find((row) => row['STOCK_CD'] === late)
    expect(line).toMatchObject({ FOUND_YN: 'N', BOOK_QTY: qty, DIFF_QTY: 0, RESULT_CD: 'SAME' })
    expect(await floor.onHand(late)).toBe(qty)
  })

  test('stock that arrives during the count of its item makes the difference unknown', async () => {
    const { item, cell } = await floor.place('ARRIVES')
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 6)
    await putStock(floor.site.db, { item, qty: 5, cell, pallet: 'PLT-NEW' })
    await floor.count(job, cell, item, 4)
    await floor.finish(job)
    const lines = await floor.results(job)
    expect(lines.map((row) => [row['PALLET_NO'], row['DIFF_QTY'], row['RESULT_CD']])).toEqual([
      [null, 0, 'SAME'],
      ['PLT-NEW', -5, 'MOVED'],
    ])
  })

  test('belongs to the owner of the job if another owner has the same code', async () => {
    const { item, cell } = await floor.place('SHARED-CODE')
    await floor.site.db.script(`insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn)
      select 'GIFT', stock_cd, stock_nm, valid_yn, lot_yn from stock where stock_cd = '${item}'`)
    await putStock(floor.site.db, { item, owner: 'GIFT', qty: 7, cell })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 10)
    await floor.finish(job)
    expect((await floor.results(job)).map((row) => [row['OWNER_CD'], row['DIFF_QTY']])).toEqual([
      ['HANBIT', 0],
    ])
  })

  test('stock in the cell that the job does not list cannot be counted while another job is counting it', async () => {
    const { item, cell } = await floor.place('TWO-JOBS')
    const host = await addItem(floor.site.db, 'MOVES-HOST')
    await putStock(floor.site.db, { item: host, qty: 1, cell })
    const [job, other] = [await floor.planCount(host), await floor.planCount(item)]
    expect(rowErrors(await floor.scan(job, cell, item, 10))).toEqual([
      [1, 'CODE', countedElsewhereText([other]).ko],
    ])
  })
})

describe('a recount', () => {
  test('covers every line of the item in the cell, because a scan can belong to any line', async () => {
    const { item, cell } = await floor.place('WHOLE-CELL', { qty: 5, pallet: 'P1' })
    await putStock(floor.site.db, { item, qty: 5, cell, pallet: 'P2' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 9)
    await floor.finish(job)
    const short = (await floor.results(job)).find((row) => row['DIFF_QTY'] === -1)
    await floor.recount(short ?? {})
    await floor.count(job, cell, item, 9, floor.user)
    await floor.finish(job)
    const lines = await floor.results(job)
    expect(lines.map((row) => [row['PALLET_NO'], row['DIFF_QTY']])).toEqual([
      ['P1', 0],
      ['P2', -1],
    ])
  })

  test('leaves the finished recount of another cell unlisted and unchanged', async () => {
    const { item, cell } = await floor.place('ROUNDS')
    const last = 'A-089'
    await putStock(floor.site.db, { item, qty: 10, cell: last })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 9)
    await floor.count(job, last, item, 9)
    await floor.finish(job)
    const getResult = async (place: string) =>
      (await floor.results(job)).find((row) => row['CELL_CD'] === place) ?? {}
    await floor.recount(await getResult(cell))
    await floor.count(job, cell, item, 8, floor.third)
    await floor.finish(job)
    await floor.recount(await getResult(last))
    const listed = await floor.user.query('inventory/count-work', { JOB_NO: job })
    expect(listed.map((row) => row['CELL_CD'])).toEqual([last])
    expect((await floor.scan(job, cell, item, 8, floor.third)).status).toBe(422)
    await floor.count(job, last, item, 10, floor.third)
    await floor.finish(job)
    expect(await getResult(cell)).toMatchObject({ RECOUNT_QTY: 8, DIFF_QTY: -2 })
    expect(await getResult(last)).toMatchObject({ RECOUNT_QTY: 10, DIFF_QTY: 0 })
  })

  test('finds pieces under the lot they were renamed to', async () => {
    const { item, cell, balance } = await floor.place('RENAMED', { lot: 'ORG' }, { lot_yn: 'Y' })
    const job = await floor.planCount(item)
    await floor.count(job, cell, item, 4)
    await floor.rename(balance, 'NEW')
    await floor.finish(job)
    const [result] = await floor.results(job)
    await floor.recount(result ?? {})
    expect(rowErrors(await floor.scan(job, cell, item, 10, floor.user))[0]?.[1]).toBe('LOT_NO')
    await floor.count(job, cell, 'NEW', 10, floor.user)
    await floor.count(job, cell, 'ORG', 0, floor.user)
    await floor.finish(job)
    expect((await floor.results(job)).map((row) => [row['LOT_NO'], row['DIFF_QTY']])).toEqual([
      ['ORG', 0],
      ['NEW', 0],
    ])
  })
})
