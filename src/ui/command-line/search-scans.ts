import { Candidates } from './candidates.ts'
import {
  beginningScore,
  codeKind,
  scoreIn,
  scoreMostIn,
  surplusOf,
  wholeCodeScore,
} from './field-score.ts'
import type { FindBoard, Via } from './find-board.ts'
import { fuzzyMatch, isAbbreviation } from './fuzzy-score.ts'
import type { Pattern } from './pattern.ts'
import type { Reading } from './query.ts'
import type { TextStore } from './text-store.ts'
import {
  bestTypo,
  lacksMore,
  typoPattern,
  typoScore,
  typoScoreMost,
  type TypoPattern,
} from './typo-score.ts'

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
/** What a fuzzy find scores that stands together at the beginning of a word; more beginnings give more. */
const bestFuzzyScore = 450
/** From here on a find is no guess, and nobody asks for typing errors. */
export const certainScore = 500
/** Beyond this many gap-tolerant matches the rest is not weighed: the query says too little. */
const mostWeighed = 2000

export interface Search {
  readonly store: TextStore
  readonly board: FindBoard
  /** The fields and entries a reading can match at all, for each reading of a query in its order. */
  readonly fields: Candidates[]
  readonly entries: Candidates[]
  readonly allows: (entry: number) => boolean
}

/** The costlier ways of looking are tried only while the plain ones have found too little. */
export function collect(search: Search, read: readonly Reading[], limit: number): void {
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
  search: Search,
  fields: Int32Array,
  { whole, words, viaLayout, viaTrade }: Reading,
): void {
  const { store } = search
  const { kindOf } = store
  const spaced = words.length > 1 ? spacedCodePenalty : 0
  const trade = viaTrade ? tradePenalty : 0
  // Written out, as these are the loops that go over a hundred thousand texts for a letter.
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? 0
    const less = trade + (kindOf[field] === codeKind ? spaced : 0)
    const most = scoreMostIn(store, field, whole)
    const scoreMost = most - less - (viaLayout ? layoutPenaltyOf(most) : 0)
    if (isVain(search, field, scoreMost)) continue
    const plainScore = scoreIn(store, field, whole)
    const score = plainScore - less - (viaLayout ? layoutPenaltyOf(plainScore) : 0)
    const plain = kindOf[field] === codeKind ? 'code' : 'label'
    offerTo(search, field, score, viaLayout ? 'layout' : whole.byInitials ? 'chosung' : plain)
  }
}

/** Offers a find to all entries that have this text. */
function offerTo({ store, board, allows }: Search, field: number, score: number, via: Via): void {
  const { entriesFrom, entriesOf } = store
  const end = entriesFrom[field + 1] ?? 0
  for (let at = entriesFrom[field] ?? 0; at < end; at += 1) {
    const entry = entriesOf[at] ?? 0
    if (board.areVainFrom(entry, score)) return
    if (!board.isVain(entry, score) && allows(entry)) board.offer(entry, score, via)
  }
}

/** Whether a find of at most this score would change nothing for all entries that have this text. */
function isVain({ store, board }: Search, field: number, scoreMost: number): boolean {
  const { entriesFrom, entriesOf } = store
  return board.areVain(entriesOf, entriesFrom[field] ?? 0, entriesFrom[field + 1] ?? 0, scoreMost)
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
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] ?? 0
    if (board.isVain(entry, wordsScoreMost(store, words, entry) - penalty)) continue
    const score = lowestWordScore(store, words, entry)
    if (score > 0 && allows(entry)) {
      board.offer(entry, Math.max(score, hasOnly(store, words, entry)) - penalty, via)
    }
  }
}

/** What the words score in an entry at most, going by how they begin and how long its texts are. */
function wordsScoreMost(store: TextStore, words: readonly Pattern[], entry: number): number {
  const { fieldsFrom, fieldsOf } = store
  const first = fieldsFrom[entry] ?? 0
  const end = fieldsFrom[entry + 1] ?? 0
  let lowest = Number.POSITIVE_INFINITY
  let length = 0
  for (const word of words) {
    let most = 0
    for (let at = first; at < end; at += 1) {
      const field = fieldsOf[at] ?? 0
      if (!lacks(store, field, word)) most = Math.max(most, scoreMostIn(store, field, word))
    }
    if (most === 0) return 0
    lowest = Math.min(lowest, most)
    length += word.units.length
  }
  for (let at = first; at < end; at += 1) {
    const field = fieldsOf[at] ?? 0
    if (surplusOf(store, field, length) !== 0) continue
    lowest = Math.max(lowest, beginningScore(store, field))
  }
  return lowest
}

function lowestWordScore(store: TextStore, words: readonly Pattern[], entry: number): number {
  const { fieldsFrom, fieldsOf } = store
  const end = fieldsFrom[entry + 1] ?? 0
  let lowest = Number.POSITIVE_INFINITY
  for (const word of words) {
    let score = 0
    for (let at = fieldsFrom[entry] ?? 0; at < end; at += 1) {
      const field = fieldsOf[at] ?? 0
      if (!lacks(store, field, word)) score = Math.max(score, scoreIn(store, field, word))
    }
    if (score === 0) return 0
    lowest = Math.min(lowest, score)
  }
  return lowest
}

/** Whether a field has not all the letters and initials of a word: the cheap first refusal. */
function lacks({ latin, hangul }: TextStore, field: number, word: Pattern): boolean {
  return ((word.latin & ~(latin[field] ?? 0)) | (word.hangul & ~(hangul[field] ?? 0))) !== 0
}

/** What a text is worth that is these words and nothing else, in another order: `취소 할당`. */
function hasOnly(store: TextStore, words: readonly Pattern[], entry: number): number {
  const { fieldsFrom, fieldsOf } = store
  const length = words.reduce((sum, word) => sum + word.units.length, 0)
  for (let at = fieldsFrom[entry] ?? 0; at < (fieldsFrom[entry + 1] ?? 0); at += 1) {
    const field = fieldsOf[at] ?? 0
    const isAsLong = surplusOf(store, field, length) === 0
    if (isAsLong && words.every((word) => scoreIn(store, field, word) > 0)) {
      return beginningScore(store, field)
    }
  }
  return 0
}

function scanAbbreviations(search: Search, fields: Int32Array, wanted: Pattern): void {
  const { store } = search
  if (wanted.units.length < 2) return
  for (const field of fields) {
    const lacksLatin = wanted.latin & ~(store.latinStarts[field] ?? 0)
    const lacksHangul = wanted.hangul & ~(store.hangulStarts[field] ?? 0)
    if ((lacksLatin | lacksHangul) !== 0 || !isAbbreviation(store, field, wanted)) continue
    const surplus = surplusOf(store, field, wanted.units.length)
    offerTo(search, field, abbreviationScore - Math.min(surplus, 60), 'fuzzy')
  }
}

function scanFuzzy(search: Search, fields: Int32Array, wanted: Pattern): void {
  const { length } = wanted.units
  if (length < 2 || (length === 2 && !wanted.last)) return
  let weighed = 0
  for (const field of fields) {
    if (weighed >= mostWeighed) return
    if (isFoundWell(search, field)) continue
    const match = fuzzyMatch(search.store, field, wanted)
    if (!match) continue
    weighed += 1
    const closeness = Math.round((bestFuzzyScore - fuzzyScore) * match.ratio)
    const surplus = Math.min(surplusOf(search.store, field, length), 30)
    offerTo(search, field, fuzzyScore + closeness - surplus, 'fuzzy')
  }
}

/** Whether all entries that have this text are found otherwise and better already. */
function isFoundWell({ store, board }: Search, field: number): boolean {
  const end = store.entriesFrom[field + 1] ?? 0
  for (let at = store.entriesFrom[field] ?? 0; at < end; at += 1) {
    if (board.scoreOf(store.entriesOf[at] ?? 0) < bestFuzzyScore) return false
  }
  return true
}

/** Codes are left out: one digit off is another item, not a slip of the finger. */
function scanTypos(search: Search, text: string, penalty: number): void {
  const { store } = search
  const wanted = typoPattern(text)
  if (!wanted) return
  for (let field = 0; field < store.fieldCount; field += 1) {
    if ((wanted.startKeys & (store.startKeys[field] ?? 0)) === 0) continue
    if (lacksMore(wanted, store.keyMask[field] ?? 0) || store.kindOf[field] === codeKind) continue
    if (isVain(search, field, typoScoreMost(store, field, wanted) - penalty)) continue
    offerTo(search, field, typoScore(store, field, wanted) - penalty, 'fuzzy')
  }
}

/** A slip in one word and the words in another order: `엑샐업로드 입고`. */
function scanWordTypos({ store, board, allows }: Search, { words, wordTexts }: Reading): void {
  const typos = wordTexts.map(typoPattern)
  const lacksAny = (mask: number): boolean => typos.some((typo) => typo && lacksMore(typo, mask))
  for (let entry = 0; entry < store.entryCount; entry += 1) {
    if (lacksAny(store.entryKeyMask[entry] ?? 0)) continue
    let lowest = bestTypo
    for (let index = 0; index < words.length && lowest > 0; index += 1) {
      lowest = Math.min(lowest, wordScore(store, words[index], typos[index], entry))
    }
    if (lowest > 0 && allows(entry)) board.offer(entry, lowest - slippedWordsPenalty, 'fuzzy')
  }
}

/** What a word scores in an entry, as it was typed or with a slip; 0 where it is not there. */
function wordScore(
  store: TextStore,
  word: Pattern | undefined,
  typo: TypoPattern | undefined,
  entry: number,
): number {
  const { fieldsFrom, fieldsOf, kindOf } = store
  let best = 0
  for (let at = fieldsFrom[entry] ?? 0; at < (fieldsFrom[entry + 1] ?? 0); at += 1) {
    const field = fieldsOf[at] ?? 0
    if (word) best = Math.max(best, scoreIn(store, field, word))
    if (typo && kindOf[field] !== codeKind) {
      best = Math.max(best, typoScore(store, field, typo))
    }
  }
  return best
}
