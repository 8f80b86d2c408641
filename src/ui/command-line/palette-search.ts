import {
  chooseReading,
  parseCommandLine,
  type CommandLine,
  type LineArgument,
} from './command-line.ts'
import type { Range } from './highlight.ts'
import { sameTextBoost } from './learned-boost.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { certainScore, type SearchIndex } from './search-index.ts'

export const maxShown = 50

export interface SearchableEntries {
  readonly index: SearchIndex<PaletteEntry>
  readonly entries: readonly PaletteEntry[]
  readonly start: readonly PaletteEntry[]
  readonly boost: (text: string) => ReadonlyMap<string, number>
}

export interface PaletteHit {
  readonly entry: PaletteEntry
  readonly ranges: readonly Range[]
}

export interface PaletteHits {
  readonly written: string
  readonly hits: readonly PaletteHit[]
  readonly typedArguments: readonly LineArgument[]
  /** The best hit is certain, so records follow it. */
  readonly isBestCertain: boolean
  readonly recordText: string
}

const groupsOfScope = {
  all: undefined,
  commands: new Set(['row', 'command', 'procedure', 'macro', 'elsewhere']),
  tabs: new Set(['tab']),
  documents: new Set<string>(),
}

export function findHits(
  { index, entries, start, boost }: SearchableEntries,
  written: string,
): PaletteHits {
  const line = parseCommandLine(written)
  const recordText = recordSearchText(line)
  const groups = groupsOfScope[line.scope]
  if (line.text === '') {
    const all = groups ? entries.filter((entry) => groups.has(entry.group)) : start
    const hits = all.slice(0, maxShown).map((entry) => ({ entry, ranges: [] }))
    return { written, hits, typedArguments: [], isBestCertain: true, recordText }
  }
  const scope = groups ? { groups } : {}
  const lifts = boost(line.text)
  const search = (target: string) =>
    index.search(target, { limit: maxShown, boost: lifts, ...scope })
  const isFound = (found: ReturnType<typeof search>): boolean =>
    found.some(({ bareScore }) => bareScore >= certainScore)
  // Most lines have no arguments: reuse the search for the entire line.
  const whole = line.readings[0]
  const wholeHits = search(whole?.target ?? '')
  const reading = chooseReading(line, (target) =>
    isFound(target === whole?.target ? wholeHits : index.search(target, { limit: 1, ...scope })),
  )
  const hits = reading === whole ? wholeHits : search(reading?.target ?? '')
  // A boosted guess remains a guess, unless the same text led to it before.
  const isBestCertain = hits.slice(0, 1).some(({ bareScore, entry }) => {
    return bareScore >= certainScore || lifts.get(entry.id) === sameTextBoost
  })
  return {
    written,
    hits: orderHits(hits),
    typedArguments: reading?.arguments ?? [],
    isBestCertain,
    recordText,
  }
}

/** Records are searched from the second character on, or from the first after `#`. */
function recordSearchText({ scope, text }: CommandLine): string {
  if (scope === 'documents') return text
  return scope === 'all' && text.length > 1 ? text : ''
}

/**
 * Certain screens and commands precede procedures, because opening a screen is harmless.
 * Unavailable commands come last. Screens without permission are only listed if certain.
 */
export function orderHits<
  H extends { readonly entry: { readonly group: string }; readonly score: number },
>(hits: readonly H[]): H[] {
  const place = ({ entry, score }: H): number => {
    const isCertain = score >= certainScore
    if (entry.group === 'elsewhere') return 2
    if (entry.group === 'withheld') return isCertain ? 1 : 3
    return entry.group !== 'procedure' && isCertain ? 0 : 1
  }
  return [0, 1, 2].flatMap((wanted) => hits.filter((hit) => place(hit) === wanted))
}
