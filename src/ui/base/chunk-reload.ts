import { network } from './network.ts'
import { isPrefetching } from './prefetch.ts'

const STORED = 'wms.chunk-reload'
const AT_MOST_EVERY_MS = 60_000
/** How long the server is given to show that it is there, and how often it is asked. */
const ANSWER_WITHIN_MS = 5000
const ASK_EVERY_MS = 1000

/**
 * A code chunk that fails to load means that the page is older than the server: reload it, at most
 * once in 60 seconds (spec §8). Returns false when it was reloaded too recently.
 */
export function reloadForChunk(now: number, reload: () => void): boolean {
  const last = Number(sessionStorage.getItem(STORED) ?? 0)
  if (now - last < AT_MOST_EVERY_MS) return false
  sessionStorage.setItem(STORED, String(now))
  reload()
  return true
}

/** Whether the server is there: a page that reloads without one is lost until somebody presses F5. */
async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal })
    // A proxy answers these in the place of a server that is away.
    return ![502, 503, 504].includes(answer.status)
  } catch {
    return false
  }
}

/** The page is on its way out: what waits for its code need not hear that it did not come. */
let leaving = false

function leave(): boolean {
  leaving ||= reloadForChunk(Date.now(), () => location.reload())
  return leaving
}

/** Watches for chunks that fail to load. */
export function watchChunks(): void {
  addEventListener('vite:preloadError', () => {
    // Nobody waits for code that is fetched ahead, and `loadCode` decides for itself.
    if (isPrefetching() || loading > 0) return
    void serverAnswers().then((answers) => answers && leave())
  })
}

/** Code being loaded by `loadCode`. */
let loading = 0

/**
 * Loads code that somebody waits for. While no server answers it is tried again, and the network
 * state says so; code that the server does not have reloads the page. Throws what the browser threw
 * when the page was reloaded for that already.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let waiting = false
  let isServerThere = false
  loading += 1
  try {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        const wasThere = isServerThere
        isServerThere = await serverAnswers()
        // The network may have come back only after the code failed to load: try once more.
        if (isServerThere && !wasThere) continue
        // The answer never comes: the page goes before it could be used.
        if (isServerThere && leave()) return await new Promise<T>(() => undefined)
        if (isServerThere) throw error
      }
      if (!waiting) network.codeWaiting += 1
      waiting = true
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  } finally {
    loading -= 1
    if (waiting) network.codeWaiting -= 1
  }
}
