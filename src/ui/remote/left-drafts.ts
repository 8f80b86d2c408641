import type { StoredDraft } from './draft-store.ts'

const STORED = 'wms.left-drafts'
/** Browsers limit this storage to about five million characters per site. */
const CHARACTERS_MAX = 2_000_000

interface Left {
  readonly tab: string
  readonly draft: unknown
}

/** Draft without its files, which cannot be serialized as text. */
interface LeftDraft extends StoredDraft {
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
 * Saves drafts synchronously, which only this storage can do during `pagehide`. Entries of tabs
 * that have not been restored yet are kept.
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

export function leftFor(place: Place): LeftDraft[] {
  return allLeft().filter(isAt(place))
}

export function dropLeft(place: Place): void {
  const isMeant = isAt(place)
  sessionStorage.setItem(STORED, JSON.stringify(allLeft().filter((each) => !isMeant(each))))
}

/**
 * Completes a draft with the files of an earlier stored draft. Empty if a file is missing, because
 * the draft is useless without it.
 */
export function withFiles(left: LeftDraft, written: readonly StoredDraft[]): StoredDraft[] {
  const { files, ...draft } = left
  if (files.length === 0) return [draft]
  const newest = written.toSorted((a, b) => b.savedAt - a.savedAt)[0]
  const kept = partsOf(newest?.draft).filter((part) => isFile(part) && files.includes(part[0]))
  if (kept.length < files.length) return []
  return [{ ...draft, draft: { ...(draft.draft as object), ...Object.fromEntries(kept) } }]
}

export function clearLeftDrafts(): void {
  sessionStorage.removeItem(STORED)
}
