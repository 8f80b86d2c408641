import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDays } from '#areas/inventory/server/ledger-worker.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { moveToDate, simulateDays } from '#tests/support/simulated-days.ts'

const seed = Number(process.env['SEED'] ?? 20_261_127)
const today = timestampAt(Date.now()).slice(0, 8)
const items = ['PART-A', 'PART-B', 'PART-C']
const worked = [-33, -32, -26, -25, -21, -18, -4, -1, 0].map((days) => addDays(today, days))
const spans = [
  `${addDays(today, -40)}~${today}`,
  `${addDays(today, -26)}~${addDays(today, -3)}`,
  today,
]

const reports = [
  ['reports/stock-movements', 'CLOSE_QTY'],
  ['billing/item-ledger-by-day', 'CLOSE_QTY'],
  ['billing/item-ledger-by-month', 'OPEN_QTY'],
  ['billing/room-by-day', 'CBM'],
  ['billing/room-by-month', 'CBM_PEAK'],
  ['billing/stock-by-day', 'CLOSE_QTY'],
] as const

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const item of items) await addItem(site.db, item)
  await putStock(site.db, { item: 'PART-A', qty: 7, wcode: 'W02', cell: 'A-170' })
  await addItem(site.db, 'METRES', { owner_cd: 'GIFT', unit_cd: 'M' })
  await putStock(site.db, { item: 'METRES', qty: 9.5, owner: 'GIFT', cell: 'A-171' })
  const start = await moveToDate(site, addDays(today, -34), 0)
  const measure = async (_day: string, at: number) => {
    await site.db.execute(sql`update stock set cbm = cbm + 0.001
      where stock_cd = any(${items.slice(at % 3)}::text[])`)
  }
  await simulateDays(site, items, worked, seed, measure, start)
}, 120_000)
afterAll(() => closeVerified(site))

async function queryRows(name: string, body: object): Promise<WireRow[]> {
  const response = await user.call(`/api/wms/${name}`, body)
  expect([response.status, response.body.message]).toEqual([200, undefined])
  return response.body.data
}

async function expectParts(): Promise<void> {
  for (const [name, measure] of reports) {
    const searches = spans.flatMap((STOCK_DT) => [
      { STOCK_DT },
      { STOCK_DT, [measure]: '>0' },
      { STOCK_DT, [measure]: '<=2' },
    ])
    for (const SEARCH of searches) {
      const whole = await queryRows(name, { SEARCH })
      expect([name, SEARCH, measure in SEARCH || whole.length > 1]).toEqual([name, SEARCH, true])
      for (const [FIRST, ROWS] of [
        [0, 1],
        [1, 2],
        [Math.max(whole.length - 1, 0), 3],
        [0, 400],
      ] as const) {
        const part = await queryRows(name, { SEARCH, WINDOW: { FIRST, ROWS } })
        expect([name, SEARCH, FIRST, part]).toEqual([
          name,
          SEARCH,
          FIRST,
          whole.slice(FIRST, FIRST + ROWS),
        ])
      }
    }
  }
}

test('a window of the daily ledger equals that slice of it at any closing progress', async () => {
  await expectParts()
  expect(await closeDays(site.db)).toBeGreaterThan(0)
  const [remaining] = await site.db.query<{ n: number }>(sql`
    select ${addDays(today, -1)}::date - max(stock_dt) n from ledger_day`)
  expect(remaining?.n).toBeGreaterThan(1)
  await expectParts()
  let closed = 1
  while (closed > 0) closed = await closeDays(site.db)
  await expectParts()
})
