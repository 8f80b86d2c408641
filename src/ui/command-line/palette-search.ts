import {
  chooseReading,
  parseCommandLine,
  type CommandLine,
  type LineArgument,
} from './command-line.ts'
import { t } from '#ui/base/language.ts'
import type { Range } from './highlight.ts'
import { sameText } from './learned-boost.ts'
import { orderHits } from './order-hits.ts'
import type { SearchIndex } from './search-index.ts'
import { certainScore } from './search-index.ts'
import { argumentsFor, type PaletteEntry } from './palette-entries.ts'
import { choiceId } from './palette-memory.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import {
  nothingKnown,
  questionKey,
  type KnownWords,
  type WordQuestion,
} from '#ui/remote/word-meanings.ts'

/** Most lines drawn at once. */
export const shownMax = 50

/** One line of the palette. */
export interface PaletteRow {
  readonly entry: PaletteEntry
  /** Parts of the Korean title that were found. */
  readonly ranges: readonly Range[]
  readonly args: Args | undefined
  readonly argsText: string
  /** What is wrong with the arguments, and what is possible: it is said, and nothing is opened. */
  readonly fault?: string | undefined
  /** One of several things that the arguments may mean: only who has seen them chooses. */
  readonly isOneOfSeveral?: boolean
}

/** What the server is asked about a line. */
export interface ServerQuestion {
  /** What to look records up by; empty for none. */
  readonly text: string
  /** Arguments that only the server can read. */
  readonly words: readonly WordQuestion[]
}

/** What the server knows of a line. */
export interface ServerAnswer {
  readonly records: readonly PaletteEntry[]
  readonly words: KnownWords
  /** It did not answer, or refused and said why; empty where it said nothing. */
  readonly failure?: string
}

export interface PaletteAnswer {
  readonly rows: readonly PaletteRow[]
  /** Nothing that the server says can change what the line means. */
  readonly certain: boolean
  /** The best find is no guess: records stand behind it. */
  readonly leads: boolean
  readonly recordText: ServerQuestion
  readonly hits: readonly Hit[]
  /** The line as it was typed. */
  readonly written: string
  /** What was read as arguments. */
  readonly typed: readonly LineArgument[]
  /** Time of the search, in milliseconds. */
  readonly tookMs: number
}

interface Hit {
  readonly entry: PaletteEntry
  readonly ranges: readonly Range[]
}

const groupsOfScope = {
  all: undefined,
  commands: new Set(['command', 'procedure', 'macro', 'elsewhere']),
  tabs: new Set(['tab']),
  documents: new Set<string>(),
}

function plainRow(entry: PaletteEntry): PaletteRow {
  return { entry, ranges: [], args: undefined, argsText: '' }
}

/** What a command line finds things among, the same for all that is typed into it. */
export interface Findable {
  readonly index: SearchIndex<PaletteEntry>
  readonly entries: readonly PaletteEntry[]
  /** What an empty line offers. */
  readonly start: readonly PaletteEntry[]
  /** What the user's habits add, by the id of an entry. */
  readonly boost: (text: string) => ReadonlyMap<string, number>
}

/** Finds what a typed line means, best first, at most 50. */
export function searchPalette(
  { index, entries, start, boost }: Findable,
  written: string,
): PaletteAnswer {
  const started = performance.now()
  const line = parseCommandLine(written)
  const groups = groupsOfScope[line.scope]
  const took = (): number => Math.max(Math.round(performance.now() - started), 0)
  const text = recordTextOf(line)
  if (line.text === '') {
    const rows = groups ? entries.filter((entry) => groups.has(entry.group)) : start
    return {
      rows: rows.slice(0, shownMax).map(plainRow),
      certain: true,
      leads: true,
      recordText: { text, words: [] },
      hits: [],
      written,
      typed: [],
      tookMs: took(),
    }
  }
  const scope = groups ? { groups } : {}
  const lifts = boost(line.text)
  const search = (target: string) =>
    index.search(target, { limit: shownMax, boost: lifts, ...scope })
  const isFound = (found: ReturnType<typeof search>): boolean =>
    found.some(({ bareScore }) => bareScore >= certainScore)
  // Most lines are a target and nothing else: what it finds is not looked for a second time.
  const whole = line.readings[0]
  const wholeHits = search(whole?.target ?? '')
  const reading = chooseReading(line, (target) =>
    isFound(target === whole?.target ? wholeHits : index.search(target, { limit: 1, ...scope })),
  )
  const typed = reading?.arguments ?? []
  const hits = reading === whole ? wholeHits : search(reading?.target ?? '')
  const ordered = orderHits(hits)
  const words = asksOf(ordered, typed)
  // A guess that is used much is a guess still; what the same text led to before is none.
  const leads = hits.slice(0, 1).some(({ bareScore, entry }) => {
    return bareScore >= certainScore || lifts.get(entry.id) === sameText
  })
  return {
    rows: rowsOf(ordered, typed, nothingKnown).map((row) => notYet(row, words, written)),
    certain: leads && words.length === 0,
    leads,
    recordText: { text, words },
    hits: ordered,
    written,
    typed,
    tookMs: took(),
  }
}

/** Lines further down are seldom meant: what only they would ask is not asked. */
const askingLines = 8

function asksOf(hits: readonly Hit[], typed: readonly LineArgument[]): WordQuestion[] {
  if (typed.length === 0) return []
  const asks = hits
    .slice(0, askingLines)
    .flatMap(({ entry }) => argumentsFor(entry, typed, nothingKnown)?.asks ?? [])
  return [...new Map(asks.map((each) => [questionKey(each), each])).values()]
}

/** A click that comes before the answer opens the line again: what was typed may be no code. */
function notYet(row: PaletteRow, words: readonly WordQuestion[], written: string): PaletteRow {
  if (words.length === 0) return row
  return { ...row, entry: { ...row.entry, run: () => openAgain(written) } }
}

/** Once the page has seen the line closed: both changes in one would be none. */
function openAgain(written: string): void {
  setTimeout(() => showPalette(written))
}

/** The lines of what was found; the first is there once for each thing its arguments may mean. */
function rowsOf(
  hits: readonly Hit[],
  typed: readonly LineArgument[],
  known: KnownWords,
): PaletteRow[] {
  return hits.flatMap(({ entry, ranges }, place): PaletteRow[] => {
    const found = argumentsFor(entry, typed, known)
    const [first, ...others] = found?.choices ?? []
    if (!first) {
      const args = found && found.text !== '' ? found.args : undefined
      return [{ entry, ranges, args, argsText: found?.text ?? '', fault: found?.fault }]
    }
    if (place > 0) {
      return [
        { entry, ranges, args: undefined, argsText: '', fault: saySeveral([first, ...others]) },
      ]
    }
    return [first, ...others].map(({ args, text }) => ({
      entry: { ...entry, id: choiceId(entry.id, text) },
      ranges,
      args,
      argsText: text,
      isOneOfSeveral: true,
    }))
  })
}

function saySeveral(choices: readonly { readonly text: string }[]): string {
  const list = choices.map(({ text }) => text).join(', ')
  return t({
    ko: `여러 가지로 읽힙니다. 더 입력해 고르세요: ${list}`,
    en: `This may be several things, type more to choose: ${list}`,
  })
}

/** Records are looked up from the second character on; after `#` from the first. */
function recordTextOf({ scope, text }: CommandLine): string {
  if (scope === 'documents') return text
  return scope === 'all' && text.length > 1 ? text : ''
}

/** The lines as they are shown: in their sections, that of the best find first. */
export function inSections(rows: readonly PaletteRow[]): readonly PaletteRow[] {
  return [...Map.groupBy(rows, (row) => row.entry.group).values()].flat()
}

/**
 * The lines with what the server knows: records after the screens and commands that are surely
 * meant, else before them.
 */
export function withRecords(
  answer: PaletteAnswer,
  { records, words, failure }: ServerAnswer,
): readonly PaletteRow[] {
  const found = records.map(plainRow)
  const { recordText, hits, typed, leads } = answer
  const isAsked = recordText.words.length > 0 && words.state !== 'asking'
  const rows = isAsked ? rowsOf(hits, typed, words) : answer.rows
  // Where there could have been records alone, an empty list would say that there are none.
  if (failure !== undefined && rows.length === 0) return [plainRow(askAgain(answer, failure))]
  return leads ? [...rows, ...found] : [...found, ...rows]
}

function askAgain({ written }: PaletteAnswer, failure: string): PaletteEntry {
  return {
    id: 'ask-again',
    group: 'record',
    ko: '자료를 찾지 못했습니다: 다시 찾기',
    en: 'Records could not be looked up: try again',
    note: failure === '' ? t({ ko: '서버 응답 없음', en: 'no server' }) : failure,
    run: () => openAgain(written),
  }
}

/** Where the arguments begin in the typed text, to show them in another colour. */
export function argumentsStart(written: string, typed: readonly LineArgument[]): number {
  const words = [...written.matchAll(/(?:"[^"]*"?|[^\s"])+/g)]
  return typed.length === 0 ? written.length : (words.at(-typed.length)?.index ?? written.length)
}
