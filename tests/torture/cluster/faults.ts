import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Dice } from '#tests/torture/floor/dice.ts'
import { drainMs, type ClusterSite } from './site.ts'

export interface Fault {
  readonly name: string
  /** Breaks something and repairs it again. */
  readonly happen: (site: ClusterSite, dice: Dice) => Promise<void>
  /** Whether it must not lose any response. */
  readonly isGraceful?: true
}

const outageMs = 6_000

async function killServer(site: ClusterSite, dice: Dice): Promise<void> {
  const at = dice.below(site.servers)
  await site.endServer(at, 'SIGKILL')
  await site.startServer(at)
}

/** Stops a server gracefully while saves that started before the signal are still in progress. */
async function suspendServer(site: ClusterSite, dice: Dice): Promise<void> {
  const at = dice.below(site.servers)
  const release = await site.holdSaves()
  await pause(500)
  const stopped = site.endServer(at, 'SIGTERM')
  await pause(drainMs + 700)
  await release()
  await stopped
  await site.startServer(at)
}

async function failOver(site: ClusterSite): Promise<void> {
  await site.failOver()
  await site.rebuildStandby()
}

async function pausePrimary(site: ClusterSite): Promise<void> {
  site.primary.pause()
  await pause(outageMs)
  site.primary.resume()
}

async function restartPrimary(site: ClusterSite): Promise<void> {
  await site.primary.restart()
  await site.primary.waitForStandby()
}

/** Other programs occupy every connection, including each connection that a server returns. */
async function takeAllConnections(site: ClusterSite): Promise<void> {
  const url = site.primaryUrl
  const taken: pg.Client[] = []
  const openConnection = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
      return true
    } catch {
      return false
    }
  }
  await site.ask(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'wms' and pid <> pg_backend_pid()`)
  const end = performance.now() + outageMs
  while (performance.now() < end) if (!(await openConnection())) await pause(20)
  await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
}

function interruptNetwork(passage: 'hold' | 'lose') {
  return async (site: ClusterSite): Promise<void> => {
    site.passage = passage
    await pause(outageMs)
    site.passage = 'pass'
  }
}

/** A server runs for a while with a clock that is an hour fast. */
function setClockAhead(library: string) {
  return async (site: ClusterSite, dice: Dice): Promise<void> => {
    const at = dice.below(site.servers)
    await site.endServer(at, 'SIGTERM')
    await site.startServer(at, {
      LD_PRELOAD: library,
      FAKETIME: '+1h',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    // Pause for longer than the interval at which schedules are checked.
    await pause(12_000)
    await site.endServer(at, 'SIGTERM')
    await site.startServer(at)
  }
}

/** Failures in the short run, in which each kind of process ends once. */
export const shortRunFaults: readonly Fault[] = [
  { name: 'server killed', happen: killServer },
  { name: 'server stopped', happen: suspendServer, isGraceful: true },
  { name: 'primary killed, standby promoted', happen: failOver },
]

export function allFaults(faketime: string | undefined): readonly Fault[] {
  const clock = faketime && {
    name: 'clock of a server an hour ahead',
    happen: setClockAhead(faketime),
    isGraceful: true as const,
  }
  return [
    ...shortRunFaults,
    { name: 'primary paused', happen: pausePrimary },
    { name: 'primary restarted', happen: restartPrimary },
    { name: 'no connections left', happen: takeAllConnections },
    { name: 'network holds every byte', happen: interruptNetwork('hold') },
    { name: 'network loses every byte', happen: interruptNetwork('lose') },
    ...(clock ? [clock] : []),
  ]
}
