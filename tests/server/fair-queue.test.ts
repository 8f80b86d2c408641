import { describe, expect, test } from 'vitest'
import { AppError } from '#server/base/app-error.ts'
import { FairQueue } from '#server/base/fair-queue.ts'

const busyError = () => new AppError(503, 'BUSY', { ko: '', en: '' })

/**
 * Queue with work that the test finishes manually. Records the names of started, completed and
 * rejected work.
 */
function createQueue(limits: { running: number; runningPerUser?: number; waiting: number }) {
  const line = new FairQueue({ ...limits, overloadError: busyError })
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const enqueue = (name: string, signal?: AbortSignal) => {
    const [who = ''] = name.split('-')
    const startWork = () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        ends.set(name, resolve)
      })
    return line.run(who, startWork, signal).catch((error: unknown) => {
      refused.push(error instanceof AppError ? `${name} ${error.code}` : `${name} gone`)
    })
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const endWork = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { ask: enqueue, begun, refused, end: endWork, settled: settle }
}

describe('a fair queue', () => {
  test('runs a limited number of requests and starts the next when one finishes', async () => {
    const { ask, begun, end, settled } = createQueue({ running: 2, waiting: 9 })
    for (const name of ['a-1', 'a-2', 'a-3']) void ask(name)
    await settled()
    expect(begun).toEqual(['a-1', 'a-2'])
    await end('a-2')
    expect(begun).toEqual(['a-1', 'a-2', 'a-3'])
  })

  test('serves the least-loaded user first, ties round-robin', async () => {
    const { ask, begun, end, settled } = createQueue({ running: 1, waiting: 9 })
    for (const name of ['a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'c-1']) void ask(name)
    await settled()
    for (const name of ['a-1', 'b-1', 'c-1', 'a-2', 'b-2', 'a-3']) {
      expect(begun.at(-1)).toBe(name)
      await end(name)
    }
  })

  test('leaves capacity for others if a user exceeds their share', async () => {
    const { ask, begun, settled } = createQueue({ running: 2, runningPerUser: 1, waiting: 9 })
    for (const name of ['a-1', 'a-2']) void ask(name)
    await settled()
    expect(begun).toEqual(['a-1'])
    void ask('b-1')
    await settled()
    expect(begun).toEqual(['a-1', 'b-1'])
  })

  test('rejects the last request of the user with the most waiting if full', async () => {
    const { ask, refused, settled } = createQueue({ running: 1, waiting: 3 })
    for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'a-5', 'b-1', 'c-1', 'd-1']) void ask(name)
    await settled()
    expect(refused.toSorted()).toEqual(['a-3 BUSY', 'a-4 BUSY', 'a-5 BUSY', 'd-1 BUSY'])
  })

  test('drops a cancelled request and starts the next one', async () => {
    const { ask, begun, refused, end, settled } = createQueue({ running: 1, waiting: 2 })
    const gone = new AbortController()
    void ask('a-1')
    void ask('b-1', gone.signal)
    gone.abort()
    void ask('c-1')
    await settled()
    expect(refused).toEqual(['b-1 gone'])
    await end('a-1')
    expect(begun).toEqual(['a-1', 'c-1'])
  })

  test('does nothing for a request cancelled as it starts', async () => {
    const { ask, begun, refused, settled } = createQueue({ running: 1, waiting: 2 })
    const gone = new AbortController()
    void ask('a-1', gone.signal)
    gone.abort()
    void ask('b-1')
    await settled()
    expect([begun, refused]).toEqual([['b-1'], ['a-1 gone']])
  })

  test('continues after failed work', async () => {
    const line = new FairQueue({ running: 1, waiting: 1, overloadError: busyError })
    await expect(line.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await line.run('a', async () => 'done')).toBe('done')
  })
})
