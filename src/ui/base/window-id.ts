const STORED = 'wms.window'

let own: Promise<string> | undefined

function lockName(id: string): string {
  return `wms-window-${id}`
}

function acquireLock(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const holdLock = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null)
      return lock ? new Promise(() => undefined) : undefined
    }
    navigator.locks
      .request(lockName(id), { ifAvailable: true }, holdLock)
      .catch(() => resolve(false))
  })
}

async function chooseId(): Promise<string> {
  const stored = sessionStorage.getItem(STORED)
  // A duplicated tab starts with the session storage of the original, which is still open.
  if (stored && (await acquireLock(stored))) return stored
  const id = crypto.randomUUID()
  sessionStorage.setItem(STORED, id)
  await acquireLock(id)
  return id
}

/** Id of this window, stable across reloads. */
export function windowId(): Promise<string> {
  own ??= chooseId()
  return own
}

export async function openWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  const prefix = lockName('')
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  )
}
