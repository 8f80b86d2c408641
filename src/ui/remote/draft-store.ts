const DATABASE = 'wms-drafts'
const STORE = 'drafts'
const KEY = ['user', 'wcode', 'tab', 'window']

/** What was typed into one tab and not saved. */
export interface StoredDraft {
  readonly user: string
  readonly wcode: string
  readonly tab: string
  /** The window it was typed in: two windows may work on the same screen. */
  readonly window: string
  readonly savedAt: number
  /** Edits and other work outlive their window; a search is its own affair. */
  readonly isWork: boolean
  readonly draft: unknown
}

let opening: Promise<IDBDatabase> | undefined

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the browser keeps nothing')),
    )
  })
}

function open(): Promise<IDBDatabase> {
  opening ??= openAnew()
  return opening
}

function openAnew(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: KEY })
  })
  return answerOf(request)
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(STORE, mode).objectStore(STORE)
}

/** Keeps a draft in place of the one before. */
export async function putDraft(draft: StoredDraft): Promise<void> {
  await answerOf((await store('readwrite')).put(draft))
}

export async function deleteDraft(
  draft: Pick<StoredDraft, 'user' | 'wcode' | 'tab' | 'window'>,
): Promise<void> {
  await answerOf(
    (await store('readwrite')).delete([draft.user, draft.wcode, draft.tab, draft.window]),
  )
}

/** Forgets what nobody came back for, of whomever: a browser at a shared desk keeps no old work. */
export async function deleteDraftsBefore(moment: number): Promise<void> {
  const drafts = await store('readwrite')
  const all = await answerOf<StoredDraft[]>(drafts.getAll())
  for (const { user, wcode, tab, window, savedAt } of all) {
    if (savedAt < moment) drafts.delete([user, wcode, tab, window])
  }
}

/** Every draft of a user, of whatever window and warehouse. */
export async function draftsOf(user: string): Promise<StoredDraft[]> {
  const range = IDBKeyRange.bound([user], [user, []])
  return answerOf<StoredDraft[]>((await store('readonly')).getAll(range))
}
