import { resolveColumns, type Column } from '#kernel/screen.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import { parameterFields } from '#ui/keys/macros/macro-parameters.ts'
import { isBuilt, loadedScreen } from '#ui/remote/screens.ts'
import { searchColumns } from '#ui/remote/search-columns.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import { lazyCode } from './lazy-code.ts'
import type { LineArgument } from './command-line.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { choiceId } from './palette-memory.ts'
import type { ServerResponse, ServerRequest } from './palette-records.ts'
import type { PaletteHits, PaletteHit } from './palette-search.ts'
import type { ScreenArguments } from './screen-arguments.ts'
import { noKnownWords, wordRequestKey, type KnownWords, type WordRequest } from './word-meanings.ts'

export interface PaletteRow extends PaletteHit {
  readonly args: Args | undefined
  readonly argsText: string
  /** Error in the arguments; the row is not opened. */
  readonly error?: string | undefined
  /** One of several meanings of the arguments. The user has to choose one. */
  readonly isAmbiguous?: boolean
}

export interface LocalRows extends PaletteHits {
  readonly rows: readonly PaletteRow[]
  readonly serverRequest: ServerRequest
  readonly isCertain: boolean
}

export function localRows(found: PaletteHits): LocalRows {
  const words = wordRequests(found)
  const rows = toPaletteRows(found, noKnownWords)
  return {
    ...found,
    rows: words.length === 0 ? rows : rows.map((row) => withReopenOnClick(row, found.written)),
    serverRequest: { text: found.recordText, words },
    isCertain: found.isBestCertain && words.length === 0,
  }
}

/**
 * Rows including the server's results, grouped. Records follow screens and commands that are
 * certain matches; otherwise they precede them.
 */
export function withServerRows(first: LocalRows, { records, words, failure }: ServerResponse) {
  const { serverRequest, isBestCertain, written } = first
  const isRead = serverRequest.words.length > 0 && words.state !== 'asking'
  const rows = isRead ? toPaletteRows(first, words) : first.rows
  // An empty list would claim that there are no records.
  const isEmpty = failure !== undefined && rows.length === 0
  const found = (isEmpty ? [retryEntry(written, failure)] : records).map((entry): PaletteRow => {
    return { entry, ranges: [], args: undefined, argsText: '' }
  })
  const all = isBestCertain ? [...rows, ...found] : [...found, ...rows]
  return [...Map.groupBy(all, (row) => row.entry.group).values()].flat()
}

function toPaletteRows({ hits, typedArguments }: PaletteHits, known: KnownWords): PaletteRow[] {
  return hits.flatMap(({ entry, ranges }, place): PaletteRow[] => {
    const read = argumentsFor(entry, typedArguments, known)
    const [first, ...others] = read?.choices ?? []
    if (!first) {
      const args = read && read.text !== '' ? read.args : undefined
      return [{ entry, ranges, args, argsText: read?.text ?? '', error: read?.error }]
    }
    const choices = [first, ...others]
    if (place > 0) {
      return [{ entry, ranges, args: undefined, argsText: '', error: ambiguityMessage(choices) }]
    }
    return choices.map(({ args, text }): PaletteRow => ({
      entry: { ...entry, id: choiceId(entry.id, text) },
      ranges,
      args,
      argsText: text,
      isAmbiguous: true,
    }))
  })
}

function ambiguityMessage(choices: readonly { readonly text: string }[]): string {
  const list = choices.map(({ text }) => text).join(', ')
  return t(
    label(
      `여러 항목에 해당합니다. 더 입력해 선택하세요: ${list}`,
      `Several matches. Type more to select one: ${list}`,
    ),
  )
}

const conditionsNotReadable = label(
  '조건을 아직 읽을 수 없습니다. 잠시 뒤 다시 입력하세요.',
  'Conditions cannot be read yet. Try again in a moment.',
)

function argumentsFor(
  entry: PaletteEntry,
  typed: readonly LineArgument[],
  known: KnownWords,
): ScreenArguments | undefined {
  const { screenArguments } = lazyCode()
  const screen = entry.screen && loadedScreen(entry.screen.route)
  const isAsked = entry.screen ? isBuilt(entry.screen.route) : (entry.procedure ?? entry.macro)
  if (typed.length === 0 || !isAsked) return undefined
  if (!screenArguments || (entry.screen && !screen))
    return { args: {}, text: '', error: t(conditionsNotReadable) }
  const columns = screen ? searchColumns(screen) : promptedColumns(entry)
  return screenArguments(columns, typed, { known, searching: screen !== undefined })
}

function promptedColumns({ procedure, macro, id }: PaletteEntry): readonly Column[] {
  const fields = macro ? parameterFields(macro) : (procedure?.input ?? {})
  return resolveColumns(procedure?.name ?? id, fields, Object.keys(fields))
}

/** Number of leading rows whose arguments are sent to the server. */
const maxLinesLookedUp = 8

function wordRequests({ hits, typedArguments }: PaletteHits): WordRequest[] {
  if (typedArguments.length === 0) return []
  const requests = hits
    .slice(0, maxLinesLookedUp)
    .flatMap(({ entry }) => argumentsFor(entry, typedArguments, noKnownWords)?.wordRequests ?? [])
  return [...new Map(requests.map((request) => [wordRequestKey(request), request])).values()]
}

/** A click before the response reopens the line, because the text may be invalid. */
function withReopenOnClick(row: PaletteRow, written: string): PaletteRow {
  return { ...row, entry: { ...row.entry, run: () => reopenPalette(written) } }
}

/** Reopens after a render, because both changes in one render would cancel out. */
function reopenPalette(written: string): void {
  setTimeout(() => showPalette(written))
}

function retryEntry(written: string, failure: string): PaletteEntry {
  return {
    id: 'ask-again',
    group: 'record',
    ko: '자료를 불러오지 못했습니다: 다시 찾기',
    en: 'Records could not be loaded: try again',
    note: failure === '' ? t(label('서버 응답 없음', 'Server not responding')) : failure,
    run: () => reopenPalette(written),
  }
}
