import {
  chooseReading,
  parseCommandLine,
  type CommandLine,
  type LineArgument,
} from './command-line.ts'
import type { Range } from './highlight.ts'
import { sameText } from './learned-boost.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { certainScore, type SearchIndex } from './search-index.ts'

/** Most lines drawn at once. */
export const shownMax = 50

/** What a command line finds things among, the same for all that is typed into it. */
export interface Findable {
  readonly index: SearchIndex<PaletteEntry>
  readonly entries: readonly PaletteEntry[]
  /** What an empty line offers. */
  readonly start: readonly PaletteEntry[]
  /** What the user's habits add, by the id of an entry. */
  readonly boost: (text: string) => ReadonlyMap<string, number>
}

export interface Hit {
  readonly entry: PaletteEntry
  /** Parts of the Korean title that were found. */
  readonly ranges: readonly Range[]
}

/** What a line finds among the entries. */
export interface Found {
  /** The line as it was typed. */
  readonly written: string
  /** Best first, at most 50. */
  readonly hits: readonly Hit[]
  /** What was read as arguments. */
  readonly typed: readonly LineArgument[]
  /** The best find is no guess: records come after it. */
  readonly leads: boolean
  /** What to look records up by; empty for none. */
  readonly recordText: string
}

const groupsOfScope = {
  all: undefined,
  commands: new Set(['command', 'procedure', 'macro', 'elsewhere']),
  tabs: new Set(['tab']),
  documents: new Set<string>(),
}

/** Finds what a typed line means. */
export function findHits({ index, entries, start, boost }: Findable, written: string): Found {
  const line = parseCommandLine(written)
  const recordText = recordTextOf(line)
  const groups = groupsOfScope[line.scope]
  if (line.text === '') {
    const all = groups ? entries.filter((entry) => groups.has(entry.group)) : start
    const hits = all.slice(0, shownMax).map((entry) => ({ entry, ranges: [] }))
    return { written, hits, typed: [], leads: true, recordText }
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
  const hits = reading === whole ? wholeHits : search(reading?.target ?? '')
  // A guess that is used much is a guess still; what the same text led to before is none.
  const leads = hits.slice(0, 1).some(({ bareScore, entry }) => {
    return bareScore >= certainScore || lifts.get(entry.id) === sameText
  })
  return { written, hits: orderHits(hits), typed: reading?.arguments ?? [], leads, recordText }
}

/** Records are looked up from the second character on; after `#` from the first. */
function recordTextOf({ scope, text }: CommandLine): string {
  if (scope === 'documents') return text
  return scope === 'all' && text.length > 1 ? text : ''
}

/**
 * Screens and commands that are surely meant come before the procedures of the same name: opening
 * a screen is harmless, carrying out is not. Commands that do not work here come last of all.
 */
export function orderHits<
  H extends { readonly entry: { readonly group: string }; readonly score: number },
>(hits: readonly H[]): H[] {
  const place = ({ entry, score }: H): number => {
    if (entry.group === 'elsewhere') return 2
    return entry.group !== 'procedure' && score >= certainScore ? 0 : 1
  }
  return [0, 1, 2].flatMap((wanted) => hits.filter((hit) => place(hit) === wanted))
}
