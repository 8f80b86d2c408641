import { resolveColumns, type Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import { parameterFields } from '#ui/keys/macros/macro-parameters.ts'
import { isBuilt, loadedScreen } from '#ui/remote/screens.ts'
import { searchColumns } from '#ui/remote/search-columns.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import { lateCode } from './late-code.ts'
import type { LineArgument } from './command-line.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { choiceId } from './palette-memory.ts'
import type { ServerAnswer, ServerQuestion } from './palette-records.ts'
import type { Found, Hit } from './palette-search.ts'
import type { ScreenArguments } from './screen-arguments.ts'
import { nothingKnown, questionKey, type KnownWords, type WordQuestion } from './word-meanings.ts'

/** One line of the palette. */
export interface PaletteRow extends Hit {
  readonly args: Args | undefined
  readonly argsText: string
  /** What is wrong with the arguments, and what is possible: it is said, and nothing is opened. */
  readonly fault?: string | undefined
  /** One of several things that the arguments may mean: only who has seen them chooses. */
  readonly isOneOfSeveral?: boolean
}

/** What a line finds, with what can be said of it before the server answers. */
export interface FirstRows extends Found {
  readonly rows: readonly PaletteRow[]
  readonly question: ServerQuestion
  /** Nothing that the server says can change what the line means. */
  readonly certain: boolean
}

/** The rows of a line as far as they are known without the server, and what it is to be asked. */
export function firstRows(found: Found): FirstRows {
  const words = asksOf(found)
  const rows = rowsOf(found, nothingKnown)
  return {
    ...found,
    rows: words.length === 0 ? rows : rows.map((row) => openingAgain(row, found.written)),
    question: { text: found.recordText, words },
    certain: found.leads && words.length === 0,
  }
}

/**
 * The rows with what the server knows, in their sections, that of the best find first: records come
 * after the screens and commands that are surely meant, else before them.
 */
export function rowsWith(first: FirstRows, { records, words, failure }: ServerAnswer) {
  const { question, leads, written } = first
  const isRead = question.words.length > 0 && words.state !== 'asking'
  const rows = isRead ? rowsOf(first, words) : first.rows
  // Where there could have been records alone, an empty list would say that there are none.
  const isEmpty = failure !== undefined && rows.length === 0
  const found = (isEmpty ? [askAgain(written, failure)] : records).map((entry): PaletteRow => {
    return { entry, ranges: [], args: undefined, argsText: '' }
  })
  const all = leads ? [...rows, ...found] : [...found, ...rows]
  return [...Map.groupBy(all, (row) => row.entry.group).values()].flat()
}

/** The hits as rows; the first is there once for each thing its arguments may mean. */
function rowsOf({ hits, typed }: Found, known: KnownWords): PaletteRow[] {
  return hits.flatMap(({ entry, ranges }, place): PaletteRow[] => {
    const read = argumentsFor(entry, typed, known)
    const [first, ...others] = read?.choices ?? []
    if (!first) {
      const args = read && read.text !== '' ? read.args : undefined
      return [{ entry, ranges, args, argsText: read?.text ?? '', fault: read?.fault }]
    }
    const choices = [first, ...others]
    if (place > 0) {
      return [{ entry, ranges, args: undefined, argsText: '', fault: ambiguityMessage(choices) }]
    }
    return choices.map(({ args, text }) => ({
      entry: { ...entry, id: choiceId(entry.id, text) },
      ranges,
      args,
      argsText: text,
      isOneOfSeveral: true,
    }))
  })
}

function ambiguityMessage(choices: readonly { readonly text: string }[]): string {
  const list = choices.map(({ text }) => text).join(', ')
  return t({
    ko: `여러 뜻이 있습니다. 더 입력해 선택하세요: ${list}`,
    en: `Several meanings. Type more to select: ${list}`,
  })
}

/** Its code is being loaded, or cannot be. */
const notReadYet = {
  ko: '조건을 아직 읽을 수 없습니다. 잠시 뒤 다시 입력하세요.',
  en: 'Conditions cannot be read yet. Try again in a moment.',
}

/** What typed arguments would fill on an entry's screen. */
function argumentsFor(
  entry: PaletteEntry,
  typed: readonly LineArgument[],
  known: KnownWords,
): ScreenArguments | undefined {
  const { screenArguments } = lateCode()
  const screen = entry.screen && loadedScreen(entry.screen.route)
  const isAsked = entry.screen ? isBuilt(entry.screen.route) : (entry.procedure ?? entry.macro)
  if (typed.length === 0 || !isAsked) return undefined
  if (!screenArguments || (entry.screen && !screen))
    return { args: {}, text: '', fault: t(notReadYet) }
  const columns = screen ? searchColumns(screen) : askedColumns(entry)
  return screenArguments(columns, typed, { known, searching: screen !== undefined })
}

/** What a procedure or a macro asks for. */
function askedColumns({ procedure, macro, id }: PaletteEntry): readonly Column[] {
  const fields = macro ? parameterFields(macro) : (procedure?.input ?? {})
  return resolveColumns(procedure?.name ?? id, fields, Object.keys(fields))
}

/** Lines further down are seldom meant: what only they would ask is not asked. */
const askingLines = 8

function asksOf({ hits, typed }: Found): WordQuestion[] {
  if (typed.length === 0) return []
  const asks = hits
    .slice(0, askingLines)
    .flatMap(({ entry }) => argumentsFor(entry, typed, nothingKnown)?.asks ?? [])
  return [...new Map(asks.map((each) => [questionKey(each), each])).values()]
}

/** A click that comes before the answer opens the line again: what was typed may be no code. */
function openingAgain(row: PaletteRow, written: string): PaletteRow {
  return { ...row, entry: { ...row.entry, run: () => openAgain(written) } }
}

/** Once the page has seen the line closed: both changes in one would be none. */
function openAgain(written: string): void {
  setTimeout(() => showPalette(written))
}

function askAgain(written: string, failure: string): PaletteEntry {
  return {
    id: 'ask-again',
    group: 'record',
    ko: '자료를 찾지 못했습니다: 다시 찾기',
    en: 'Records could not be found: try again',
    note: failure === '' ? t({ ko: '서버 응답 없음', en: 'Server not responding' }) : failure,
    run: () => openAgain(written),
  }
}
