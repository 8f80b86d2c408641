import { proxy } from 'valtio'

/** What the status line and the loading overlay show of the calls under way. */
export const network = proxy({
  /** Calls that are not quiet and not answered yet. */
  busy: 0,
  /** Saves sent and not confirmed yet. */
  pendingSaves: 0,
  /** Saves that met no server and wait to be sent again. */
  retrying: 0,
  /** Calls that wait until somebody logs in again. */
  renewing: 0,
  /** Screens that are opened and whose code has to wait for the server. */
  codeWaiting: 0,
  latencyMs: undefined as number | undefined,
  /** The server runs another build than this page. */
  stale: false,
})

let ownBuild = document.querySelector<HTMLMetaElement>('meta[name=build-id]')?.content

/** Compares the server's build with the page's own: the one it was served with, else the first seen. */
export function noteBuild(buildId: string | null): void {
  if (!buildId) return
  ownBuild ??= buildId
  // For good: while several servers are updated one by one, the old ones answer as well.
  if (buildId !== ownBuild) network.stale = true
}

const OWN_KEPT = 200
const ownSaves = new Set<string>()

/** Remembers the key of a save of this window: news of it is no news here. */
export function noteOwnSave(key: string): void {
  ownSaves.add(key)
  const oldest = ownSaves.values().next().value
  if (ownSaves.size > OWN_KEPT && oldest !== undefined) ownSaves.delete(oldest)
}

export function isOwnSave(key: string): boolean {
  return ownSaves.has(key)
}
