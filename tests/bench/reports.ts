import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { reportScreens } from '#areas/reports/screens/index.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import { makeFigure, type Figure } from './machine.ts'
import { fillReports } from './report-fill.ts'
import { TimedUser } from './timed-user.ts'

type Search = Record<string, string>

/** Times in milliseconds, without the first run, which is a warm-up. */
async function measureTimes(ask: () => Promise<{ ms: number }>, runs = 3): Promise<number[]> {
  try {
    await ask()
    const all: number[] = []
    for (let run = 0; run < runs; run += 1) all.push((await ask()).ms)
    return all
  } catch (error) {
    // A failed query misses its budget; the remaining queries are still measured.
    console.log(`  ${String(error)}`)
    return [Number.POSITIVE_INFINITY]
  }
}

/**
 * Search conditions of a screen when it opens. Screens with required fields are searched for one
 * lot.
 */
function getOpeningSearch({ sources, searchDefaults, search }: PaneScreen): Search {
  const required = search.includes('*LOT_NO') ? { OWNER_CD: 'BN07', STOCK_CD: 'IT00100' } : {}
  const start = { ...required, ...searchDefaults, ...sources.grid?.fixed }
  const resolved = Object.entries(start).map(([name, value]) => {
    return [name, resolveToday(String(value))] as const
  })
  return Object.fromEntries(resolved)
}

async function getScreens(): Promise<PaneScreen[]> {
  const files = Object.values(reportScreens).map((file) => file())
  const written = (await Promise.all(files)).flatMap((file) => Object.values(file))
  return written.map(normalise).toSorted((a, b) => a.route.localeCompare(b.route))
}

/** PostgreSQL handles the queries until the server has copied the stock into columns. */
async function waitForCopy(user: TimedUser, tries = 60): Promise<void> {
  const { ms } = await user.page('reports/inventory-by-zone', {}, { FIRST: 0, ROWS: 100 })
  if (ms > 1_000 && tries > 0) await waitForCopy(user, tries - 1)
}

/** Daily ledger reports with larger searches than those of their screens. */
function dailyReports(today: string): readonly (readonly [string, number, Search])[] {
  const month = `${addDays(today, -29)}~${today}`
  const year = `${addDays(today, -61)}~${today}`
  return [
    ['billing/in-out-by-day', 300, { STOCK_DT: month }],
    ['billing/in-out-by-month', 300, { STOCK_DT: year }],
    ['billing/stock-by-day', 300, { STOCK_DT: today }],
    ['billing/item-ledger-by-day', 300, { STOCK_DT: month, OWNER_CD: 'BN07' }],
    ['reports/stock-movements', 2000, { STOCK_DT: month }],
    ['billing/item-ledger-by-month', 2000, { STOCK_DT: month }],
    ['billing/room-by-month', 2000, { STOCK_DT: month }],
    ['billing/figure-by-day', 2000, { STOCK_DT: month, FIGURE_CD: 'SHIPMENT' }],
  ]
}

export async function measureReports(balances: number): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const kept = process.env['BENCH_DATABASE_URL']
  const limits = { statementMs: 3_600_000, idleTransactionMs: 3_600_000 }
  const db = kept ? await openDatabase({ url: kept, limits }) : await testDatabase({ limits })
  const env = { DATABASE_URL: kept ?? testDatabaseUrl(db) }
  const today = timestampAt(Date.now()).slice(0, 8)
  const [there] = await db.query<{ n: number }>(sql`
    select count(*) n from supplier where owner_cd = 'BN01'`)
  if (there?.n === 0) {
    // The first start creates the company of the rows. No server runs while they are inserted.
    const first = await startServer({ env })
    await first.stop()
    await fillReports(db, balances, today)
  }
  const server = await startServer({ env })
  try {
    const user = await TimedUser.login(server.url)
    const page = { FIRST: 0, ROWS: 100 }
    const figures: Figure[] = []
    const measure = async (name: string, budget: number, ask: () => Promise<{ ms: number }>) => {
      const found = makeFigure(name, budget, await measureTimes(ask))
      // The run takes minutes, so print each result as it is known.
      console.log(`  ${found.name}: ${found.medianMs.toFixed(0)} ms of ${budget}`)
      figures.push(found)
    }
    await measure('Home: numbers of its lines', 200, () => user.home())
    await waitForCopy(user)
    for (const screen of await getScreens()) {
      const name = screen.sources.grid?.source.name ?? ''
      const search = getOpeningSearch(screen)
      await measure(`${screen.route}: first page`, 300, () => user.page(name, search, page))
    }
    for (const [name, budget, search] of dailyReports(today)) {
      const title = `${name} ${search['STOCK_DT']} ${search['OWNER_CD'] ?? ''}`
      await measure(title, budget, () => user.page(name, search, page))
    }
    return figures
  } finally {
    await server.discard()
    await db.close()
  }
}
