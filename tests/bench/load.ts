import { setTimeout as pause } from 'node:timers/promises'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { percentile } from '#tests/torture/client.ts'
import type { Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const users = 50
const movementsASecond = 300
const cells = 200
/** Lines of one save: a clerk moves a few pieces. */
const linesEach = 3

/**
 * Fifty users in one session post moves to one PostgreSQL at a steady rate. Saves start on
 * schedule, not after the previous response, so a slow server does not reduce the load. Throws at
 * the first failed save.
 */
export async function measureLoad(seconds: number): Promise<Figure> {
  process.env['STORE'] = 'postgres'
  const db = await testDatabase()
  const server = await startServer({
    env: { DATABASE_URL: testDatabaseUrl(db), CALLS_AT_ONCE: '0' },
  })
  try {
    const user = await TimedUser.login(server.url)
    const balances = await getStock(user)
    const everyMs = (1000 * users * linesEach) / movementsASecond
    const times: number[] = []
    const started = performance.now()
    const runClerk = async (number: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const due = started + (number / users) * everyMs + turn * everyMs
        if (due > started + seconds * 1000) return
        await pause(Math.max(0, due - performance.now()))
        const own = balances.slice(number * linesEach, (number + 1) * linesEach)
        const rows = own.map((BALANCE_ID) => ({ BALANCE_ID, ADJUST_QTY: 1, REASON: 'load' }))
        await user.save('inventory/adjust', rows)
        times.push(performance.now() - due)
      }
    }
    await Promise.all(Array.from({ length: users }, (_, number) => runClerk(number)))
    const took = (performance.now() - started) / 1000
    const posted = times.length * linesEach
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0))
    console.log(
      `  ${users} users, ${posted} movements in ${took.toFixed(0)} s: ${(posted / took).toFixed(0)}/s, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, no error`,
    )
    return {
      name: `load of ${movementsASecond} movements a second, p95`,
      medianMs: percentile(times, 0.95),
      worstMs: Math.max(...times),
      runs: times.length,
      budgetMs: 250,
    }
  } finally {
    await server.discard()
    await db.close()
  }
}

async function getStock(user: TimedUser): Promise<string[]> {
  const items = Array.from({ length: users }, (_, index) => `LOAD-${index}`)
  const owner = { OWNER_CD: 'HANBIT' }
  await user.save(
    'master/save-stock',
    items.map((STOCK_CD) => ({ BATCH_FLAG: 'I', ...owner, STOCK_CD, STOCK_NM: STOCK_CD })),
  )
  const places = (await user.query('master/cell')).rows.slice(0, cells)
  const receipts = items.flatMap((STOCK_CD, index) =>
    Array.from({ length: linesEach }, (_, line) => ({
      ...owner,
      RECEIPT_DT: '20261120',
      OWNER_ORDER_NO: 'LOAD',
      STOCK_CD,
      ORDER_QTY: 1000,
      CELL_CD: places[(index * linesEach + line) % places.length]?.['CELL_CD'] ?? null,
    })),
  )
  const { answer } = await user.save('inbound/upload-receipts', receipts)
  const RECEIPT_NO = answer.data.rows[0]?.['RECEIPT_NO'] ?? null
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
  const { rows } = await user.query('inventory/stock-to-work', { STOCK_CD: 'LOAD-%' })
  if (rows.length < users * linesEach) throw new Error(`only ${rows.length} pieces of stock`)
  return rows.map((row) => String(row['BALANCE_ID']))
}
