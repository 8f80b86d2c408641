import { proxy, useSnapshot } from 'valtio'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import {
  deleteDraft,
  deleteOlderDrafts,
  findDrafts,
  putDraft,
  type StoredDraft,
} from './draft-store.ts'
import { clearTabs } from './stored-tabs.ts'
import {
  removeUnloadDrafts,
  clearUnloadDrafts,
  storeUnloadDrafts,
  findUnloadDrafts,
  addStoredFiles,
} from './unload-drafts.ts'
import {
  findPage,
  registeredPages,
  subscribePages,
  type PageRegistration,
} from '#ui/tabs/page-registry.ts'
import { currentSession } from './session.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { openWindows, windowId } from '#ui/base/window-id.ts'

/** Delay after the last key of a burst. Drafts that are slow to write are saved less often. */
const PAUSE_MS = 200
const PAUSE_PER_WRITE = 20
/** Expiry of drafts. One week covers a long weekend. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

/** In `asking` the stored draft is not read yet and must not be overwritten. */
type Phase = 'asking' | 'live' | 'failed'

const phases = new Map<string, Phase>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const writtenKeys = new Set<string>()
let pauseMs = PAUSE_MS

const state = proxy<{ back: Record<string, string>; drawn: Record<string, number> }>({
  back: {},
  drawn: {},
})

export function useRestored(tabKey: string): string | undefined {
  return useSnapshot(state).back[tabKey]
}

export function isRestored(tabKey: string): boolean {
  return state.back[tabKey] !== undefined
}

/** Whether a page is still being restored. Actions for it have to wait. */
export function isRestoring(tabKey: string): boolean {
  return phases.get(tabKey) === 'asking'
}

export function useRemountCounts(): Readonly<Record<string, number>> {
  return useSnapshot(state).drawn
}

export function keepRestored(tabKey: string): void {
  delete state.back[tabKey]
}

export async function dropRestored(tabKey: string): Promise<void> {
  // The page still contains the edits until the redraw. Do not save them again.
  phases.set(tabKey, 'asking')
  await clearDraft(tabKey)
  keepRestored(tabKey)
  state.drawn[tabKey] = (state.drawn[tabKey] ?? 0) + 1
}

type Place = Pick<StoredDraft, 'user' | 'wcode' | 'tab' | 'window'>

async function draftPlace(tab: string): Promise<Place> {
  const { user, wcode } = currentSession()
  return { user: user?.userId ?? '', wcode, tab, window: await windowId() }
}

/** Newest draft of a tab, from this window or from one that has been closed. */
async function findDraft(tab: string): Promise<StoredDraft | undefined> {
  const place = await draftPlace(tab)
  const open = await openWindows()
  const stored = await findDrafts(place.user)
  const isOwn = ({ window: id }: StoredDraft): boolean => id === place.window
  const isLost = ({ window: id }: StoredDraft): boolean => !open.has(id) && id !== place.window
  const ended = stored.filter((draft) => isLost(draft) && !draft.isWork)
  void Promise.all(ended.map(deleteDraft)).catch(() => undefined)
  const mine = stored.filter(
    (draft) =>
      draft.tab === tab &&
      draft.wcode === place.wcode &&
      (isOwn(draft) || (isLost(draft) && draft.isWork)),
  )
  const unloadDrafts = findUnloadDrafts(place).flatMap((unloadDraft) =>
    addStoredFiles(unloadDraft, mine),
  )
  return [...mine, ...unloadDrafts].toSorted((a, b) => b.savedAt - a.savedAt)[0]
}

async function restoreTab(tab: string): Promise<void> {
  try {
    const found = await findDraft(tab)
    const page = findPage(tab)
    if (found && page?.restore) {
      if (await page.restore(found.draft)) state.back[tab] = t(restoredNote)
      if (found.window !== (await windowId())) await deleteDraft(found)
      writtenKeys.add(tab)
    }
    phases.set(tab, 'live')
    removeUnloadDrafts(await draftPlace(tab))
    scheduleWrite(tab)
  } catch (error) {
    phases.set(tab, 'failed')
    notify(
      'warn',
      `${t(notRestoredNote)}\n${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const restoredNote = label('저장하지 않은 입력을 복구했습니다.', 'Your unsaved input was restored.')
const notRestoredNote = label(
  '입력을 복구하지 못했습니다. 내용은 보관되어 있으니 화면을 다시 여세요.',
  'Your input could not be restored. It is still stored: reopen the screen.',
)

/** Set at logout: no draft is written from then on, and the last write is awaited. */
let isLeaving = false
let lastWrite: Promise<void> = Promise.resolve()

function syncDrafts(): void {
  if (isLeaving) return
  const open = registeredPages()
  for (const tab of phases.keys()) if (!open.includes(tab)) phases.delete(tab)
  for (const tab of open) {
    if (!phases.has(tab)) {
      phases.set(tab, 'asking')
      void restoreTab(tab)
    } else if (phases.get(tab) === 'live') scheduleWrite(tab)
  }
}

function hasUnsavedInput(page: PageRegistration): boolean {
  return page.isDirty() || page.typed?.() !== undefined
}

/** Saves input before the field commits it, because typing alone does not change the page. */
function onInput({ target }: Event): void {
  // The palette is not part of the page and must respond to each key immediately.
  if (target instanceof Element && target.closest('[data-zone=palette]')) return
  const tab = activeTab().key
  if (phases.get(tab) === 'live') scheduleWrite(tab)
}

function scheduleWrite(tab: string): void {
  if (timers.has(tab)) return
  const save = (): void => {
    timers.delete(tab)
    storeDraft(tab).catch(() => undefined)
  }
  timers.set(tab, setTimeout(save, pauseMs))
}

/** Stores the draft of a tab now. Rejects if the browser cannot store it. */
export async function storeDraft(tab: string): Promise<void> {
  const page = findPage(tab)
  if (isLeaving || !page || phases.get(tab) !== 'live') return
  if (!page.isDirty()) keepRestored(tab)
  if (!hasUnsavedInput(page)) {
    if (writtenKeys.delete(tab)) await deleteDraft(await draftPlace(tab))
    return
  }
  const started = performance.now()
  const draft = page.draft?.()
  if (draft === undefined) return
  writtenKeys.add(tab)
  const isWork = page.isDirty() || page.typed?.() === 'work'
  const saved = { isWork, savedAt: Date.now(), draft }
  lastWrite = draftPlace(tab).then((place) => putDraft({ ...place, ...saved }))
  await lastWrite
  pauseMs = Math.max(PAUSE_MS, (performance.now() - started) * PAUSE_PER_WRITE)
}

export async function clearDraft(tab: string): Promise<void> {
  writtenKeys.delete(tab)
  keepRestored(tab)
  const place = await draftPlace(tab)
  removeUnloadDrafts(place)
  await deleteDraft(place).catch(() => undefined)
}

export async function isWorkElsewhere(user: string): Promise<boolean> {
  const [own, open, kept] = await Promise.all([windowId(), openWindows(), findDrafts(user)])
  return kept.some(({ window: id, isWork }) => isWork && id !== own && open.has(id))
}

const LOGOUT_CHANNEL = 'wms-logout'

async function clearWindowDrafts(user: string): Promise<void> {
  isLeaving = true
  await lastWrite.catch(() => undefined)
  writtenKeys.clear()
  state.back = {}
  clearUnloadDrafts()
  await Promise.all((await findDrafts(user)).map(deleteDraft))
}

export async function clearDrafts(user: string): Promise<void> {
  // This window also receives the message.
  isLeaving = true
  const others = new BroadcastChannel(LOGOUT_CHANNEL)
  others.postMessage(user)
  others.close()
  await clearWindowDrafts(user)
}

function followOtherLogouts(): () => void {
  const others = new BroadcastChannel(LOGOUT_CHANNEL)
  others.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const user = currentSession().user?.userId ?? ''
    if (isLeaving || data !== user) return
    clearTabs()
    void clearWindowDrafts(user).finally(() => location.replace('/login'))
  })
  return () => others.close()
}

/** IndexedDB is too slow for `pagehide`, so serializable parts are saved to session storage. */
function saveOnLeave(): void {
  if (isLeaving) return
  const { user, wcode } = currentSession()
  const isLive = (tab: string): boolean => phases.get(tab) === 'live'
  const typed = registeredPages().flatMap((tab) => {
    const page = findPage(tab)
    if (!isLive(tab) || !page || !hasUnsavedInput(page)) return []
    return [{ tab, draft: page.draft?.() }]
  })
  storeUnloadDrafts({ user: user?.userId ?? '', wcode }, typed, isLive)
}

/** Restores drafts and saves new input. Returns an unsubscribe function. */
export function initDrafts(): () => void {
  isLeaving = false
  void deleteOlderDrafts(Date.now() - MAX_AGE_MS).catch(() => undefined)
  const stop = subscribePages(syncDrafts)
  const stopFollowing = followOtherLogouts()
  addEventListener('pagehide', saveOnLeave)
  document.addEventListener('input', onInput, true)
  syncDrafts()
  return () => {
    stop()
    stopFollowing()
    removeEventListener('pagehide', saveOnLeave)
    document.removeEventListener('input', onInput, true)
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    phases.clear()
  }
}
