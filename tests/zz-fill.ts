import { fillReports } from './bench/report-fill.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { momentAt } from '#kernel/calendar.ts'
const url = process.env['BENCH_DATABASE_URL']!
const s = await startServer({ env: { DATABASE_URL: url } })
const db = await openDatabase({
  url,
  limits: { statementMs: 3_600_000, idleTransactionMs: 3_600_000 },
})
console.time('fill')
await fillReports(
  db,
  Number(process.env['BALANCES'] ?? 1_000_000),
  momentAt(Date.now()).slice(0, 8),
)
console.timeEnd('fill')
await db.close()
await s.discard()
process.exit(0)
