import { isBuilt } from '#ui/remote/screens.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { PaletteEntry } from './palette-entries.ts'
import type * as recordScreens from './record-screens.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import {
  queryMeanings,
  queryRecords,
  noKnownWords,
  type FoundRecord,
  type KnownWords,
  type WordRequest,
} from './word-meanings.ts'

export interface ServerRequest {
  readonly text: string
  readonly words: readonly WordRequest[]
}

export interface ServerResponse {
  readonly records: readonly PaletteEntry[]
  readonly words: KnownWords
  /** Reason for a failure; empty if the server did not respond. */
  readonly failure?: string
}

export const noResponse: ServerResponse = { records: [], words: noKnownWords }

/** Queries the server for the results of a line. Throws CallError; can be aborted. */
export async function queryServer(
  { text, words }: ServerRequest,
  signal: AbortSignal,
): Promise<ServerResponse> {
  const [records, known] = await Promise.all([
    text === '' ? [] : recordEntries(text, signal),
    words.length === 0 ? noKnownWords : queryMeanings(words, signal),
  ])
  return { records, words: known }
}

/** The screens of each kind are loaded with the first records, not with the first page. */
async function recordEntries(text: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const [found, screens] = await Promise.all([
    queryRecords(text, signal),
    import('./record-screens.ts'),
  ])
  return found.flatMap((record) => recordEntry(record, screens))
}

function recordEntry(
  record: FoundRecord,
  { screensOfKind, kindsWithOwner }: typeof recordScreens,
): PaletteEntry[] {
  const { KIND, CODE, NAME, DETAIL, OWNER_CD } = record
  const [column = '', ...routes] = screensOfKind[KIND] ?? []
  const isByOwner = kindsWithOwner.includes(KIND)
  for (const route of routes) {
    const screen = findScreen(route)
    if (!screen || !isBuilt(route)) continue
    const args: Args = { [column]: CODE, ...(isByOwner && OWNER_CD ? { OWNER_CD } : {}) }
    const title = [CODE, NAME].filter((part) => part !== '').join(' ')
    return [
      {
        id: `record:${KIND}:${OWNER_CD ?? ''}:${CODE}`,
        group: 'record',
        ko: title,
        en: title,
        note: [OWNER_CD, DETAIL, screen.title.ko].filter(Boolean).join(' · '),
        run: (_, copy) => openRequested(screen.abbr, args, copy),
      },
    ]
  }
  return []
}
