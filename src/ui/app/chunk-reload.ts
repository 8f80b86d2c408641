import { isPrefetching } from './prefetch.ts'

const STORED = 'wms.chunk-reload'
const AT_MOST_EVERY_MS = 60_000

/**
 * A code chunk that fails to load means that the page is older than the server: reload it, at most
 * once in 60 seconds (spec §8). Answers false when it was reloaded too recently.
 */
export function reloadForChunk(now: number, reload: () => void): boolean {
  const last = Number(sessionStorage.getItem(STORED) ?? 0)
  if (now - last < AT_MOST_EVERY_MS) return false
  sessionStorage.setItem(STORED, String(now))
  reload()
  return true
}

/** Watches for chunks that fail to load. */
export function watchChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    // Nobody waits for code that is fetched ahead.
    if (isPrefetching()) return
    if (reloadForChunk(Date.now(), () => location.reload())) event.preventDefault()
  })
}
