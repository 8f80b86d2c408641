const AGAIN_MS = 5000

/**
 * Retries every few seconds, and when the network comes back, until the attempt returns true.
 * Returns a function that stops it. A pending attempt then must not continue (`ended` is aborted).
 */
export function retryUntilDone(attempt: (ended: AbortSignal) => Promise<boolean>): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void retryOnce(), AGAIN_MS)
  }
  const stop = (): void => {
    clearTimeout(timer)
    end.abort()
  }
  const retryOnce = async (): Promise<void> => {
    const isDone = await attempt(end.signal)
    if (end.signal.aborted) return
    if (isDone) stop()
    else wait()
  }
  addEventListener('online', () => void retryOnce(), { signal: end.signal })
  wait()
  return stop
}
