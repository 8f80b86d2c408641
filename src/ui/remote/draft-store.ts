const DATABASE = 'wms-drafts'
const STORE = 'drafts'
const KEY = ['user', 'wcode', 'tab', 'window']

export interface StoredDraft {
  readonly user: string
  readonly wcode: string
  readonly tab: string
  /** Window of the draft, because two windows can edit the same screen. */
  readonly window: string
  readonly savedAt: number
  /** Edits outlive their window. A search belongs to its window only. */
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
  opening ??= reopen()
  return opening
}

function reopen(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: KEY })
  })
  return answerOf(request)
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(STORE, mode).objectStore(STORE)
}

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

/** Deletes expired drafts of all users, to leave no old work in a shared browser. */
export async function deleteOlderDrafts(moment: number): Promise<void> {
  const drafts = await store('readwrite')
  const all = await answerOf<StoredDraft[]>(drafts.getAll())
  for (const { user, wcode, tab, window, savedAt } of all) {
    if (savedAt < moment) drafts.delete([user, wcode, tab, window])
  }
}

export async function draftsOf(user: string): Promise<StoredDraft[]> {
  const range = IDBKeyRange.bound([user], [user, []])
  return answerOf<StoredDraft[]>((await store('readonly')).getAll(range))
}
