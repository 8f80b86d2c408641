import {
  chooseReading,
  parseCommandLine,
  type CommandLine,
  type LineArgument,
} from '../palette/command-line.ts'
import type { Range } from '../palette/highlight.ts'
import { sameText } from '../palette/learned-boost.ts'
import { orderHits } from '../palette/order-hits.ts'
import { certainScore, type SearchIndex } from '../palette/search-index.ts'
import { argumentsFor, type PaletteEntry } from './palette-entries.ts'
import type { Args } from './tabs.ts'

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
}

export interface PaletteAnswer {
  readonly rows: readonly PaletteRow[]
  /** The best find is no guess. */
  readonly certain: boolean
  /** What to look records up by; empty for none. */
  readonly recordText: string
  /** What was read as arguments. */
  readonly typed: readonly LineArgument[]
  /** Time of the search, in milliseconds. */
  readonly tookMs: number
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
  const recordText = recordTextOf(line)
  if (line.text === '') {
    const rows = groups ? entries.filter((entry) => groups.has(entry.group)) : start
    return {
      rows: rows.slice(0, shownMax).map(plainRow),
      certain: true,
      recordText,
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
  const rows = orderHits(hits).map(({ entry, ranges }): PaletteRow => {
    const found = argumentsFor(entry, typed)
    const args = found && found.text !== '' ? found.args : undefined
    return { entry, ranges, args, argsText: found?.text ?? '', fault: found?.fault }
  })
  return {
    rows,
    // A guess that is used much is a guess still; what the same text led to before is none.
    certain: hits.slice(0, 1).some(({ bareScore, entry }) => {
      return bareScore >= certainScore || lifts.get(entry.id) === sameText
    }),
    recordText,
    typed,
    tookMs: took(),
  }
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

/** Records after the screens and commands that are surely meant, else before them. */
export function withRecords(
  answer: PaletteAnswer,
  records: readonly PaletteEntry[],
): readonly PaletteRow[] {
  const found = records.map(plainRow)
  return answer.certain ? [...answer.rows, ...found] : [...found, ...answer.rows]
}

/** Where the arguments begin in the typed text, to show them in another colour. */
export function argumentsStart(written: string, typed: readonly LineArgument[]): number {
  const words = [...written.matchAll(/(?:"[^"]*"?|[^\s"])+/g)]
  return typed.length === 0 ? written.length : (words.at(-typed.length)?.index ?? written.length)
}
