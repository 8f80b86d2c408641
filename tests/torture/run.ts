import { machineFacts } from '#tests/bench/machine.ts'
import { testCluster } from '#tests/support/postgres.ts'
import { isRight, tortureCluster } from './cluster/cluster.ts'
import { crossSaves } from './crossing-saves.ts'
import { simulateFloor } from './floor/life.ts'
import { competeForHotItems } from './hot-allocation.ts'

// `npm run torture [-- hot|saves|floor [how many] [postgres|embedded]]` runs over HTTP against
// servers in separate processes. Exits with 1 on over-allocation, a save that is not applied
// exactly once, or a ledger that does not balance. `floor [steps]` simulates people who work in a
// building, by direct calls instead of HTTP, and compares the books with the shelves. It prints the
// findings by kind, the differences that human errors explain, and the seed. `FLOOR_SEED=…` repeats
// a run. Exits with 1 on any finding. `cluster [--seconds 600] [--users 50] [--rate 300] [--seed
// …]` runs by name only. Its servers run behind haproxy and pgbouncer on a primary with a standby,
// and all of these fail in turn.
const cliArguments = process.argv.slice(2)
if (cliArguments.includes('cluster')) {
  const readOption = (name: string, usual: number) => {
    const index = cliArguments.indexOf(`--${name}`)
    return index < 0 ? usual : Number(cliArguments[index + 1])
  }
  const seed = readOption('seed', Date.now() % 1_000_000)
  console.log(machineFacts())
  console.log(`--seed ${seed} repeats the order of the faults`)
  const result = await tortureCluster({
    servers: readOption('servers', 3),
    users: readOption('users', 50),
    rate: readOption('rate', 300),
    seconds: readOption('seconds', 600),
    seed,
  })
  console.log({ ...result, errors: undefined })
  console.table(result.faults)
  process.exit(isRight(result) ? 0 : 1)
}
const isRequested = (part: string) =>
  cliArguments.includes(part) ||
  !['hot', 'saves', 'floor'].some((candidate) => cliArguments.includes(candidate))
const size = Number(cliArguments.find((cliArgument) => /^\d+$/.test(cliArgument)) ?? Number.NaN)
const sizeOrDefault = (usual: number) => (Number.isNaN(size) ? usual : size)
const stores = (['postgres', 'embedded'] as const).filter(
  (store) =>
    cliArguments.includes(store) ||
    !(cliArguments.includes('postgres') || cliArguments.includes('embedded')),
)

const cluster = stores.includes('postgres') ? await testCluster() : undefined
if (stores.includes('postgres') && !cluster) throw new Error('there is no PostgreSQL here')
if (cluster) process.env['TEST_DATABASE_URL'] = cluster.url
console.log(machineFacts())
let hasSucceeded = true
try {
  if (cluster && isRequested('hot')) {
    process.env['STORE'] = 'postgres'
    const hot = { requests: sizeOrDefault(100_000), servers: 3, workers: 96 }
    const result = await competeForHotItems(hot)
    console.log(
      `${hot.requests} orders of one piece, ${hot.workers} workers, ${hot.servers} servers`,
    )
    console.log(result)
    hasSucceeded &&= result.oversold === 0 && result.promised === result.stock
    hasSucceeded &&= result.findings.length === 0
  }
  if (isRequested('saves')) {
    for (const store of stores) {
      process.env['STORE'] = store
      const result = await crossSaves(sizeOrDefault(10_000))
      console.log(`${store}: duplicate, aborted and crossing saves`)
      console.log(result)
      hasSucceeded &&= result.wrong + result.split + result.findings.length === 0
    }
  }
  if (isRequested('floor')) {
    const seed = process.env['FLOOR_SEED']
    for (const store of stores) {
      process.env['STORE'] = store
      const result = await simulateFloor(
        sizeOrDefault(100_000),
        seed === undefined ? undefined : Number(seed),
      )
      console.log(`${store}: a simulated building; FLOOR_SEED=${result.seed} repeats it`)
      console.log({ ...result, report: undefined })
      console.log(result.report || 'no findings')
      hasSucceeded &&= result.report === ''
    }
  }
} finally {
  await cluster?.stop()
}
process.exitCode = hasSucceeded ? 0 : 1
