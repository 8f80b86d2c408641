import { isSyllable } from '#kernel/hangul-units.ts'
import { gapMatch } from './gap-match.ts'
import { highlight, type Range } from './highlight.ts'
import { findPattern, mayHave, type Pattern, type Place } from './pattern.ts'
import { readings, type Reading } from './query.ts'
import { searchText, type SearchText } from './search-text.ts'
import { bestTypo, typoPattern, typoScore, type TypoPattern } from './typing-errors.ts'

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
  /** Reads the texts of the entries, which the first search would do otherwise. */
  read(): void
  /** Best first; equal scores keep the order of the entries. An empty query finds nothing. */
  search(query: string, options: SearchOptions): SearchHit<Entry>[]
}

/** How good each kind of find is: the whole text, its beginning, a word's beginning, inside. */
const ranks = {
  code: [1000, 880, 800, 600],
  label: [960, 900, 850, 700],
  english: [940, 840, 780, 620],
  synonym: [930, 790, 750, 570],
  keyword: [830, 780, 740, 560],
} as const
type FieldKind = keyof typeof ranks
/** What a code scores that was typed whole: no other find is as good. */
const [wholeCodeScore] = ranks.code
/** Lifts it above all habits: whatever they are, it means that code. */
const wholeCodeLift = 200
const boostMax = 100
const layoutPenalty = 250
/** What somebody says otherwise is ranked behind the title that says it so. */
const tradePenalty = 100
/** A whole code in the wrong layout is hardly a coincidence. */
const wholeCodePenalty = 100
/** No code has spaces: whoever types one means a title, `stock hold` and not StockHold. */
const spacedCodePenalty = 100
/** A slip of the finger, and in the wrong layout besides. */
const typoLayoutPenalty = 60
const wordsPenalty = 80
/** Below slips in words that are in the order of the title. */
const slippedWordsPenalty = 60
const abbreviationScore = 760
const gapScore = 300
/** What a gap-tolerant find adds that is together at the beginning of a word; more beginnings give more. */
const gapCloseness = 150
/** Beyond this many gap-tolerant matches the query says too little: the rest is not weighed. */
const mostWeighed = 1000
/** From here on a find is no guess, and typing errors are not looked for. */
export const certainScore = 500

/** A searchable text of one entry, or of several as the name of their group is. */
interface Field extends SearchText {
  readonly kind: FieldKind
  /** The places of the entries that have it. */
  readonly owners: number[]
}

/** How an entry was found best so far. */
interface Find {
  readonly score: number
  /** By gaps, an abbreviation or slips of the finger. */
  readonly isGuess: boolean
}

/** One search: what it looks through, and what it has found by the places of the entries. */
interface Search {
  readonly fields: readonly Field[]
  readonly isAllowed: (place: number) => boolean
  readonly finds: Map<number, Find>
}

/**
 * Reads the texts of the entries once; a search then takes a few milliseconds over thousands of
 * entries. It understands initials (ㅈㄱ), unfinished syllables (장바ㄱ), the wrong keyboard layout
 * both ways (worh, ㅑㅜㅍ), abbreviations (rcs), words in any order, gaps and typing errors.
 */
export function createSearchIndex<Entry extends SearchEntry>(
  entries: readonly Entry[],
): SearchIndex<Entry> {
  let known: readonly Field[] | undefined
  const fieldsRead = (): readonly Field[] => (known ??= fieldsOf(entries))
  return {
    size: entries.length,
    read: () => void fieldsRead(),
    search(query, { limit, boost, groups }) {
      const read = readings(query)
      const isAllowed = (place: number): boolean => groups?.has(entries[place]?.group ?? '') ?? true
      const search = { fields: fieldsRead(), isAllowed, finds: new Map<number, Find>() }
      collect(search, read, limit)
      const hits = []
      for (const [place, { score: bareScore, isGuess }] of search.finds) {
        const entry = entries[place]
        if (!entry) continue
        const habit = Math.min(Math.max(boost?.get(entry.id) ?? 0, 0), boostMax)
        const score = bareScore + (bareScore === wholeCodeScore ? wholeCodeLift : habit)
        hits.push({ entry, place, score, bareScore, isGuess })
      }
      hits.sort((one, other) => other.score - one.score || one.place - other.place)
      return hits.slice(0, limit).map(({ entry, score, bareScore, isGuess }) => {
        const label = searchText(entry.ko.normalize('NFC'))
        return { entry, score, bareScore, ranges: highlight(label, read, isGuess) }
      })
    },
  }
}

/** Each text of a kind once. */
function fieldsOf(entries: readonly SearchEntry[]): readonly Field[] {
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

/** The costlier ways of looking are tried only while the plain ones have found too little. */
function collect(search: Search, read: readonly Reading[], limit: number): void {
  const { finds } = search
  const [typed] = read
  if (!typed) return
  for (const reading of read.toReversed()) {
    scanWhole(within(search, reading.whole), reading)
    if (reading.words.length > 1) scanWords(search, reading)
  }
  const possible = within(search, typed.whole)
  if (finds.size < limit) scan(possible, (field) => abbreviationIn(field, typed.whole), true)
  if (finds.size < limit) scanGaps(possible, typed.whole)
  if ([...finds.values()].some(({ score }) => score >= certainScore)) return
  const slips = typoPattern(typed.text)
  scan(search, (field) => slipIn(field, slips), true)
  if (typed.words.length > 1) scanWordTypos(search, typed.words)
  if (finds.size > 0) return
  const mistyped = read.find(({ viaLayout, viaTrade }) => viaLayout && !viaTrade)
  const otherSlips = typoPattern(mistyped?.text ?? '')
  scan(search, (field) => slipIn(field, otherSlips) - typoLayoutPenalty, true)
}

/** The search among the texts that have all letters of a pattern. */
function within(search: Search, wanted: Pattern): Search {
  return { ...search, fields: search.fields.filter((field) => mayHave(field, wanted)) }
}

/** Offers what each text scores to the entries that have it. */
function scan(search: Search, scoreOf: (field: Field) => number, isGuess = false): void {
  for (const field of search.fields) {
    const score = scoreOf(field)
    if (score <= 0) continue
    for (const place of field.owners) offer(search, place, score, isGuess)
  }
}

function offer({ finds, isAllowed }: Search, place: number, score: number, isGuess: boolean): void {
  if (score > (finds.get(place)?.score ?? 0) && isAllowed(place))
    finds.set(place, { score, isGuess })
}

function scanWhole(search: Search, { whole, words, viaLayout, viaTrade }: Reading): void {
  const scoreOf = (field: Field): number => {
    const score = scoreIn(field, whole)
    const layout = score === wholeCodeScore ? wholeCodePenalty : layoutPenalty
    const spaced = field.kind === 'code' && words.length > 1 ? spacedCodePenalty : 0
    return score - spaced - (viaTrade ? tradePenalty : 0) - (viaLayout ? layout : 0)
  }
  scan(search, scoreOf)
}

/** What a pattern scores in a text; 0 when it is not in it. */
function scoreIn(field: Field, wanted: Pattern): number {
  const found = findPattern(field, wanted)
  if (!found) return 0
  const surplus = field.units.length - found.length
  const inner = field.starts.includes(found.at) || endsCompound(field, wanted, found) ? 2 : 3
  const rank = found.at > 0 ? inner : surplus === 0 ? 0 : 1
  return ranks[field.kind][rank] - Math.min(surplus, 30)
}

/** Korean titles write compounds as one word: 확정 in 입고확정 is a word, the one that says what is done. */
function endsCompound({ units, starts }: Field, wanted: Pattern, { at, length }: Place): boolean {
  const end = at + length
  const isWordEnd = end === units.length || starts.includes(end)
  return isWordEnd && wanted.units.length > 1 && isSyllable(units.charCodeAt(at))
}

/** Every word must be somewhere in the entry, in whichever text: `로트 재고`, `inv 보류`. */
function scanWords(search: Search, { words, viaLayout, viaTrade }: Reading): void {
  const penalty = wordsPenalty + (viaLayout ? layoutPenalty : 0) + (viaTrade ? tradePenalty : 0)
  const scorers = words.map((word) => (field: Field) => scoreIn(field, word))
  const lowest = lowestScores(search.fields, scorers)
  if (lowest.size === 0) return
  for (const [place, score] of lowest) offer(search, place, score - penalty, false)
  // A text that is these words and nothing else, in another order: `취소 할당`.
  const length = words.reduce((sum, word) => sum + word.units.length, 0)
  const isOnly = (field: Field): boolean =>
    field.units.length === length && scorers.every((scoreOf) => scoreOf(field) > 0)
  scan(search, (field) => (isOnly(field) ? ranks[field.kind][1] - penalty : 0))
}

/** For each entry that has all words the score of the one that fits least. */
function lowestScores(
  fields: readonly Field[],
  words: readonly ((field: Field) => number)[],
): ReadonlyMap<number, number> {
  let lowest: ReadonlyMap<number, number> | undefined
  for (const scoreOf of words) {
    if (lowest?.size === 0) break
    const scores = new Map<number, number>()
    for (const field of fields) {
      const score = scoreOf(field)
      if (score <= 0) continue
      for (const place of field.owners) {
        const most = Math.min(score, lowest ? (lowest.get(place) ?? 0) : score)
        if (most > (scores.get(place) ?? 0)) scores.set(place, most)
      }
    }
    lowest = scores
  }
  return lowest ?? new Map()
}

/** Each unit of the query begins a word, in order: `rcs` for ReceiptCreateSingle. */
function abbreviationIn(field: Field, wanted: Pattern): number {
  const { length } = wanted.units
  if (length < 2 || !wanted.apart.test(field.heads)) return 0
  return abbreviationScore - Math.min(field.units.length - length, 60)
}

function scanGaps(search: Search, wanted: Pattern): void {
  const { length } = wanted.units
  if (length < 2 || (length === 2 && !wanted.isUnfinished)) return
  let weighed = 0
  const scoreOf = (field: Field): number => {
    const match = weighed < mostWeighed ? gapMatch(field, wanted) : undefined
    if (!match) return 0
    weighed += 1
    const closeness = Math.round(gapCloseness * match.ratio)
    return gapScore + closeness - Math.min(field.units.length - length, 30)
  }
  scan(search, scoreOf, true)
}

/** Codes are left out: one digit off is another item, not a slip of the finger. */
function slipIn(field: Field, wanted: TypoPattern | undefined): number {
  return wanted && field.kind !== 'code' ? typoScore(field, wanted) : 0
}

/** A slip in one word and the words in another order: `엑샐업로드 입고`. */
function scanWordTypos(search: Search, words: readonly Pattern[]): void {
  const scorers = words.map((word) => {
    const typo = typoPattern(word.text)
    return (field: Field) => scoreIn(field, word) || slipIn(field, typo)
  })
  for (const [place, score] of lowestScores(search.fields, scorers)) {
    offer(search, place, Math.min(score, bestTypo) - slippedWordsPenalty, true)
  }
}
