import { machineFacts } from '#tests/bench/machine.ts'
import { testCluster } from '#tests/support/postgres.ts'
import { fightForHotItems } from './hot-allocation.ts'

// `npm run torture [-- requests]`: through HTTP, on a PostgreSQL with three servers. Exit status 1
// when one piece too many was promised or the ledger does not add up.
const [requests = '100000'] = process.argv.slice(2)
process.env['STORE'] = 'postgres'
const cluster = await testCluster()
if (!cluster) throw new Error('there is no PostgreSQL here')
process.env['TEST_DATABASE_URL'] = cluster.url
console.log(machineFacts())
try {
  const size = { requests: Number(requests), servers: 3, workers: 32 }
  const result = await fightForHotItems(size)
  console.log(
    `${size.requests} orders of one piece, ${size.workers} workers, ${size.servers} servers`,
  )
  console.log(result)
  const right = result.oversold === 0 && result.promised === result.stock
  process.exitCode = right && result.findings.length === 0 ? 0 : 1
} finally {
  await cluster.stop()
}
