import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScanQueue, type QueuedScan } from '#ui/scanner/scan-queue.ts'

test('scans are handled one at a time and in order, none lost or duplicated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ code: fc.constantFrom('A', 'B'), fails: fc.boolean() })),
      async (scheduler, scans) => {
        const seen: string[] = []
        let busy = 0
        const queue = new ScanQueue()
        const handle = async ({ id, code }: QueuedScan): Promise<void> => {
          busy += 1
          expect(busy).toBe(1)
          await scheduler.schedule(Promise.resolve())
          seen.push(`${id}${code}`)
          busy -= 1
          if (scans[id - 1]?.fails) throw new Error('server is away')
        }
        for (const { code } of scans) queue.add(code, handle)
        const idle = queue.idle()
        await scheduler.waitFor(idle)
        expect(seen).toEqual(scans.map(({ code }, index) => `${index + 1}${code}`))
        expect(queue.getState()).toMatchObject({
          waiting: 0,
          failed: scans.filter((scan) => scan.fails).length,
        })
      },
    ),
  )
})

test('the queue reports a waiting count and a latency for a slow server', async () => {
  let nowMs = 0
  let answer: () => void = () => {}
  const queue = new ScanQueue(() => nowMs)
  const counts: number[] = []
  queue.subscribe(() => counts.push(queue.getState().waiting))
  queue.add('SKU100200', async () => new Promise<void>((resolve) => (answer = resolve)))
  await Promise.resolve()
  nowMs = 120
  await new Promise<void>((resolve) => setImmediate(resolve))
  answer()
  await queue.idle()
  expect(counts).toEqual([1, 0])
  expect(queue.getState().lastLatencyMs).toBe(120)
})

test('a listener that throws does not lose a scan', async () => {
  const handled: string[] = []
  const queue = new ScanQueue()
  let throws = 0
  queue.subscribe(() => {
    if (queue.getState().waiting === 1 && (throws += 1) === 2) throw new Error('screen is gone')
  })
  for (const each of ['A', 'B']) queue.add(each, async ({ code }) => void handled.push(code))
  await queue.idle()
  expect(handled).toEqual(['A', 'B'])
})

test('a scan handed over to a lane lets the next scan start but still counts as waiting', async () => {
  const answers: (() => void)[] = []
  const handled: string[] = []
  const queue = new ScanQueue()
  const awaitAnswer = (): Promise<void> => new Promise((resolve) => answers.push(resolve))
  for (const code of ['A', 'B']) {
    queue.add(code, () => {
      handled.push(code)
      return Promise.resolve({ lane: {}, work: awaitAnswer })
    })
  }
  await expect.poll(() => handled).toEqual(['A', 'B'])
  expect(queue.getState().waiting).toBe(2)
  let isIdle = false
  const idle = queue.idle().then(() => (isIdle = true))
  answers[0]?.()
  await expect.poll(() => queue.getState().waiting).toBe(1)
  expect(isIdle).toBe(false)
  answers[1]?.()
  await idle
  expect(queue.getState()).toMatchObject({ waiting: 0, failed: 0 })
})

test('a scan that fails after the handover counts as failed and no longer waits', async () => {
  const queue = new ScanQueue()
  const failToRead = (): Promise<void> => Promise.reject(new Error('away'))
  queue.add('A', () => Promise.resolve({ lane: {}, work: failToRead }))
  await queue.idle()
  expect(queue.getState()).toMatchObject({ failed: 1, waiting: 0 })
})

test('scans handed over keep their order within each lane', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(2)), async (scheduler, scans) => {
      const lanes = [{}, {}, {}]
      const seen: number[][] = [[], [], []]
      const queue = new ScanQueue()
      for (const [index, station] of scans.entries()) {
        const lane = lanes[station] ?? {}
        const recordIndex = async (): Promise<void> => {
          await scheduler.schedule(Promise.resolve())
          seen[station]?.push(index)
        }
        queue.add('A', () => Promise.resolve({ lane, work: recordIndex }))
      }
      await scheduler.waitFor(queue.idle())
      const expected = lanes.map((_, station) =>
        scans.flatMap((scan, index) => (scan === station ? [index] : [])),
      )
      expect(seen).toEqual(expected)
    }),
  )
})

test('a slow lane does not block other scans', async () => {
  const queue = new ScanQueue()
  const handled: string[] = []
  const slow = Promise.withResolvers<void>()
  const station = {}
  queue.add('A', () => slow.promise, station)
  queue.add('B', async () => void handled.push('B'), station)
  queue.add('C', async () => void handled.push('C'))
  await expect.poll(() => handled).toEqual(['C'])
  slow.resolve()
  await queue.idle()
  expect(handled).toEqual(['C', 'B'])
})
