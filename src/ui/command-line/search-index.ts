import { isSyllable } from '#kernel/hangul-units.ts'
import { gapMatch } from './gap-match.ts'
import { highlight, type Range } from './highlight.ts'
import { findPattern, canContain, type Pattern, type Place } from './pattern.ts'
import { getReadings, type QueryReading } from './query.ts'
import { searchText, type SearchText } from './search-text.ts'
import { bestTypo, typoPattern, typoScore, type TypoPattern } from './typing-errors.ts'

/** A searchable item. `codes`, `synonyms` and `keywords` are not shown. */
export interface SearchEntry {
  readonly id: string
  readonly group: string
  readonly ko: string
  readonly en: string
  readonly codes?: readonly string[]
  /** Synonyms of this item; typed in full they rank above titles that only start with them. */
  readonly synonyms?: readonly string[]
  /** Related words, shared with other items. */
  readonly keywords?: readonly string[]
}

interface SearchHit<Entry extends SearchEntry = SearchEntry> {
  readonly entry: Entry
  readonly score: number
  readonly bareScore: number
  readonly ranges: readonly Range[]
}

interface SearchOptions {
  readonly limit: number
  /** Boost by entry id, 0 to 100 (about one rank). */
  readonly boost?: ReadonlyMap<string, number>
  readonly groups?: ReadonlySet<string>
}

export interface SearchIndex<Entry extends SearchEntry = SearchEntry> {
  readonly size: number
  /** Builds the index ahead of the first search. */
  read(): void
  /** Returns the best hits first. Ties preserve the entry order. An empty query has no results. */
  search(query: string, options: SearchOptions): SearchHit<Entry>[]
}

/** Scores of a match: entire text, prefix, word start, inside. */
const matchScores = {
  code: [1000, 880, 800, 600],
  label: [960, 900, 850, 700],
  english: [940, 840, 780, 620],
  synonym: [930, 790, 750, 570],
  keyword: [830, 780, 740, 560],
} as const
type FieldKind = keyof typeof matchScores
const [wholeCodeScore] = matchScores.code
/** Ranks a complete code above all boosts. */
const completeCodeBonus = 200
const maxBoost = 100
const layoutPenalty = 250
/** Synonyms rank below titles with the word itself. */
const tradePenalty = 100
/** A complete code in the wrong layout is hardly a coincidence. */
const wholeCodePenalty = 100
/** Codes have no spaces: `stock hold` is a title, not StockHold. */
const spacedCodePenalty = 100
const typoLayoutPenalty = 60
const wordsPenalty = 80
/** Ranks reordered words with typing errors below typing errors in the title's own word order. */
const slippedWordsPenalty = 60
const abbreviationScore = 760
const gapScore = 300
const gapCloseness = 150
/** Stop scoring gap matches of a query that matches too much. */
const maxGapMatches = 1000
/** From this score on a hit is certain and typing errors are ignored. */
export const certainScore = 500

interface Field extends SearchText {
  readonly kind: FieldKind
  readonly owners: number[]
}

interface FieldMatch {
  readonly score: number
  readonly isGuess: boolean
}

interface SearchPass {
  readonly fields: readonly Field[]
  readonly isAllowed: (place: number) => boolean
  readonly finds: Map<number, FieldMatch>
}

/**
 * Builds a search index that takes a few milliseconds for thousands of entries. It supports
 * initials (ㅈㄱ), unfinished syllables (장바ㄱ), the wrong keyboard layout both ways (worh, ㅑㅜㅍ),
 * abbreviations (rcs), words in any order, gaps and typing errors.
 */
export function createSearchIndex<Entry extends SearchEntry>(
  entries: readonly Entry[],
): SearchIndex<Entry> {
  let known: readonly Field[] | undefined
  const fieldsRead = (): readonly Field[] => (known ??= toFields(entries))
  return {
    size: entries.length,
    read: () => void fieldsRead(),
    search(query, { limit, boost, groups }) {
      const read = getReadings(query)
      const isAllowed = (place: number): boolean => groups?.has(entries[place]?.group ?? '') ?? true
      const search = { fields: fieldsRead(), isAllowed, finds: new Map<number, FieldMatch>() }
      collectHits(search, read, limit)
      const hits = []
      for (const [place, { score: bareScore, isGuess }] of search.finds) {
        const entry = entries[place]
        if (!entry) continue
        const usageBoost = Math.min(Math.max(boost?.get(entry.id) ?? 0, 0), maxBoost)
        const score = bareScore + (bareScore === wholeCodeScore ? completeCodeBonus : usageBoost)
        hits.push({ entry, place, score, bareScore, isGuess })
      }
      hits.sort((a, b) => b.score - a.score || a.place - b.place)
      return hits.slice(0, limit).map(({ entry, score, bareScore, isGuess }) => {
        const label = searchText(entry.ko.normalize('NFC'))
        return { entry, score, bareScore, ranges: highlight(label, read, isGuess) }
      })
    },
  }
}

function toFields(entries: readonly SearchEntry[]): readonly Field[] {
  const fields = new Map<string, Field>()
  const add = (place: number, kind: FieldKind, texts: readonly string[]): void => {
    for (const text of texts) {
      const key = `${kind} ${text}`
      const field = fields.get(key) ?? { ...searchText(text.normalize('NFC')), kind, owners: [] }
      fields.set(key, field)
      field.owners.push(place)
    }
  }
  for (const [place, entry] of entries.entries()) {
    add(place, 'label', [entry.ko])
    add(place, 'english', entry.en === entry.ko ? [] : [entry.en])
    add(place, 'code', entry.codes ?? [])
    add(place, 'synonym', entry.synonyms ?? [])
    add(place, 'keyword', entry.keywords ?? [])
  }
  return [...fields.values()]
}

/** Tries the more expensive matches only while there are too few results. */
function collectHits(search: SearchPass, read: readonly QueryReading[], limit: number): void {
  const { finds } = search
  const [typed] = read
  if (!typed) return
  for (const reading of read.toReversed()) {
    scanEntries(filterFields(search, reading.textPattern), reading)
    if (reading.words.length > 1) scanWords(search, reading)
  }
  const possible = filterFields(search, typed.textPattern)
  if (finds.size < limit)
    scanFields(possible, (field) => abbreviationScoreIn(field, typed.textPattern), true)
  if (finds.size < limit) scanGaps(possible, typed.textPattern)
  if ([...finds.values()].some(({ score }) => score >= certainScore)) return
  const typos = typoPattern(typed.text)
  scanFields(search, (field) => typoScoreIn(field, typos), true)
  if (typed.words.length > 1) scanWordTypos(search, typed.words)
  if (finds.size > 0) return
  const otherReading = read.find(({ isOtherLayout, isTradeWord }) => isOtherLayout && !isTradeWord)
  const otherTypos = typoPattern(otherReading?.text ?? '')
  scanFields(search, (field) => typoScoreIn(field, otherTypos) - typoLayoutPenalty, true)
}

function filterFields(search: SearchPass, wanted: Pattern): SearchPass {
  return { ...search, fields: search.fields.filter((field) => canContain(field, wanted)) }
}

function scanFields(search: SearchPass, scoreOf: (field: Field) => number, isGuess = false): void {
  for (const field of search.fields) {
    const score = scoreOf(field)
    if (score <= 0) continue
    for (const place of field.owners) recordScore(search, place, score, isGuess)
  }
}

function recordScore(
  { finds, isAllowed }: SearchPass,
  place: number,
  score: number,
  isGuess: boolean,
): void {
  if (score > (finds.get(place)?.score ?? 0) && isAllowed(place))
    finds.set(place, { score, isGuess })
}

function scanEntries(
  search: SearchPass,
  { textPattern, words, isOtherLayout, isTradeWord }: QueryReading,
): void {
  const scoreField = (field: Field): number => {
    const score = fieldScore(field, textPattern)
    const layout = score === wholeCodeScore ? wholeCodePenalty : layoutPenalty
    const spacePenalty = field.kind === 'code' && words.length > 1 ? spacedCodePenalty : 0
    return score - spacePenalty - (isTradeWord ? tradePenalty : 0) - (isOtherLayout ? layout : 0)
  }
  scanFields(search, scoreField)
}

function fieldScore(field: Field, wanted: Pattern): number {
  const found = findPattern(field, wanted)
  if (!found) return 0
  const surplus = field.units.length - found.length
  const inner = field.starts.includes(found.at) || isCompoundEnd(field, wanted, found) ? 2 : 3
  const rank = found.at > 0 ? inner : surplus === 0 ? 0 : 1
  return matchScores[field.kind][rank] - Math.min(surplus, 30)
}

/**
 * Korean titles write compounds as one word. Its last part counts as a word: 확정 in 입고확정 is the
 * action.
 */
function isCompoundEnd({ units, starts }: Field, wanted: Pattern, { at, length }: Place): boolean {
  const end = at + length
  const isWordEnd = end === units.length || starts.includes(end)
  return isWordEnd && wanted.units.length > 1 && isSyllable(units.charCodeAt(at))
}

/** Every word must match some text of the entry: `로트 재고`, `inv 보류`. */
function scanWords(search: SearchPass, { words, isOtherLayout, isTradeWord }: QueryReading): void {
  const penalty =
    wordsPenalty + (isOtherLayout ? layoutPenalty : 0) + (isTradeWord ? tradePenalty : 0)
  const scorers = words.map((word) => (field: Field) => fieldScore(field, word))
  const lowest = lowestScores(search.fields, scorers)
  if (lowest.size === 0) return
  for (const [place, score] of lowest) recordScore(search, place, score - penalty, false)
  // A text with exactly these words in another order: `취소 할당`.
  const length = words.reduce((sum, word) => sum + word.units.length, 0)
  const isOnly = (field: Field): boolean =>
    field.units.length === length && scorers.every((scoreOf) => scoreOf(field) > 0)
  scanFields(search, (field) => (isOnly(field) ? matchScores[field.kind][1] - penalty : 0))
}

function lowestScores(
  fields: readonly Field[],
  words: readonly ((field: Field) => number)[],
): ReadonlyMap<number, number> {
  let lowest: ReadonlyMap<number, number> | undefined
  for (const scoreWord of words) {
    if (lowest?.size === 0) break
    const scores = new Map<number, number>()
    for (const field of fields) {
      const score = scoreWord(field)
      if (score <= 0) continue
      for (const place of field.owners) {
        const lower = Math.min(score, lowest ? (lowest.get(place) ?? 0) : score)
        if (lower > (scores.get(place) ?? 0)) scores.set(place, lower)
      }
    }
    lowest = scores
  }
  return lowest ?? new Map()
}

/** Each unit starts a word, in order: `rcs` for ReceiptCreateSingle. */
function abbreviationScoreIn(field: Field, wanted: Pattern): number {
  const { length } = wanted.units
  if (length < 2 || !wanted.apart.test(field.heads)) return 0
  return abbreviationScore - Math.min(field.units.length - length, 60)
}

function scanGaps(search: SearchPass, wanted: Pattern): void {
  const { length } = wanted.units
  if (length < 2 || (length === 2 && !wanted.isUnfinished)) return
  let weighed = 0
  const scoreField = (field: Field): number => {
    const match = weighed < maxGapMatches ? gapMatch(field, wanted) : undefined
    if (!match) return 0
    weighed += 1
    const closeness = Math.round(gapCloseness * match.ratio)
    return gapScore + closeness - Math.min(field.units.length - length, 30)
  }
  scanFields(search, scoreField, true)
}

/** Codes are excluded: one digit off is a different item. */
function typoScoreIn(field: Field, wanted: TypoPattern | undefined): number {
  return wanted && field.kind !== 'code' ? typoScore(field, wanted) : 0
}

/** A typing error in one of several words: `엑샐업로드 입고`. */
function scanWordTypos(search: SearchPass, words: readonly Pattern[]): void {
  const scorers = words.map((word) => {
    const typo = typoPattern(word.text)
    return (field: Field) => fieldScore(field, word) || typoScoreIn(field, typo)
  })
  for (const [place, score] of lowestScores(search.fields, scorers)) {
    recordScore(search, place, Math.min(score, bestTypo) - slippedWordsPenalty, true)
  }
}
