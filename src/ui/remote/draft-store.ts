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

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the browser keeps nothing')),
    )
  })
}

function openDatabase(): Promise<IDBDatabase> {
  opening ??= reopenDatabase()
  return opening
}

function reopenDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: KEY })
  })
  return requestResult(request)
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await openDatabase()).transaction(STORE, mode).objectStore(STORE)
}

export async function putDraft(draft: StoredDraft): Promise<void> {
  await requestResult((await openStore('readwrite')).put(draft))
}

export async function deleteDraft(
  draft: Pick<StoredDraft, 'user' | 'wcode' | 'tab' | 'window'>,
): Promise<void> {
  await requestResult(
    (await openStore('readwrite')).delete([draft.user, draft.wcode, draft.tab, draft.window]),
  )
}

/** Deletes expired drafts of all users, to leave no old work in a shared browser. */
export async function deleteOlderDrafts(before: number): Promise<void> {
  const drafts = await openStore('readwrite')
  const all = await requestResult<StoredDraft[]>(drafts.getAll())
  for (const { user, wcode, tab, window, savedAt } of all) {
    if (savedAt < before) drafts.delete([user, wcode, tab, window])
  }
}

export async function findDrafts(user: string): Promise<StoredDraft[]> {
  const range = IDBKeyRange.bound([user], [user, []])
  return requestResult<StoredDraft[]>((await openStore('readonly')).getAll(range))
}
