// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { isPrefetching, prefetchWhenIdle } from '#ui/base/prefetch.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code is prefetched when idle, after 2 seconds at the latest', () => {
  const requests: [IdleRequestCallback, IdleRequestOptions | undefined][] = []
  vi.stubGlobal('requestIdleCallback', (run: IdleRequestCallback, options?: IdleRequestOptions) =>
    requests.push([run, options]),
  )
  prefetchWhenIdle(() => Promise.resolve())
  expect(requests[0]?.[1]).toEqual({ timeout: 2000 })
})

test('prefetching without idle callbacks starts after 2 seconds and ignores a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestIdleCallback', undefined)
  let fetched = 0
  prefetchWhenIdle(() => {
    fetched += 1
    return Promise.reject(new Error('no network'))
  })
  vi.advanceTimersByTime(1999)
  expect(fetched).toBe(0)
  vi.advanceTimersByTime(1)
  expect([fetched, isPrefetching()]).toEqual([1, true])
  await vi.runAllTimersAsync()
  expect(isPrefetching()).toBe(false)
})

test('each prefetch step waits for a separate idle callback, even after a failure', async () => {
  const requests: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => requests.push(run))
  const fetched: string[] = []
  const fetchStep = (name: string, response: Promise<unknown>) => () => {
    fetched.push(name)
    return response
  }
  const refused = Promise.reject(new Error('no network'))
  prefetchWhenIdle(fetchStep('one', refused), fetchStep('two', Promise.resolve()))
  requests.shift()?.()
  expect(fetched).toEqual(['one'])
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(fetched).toEqual(['one'])
  requests.shift()?.()
  expect(fetched).toEqual(['one', 'two'])
})
