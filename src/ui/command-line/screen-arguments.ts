import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { gtin14 } from '#kernel/gs1/check-digit.ts'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { label, type Label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { relativeDay } from '#kernel/relative-day.ts'
import type { Column } from '#kernel/screen.ts'
import { today } from '#ui/base/calendar-day.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { matchEntries } from '#ui/remote/option-match.ts'
import { readSearch } from '#ui/forms/search-text.ts'
import { t } from '#ui/base/language.ts'
import type { LineArgument } from './command-line.ts'
import { describeArgument, searchColumns } from '#ui/remote/search-columns.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import {
  lookupFor,
  lookupsForBareWord,
  exactMeaning,
  findColumnFits,
  meaningsFor,
} from './word-fits.ts'
import {
  noKnownWords,
  wordRequestKey,
  type KnownWords,
  type Meaning,
  type WordRequest,
} from './word-meanings.ts'

export function argumentLists(screens: readonly PaneScreen[]): readonly string[] {
  const lists = screens.flatMap(searchColumns).flatMap(({ codes }) => codes ?? [])
  return [...new Set(lists)]
}

type FilledColumn =
  | {
      readonly column: Column
      readonly value: string
      readonly shownAs?: string
    }
  | { readonly error: Label; readonly column?: Column }

interface FillResult {
  readonly choices: readonly FilledColumn[]
  readonly wordRequests?: readonly WordRequest[]
}

function singleChoice(filled: FilledColumn): FillResult {
  return { choices: [filled] }
}

function bothLayouts(text: string): readonly string[] {
  return [...new Set([text, toOtherKeyboardLayout(text)])].map((spelling) => spelling.toLowerCase())
}

function findColumn(columns: readonly Column[], name: string): Column | undefined {
  const texts = (column: Column) =>
    [column.name, column.label.ko, column.label.en].map((text) => text.toLowerCase())
  for (const wanted of bothLayouts(name)) {
    const found =
      columns.find((column) => texts(column).includes(wanted)) ??
      columns.find((column) => texts(column).some((text) => text.startsWith(wanted)))
    if (found) return found
  }
  return undefined
}

/** `A존`: value followed by the column name. */
function readSuffixed(columns: readonly Column[], value: string): FilledColumn | undefined {
  const whole = [value, toOtherKeyboardLayout(value)]
  for (const column of columns) {
    const { ko } = column.label
    const index = whole.findIndex((text) => text.length > ko.length && text.endsWith(ko))
    // Only the name was typed in the wrong layout: `Awhs` is zone A.
    if (index === 0) return { column, value: value.slice(0, -ko.length) }
    const keys = toOtherKeyboardLayout(ko)
    if (index === 1 && value.endsWith(keys)) return { column, value: value.slice(0, -keys.length) }
  }
  return undefined
}

function isDated({ kind }: Column): boolean {
  return kind === 'date' || kind === 'month' || kind === 'datetime'
}

function isDateText(text: string): boolean {
  const isWritten = /^(19|20)\d{2}-?(0[1-9]|1[0-2])(-?(0[1-9]|[12]\d|3[01]))?$/.test(text)
  return (
    isWritten ||
    bothLayouts(text).some((bothLayout) => relativeDay(bothLayout, today()) !== undefined)
  )
}

function findListEntry(column: Column, value: string) {
  const entries = codeLists.get(column.codes ?? '') ?? []
  return matchEntries(entries, value)[0]
}

function unknownEntryText(column: Column, value: string): Label {
  const entries = codeLists.get(column.codes ?? '') ?? []
  const known = entries.map(({ CODE, NAME }) => `${NAME}(${CODE})`).join(', ')
  return label(
    `${column.label.ko}에 '${value}' 값이 없습니다. 가능한 값: ${known}`,
    `${column.label.en} has no '${value}'. Possible: ${known}`,
  )
}

/** `2027-03` as a date is its first day: short dates are padded with 01 (spec §5). */
function valueFor(column: Column, operator: string, written: string): FilledColumn {
  if (column.codes !== undefined && codeLists.get(column.codes) && column.kind === 'select') {
    const found = findListEntry(column, written)
    return found
      ? { column, value: operator + found.CODE }
      : { column, error: unknownEntryText(column, written) }
  }
  const value = operator + written
  const reading = readSearch(column, value)
  if (!('error' in reading)) {
    // Store relative dates as absolute ones.
    return { column, value: isDated(column) ? String(reading.value ?? '') : value }
  }
  const { ko, en } = reading.error
  return { column, error: label(`${column.label.ko}: ${ko}`, `${column.label.en}: ${en}`) }
}

function unusedColumns(
  columns: readonly Column[],
  taken: readonly FilledColumn[],
): readonly Column[] {
  return columns.filter((candidate) => taken.every(({ column }) => column?.name !== candidate.name))
}

/** Column of a bare value that needs no server: dates and list entries. */
function columnForValue(columns: readonly Column[], value: string): Column | undefined {
  if (isDateText(value)) return columns.find(isDated)
  return columns.find(
    (column) => column.kind === 'select' && findListEntry(column, value)?.NAME === value,
  )
}

/** Column for an unknown bare value: Hangul means a name, a check digit a barcode. */
function columnForText(columns: readonly Column[], value: string): Column | undefined {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const barcode = gtin14(value) && texts.find(({ name }) => name === 'BARCODE')
  const isName = /[ㄱ-ㅣ가-힣]/.test(value)
  const named = texts.find(({ upperCase }) => upperCase !== isName)
  return barcode || named || texts[0]
}

function unknownFieldText(columns: readonly Column[], name: string): Label {
  const known = (language: 'ko' | 'en') => columns.map(({ label }) => label[language]).join(', ')
  if (columns.length === 0) {
    return label('이 화면에는 조회 조건이 없습니다.', 'This screen has no search conditions.')
  }
  return label(
    `'${name}' 조건이 없습니다. 가능한 조건: ${known('ko')}`,
    `Condition not found: '${name}'. Possible: ${known('en')}`,
  )
}

function fillWithMeaning(column: Column, operator: string, { CODE, NAME }: Meaning): FilledColumn {
  const isNamed = NAME !== '' && NAME !== CODE
  return { column, value: operator + CODE, shownAs: isNamed ? `${NAME}(${CODE})` : CODE }
}

/** Maximum number of alternatives, and the number up to which the server's result is complete. */
const maxOffered = 12
const maxCodeDigits = 19

function toChoices(
  fits: readonly { readonly column: Column; readonly meanings: readonly Meaning[] }[],
  operator: string,
  isSearching: boolean,
): FillResult {
  const choices = fits.flatMap(({ column, meanings }) =>
    meanings.map((meaning) => fillWithMeaning(column, operator, meaning)),
  )
  const [{ column, meanings } = { column: undefined, meanings: [] }] = fits
  const isWhole = fits.length === 1 && choices.length > 1 && choices.length <= maxCodeDigits
  if (!column || !isWhole || !isSearching || operator !== '') return { choices }
  const allText = t(
    label(`모두 ${formatCount(choices.length)}건`, `all ${formatCount(choices.length)}`),
  )
  const all: FilledColumn = {
    column,
    value: meanings.map(({ CODE }) => CODE).join(','),
    shownAs: allText,
  }
  return { choices: [...choices.slice(0, maxOffered), all] }
}

/** Unverifiable codes are accepted as typed; the server validates them. */
const isCode = /^[!-~]+$/

function lookUpValue(
  { column, operator, value }: { column: Column; operator: string; value: string },
  { known, owner, searching }: ArgumentContext,
): FillResult {
  const among = lookupFor(column)
  const asTyped = valueFor(column, operator, value)
  if (among === undefined || 'error' in asTyped || /[%~,]/.test(value)) return singleChoice(asTyped)
  const question: WordRequest = {
    text: value,
    among,
    includePossible: among !== 'stock' && among !== 'records',
  }
  const found = known.meanings.get(wordRequestKey(question))
  if (!found && known.state === 'asking') return { choices: [asTyped], wordRequests: [question] }
  if (!found)
    return singleChoice(isCode.test(value) ? asTyped : { column, error: noResponseText(value) })
  const fitting = meaningsFor(column, found, owner)
  const exact = exactMeaning(fitting, value)
  if (exact) return singleChoice(fillWithMeaning(column, operator, exact))
  if (fitting.length > 0) return toChoices([{ column, meanings: fitting }], operator, searching)
  if (column.lookup === undefined) return singleChoice(asTyped)
  const possible = known.meanings.get(wordRequestKey({ among, text: '' })) ?? []
  return singleChoice({ column, error: unknownCodeText(column, value, possible) })
}

/** Meaning of a bare word. Unknown words are assigned to the first text column. */
function fillBareWord(
  columns: readonly Column[],
  value: string,
  knowledge: ArgumentContext,
): FillResult {
  const { known, owner, searching } = knowledge
  const wordRequests = lookupsForBareWord(columns).map((among) => ({ text: value, among }))
  const answers = wordRequests.map((wordRequest) => known.meanings.get(wordRequestKey(wordRequest)))
  const text = columnForText(columns, value)
  const asTyped = text ? valueFor(text, '', value) : { error: noColumnText(columns, value) }
  if (answers.includes(undefined)) {
    if (known.state !== 'asking') return singleChoice({ error: noResponseText(value) })
    const first = columns.find(({ kind }) => kind === 'text' || kind === 'lookup')
    return { choices: [first ? valueFor(first, '', value) : asTyped], wordRequests }
  }
  const found = answers.flatMap((answer) => answer ?? [])
  const fits = findColumnFits(columns, value, found, owner)
  return fits.length === 0 ? singleChoice(asTyped) : toChoices(fits, '', searching)
}

function noResponseText(value: string): Label {
  return label(
    `서버에 연결되지 않아 확인할 수 없습니다: '${value}'. 잠시 뒤 다시 시도하세요.`,
    `No connection, so '${value}' cannot be checked. Try again.`,
  )
}

const maxNamed = 8

function unknownCodeText(
  { label: title }: Column,
  value: string,
  possible: readonly Meaning[],
): Label {
  const known = possible.slice(0, maxNamed).map(({ CODE, NAME }) => `${NAME}(${CODE})`)
  const list = [...known, ...(possible.length > maxNamed ? ['…'] : [])].join(', ')
  return label(
    `${title.ko}에 '${value}' 값이 없습니다. ${list === '' ? '코드나 이름의 일부, 초성으로 찾습니다.' : `가능한 값: ${list}`}`,
    `${title.en} has no '${value}'. ${list === '' ? 'Enter part of a code or name.' : `Possible: ${list}`}`,
  )
}

function noColumnText(columns: readonly Column[], value: string): Label {
  if (columns.length === 0) return unknownFieldText(columns, value)
  const known = (language: 'ko' | 'en') => columns.map(({ label }) => label[language]).join(', ')
  return label(
    `'${value}'${josa(value, '은/는')} 남은 조건에 맞지 않습니다: ${known('ko')}`,
    `'${value}' matches none of the remaining conditions: ${known('en')}`,
  )
}

interface ArgumentContext {
  readonly known: KnownWords
  readonly owner: string | undefined
  readonly searching: boolean
}

function fillArgument(
  columns: readonly Column[],
  taken: readonly FilledColumn[],
  argument: LineArgument,
  knowledge: ArgumentContext,
): FillResult | undefined {
  const { field, op, value } = argument
  if (value === '') return undefined
  const operator = op === '=' || op === '~' ? '' : op
  if (field !== undefined) {
    // `20270101~20271231` arrives split at the tilde: a range without a column.
    const column = findColumn(columns, field)
    if (column) return lookUpValue({ column, operator, value }, knowledge)
    const range = op === '~' ? columnForValue(unusedColumns(columns, taken), field) : undefined
    return singleChoice(
      range
        ? valueFor(range, '', `${field}~${value}`)
        : { error: unknownFieldText(columns, field) },
    )
  }
  const bySuffix = readSuffixed(columns, value)
  if (bySuffix)
    return 'value' in bySuffix
      ? lookUpValue({ ...bySuffix, operator }, knowledge)
      : singleChoice(bySuffix)
  const left = unusedColumns(columns, taken)
  const column = columnForValue(left, value)
  if (column) return singleChoice(valueFor(column, operator, value))
  return left.length === 0
    ? singleChoice({ error: unknownFieldText(columns, value) })
    : fillBareWord(left, value, knowledge)
}

export interface ScreenArguments {
  readonly args: Args
  readonly text: string
  readonly error?: string
  readonly choices?: readonly Pick<ScreenArguments, 'args' | 'text'>[]
  readonly wordRequests?: readonly WordRequest[]
}

const maxChoices = 20

/**
 * Search values of the typed arguments. Names of columns and entries are accepted in either
 * keyboard layout; lists that are not loaded are ignored.
 */
export function screenArguments(
  columns: readonly Column[],
  typed: readonly LineArgument[],
  { known = noKnownWords, searching = true }: Partial<Omit<ArgumentContext, 'owner'>> = {},
): ScreenArguments {
  const fillings: FillResult[] = []
  for (const argument of typed) {
    const taken = fillings.flatMap(({ choices }) => choices.slice(0, 1))
    const owner = namedOwner(fillings)
    const next = fillArgument(columns, taken, argument, { known, owner, searching })
    if (next) fillings.push(next)
  }
  const combinations = combineChoices(fillings.map(({ choices }) => choices))
  const wordRequests = fillings.flatMap((filling) => filling.wordRequests ?? [])
  const wrong = combinations[0]?.find((column) => 'error' in column)
  const [first, ...others] = combinations.map(toArguments)
  return {
    args: {},
    text: '',
    ...first,
    ...(wrong ? { error: t(wrong.error) } : {}),
    ...(first && others.length > 0 && !wrong ? { choices: [first, ...others] } : {}),
    ...(wordRequests.length > 0 ? { wordRequests } : {}),
  }
}

/** The owner named earlier in the line restricts later values. */
function namedOwner(fillings: readonly FillResult[]): string | undefined {
  const named = fillings.flatMap(({ choices: [first, ...others] }) => {
    const isOwner = others.length === 0 && first?.column?.name === 'OWNER_CD'
    return isOwner && 'value' in first ? [first.value] : []
  })
  return named.find((value) => /^[^<>!~%,]+$/.test(value))
}

function combineChoices(
  choices: readonly (readonly FilledColumn[])[],
): readonly (readonly FilledColumn[])[] {
  return choices.reduce<readonly (readonly FilledColumn[])[]>(
    (ways, next) =>
      ways.flatMap((way) => next.map((column) => [...way, column])).slice(0, maxChoices),
    [[]],
  )
}

function toArguments(way: readonly FilledColumn[]): Pick<ScreenArguments, 'args' | 'text'> {
  const right = way.filter((column) => 'value' in column)
  return {
    args: Object.fromEntries(right.map(({ column, value }) => [column.name, value])),
    text: right.map(argumentText).join(' '),
  }
}

function argumentText({
  column,
  value,
  shownAs: name,
}: Extract<FilledColumn, { value: string }>): string {
  return describeArgument(column, value, name)
}
