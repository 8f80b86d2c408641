const KEPT = 12

function keyOf(kind: string, userId: string): string {
  return `wms.${kind}.${userId}`
}

/** Names used before on this machine by this user, latest first. */
export function recentNames(kind: 'screens' | 'commands', userId: string): readonly string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind, userId)) ?? '[]')
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/** Puts a name in front of the others. */
export function noteRecent(kind: 'screens' | 'commands', userId: string, name: string): void {
  const others = recentNames(kind, userId).filter((each) => each !== name)
  localStorage.setItem(keyOf(kind, userId), JSON.stringify([name, ...others].slice(0, KEPT)))
}
