import { setTimeout as pause } from 'node:timers/promises'
import { buildPage } from '#server/site/build-page.ts'
import { Dice } from '#tests/torture/floor/dice.ts'
import { countAll, type EffectCounts } from './count.ts'
import { allFaults, shortRunFaults, type Fault } from './faults.ts'
import { findClusterPrograms } from './programs.ts'
import { ClusterSite } from './site.ts'
import { Users } from './users.ts'

export interface ClusterOptions {
  readonly servers: number
  readonly users: number
  /** Target number of saves per second, for all users together. */
  readonly rate: number
  /** Duration of the failures, which happen one after another. */
  readonly seconds: number
  readonly seed: number
  /** Limits the failures to killing a server, stopping one and promoting the standby, once each. */
  readonly isShort?: boolean
}

interface FaultTime {
  readonly fault: Fault
  readonly from: number
  readonly until: number
}

export interface ClusterResult extends EffectCounts {
  readonly seed: number
  readonly saves: number
  readonly acknowledged: number
  readonly perSecond: number
  /** Responses lost while a server stopped gracefully. */
  readonly cut: number
  readonly cutBy: Readonly<Record<string, number>>
  /** Receipts missing from a list that was read after they were saved. */
  readonly missing: readonly string[]
  /** Number of lists that the servers still running at the end have read from the standby. */
  readonly replicaReads: number
  readonly wrongWords: readonly string[]
  readonly refusals: Readonly<Record<string, number>>
  /** Number of outages by kind, and the longest time without an acknowledged save. */
  readonly faults: Readonly<Record<string, { times: number; seconds: number }>>
  readonly leftOut: readonly string[]
  readonly errors: readonly string[]
}

const calmMs = 2_000

function faultTable(times: readonly FaultTime[], acknowledged: readonly number[]) {
  const table: Record<string, { times: number; seconds: number }> = {}
  for (const { fault, from, until } of times) {
    const inside = acknowledged.filter((at) => at > from && at < until)
    const marks = [from, ...inside, until]
    const gaps = marks.slice(1).map((at, index) => at - (marks[index] ?? at))
    const seconds = Math.round(Math.max(0, ...gaps) / 100) / 10
    const row = (table[fault.name] ??= { times: 0, seconds: 0 })
    row.times += 1
    row.seconds = Math.max(row.seconds, seconds)
  }
  return table
}

/** Yields all failures in a shuffled order, then all of them in another order, without end. */
function* shuffleEndlessly(faults: readonly Fault[], dice: Dice): Generator<Fault> {
  for (;;) {
    const order = faults.map((fault) => ({ fault, at: dice.next() }))
    yield* order.toSorted((a, b) => a.at - b.at).map(({ fault }) => fault)
  }
}

async function injectFaults(site: ClusterSite, faults: readonly Fault[], options: ClusterOptions) {
  const dice = new Dice(options.seed)
  const times: FaultTime[] = []
  const end = performance.now() + options.seconds * 1000
  const order = options.isShort ? faults.values() : shuffleEndlessly(faults, dice)
  for (const fault of order) {
    if (performance.now() >= end) break
    await pause(calmMs)
    const from = performance.now()
    process.stdout.write(`${fault.name}\n`)
    await fault.happen(site, dice)
    await site.whenReady()
    await pause(calmMs)
    times.push({ fault, from, until: performance.now() })
  }
  await pause(Math.max(0, end - performance.now()))
  return times
}

/**
 * Lets users work on several servers behind haproxy, pgbouncer and a pair of PostgreSQL servers
 * while these fail in turn. The outcome is read from the database.
 */
export async function tortureCluster(options: ClusterOptions): Promise<ClusterResult> {
  const programs = findClusterPrograms()
  await buildPage()
  const site = await ClusterSite.open(programs, options.servers)
  try {
    const users = await Users.login(site.url, {
      ...options,
      scarce: Math.ceil((options.rate * options.seconds) / 50),
    })
    // Raises the adjustment limit, so users can adjust one piece at a time all day.
    await site.ask('update warehouse set adjust_limit_qty = 1000000000')
    const started = performance.now()
    users.start(options.rate)
    const faults = options.isShort ? shortRunFaults : allFaults(programs.faketime)
    const times = await injectFaults(site, faults, options)
    const seconds = (performance.now() - started) / 1000
    await users.finish()
    const graceful = times.filter(({ fault }) => fault.isGraceful)
    const cut = users.lost.filter(({ at }) =>
      graceful.some(({ from, until }) => at > from && at < until),
    )
    const ways = [...Map.groupBy(cut, ({ how }) => how)]
    // The ledger is sealed every ten seconds.
    await pause(12_000)
    return {
      seed: options.seed,
      saves: users.saves.length,
      acknowledged: users.acknowledgedAt.length,
      perSecond: Math.round(users.acknowledgedAt.length / seconds),
      cut: cut.length,
      cutBy: Object.fromEntries(ways.map(([how, own]) => [how, own.length])),
      ...(await countAll(site, users.saves)),
      missing: users.missing,
      replicaReads: await site.countReplicaReads(),
      wrongWords: [...users.wrongWords].map(([words, n]) => `${n} × ${words}`),
      refusals: Object.fromEntries(users.refusals),
      faults: faultTable(times, users.acknowledgedAt),
      leftOut: programs.faketime ? [] : ['the clock of a server: no faketime'],
      errors: [...new Set(site.errors)].slice(0, 40),
    }
  } finally {
    await site.close()
  }
}

/**
 * Whether no save was lost, applied twice or cut off, no stock was oversold, and every error has
 * its documented message.
 */
export function isRight(result: ClusterResult): boolean {
  const { lost, doubled, oversold, cut, schedulesMissed, schedulesDoubled } = result
  const isSum0 = lost + doubled + oversold + cut + schedulesMissed + schedulesDoubled === 0
  const isComplete = isSum0 && result.missing.length === 0
  return isComplete && result.wrongWords.length === 0 && result.findings.endsWith(' 0 findings')
}
