import { Candidates } from './candidates.ts'
import {
  beginningScore,
  codeKind,
  scoreIn,
  scoreMostIn,
  surplusOf,
  wholeCodeScore,
} from './field-score.ts'
import { FindBoard, type Via } from './find-board.ts'
import { fuzzyMatch, isAbbreviation } from './fuzzy-score.ts'
import { highlight, type Range } from './highlight.ts'
import type { Pattern } from './pattern.ts'
import { readings, type Reading } from './query.ts'
import { textStore, type Field, type FieldKind, type TextStore } from './text-store.ts'
import {
  bestTypo,
  lacksMore,
  typoPattern,
  typoScore,
  typoScoreMost,
  type TypoPattern,
} from './typo-score.ts'

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

const layoutPenalty = 250
/** What somebody says otherwise stands behind the title that says it so. */
const tradePenalty = 100
/** A whole code in the wrong layout is hardly a coincidence. */
const wholeCodePenalty = 100
/** No code has spaces: whoever types one means a title, `stock hold` and not StockHold. */
const spacedCodePenalty = 100
/** A slip of the finger, and in the wrong layout besides. */
const typoLayoutPenalty = 60
const wordsPenalty = 80
/** Below slips in words that stand in the order of the title. */
const slippedWordsPenalty = 60
const abbreviationScore = 760
const fuzzyScore = 300
const bestFuzzyScore = 450
/** From here on a find is no guess, and nobody asks for typing errors. */
export const certainScore = 500
/** Beyond this many gap-tolerant matches the rest is not weighed: the query says too little. */
const mostWeighed = 2000

interface Search {
  readonly store: TextStore
  readonly board: FindBoard
  /** The fields and entries a reading can match at all, for each reading of a query in its order. */
  readonly fields: Candidates[]
  readonly entries: Candidates[]
  readonly allows: (entry: number) => boolean
}

/**
 * Builds the index once; a search then takes a few milliseconds over a hundred thousand entries.
 * It understands initials (ㅈㄱ), unfinished syllables (장바ㄱ), the wrong keyboard layout both
 * ways (worh, ㅑㅜㅍ), abbreviations (rcs), words in any order, gaps and typing errors.
 */
export function createSearchIndex<Entry extends SearchEntry>(
  entries: readonly Entry[],
): SearchIndex<Entry> {
  const store = textStore(entries.flatMap(fieldsOf))
  const board = new FindBoard(entries.length)
  const candidates = { fields: [], entries: [] }
  const labels = new Int32Array(entries.length)
  const places = new Map(entries.map(({ id }, index) => [id, index]))
  for (let field = store.fieldCount - 1; field >= 0; field -= 1) {
    labels[store.entryOf[field] ?? 0] = field
  }
  return {
    size: entries.length,
    search(query, { limit, boost, groups }) {
      const read = readings(query)
      const allows = (entry: number): boolean => !groups || groups.has(entries[entry]?.group ?? '')
      board.start(limit, liftsOf(places, boost))
      collect({ store, board, ...candidates, allows }, read, limit)
      return board.best().flatMap(({ entry: index, score, via }) => {
        const entry = entries[index]
        const ranges = highlight(store, labels[index] ?? 0, read, via === 'fuzzy')
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

function fieldsOf(entry: SearchEntry, index: number): Field[] {
  const field = (kind: FieldKind, text: string): Field => ({
    entry: index,
    kind,
    text: text.normalize('NFC'),
  })
  return [
    field('label', entry.ko),
    ...(entry.en === entry.ko ? [] : [field('english', entry.en)]),
    ...(entry.codes ?? []).map((code) => field('code', code)),
    ...(entry.synonyms ?? []).map((synonym) => field('synonym', synonym)),
    ...(entry.keywords ?? []).map((keyword) => field('keyword', keyword)),
  ]
}

/** The costlier ways of looking are tried only while the plain ones have found too little. */
function collect(search: Search, read: readonly Reading[], limit: number): void {
  const { board } = search
  const [typed] = read
  if (!typed) return
  for (const [index, reading] of [...read.entries()].reverse()) {
    scanWhole(search, fieldsFor(search, index, reading), reading)
    if (reading.words.length > 1) scanWords(search, entriesFor(search, index, reading), reading)
  }
  const fields = fieldsFor(search, 0, typed)
  if (board.count < limit) scanAbbreviations(search, fields, typed.whole)
  if (board.count < limit) scanFuzzy(search, fields, typed.whole)
  if (board.hasAbove(certainScore)) return
  scanTypos(search, typed.text, 0)
  if (typed.words.length > 1) scanWordTypos(search, typed)
  if (board.count > 0) return
  const mistyped = read.find(({ viaLayout, viaTrade }) => viaLayout && !viaTrade)
  if (mistyped) scanTypos(search, mistyped.text, typoLayoutPenalty)
}

function fieldsFor({ store, fields }: Search, index: number, { whole }: Reading): Int32Array {
  fields[index] ??= new Candidates(store)
  return fields[index].of(whole)
}

function entriesFor({ store, entries }: Search, index: number, { whole }: Reading): Int32Array {
  entries[index] ??= new Candidates({ latin: store.entryLatin, hangul: store.entryHangul })
  return entries[index].of(whole)
}

function scanWhole(
  { store, board, allows }: Search,
  fields: Int32Array,
  { whole, words, viaLayout, viaTrade }: Reading,
): void {
  const { entryOf, kindOf } = store
  const spaced = words.length > 1 ? spacedCodePenalty : 0
  const trade = viaTrade ? tradePenalty : 0
  // Written out, as these are the loops that go over a hundred thousand texts for a letter.
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? 0
    const entry = entryOf[field] ?? 0
    const less = trade + (kindOf[field] === codeKind ? spaced : 0)
    const most = scoreMostIn(store, field, whole)
    if (board.isVain(entry, most - less - (viaLayout ? layoutPenaltyOf(most) : 0))) continue
    const plainScore = scoreIn(store, field, whole)
    const score = plainScore - less - (viaLayout ? layoutPenaltyOf(plainScore) : 0)
    if (score <= board.scoreOf(entry) || !allows(entry)) continue
    const plain = kindOf[field] === codeKind ? 'code' : 'label'
    board.offer(entry, score, viaLayout ? 'layout' : whole.byInitials ? 'chosung' : plain)
  }
}

function layoutPenaltyOf(plainScore: number): number {
  return plainScore === wholeCodeScore ? wholeCodePenalty : layoutPenalty
}

/** Every word must be somewhere in the entry, in whichever text: `로트 재고`, `inv 보류`. */
function scanWords(
  { store, board, allows }: Search,
  entries: Int32Array,
  { words, viaLayout, viaTrade }: Reading,
): void {
  const penalty = wordsPenalty + (viaLayout ? layoutPenalty : 0) + (viaTrade ? tradePenalty : 0)
  const via = viaLayout ? 'layout' : words.some((word) => word.byInitials) ? 'chosung' : 'label'
  const { fieldsFrom } = store
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] ?? 0
    const first = fieldsFrom[entry] ?? 0
    const end = fieldsFrom[entry + 1] ?? 0
    if (board.isVain(entry, wordsScoreMost(store, words, first, end) - penalty)) continue
    const score = lowestWordScore(store, words, first, end)
    if (score > 0 && allows(entry)) {
      const said = hasOnly(store, words, first, end)
      board.offer(entry, Math.max(score, said) - penalty, via)
    }
  }
}

/** What the words score in an entry at most, going by how they begin and how long its texts are. */
function wordsScoreMost(
  store: TextStore,
  words: readonly Pattern[],
  first: number,
  end: number,
): number {
  let lowest = Number.POSITIVE_INFINITY
  let length = 0
  for (const word of words) {
    let most = 0
    for (let field = first; field < end; field += 1) {
      most = Math.max(most, scoreMostIn(store, field, word))
    }
    lowest = Math.min(lowest, most)
    length += word.units.length
  }
  for (let field = first; field < end; field += 1) {
    if (surplusOf(store, field, length) !== 0) continue
    lowest = Math.max(lowest, beginningScore(store, field))
  }
  return lowest
}

function lowestWordScore(
  store: TextStore,
  words: readonly Pattern[],
  first: number,
  end: number,
): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const word of words) {
    let score = 0
    for (let field = first; field < end; field += 1) {
      score = Math.max(score, scoreIn(store, field, word))
    }
    if (score === 0) return 0
    lowest = Math.min(lowest, score)
  }
  return lowest
}

/** What a text is worth that is these words and nothing else, in another order: `취소 할당`. */
function hasOnly(store: TextStore, words: readonly Pattern[], first: number, end: number): number {
  const length = words.reduce((sum, word) => sum + word.units.length, 0)
  for (let field = first; field < end; field += 1) {
    const isAsLong = surplusOf(store, field, length) === 0
    if (isAsLong && words.every((word) => scoreIn(store, field, word) > 0)) {
      return beginningScore(store, field)
    }
  }
  return 0
}

function scanAbbreviations(
  { store, board, allows }: Search,
  fields: Int32Array,
  wanted: Pattern,
): void {
  if (wanted.units.length < 2) return
  for (const field of fields) {
    const lacksLatin = wanted.latin & ~(store.latinStarts[field] ?? 0)
    const lacksHangul = wanted.hangul & ~(store.hangulStarts[field] ?? 0)
    if ((lacksLatin | lacksHangul) !== 0 || !isAbbreviation(store, field, wanted)) continue
    const entry = store.entryOf[field] ?? 0
    const surplus = surplusOf(store, field, wanted.units.length)
    if (allows(entry)) board.offer(entry, abbreviationScore - Math.min(surplus, 60), 'fuzzy')
  }
}

function scanFuzzy({ store, board, allows }: Search, fields: Int32Array, wanted: Pattern): void {
  const { length } = wanted.units
  if (length < 2 || (length === 2 && !wanted.last)) return
  let weighed = 0
  for (const field of fields) {
    if (weighed >= mostWeighed) return
    const entry = store.entryOf[field] ?? 0
    if (board.scoreOf(entry) >= bestFuzzyScore || !allows(entry)) continue
    const match = fuzzyMatch(store, field, wanted)
    if (!match) continue
    weighed += 1
    const closeness = Math.round((bestFuzzyScore - fuzzyScore) * match.ratio)
    const surplus = Math.min(surplusOf(store, field, length), 30)
    board.offer(entry, fuzzyScore + closeness - surplus, 'fuzzy')
  }
}

/** Codes are left out: one digit off is another item, not a slip of the finger. */
function scanTypos({ store, board, allows }: Search, text: string, penalty: number): void {
  const wanted = typoPattern(text)
  if (!wanted) return
  const { entryKeyMask, entryStartKeys, fieldsFrom } = store
  for (let entry = 0; entry < store.entryCount; entry += 1) {
    if ((wanted.startKeys & (entryStartKeys[entry] ?? 0)) === 0) continue
    if (lacksMore(wanted, entryKeyMask[entry] ?? 0)) continue
    const end = fieldsFrom[entry + 1] ?? 0
    for (let field = fieldsFrom[entry] ?? 0; field < end; field += 1) {
      if (store.kindOf[field] === codeKind) continue
      if (board.isVain(entry, typoScoreMost(store, field, wanted) - penalty)) continue
      const score = typoScore(store, field, wanted) - penalty
      if (score > 0 && allows(entry)) board.offer(entry, score, 'fuzzy')
    }
  }
}

/** A slip in one word and the words in another order: `엑샐업로드 입고`. */
function scanWordTypos({ store, board, allows }: Search, { words, wordTexts }: Reading): void {
  const typos = wordTexts.map(typoPattern)
  const lacksAny = (mask: number): boolean => typos.some((typo) => typo && lacksMore(typo, mask))
  for (let entry = 0; entry < store.entryCount; entry += 1) {
    if (lacksAny(store.entryKeyMask[entry] ?? 0)) continue
    const first = store.fieldsFrom[entry] ?? 0
    const end = store.fieldsFrom[entry + 1] ?? 0
    let lowest = bestTypo
    for (let index = 0; index < words.length && lowest > 0; index += 1) {
      lowest = Math.min(lowest, wordScore(store, words[index], typos[index], first, end))
    }
    if (lowest > 0 && allows(entry)) board.offer(entry, lowest - slippedWordsPenalty, 'fuzzy')
  }
}

/** What a word scores in an entry, as it was typed or with a slip; 0 where it is not there. */
function wordScore(
  store: TextStore,
  word: Pattern | undefined,
  typo: TypoPattern | undefined,
  first: number,
  end: number,
): number {
  let best = 0
  for (let field = first; field < end; field += 1) {
    if (word) best = Math.max(best, scoreIn(store, field, word))
    if (typo && store.kindOf[field] !== codeKind) {
      best = Math.max(best, typoScore(store, field, typo))
    }
  }
  return best
}
