import { proxy } from 'valtio'

export const network = proxy({
  /** Calls in progress, except quiet ones. */
  busy: 0,
  pendingSaves: 0,
  /** Saves that did not reach the server and will be retried. */
  retrying: 0,
  /** Message of a server that responds but cannot save now. */
  reason: undefined as string | undefined,
  /** Calls waiting for the user to log in again. */
  renewing: 0,
  /** Screens being opened whose code is waiting for the server. */
  codeWaiting: 0,
  latencyMs: undefined as number | undefined,
  /** Whether the rows received last were read from a replica. */
  readsReplica: false,
  stale: false,
})

let currentBuild = document.querySelector<HTMLMetaElement>('meta[name=build-id]')?.content

/**
 * Compares the server's build with the one of this page: from the meta tag, or the first one seen.
 */
export function compareBuild(buildId: string | null): void {
  if (!buildId) return
  currentBuild ??= buildId
  // Never reset: during a rolling update old servers still respond.
  if (buildId !== currentBuild) network.stale = true
}

/** Records which database read the rows of a response. */
export function recordSource(headers: Headers): void {
  network.readsReplica = headers.get('x-read-from') === 'replica'
}

const MAX_OWN_SAVES = 200
const ownSaves = new Set<string>()

/** Records the key of a save from this window, because its own change events are ignored. */
export function recordOwnSave(key: string): void {
  ownSaves.add(key)
  const oldest = ownSaves.values().next().value
  if (ownSaves.size > MAX_OWN_SAVES && oldest !== undefined) ownSaves.delete(oldest)
}

export function wasSavedHere(key: string): boolean {
  return ownSaves.has(key)
}
