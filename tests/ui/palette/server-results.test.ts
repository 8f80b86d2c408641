// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useServerResults } from '#ui/command-line/use-records.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a line is looked up again once the connection is back, and its failure disappears', async () => {
  let isConnected = false
  const respond = async () => {
    if (!isConnected) throw new TypeError('fetch failed')
    return Response.json({ data: [] })
  }
  vi.stubGlobal('fetch', vi.fn(respond))
  const question = { text: 'PLAIN', words: [] }
  const { result } = renderHook(() => useServerResults(question, () => undefined))
  await waitFor(() => expect(result.current.failure).toBe(''))
  isConnected = true
  act(() => {
    dispatchEvent(new Event('online'))
  })
  await waitFor(() => expect(result.current.failure).toBeUndefined())
})
