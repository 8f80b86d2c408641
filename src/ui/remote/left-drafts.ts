import type { StoredDraft } from './draft-store.ts'

const STORED = 'wms.left-drafts'
/** What a browser lets one site keep this way is some five million characters. */
const CHARACTERS_MAX = 2_000_000

interface Left {
  readonly tab: string
  readonly draft: unknown
}

/** A draft without its files, which cannot be written as text. */
interface LeftDraft extends StoredDraft {
  /** Names under which files belong into it. */
  readonly files: readonly string[]
}

type Parts = readonly (readonly [name: string, part: unknown])[]

function partsOf(draft: unknown): Parts {
  return typeof draft === 'object' && draft !== null ? Object.entries(draft) : []
}

function isFile([, part]: Parts[number]): boolean {
  return part instanceof Blob
}

type Place = Pick<StoredDraft, 'user' | 'wcode' | 'tab'>

function allLeft(): LeftDraft[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as LeftDraft[]
}

function isAt(place: Place): (each: LeftDraft) => boolean {
  return ({ user, wcode, tab }) => user === place.user && wcode === place.wcode && tab === place.tab
}

/**
 * Leaves drafts at once, as only this storage can while a page goes away. What was left before for
 * a tab that has not taken it up yet stays.
 */
export function leaveDrafts(
  place: Omit<Place, 'tab'>,
  typed: readonly Left[],
  hasTakenUp: (tab: string) => boolean,
): void {
  const drafts = typed.map(({ tab, draft }): LeftDraft => {
    const parts = partsOf(draft)
    const plain = Object.fromEntries(parts.filter((part) => !isFile(part)))
    const files = parts.filter(isFile).map(([name]) => name)
    return { ...place, tab, draft: plain, files, window: '', isWork: true, savedAt: Date.now() }
  })
  const before = allLeft().filter(({ tab }) => !hasTakenUp(tab))
  const text = JSON.stringify([...before, ...drafts])
  if (text.length <= CHARACTERS_MAX) sessionStorage.setItem(STORED, text)
}

/** What was left for a tab. */
export function leftFor(place: Place): LeftDraft[] {
  return allLeft().filter(isAt(place))
}

/** The tab has taken up what was left for it, or throws it away. */
export function dropLeft(place: Place): void {
  const isMeant = isAt(place)
  sessionStorage.setItem(STORED, JSON.stringify(allLeft().filter((each) => !isMeant(each))))
}

/**
 * What was left, with the files that were written down with it before; none where they are not
 * there, since what was left is of no use without them.
 */
export function withFiles(left: LeftDraft, written: readonly StoredDraft[]): StoredDraft[] {
  const { files, ...draft } = left
  if (files.length === 0) return [draft]
  const newest = written.toSorted((a, b) => b.savedAt - a.savedAt)[0]
  const kept = partsOf(newest?.draft).filter((part) => isFile(part) && files.includes(part[0]))
  if (kept.length < files.length) return []
  return [{ ...draft, draft: { ...(draft.draft as object), ...Object.fromEntries(kept) } }]
}

export function forgetLeft(): void {
  sessionStorage.removeItem(STORED)
}
