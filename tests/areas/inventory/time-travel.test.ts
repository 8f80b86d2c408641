import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockByLotHandler } from '#areas/inventory/server/stock-reports.ts'
import { closeDays, sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { runQuery } from '#server/engine/run-query.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addItem, addOrder, putStock, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let customer: TestUser
let balance: number

/** Movements of four days, backdated to these local times of the warehouse. */
const history = [
  ['2026-11-10 09:00:00', 100],
  ['2026-11-10 23:59:59', -10],
  ['2026-11-12 00:00:00', 5],
  ['2026-11-13 15:30:00', -20],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  customer = await site.login('customer')
  const item = await addItem(site.db, 'TRAVEL')
  balance = await putStock(site.db, { item, qty: 7 })
  await site.db.transaction(async (tx) => {
    // Only the database sets timestamps, so backdating movements requires disabling its trigger.
    await tx.script('alter table stock_movement disable trigger stock_movement_append_only')
    await tx.execute(sql`update stock_movement
      set posted_at = '2026-11-09 12:00:00'::timestamp at time zone 'Asia/Seoul'`)
    for (const [at, qty] of history) {
      const isInbound = qty > 0
      await tx.execute(sql`
        insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
          doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
          idempotency_key, user_id)
        select ${at}::timestamp at time zone 'Asia/Seoul', business_dt, wcode, owner_cd, stock_cd,
          'ADJUST', 'ADJ-T', 1, ${isInbound ? 'ADJUSTMENT' : 'CELL'},
          ${isInbound ? null : balance}::bigint, ${isInbound ? 'CELL' : 'ADJUSTMENT'},
          ${isInbound ? balance : null}::bigint, ${Math.abs(qty)}, idempotency_key, user_id
        from stock_movement order by movement_no limit 1`)
    }
    await tx.script('alter table stock_movement enable trigger stock_movement_append_only')
  })
})
afterAll(() => site.close())

async function getAs(timestamp: string, extra: Record<string, string> = {}) {
  const rows = await user.query('inventory/by-lot', {
    STOCK_CD: 'TRAVEL',
    AS_OF: timestamp,
    ...extra,
  })
  return rows.map((row) => row['QTY'])
}

const past = [
  ['20261109', []],
  ['20261109115959', []],
  ['20261109120000', [7]],
  ['20261110', [7]],
  ['20261110090000', [107]],
  ['20261110235958', [107]],
  ['20261110235959', [97]],
  ['20261111', [97]],
  ['20261112', [102]],
  ['20261113152959', [102]],
  ['20261113153000', [82]],
  ['20271231', [82]],
] as const

describe('stock as of a time', () => {
  test.each(past)(
    'matches the history at %s, before any date is closed',
    async (timestamp, expected) => {
      expect(await getAs(timestamp)).toEqual(expected)
    },
  )

  test('dates close one after another with their stock at midnight', async () => {
    // A run closes at most ten days, from the date of the first movement to yesterday.
    let closed = 0
    for (let more = await closeDays(site.db); more > 0; more = await closeDays(site.db)) {
      closed += more
    }
    const days = await site.db.query(sql`
      select stock_dt::text, in_qty, out_qty, qty from stock_day order by stock_dt`)
    const [last] = await site.db.query<{ day: string; days: number }>(sql`
      select max(stock_dt)::text as day, count(*) days from ledger_day`)
    expect(last?.days).toBe(closed)
    const today = timestampAt(Date.now()).slice(0, 8)
    expect((last?.day ?? '').replaceAll('-', '') < today).toBe(true)
    expect(days.filter((row) => String(row['stock_dt']) < '2026-11-14')).toEqual([
      { stock_dt: '2026-11-09', in_qty: 7, out_qty: 0, qty: 7 },
      { stock_dt: '2026-11-10', in_qty: 100, out_qty: 10, qty: 97 },
      { stock_dt: '2026-11-12', in_qty: 5, out_qty: 0, qty: 102 },
      { stock_dt: '2026-11-13', in_qty: 0, out_qty: 20, qty: 82 },
    ])
    await sealLedger(site.db)
    expect((await verifyLedger(site.db)).flatMap(({ breaches }) => breaches)).toEqual([])
  })

  test.each(past)('matches the history at %s, from closed dates', async (timestamp, expected) => {
    expect(await getAs(timestamp)).toEqual(expected)
  })

  test.each([
    ['reversing a month of movements', '20261201'],
    ['the closing of the previous date', '20270601'],
  ])('gives the same result by %s', async (_, today) => {
    const caller = {
      userId: 'admin',
      scope: { wcode: 'W01', owners: null },
      language: 'ko',
    } as const
    for (const [timestamp, expected] of past) {
      const search = { STOCK_CD: 'TRAVEL', AS_OF: timestamp }
      const rows = await runQuery(site.db, stockByLotHandler, { ...caller, today }, { search })
      expect([timestamp, rows.map((row) => row['QTY'])]).toEqual([timestamp, expected])
    }
  })

  test('shows no allocations, because allocations have no history', async () => {
    const [row] = await user.query('inventory/by-lot', { STOCK_CD: 'TRAVEL', AS_OF: '20261112' })
    expect(row).toMatchObject({ ALLOC_QTY: null, PICK_QTY: null, AVAILABLE_QTY: null })
  })

  test('stock as of a time can be filtered like current stock, within the user’s owners', async () => {
    expect(await getAs('20261112', { CELL_CD: 'A-001' })).toEqual([102])
    expect(await getAs('20261112', { CELL_CD: 'A-002' })).toEqual([])
    expect(await customer.query('inventory/by-lot', { AS_OF: '20261112' })).toEqual([])
  })

  const stockQuestions = handlers.flatMap(({ operation }) =>
    operation.type === 'query' && operation.shows === 'stock' ? [operation.name] : [],
  )

  test('every stock query returns past stock within its own grouping', async () => {
    const pallet = { item: await addItem(site.db, 'UNITED'), qty: 6, cell: 'A-090' }
    const loose = await putStock(site.db, pallet)
    const moved = await user.save('inventory/move', [
      {
        BALANCE_ID: String(loose),
        WORK_QTY: 6,
        TO_CELL_CD: 'A-091',
        TO_PALLET_NO: 'P-1',
        TO_BOX_NO: 'B-1',
      },
    ])
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(stockQuestions.length).toBeGreaterThanOrEqual(12)
    for (const name of stockQuestions) {
      const direction = name.endsWith('warehouse-transfers') ? { DIRECTION_CD: 'OUT' } : {}
      const queryAsOf = (AS_OF: string | null) =>
        user.query(name, { OWNER_CD: 'HANBIT', ...direction, ...(AS_OF && { AS_OF }) })
      const now = await queryAsOf(null)
      expect([name, now.length > 0]).toEqual([name, true])
      expect([name, await queryAsOf('20261108')]).toEqual([name, []])
      const then = await queryAsOf('20261112')
      const sum = then.reduce((all, row) => all + Number(row['QTY']), 0)
      expect([name, sum]).toEqual([name, /^inventory\/.*(box|pallet)/.test(name) ? 0 : 102])
      const promised = then.flatMap((row) => [row['PROMISED_QTY'], row['FREE_QTY']])
      expect([name, promised.filter((qty) => qty != null)]).toEqual([name, []])
    }
  })

  test('an invalid time is rejected', async () => {
    const response = await user.call('/api/wms/inventory/by-lot', { SEARCH: { AS_OF: '20260230' } })
    expect([response.status, response.headers['x-error-code']]).toEqual([422, 'SEARCH_INVALID'])
  })
})

describe('explanation of a stock figure', () => {
  async function explainFigure(figure: string, search: Record<string, string | number>) {
    const rows = await user.query('inventory/why', { FIGURE: figure, ...search })
    return {
      sum: rows.reduce((sum, row) => sum + Number(row['CHANGE_QTY']), 0),
      last: rows[0]?.['SUM_QTY'],
      lines: rows.map((row) => [row['SOURCE_CD'], row['DOC_NO'], row['CHANGE_QTY']]),
    }
  }

  test('every figure of every stock row is the sum of its explaining lines', async () => {
    const number = await addOrder(user, [{ STOCK_CD: 'TRAVEL', ORDER_QTY: 12 }])
    await runStep(user, 'allocate', number)
    await putStock(site.db, { item: 'TRAVEL', qty: 9, cell: 'A-005', condition: 'HELD', lot: 'H' })
    await putStock(site.db, { item: await addItem(site.db, 'RULED'), qty: 4, cell: 'A-006' })
    await site.db.execute(sql`insert into cell_hold (wcode, cell_cd, from_dt, reason)
      values ('W01', 'A-006', '2020-01-01', 'leaks')`)
    const rows = await user.query('inventory/stock-to-work', { OWNER_CD: 'HANBIT' })
    expect(rows.find((row) => row['STOCK_CD'] === 'RULED')).toMatchObject({ AVAILABLE_QTY: 0 })
    const figures = ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY'] as const
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      for (const figure of figures) {
        const { sum } = await explainFigure(figure, { BALANCE_ID: String(row['BALANCE_ID']) })
        expect([row['BALANCE_ID'], figure, sum]).toEqual([row['BALANCE_ID'], figure, row[figure]])
      }
    }
    const { lines } = await explainFigure('ALLOC_QTY', { BALANCE_ID: balance })
    expect(lines).toEqual([['ALLOC', number, 12]])
  })

  test.each(['move-lot', 'hold-stock', 'hold-zone', 'move-cell'])(
    'figures of the grouped query %s are the sum of their explaining lines',
    async (group) => {
      const rows = await user.query(`inventory/${group}-rows`, { OWNER_CD: 'HANBIT' })
      const keys = ['OWNER_CD', 'STOCK_CD', 'LOT_ID', 'ZONE_CD', 'CELL_CD']
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        const named = Object.fromEntries(
          keys.flatMap((key) => (row[key] ? [[key, String(row[key])]] : [])),
        )
        for (const figure of ['QTY', 'PROMISED_QTY', 'HELD_QTY', 'FREE_QTY']) {
          expect([figure, (await explainFigure(figure, named)).sum]).toEqual([figure, row[figure]])
        }
      }
    },
  )

  test('a move within the queried stock changes nothing and is not shown', async () => {
    const key = { OWNER_CD: 'HANBIT', STOCK_CD: 'TRAVEL', LOT_NO: '' }
    const before = await explainFigure('QTY', { OWNER_CD: 'HANBIT', STOCK_CD: 'TRAVEL' })
    const moved = await user.save('inventory/move', [
      { BALANCE_ID: String(balance), WORK_QTY: 30, TO_CELL_CD: 'A-009' },
    ])
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(await explainFigure('QTY', { OWNER_CD: 'HANBIT', STOCK_CD: 'TRAVEL' })).toEqual(before)
    expect((await explainFigure('QTY', { ...key, CELL_CD: 'A-009' })).sum).toBe(30)
    expect((await explainFigure('QTY', { BALANCE_ID: balance })).last).toBe(52)
  })

  test('an explanation as of a time has the lines up to that time', async () => {
    for (const [timestamp, expected] of past.slice(0, -1)) {
      const { sum } = await explainFigure('QTY', { BALANCE_ID: balance, AS_OF: timestamp })
      expect([timestamp, sum]).toEqual([timestamp, expected[0] ?? 0])
    }
  })

  test('an unknown stock figure is rejected', async () => {
    const SEARCH = { FIGURE: 'CBM', BALANCE_ID: '1' }
    expect((await user.call('/api/wms/inventory/why', { SEARCH })).status).toBe(422)
  })

  test('lines of another owner are not visible', async () => {
    const search = { FIGURE: 'QTY', BALANCE_ID: String(balance) }
    expect(await customer.query('inventory/why', search)).toEqual([])
  })
})
