const AGAIN_MS = 5000

/**
 * Tries every few seconds, and as soon as there is a network again, until it works. The answer ends
 * it; an attempt under way then must do nothing more (`ended`).
 */
export function tryUntilDone(attempt: (ended: AbortSignal) => Promise<boolean>): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void again(), AGAIN_MS)
  }
  const stop = (): void => {
    clearTimeout(timer)
    end.abort()
  }
  const again = async (): Promise<void> => {
    const isDone = await attempt(end.signal)
    if (end.signal.aborted) return
    if (isDone) stop()
    else wait()
  }
  addEventListener('online', () => void again(), { signal: end.signal })
  wait()
  return stop
}
