import { FindBoard, type Via } from './find-board.ts'
import { highlight, type Range } from './highlight.ts'
import { readings } from './query.ts'
import { collect } from './search-scans.ts'
import { textStore, type Field, type FieldKind, type TextStore } from './text-store.ts'

/** Something the palette can find. `codes`, `synonyms` and `keywords` are searched, not shown. */
export interface SearchEntry {
  readonly id: string
  readonly group: string
  readonly ko: string
  readonly en: string
  readonly codes?: readonly string[]
  /** Other names of this very thing: one typed in full means it before titles that begin so. */
  readonly synonyms?: readonly string[]
  /** Words that have to do with it, and with others as much: groups, subjects. */
  readonly keywords?: readonly string[]
}

interface SearchHit<Entry extends SearchEntry = SearchEntry> {
  readonly entry: Entry
  readonly score: number
  /** The score without what the user's habits add. */
  readonly bareScore: number
  /** Parts of the Korean label (in NFC) to highlight. */
  readonly ranges: readonly Range[]
  readonly via: Via
}

interface SearchOptions {
  readonly limit: number
  /** Lifts what the user uses often, by its id; 0 to 100, about one rank. */
  readonly boost?: ReadonlyMap<string, number>
  /** Only entries of these groups, for the prefixes `>`, `@` and `#`. */
  readonly groups?: ReadonlySet<string>
}

export interface SearchIndex<Entry extends SearchEntry = SearchEntry> {
  readonly size: number
  /** Best first; equal scores keep the order of the entries. An empty query finds nothing. */
  search(query: string, options: SearchOptions): SearchHit<Entry>[]
}

/**
 * Builds the index once; a search then takes a few milliseconds over a hundred thousand entries.
 * It understands initials (ㅈㄱ), unfinished syllables (장바ㄱ), the wrong keyboard layout both
 * ways (worh, ㅑㅜㅍ), abbreviations (rcs), words in any order, gaps and typing errors.
 */
export function createSearchIndex<Entry extends SearchEntry>(
  entries: readonly Entry[],
): SearchIndex<Entry> {
  const store = textStore(entries.map(fieldsOf))
  const board = new FindBoard(entries.length)
  const candidates = { fields: [], entries: [] }
  const places = new Map(entries.map(({ id }, index) => [id, index]))
  return {
    size: entries.length,
    search(query, { limit, boost, groups }) {
      const read = readings(query)
      const allows = (entry: number): boolean => !groups || groups.has(entries[entry]?.group ?? '')
      board.start(limit, liftsOf(places, boost))
      collect({ store, board, ...candidates, allows }, read, limit)
      return board.best().flatMap(({ entry: index, score, via }) => {
        const entry = entries[index]
        const ranges = highlight(store, labelOf(store, index), read, via === 'fuzzy')
        const bareScore = board.scoreOf(index)
        return entry ? [{ entry, score, bareScore, via, ranges }] : []
      })
    },
  }
}

/** Most a boost can add. */
const boostMax = 100

function liftsOf(
  places: ReadonlyMap<string, number>,
  boost: ReadonlyMap<string, number> | undefined,
): Map<number, number> {
  const lifts = new Map<number, number>()
  for (const [id, lift] of boost ?? []) {
    const place = places.get(id)
    if (place !== undefined && lift > 0) lifts.set(place, Math.min(lift, boostMax))
  }
  return lifts
}

/** The field of an entry's title, which is its first. */
function labelOf({ fieldsFrom, fieldsOf: fields }: TextStore, entry: number): number {
  return fields[fieldsFrom[entry] ?? 0] ?? 0
}

function fieldsOf(entry: SearchEntry): Field[] {
  const field = (kind: FieldKind, text: string): Field => ({ kind, text: text.normalize('NFC') })
  return [
    field('label', entry.ko),
    ...(entry.en === entry.ko ? [] : [field('english', entry.en)]),
    ...(entry.codes ?? []).map((code) => field('code', code)),
    ...(entry.synonyms ?? []).map((synonym) => field('synonym', synonym)),
    ...(entry.keywords ?? []).map((keyword) => field('keyword', keyword)),
  ]
}
