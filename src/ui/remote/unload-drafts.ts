import type { StoredDraft } from './draft-store.ts'

const STORED = 'wms.left-drafts'
/** Browsers limit this storage to about five million characters per site. */
const MAX_CHARACTERS = 2_000_000

interface UnloadedPage {
  readonly tab: string
  readonly draft: unknown
}

/** Draft without its files, which cannot be serialized as text. */
interface UnloadDraft extends StoredDraft {
  readonly files: readonly string[]
}

type Parts = readonly (readonly [name: string, part: unknown])[]

function draftParts(draft: unknown): Parts {
  return typeof draft === 'object' && draft !== null ? Object.entries(draft) : []
}

function isFile([, part]: Parts[number]): boolean {
  return part instanceof Blob
}

type Place = Pick<StoredDraft, 'user' | 'wcode' | 'tab'>

function readUnloadDrafts(): UnloadDraft[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as UnloadDraft[]
}

function isFromPlace(place: Place): (draft: UnloadDraft) => boolean {
  return ({ user, wcode, tab }) => user === place.user && wcode === place.wcode && tab === place.tab
}

/**
 * Saves drafts synchronously, which only this storage can do during `pagehide`. Entries of tabs
 * that have not been restored yet are kept.
 */
export function storeUnloadDrafts(
  place: Omit<Place, 'tab'>,
  typed: readonly UnloadedPage[],
  isRestored: (tab: string) => boolean,
): void {
  const drafts = typed.map(({ tab, draft }): UnloadDraft => {
    const parts = draftParts(draft)
    const plain = Object.fromEntries(parts.filter((part) => !isFile(part)))
    const files = parts.filter(isFile).map(([name]) => name)
    return { ...place, tab, draft: plain, files, window: '', isWork: true, savedAt: Date.now() }
  })
  const before = readUnloadDrafts().filter(({ tab }) => !isRestored(tab))
  sessionStorage.setItem(STORED, `[${limitTexts([...before, ...drafts]).join(',')}]`)
}

/** Selects the smallest drafts that fit. Larger ones keep the version that was stored last. */
function limitTexts(drafts: readonly UnloadDraft[]): string[] {
  const texts = drafts.map((draft) => JSON.stringify(draft))
  let remaining = MAX_CHARACTERS
  return texts
    .toSorted((a, b) => a.length - b.length)
    .filter((text) => {
      remaining -= text.length + 1
      return remaining >= 0
    })
}

export function findUnloadDrafts(place: Place): UnloadDraft[] {
  return readUnloadDrafts().filter(isFromPlace(place))
}

export function removeUnloadDrafts(place: Place): void {
  const isMeant = isFromPlace(place)
  sessionStorage.setItem(
    STORED,
    JSON.stringify(readUnloadDrafts().filter((unloadDraft) => !isMeant(unloadDraft))),
  )
}

/**
 * Completes a draft with the files of an earlier stored draft. Empty if a file is missing, because
 * the draft is useless without it.
 */
export function addStoredFiles(
  unloadDraft: UnloadDraft,
  written: readonly StoredDraft[],
): StoredDraft[] {
  const { files, ...draft } = unloadDraft
  if (files.length === 0) return [draft]
  const newest = written.toSorted((a, b) => b.savedAt - a.savedAt)[0]
  const fileParts = draftParts(newest?.draft).filter(
    (part) => isFile(part) && files.includes(part[0]),
  )
  if (fileParts.length < files.length) return []
  return [{ ...draft, draft: { ...(draft.draft as object), ...Object.fromEntries(fileParts) } }]
}

export function clearUnloadDrafts(): void {
  sessionStorage.removeItem(STORED)
}
