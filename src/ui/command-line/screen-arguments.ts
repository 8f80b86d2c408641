import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { gtin14 } from '#kernel/gs1/check-digit.ts'
import { onOtherLayout } from '#kernel/hangul-layout.ts'
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
import { saidArgument, searchColumns } from '#ui/remote/search-columns.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import { askedAmong, askedForBare, exactMeaning, fitsOf, meaningsFor } from './word-fits.ts'
import {
  nothingKnown,
  questionKey,
  type KnownWords,
  type Meaning,
  type WordRequest,
} from './word-meanings.ts'

export function argumentLists(screens: readonly PaneScreen[]): readonly string[] {
  const lists = screens.flatMap(searchColumns).flatMap(({ codes }) => codes ?? [])
  return [...new Set(lists)]
}

type Filled =
  | {
      readonly column: Column
      readonly value: string
      readonly said?: string
    }
  | { readonly fault: Label; readonly column?: Column }

interface Filling {
  readonly choices: readonly Filled[]
  readonly asks?: readonly WordRequest[]
}

function only(filled: Filled): Filling {
  return { choices: [filled] }
}

function bothLayouts(text: string): readonly string[] {
  return [...new Set([text, onOtherLayout(text)])].map((each) => each.toLowerCase())
}

function named(columns: readonly Column[], name: string): Column | undefined {
  const texts = (each: Column) =>
    [each.name, each.label.ko, each.label.en].map((text) => text.toLowerCase())
  for (const wanted of bothLayouts(name)) {
    const found =
      columns.find((each) => texts(each).includes(wanted)) ??
      columns.find((each) => texts(each).some((text) => text.startsWith(wanted)))
    if (found) return found
  }
  return undefined
}

/** `A존`: value followed by the column name. */
function suffixed(columns: readonly Column[], value: string): Filled | undefined {
  const whole = [value, onOtherLayout(value)]
  for (const column of columns) {
    const { ko } = column.label
    const at = whole.findIndex((text) => text.length > ko.length && text.endsWith(ko))
    // Only the name was typed in the wrong layout: `Awhs` is zone A.
    if (at === 0) return { column, value: value.slice(0, -ko.length) }
    const keys = onOtherLayout(ko)
    if (at === 1 && value.endsWith(keys)) return { column, value: value.slice(0, -keys.length) }
  }
  return undefined
}

function isDated({ kind }: Column): boolean {
  return kind === 'date' || kind === 'month' || kind === 'datetime'
}

function saysDay(text: string): boolean {
  const isWritten = /^(19|20)\d{2}-?(0[1-9]|1[0-2])(-?(0[1-9]|[12]\d|3[01]))?$/.test(text)
  return isWritten || bothLayouts(text).some((each) => relativeDay(each, today()) !== undefined)
}

function listed(column: Column, value: string) {
  const entries = codeLists.get(column.codes ?? '') ?? []
  return matchEntries(entries, value)[0]
}

function noSuchEntry(column: Column, value: string): Label {
  const entries = codeLists.get(column.codes ?? '') ?? []
  const known = entries.map(({ CODE, NAME }) => `${NAME}(${CODE})`).join(', ')
  return label(
    `${column.label.ko}에 '${value}' 값이 없습니다. 가능한 값: ${known}`,
    `${column.label.en} has no '${value}'. Possible: ${known}`,
  )
}

/** `2027-03` as a date is its first day: short dates are padded with 01 (spec §5). */
function valueFor(column: Column, sign: string, written: string): Filled {
  if (column.codes !== undefined && codeLists.get(column.codes) && column.kind === 'select') {
    const found = listed(column, written)
    return found
      ? { column, value: sign + found.CODE }
      : { column, fault: noSuchEntry(column, written) }
  }
  const value = sign + written
  const reading = readSearch(column, value)
  if (!('fault' in reading)) {
    // Store relative dates as absolute ones.
    return { column, value: isDated(column) ? String(reading.value ?? '') : value }
  }
  const { ko, en } = reading.fault
  return { column, fault: label(`${column.label.ko}: ${ko}`, `${column.label.en}: ${en}`) }
}

function free(columns: readonly Column[], taken: readonly Filled[]): readonly Column[] {
  return columns.filter((each) => taken.every(({ column }) => column?.name !== each.name))
}

/** Column of a bare value that needs no server: dates and list entries. */
function fitting(columns: readonly Column[], value: string): Column | undefined {
  if (saysDay(value)) return columns.find(isDated)
  return columns.find((each) => each.kind === 'select' && listed(each, value)?.NAME === value)
}

/** Column of an unknown bare value: Hangul is a name, a check digit means a barcode. */
function freeText(columns: readonly Column[], value: string): Column | undefined {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const barcode = gtin14(value) && texts.find(({ name }) => name === 'BARCODE')
  const isName = /[ㄱ-ㅣ가-힣]/.test(value)
  const named = texts.find(({ upperCase }) => upperCase !== isName)
  return barcode || named || texts[0]
}

function noSuchField(columns: readonly Column[], name: string): Label {
  const known = (language: 'ko' | 'en') => columns.map(({ label }) => label[language]).join(', ')
  if (columns.length === 0) {
    return label('이 화면에는 조회 조건이 없습니다.', 'This screen has no search conditions.')
  }
  return label(
    `'${name}' 조건이 없습니다. 가능한 조건: ${known('ko')}`,
    `Condition not found: '${name}'. Possible: ${known('en')}`,
  )
}

function selected(column: Column, sign: string, { CODE, NAME }: Meaning): Filled {
  const isNamed = NAME !== '' && NAME !== CODE
  return { column, value: sign + CODE, said: isNamed ? `${NAME}(${CODE})` : CODE }
}

/** Maximum number of alternatives, and the number up to which the server's result is complete. */
const offeredMax = 12
const completeMax = 19

function several(
  fits: readonly { readonly column: Column; readonly meanings: readonly Meaning[] }[],
  sign: string,
  searching: boolean,
): Filling {
  const choices = fits.flatMap(({ column, meanings }) =>
    meanings.map((meaning) => selected(column, sign, meaning)),
  )
  const [{ column, meanings } = { column: undefined, meanings: [] }] = fits
  const isWhole = fits.length === 1 && choices.length > 1 && choices.length <= completeMax
  if (!column || !isWhole || !searching || sign !== '') return { choices }
  const said = t(
    label(`모두 ${formatCount(choices.length)}건`, `all ${formatCount(choices.length)}`),
  )
  const all = { column, value: meanings.map(({ CODE }) => CODE).join(','), said }
  return { choices: [...choices.slice(0, offeredMax), all] }
}

/** Unverifiable codes are accepted as typed; the server validates them. */
const isCode = /^[!-~]+$/

function lookedUp(
  { column, sign, value }: { column: Column; sign: string; value: string },
  { known, owner, searching }: Knowledge,
): Filling {
  const among = askedAmong(column)
  const asTyped = valueFor(column, sign, value)
  if (among === undefined || 'fault' in asTyped || /[%~,]/.test(value)) return only(asTyped)
  const question = { text: value, among, orWhatCanBe: among !== 'stock' && among !== 'records' }
  const found = known.meanings.get(questionKey(question))
  if (!found && known.state === 'asking') return { choices: [asTyped], asks: [question] }
  if (!found) return only(isCode.test(value) ? asTyped : { column, fault: noResponse(value) })
  const fit = meaningsFor(column, found, owner)
  const exact = exactMeaning(fit, value)
  if (exact) return only(selected(column, sign, exact))
  if (fit.length > 0) return several([{ column, meanings: fit }], sign, searching)
  if (column.lookup === undefined) return only(asTyped)
  const possible = known.meanings.get(questionKey({ among, text: '' })) ?? []
  return only({ column, fault: noSuchCode(column, value, possible) })
}

/** Meaning of a bare word. Unknown words are assigned to the first text column. */
function bareWord(columns: readonly Column[], value: string, knowledge: Knowledge): Filling {
  const { known, owner, searching } = knowledge
  const asks = askedForBare(columns).map((among) => ({ text: value, among }))
  const answers = asks.map((each) => known.meanings.get(questionKey(each)))
  const text = freeText(columns, value)
  const asTyped = text ? valueFor(text, '', value) : { fault: nowhere(columns, value) }
  if (answers.includes(undefined)) {
    if (known.state !== 'asking') return only({ fault: noResponse(value) })
    const first = columns.find(({ kind }) => kind === 'text' || kind === 'lookup')
    return { choices: [first ? valueFor(first, '', value) : asTyped], asks }
  }
  const found = answers.flatMap((each) => each ?? [])
  const fits = fitsOf(columns, value, found, owner)
  return fits.length === 0 ? only(asTyped) : several(fits, '', searching)
}

function noResponse(value: string): Label {
  return label(
    `서버에 연결되지 않아 확인할 수 없습니다: '${value}'. 잠시 뒤 다시 시도하세요.`,
    `No connection, so '${value}' cannot be checked. Try again.`,
  )
}

const namedMax = 8

function noSuchCode({ label: title }: Column, value: string, possible: readonly Meaning[]): Label {
  const known = possible.slice(0, namedMax).map(({ CODE, NAME }) => `${NAME}(${CODE})`)
  const list = [...known, ...(possible.length > namedMax ? ['…'] : [])].join(', ')
  return label(
    `${title.ko}에 '${value}' 값이 없습니다. ${list === '' ? '코드나 이름의 일부, 초성으로 찾습니다.' : `가능한 값: ${list}`}`,
    `${title.en} has no '${value}'. ${list === '' ? 'Part of a code or a name finds it.' : `Possible: ${list}`}`,
  )
}

function nowhere(columns: readonly Column[], value: string): Label {
  if (columns.length === 0) return noSuchField(columns, value)
  const known = (language: 'ko' | 'en') => columns.map(({ label }) => label[language]).join(', ')
  return label(
    `'${value}'${josa(value, '은/는')} 남은 조건에 맞지 않습니다: ${known('ko')}`,
    `'${value}' fits none of the conditions left: ${known('en')}`,
  )
}

interface Knowledge {
  readonly known: KnownWords
  readonly owner: string | undefined
  readonly searching: boolean
}

function fill(
  columns: readonly Column[],
  taken: readonly Filled[],
  argument: LineArgument,
  knowledge: Knowledge,
): Filling | undefined {
  const { field, op, value } = argument
  if (value === '') return undefined
  const sign = op === '=' || op === '~' ? '' : op
  if (field !== undefined) {
    // `20270101~20271231` arrives split at the tilde: a range without a column.
    const column = named(columns, field)
    if (column) return lookedUp({ column, sign, value }, knowledge)
    const range = op === '~' ? fitting(free(columns, taken), field) : undefined
    return only(
      range ? valueFor(range, '', `${field}~${value}`) : { fault: noSuchField(columns, field) },
    )
  }
  const bySuffix = suffixed(columns, value)
  if (bySuffix)
    return 'value' in bySuffix ? lookedUp({ ...bySuffix, sign }, knowledge) : only(bySuffix)
  const left = free(columns, taken)
  const column = fitting(left, value)
  if (column) return only(valueFor(column, sign, value))
  return left.length === 0
    ? only({ fault: noSuchField(columns, value) })
    : bareWord(left, value, knowledge)
}

export interface ScreenArguments {
  readonly args: Args
  readonly text: string
  readonly fault?: string
  readonly choices?: readonly Pick<ScreenArguments, 'args' | 'text'>[]
  readonly asks?: readonly WordRequest[]
}

const choicesMax = 20

/**
 * Search values of the typed arguments. Names of columns and entries are accepted in either
 * keyboard layout; lists that are not loaded are ignored.
 */
export function screenArguments(
  columns: readonly Column[],
  typed: readonly LineArgument[],
  { known = nothingKnown, searching = true }: Partial<Omit<Knowledge, 'owner'>> = {},
): ScreenArguments {
  const fillings: Filling[] = []
  for (const argument of typed) {
    const taken = fillings.flatMap(({ choices }) => choices.slice(0, 1))
    const owner = ownerOf(fillings)
    const next = fill(columns, taken, argument, { known, owner, searching })
    if (next) fillings.push(next)
  }
  const meant = combined(fillings.map(({ choices }) => choices))
  const asks = fillings.flatMap((each) => each.asks ?? [])
  const wrong = meant[0]?.find((each) => 'fault' in each)
  const [first, ...others] = meant.map(saidBack)
  return {
    args: {},
    text: '',
    ...first,
    ...(wrong ? { fault: t(wrong.fault) } : {}),
    ...(first && others.length > 0 && !wrong ? { choices: [first, ...others] } : {}),
    ...(asks.length > 0 ? { asks } : {}),
  }
}

/** The owner named earlier in the line restricts later values. */
function ownerOf(fillings: readonly Filling[]): string | undefined {
  const named = fillings.flatMap(({ choices: [first, ...others] }) => {
    const isOwner = others.length === 0 && first?.column?.name === 'OWNER_CD'
    return isOwner && 'value' in first ? [first.value] : []
  })
  return named.find((value) => /^[^<>!~%,]+$/.test(value))
}

function combined(choices: readonly (readonly Filled[])[]): readonly (readonly Filled[])[] {
  return choices.reduce<readonly (readonly Filled[])[]>(
    (ways, next) => ways.flatMap((way) => next.map((each) => [...way, each])).slice(0, choicesMax),
    [[]],
  )
}

function saidBack(way: readonly Filled[]): Pick<ScreenArguments, 'args' | 'text'> {
  const right = way.filter((each) => 'value' in each)
  return {
    args: Object.fromEntries(right.map(({ column, value }) => [column.name, value])),
    text: right.map(said).join(' '),
  }
}

function said({ column, value, said: name }: Extract<Filled, { value: string }>): string {
  return saidArgument(column, value, name)
}
