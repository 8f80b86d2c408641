import { Listeners } from '#ui/base/listeners.ts'

const MAX_RECENT = 12

export type RecentKind = 'screens' | 'commands'

const listeners = new Listeners<RecentKind>()

export const onRecent = listeners.add

function storageKey(kind: RecentKind, userId: string): string {
  return `wms.${kind}.${userId}`
}

export function recentNames(kind: RecentKind, userId: string): readonly string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey(kind, userId)) ?? '[]')
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

export function setRecent(kind: RecentKind, userId: string, names: readonly string[]): void {
  localStorage.setItem(storageKey(kind, userId), JSON.stringify(names.slice(0, MAX_RECENT)))
}

export function addRecent(kind: RecentKind, userId: string, name: string): void {
  const others = recentNames(kind, userId).filter((recentName) => recentName !== name)
  setRecent(kind, userId, [name, ...others])
  listeners.call(kind)
}
