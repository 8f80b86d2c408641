import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const budgetMs = 100
const idleSeconds = 20
const floodSeconds = 60
const parallel = 8

async function listTimes(user: TimedUser, isOver: () => boolean): Promise<number[]> {
  const times = []
  while (!isOver()) {
    times.push((await user.query('master/owner')).ms)
    await pause(5)
  }
  return times
}

function slowestHundredth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function readMemoryMb({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

async function readSettledMemoryMb(server: ServerProcess, start: number): Promise<number> {
  let now = await readMemoryMb(server)
  for (let waited = 0; waited < 30 && now > start; waited += 1) {
    await pause(1000)
    now = Math.min(now, await readMemoryMb(server))
  }
  return now
}

/**
 * Measures how long another user waits for a list (99th percentile) while the session of one
 * customer sends the worst bodies it can. Compares this with the wait on the idle server, and the
 * memory before and after.
 */
export async function measureCustomerFlood(server: ServerProcess): Promise<Figure[]> {
  const { url } = server
  const user = await TimedUser.login(url)
  const customer = await TimedUser.login(url, undefined, 'customer')
  const deadline = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() > end
  }
  await listTimes(user, deadline(5))
  const idle = await listTimes(user, deadline(idleSeconds))
  const before = await readMemoryMb(server)
  const worker = new Worker(new URL('customer-flood-worker.ts', import.meta.url), {
    workerData: { url, cookie: customer.cookie, seconds: floodSeconds, parallel },
  })
  const sent = new Promise<[string, number][]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const flooded = await listTimes(user, deadline(floodSeconds))
  const statuses = await sent
  const after = await readSettledMemoryMb(server, before)
  const [idleMs, floodMs] = [slowestHundredth(idle), slowestHundredth(flooded)]
  console.log(
    [...statuses]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([name, count]) => `${name}×${count}`)
      .join(' '),
  )
  console.log(
    `list, slowest 1 %: idle ${idleMs.toFixed(0)} ms, flooded ${floodMs.toFixed(0)} ms ` +
      `(${(floodMs / idleMs).toFixed(1)}×), ${flooded.length} lists; memory ${before} MB, then ${after} MB`,
  )
  const slowest = flooded.toSorted((a, b) => b - a).slice(0, Math.ceil(flooded.length / 100))
  return [
    makeFigure('a list on the idle server', budgetMs, idle),
    makeFigure(
      'a list during a flood of one customer, slowest 1 %',
      budgetMs,
      slowest.toReversed(),
    ),
  ]
}
