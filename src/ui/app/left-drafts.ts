import type { StoredDraft } from './draft-store.ts'

const STORED = 'wms.left-drafts'
/** What a browser lets one site keep this way is some five million characters. */
const CHARACTERS_MAX = 2_000_000

interface Left {
  readonly tab: string
  readonly draft: unknown
}

/** Files cannot be written as text. */
function isPlain(draft: unknown): boolean {
  if (typeof draft !== 'object' || draft === null) return false
  return !Object.values(draft).some((value) => value instanceof Blob)
}

/** Leaves drafts at once, as only this storage can while a page goes away. */
export function leaveDrafts(user: string, wcode: string, dirty: readonly Left[]): void {
  const drafts = dirty
    .filter(({ draft }) => isPlain(draft))
    .map(({ tab, draft }) => ({ user, wcode, tab, draft, window: '', savedAt: Date.now() }))
  const text = JSON.stringify(drafts)
  if (text.length <= CHARACTERS_MAX) sessionStorage.setItem(STORED, text)
}

/** Takes what was left for a tab; it is there once. */
export function takeLeft(place: Pick<StoredDraft, 'user' | 'wcode' | 'tab'>): StoredDraft[] {
  const all = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as StoredDraft[]
  const isMeant = (each: StoredDraft): boolean =>
    each.user === place.user && each.wcode === place.wcode && each.tab === place.tab
  sessionStorage.setItem(STORED, JSON.stringify(all.filter((each) => !isMeant(each))))
  return all.filter(isMeant)
}

export function forgetLeft(): void {
  sessionStorage.removeItem(STORED)
}
