import { network } from './network.ts'
import { isPrefetching } from './prefetch.ts'

const STORED = 'wms.chunk-reload'
const MIN_INTERVAL_MS = 60_000
const RESPONSE_TIMEOUT_MS = 5000
const POLL_MS = 1000

/**
 * Reloads the page after a code chunk failed to load, which means the page is older than the
 * server. Reloads at most once in 60 seconds (spec §8). Returns false if the last reload was too
 * recent.
 */
export function reloadForChunk(now: number, reload: () => void): boolean {
  const last = Number(sessionStorage.getItem(STORED) ?? 0)
  if (now - last < MIN_INTERVAL_MS) return false
  sessionStorage.setItem(STORED, String(now))
  reload()
  return true
}

/**
 * Checks that the server responds. Reloading without a server would leave an error page until F5.
 */
async function isServerResponding(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const response = await fetch('/', { method: 'HEAD', cache: 'no-store', signal })
    // A proxy returns these when the server is down.
    return ![502, 503, 504].includes(response.status)
  } catch {
    return false
  }
}

/** Set once the page is reloading. Pending `loadCode` calls then never settle. */
let isReloading = false

function reloadOnce(): boolean {
  isReloading ||= reloadForChunk(Date.now(), () => location.reload())
  return isReloading
}

export function watchChunks(): void {
  addEventListener('vite:preloadError', () => {
    // Ignores failed prefetches. `loadCode` handles its own failures.
    if (isPrefetching() || pendingLoads > 0) return
    void isServerResponding().then((answers) => answers && reloadOnce())
  })
}

let pendingLoads = 0

/**
 * Loads code that the user is waiting for. While the server is unreachable, it retries and updates
 * the network state. If the server does not have the chunk, the page is reloaded. Throws the
 * original error if the last reload was too recent.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let isWaiting = false
  let isServerThere = false
  pendingLoads += 1
  try {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        const wasThere = isServerThere
        isServerThere = await isServerResponding()
        // The network may have recovered only after the chunk failed. Retry once.
        if (isServerThere && !wasThere) continue
        // Never resolves because the page is reloading.
        if (isServerThere && reloadOnce()) return await new Promise<T>(() => undefined)
        if (isServerThere) throw error
      }
      if (!isWaiting) network.codeWaiting += 1
      isWaiting = true
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    pendingLoads -= 1
    if (isWaiting) network.codeWaiting -= 1
  }
}
