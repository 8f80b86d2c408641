import type { Storage } from '#ui/grid/columns/column-storage.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { NumberStorage } from '#ui/grid/columns/number-storage.ts'
import type { ColumnPatch } from '#ui/grid/rows/worker-messages.ts'

/** Dictionary entries per message. Cloning more would block the page. */
const ENTRY_BATCH = 16_384
const ROW_BATCH = 1_048_576
/** After more single writes the entire column is sent again. */
const MAX_SINGLE_WRITES = 50_000

interface SentColumn {
  readonly storage: Storage
  rows: number
  entries: number
  isFresh: boolean
  scale: number
}

/** Tracks the state of a copy of the columns and creates the patches that update it. */
export class ColumnMirror {
  readonly #sent = new Map<string, SentColumn>()

  /**
   * Next patch of a column, or null if its copy is up to date. A large dictionary needs several;
   * single writes are in the last one.
   */
  nextPatch(store: ColumnStore, column: string): ColumnPatch | null {
    const storage = store.storage(column)
    const sent = this.#getSent(column, storage)
    const scale = storage instanceof NumberStorage ? storage.scale : 0
    const isTurned = scale !== sent.scale
    if (isTurned || (storage.written && storage.written.length > MAX_SINGLE_WRITES)) {
      sent.rows = 0
      sent.scale = scale
      storage.written = []
    }
    const entries = storage instanceof DictionaryStorage ? storage.entries.length : 0
    const isUpToDate = sent.rows === store.count && sent.entries === entries
    if (isUpToDate && storage.written?.length === 0) return null
    const moreEntries = Math.min(entries, sent.entries + ENTRY_BATCH)
    const rows = moreEntries < entries ? sent.rows : Math.min(store.count, sent.rows + ROW_BATCH)
    const patch = createPatch(column, storage, {
      rows: [sent.rows, rows],
      entries: [sent.entries, moreEntries],
      isFresh: sent.isFresh,
      isLast: moreEntries === entries && rows === store.count,
    })
    sent.isFresh = false
    sent.rows = rows
    sent.entries = moreEntries
    return patch
  }

  reset(): void {
    for (const { storage } of this.#sent.values()) storage.written = null
    this.#sent.clear()
  }

  #getSent(column: string, storage: Storage): SentColumn {
    const known = this.#sent.get(column)
    if (known?.storage === storage) return known
    const fresh = { storage, rows: 0, entries: 0, isFresh: true, scale: 0 }
    this.#sent.set(column, fresh)
    storage.written = []
    return fresh
  }
}

function createPatch(
  column: string,
  storage: Storage,
  part: {
    readonly rows: readonly [from: number, to: number]
    readonly entries: readonly [from: number, to: number]
    readonly isFresh: boolean
    readonly isLast: boolean
  },
): ColumnPatch {
  const [first, rows] = part.rows
  const written = Int32Array.from(part.isLast ? new Set(storage.written) : [])
  if (part.isLast) storage.written = []
  const common = { column, isFresh: part.isFresh, rows, first, written }
  if (storage instanceof NumberStorage) {
    return {
      ...common,
      kind: 'number',
      scale: storage.scale,
      values: storage.values.slice(first, rows),
      entries: [],
      texts: [...storage.texts],
      writtenValues: Float64Array.from(written, (id) => storage.values[id] ?? Number.NaN),
    }
  }
  const { codes, entries } = dictionaryPart(storage)
  return {
    ...common,
    kind: 'dictionary',
    codes: codes.slice(first, rows),
    entries: entries.slice(...part.entries),
    texts: [],
    writtenValues: Int32Array.from(written, (id) => codes[id] ?? 0),
  }
}

function dictionaryPart(storage: Storage): Pick<DictionaryStorage, 'codes' | 'entries'> {
  return storage instanceof DictionaryStorage ? storage : { codes: new Int32Array(0), entries: [] }
}

export function patchBuffers(patch: ColumnPatch): ArrayBuffer[] {
  return [patch.values, patch.codes, patch.written, patch.writtenValues].flatMap((array) =>
    array?.buffer instanceof ArrayBuffer ? [array.buffer] : [],
  )
}
