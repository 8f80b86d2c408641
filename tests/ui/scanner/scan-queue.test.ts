import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScanQueue } from '#ui/scanner/scan-queue.ts'

test('scans are handled one at a time, in order, none lost and none doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ code: fc.constantFrom('A', 'B'), fails: fc.boolean() })),
      async (scheduler, scans) => {
        const seen: string[] = []
        let busy = 0
        const queue = new ScanQueue({
          handle: async ({ id, code }) => {
            busy += 1
            expect(busy).toBe(1)
            await scheduler.schedule(Promise.resolve())
            seen.push(`${id}${code}`)
            busy -= 1
            if (scans[id - 1]?.fails) throw new Error('server is away')
          },
        })
        for (const { code } of scans) queue.add(code)
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

test('a slow server shows as a waiting count and a latency', async () => {
  let nowMs = 0
  let answer: () => void = () => {}
  const queue = new ScanQueue({
    handle: async () => new Promise<void>((resolve) => (answer = resolve)),
    now: () => nowMs,
  })
  const counts: number[] = []
  queue.subscribe(() => counts.push(queue.getState().waiting))
  queue.add('SKU100200')
  await Promise.resolve()
  nowMs = 120
  await new Promise<void>((resolve) => setImmediate(resolve))
  answer()
  await queue.idle()
  expect(counts).toEqual([1, 0])
  expect(queue.getState().lastLatencyMs).toBe(120)
})

test('a listener that throws loses no scan', async () => {
  const handled: string[] = []
  const queue = new ScanQueue({ handle: async ({ code }) => void handled.push(code) })
  let throws = 0
  queue.subscribe(() => {
    if (queue.getState().waiting === 1 && (throws += 1) === 2) throw new Error('screen is gone')
  })
  queue.add('A')
  queue.add('B')
  await queue.idle()
  expect(handled).toEqual(['A', 'B'])
})

test('one handed on lets the next come, and is waited for all the same', async () => {
  const answers: (() => void)[] = []
  const handled: string[] = []
  const queue = new ScanQueue({
    handle: ({ code }) => {
      handled.push(code)
      const answered = new Promise<void>((resolve) => answers.push(resolve))
      return Promise.resolve({ answered })
    },
  })
  queue.add('A')
  queue.add('B')
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

test('one that fails after it was handed on is spent, and told', async () => {
  const errors: unknown[] = []
  const queue = new ScanQueue({
    handle: () => Promise.resolve({ answered: Promise.reject(new Error('away')) }),
    onError: (error) => errors.push(error),
  })
  queue.add('A')
  await queue.idle()
  expect([queue.getState().failed, queue.getState().waiting, errors.length]).toEqual([1, 0, 1])
})
