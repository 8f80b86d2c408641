import { padDate } from '#kernel/date-box.ts'
import { onOtherLayout } from '#kernel/hangul-layout.ts'
import type { Label } from '#kernel/label.ts'
import type { Column, Screen } from '#kernel/screen.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { today } from '../forms/calendar-day.ts'
import { codeLists } from '../forms/code-lists.ts'
import { matchEntries } from '../forms/option-match.ts'
import { readSearch } from '../forms/search-text.ts'
import { t } from '../language.ts'
import type { LineArgument } from '../palette/command-line.ts'
import { relativeDay } from '../palette/relative-day.ts'
import type { Args } from './tabs.ts'

/** What a screen may be searched by; none for kinds that have no question of their own. */
export function searchColumns(screen: Screen): readonly Column[] {
  if ('grid' in screen) return resolveSearch(screen.route, screen.grid.source, screen.search)
  if (screen.kind === 'scan') return resolveSearch(screen.route, screen.document, screen.search)
  return []
}

/** Code lists that arguments of these screens may be written in. */
export function argumentLists(screens: readonly Screen[]): readonly string[] {
  const lists = screens.flatMap(searchColumns).flatMap(({ codes }) => codes ?? [])
  return [...new Set(lists)]
}

/** A typed argument and the field it fills, or what is wrong with it. */
type Filled =
  | { readonly column: Column; readonly value: string }
  | { readonly fault: Label; readonly column?: Column }

/** The same text on either keyboard layout, as typed first. */
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

/** `A존` says the value first and the field after it. */
function suffixed(columns: readonly Column[], value: string): Filled | undefined {
  const whole = [value, onOtherLayout(value)]
  for (const column of columns) {
    const { ko } = column.label
    const at = whole.findIndex((text) => text.length > ko.length && text.endsWith(ko))
    // Only the name of the field was typed on the wrong layout: `Awhs` is the zone A.
    if (at === 0) return { column, value: value.slice(0, -ko.length) }
    const keys = onOtherLayout(ko)
    if (at === 1 && value.endsWith(keys)) return { column, value: value.slice(0, -keys.length) }
  }
  return undefined
}

function isDated({ kind }: Column): boolean {
  return kind === 'date' || kind === 'month' || kind === 'datetime'
}

function dayOf(text: string): string {
  return relativeDay(text, today()) ?? relativeDay(onOtherLayout(text), today()) ?? padDate(text)
}

/** Whether a text says a day: `2027-01`, 오늘, `-7d`. */
function saysDay(text: string): boolean {
  const isWritten = /^\d{4}-?\d{2}(-?\d{2})?$/.test(text)
  return isWritten || bothLayouts(text).some((each) => relativeDay(each, today()) !== undefined)
}

function listed(column: Column, value: string) {
  const entries = codeLists.get(column.codes ?? '') ?? []
  return matchEntries(entries, value)[0]
}

function noSuchEntry(column: Column, value: string): Label {
  const entries = codeLists.get(column.codes ?? '') ?? []
  const known = entries.map(({ CODE, NAME }) => `${NAME}(${CODE})`).join(', ')
  return {
    ko: `${column.label.ko}에 '${value}' 값이 없습니다. 가능한 값: ${known}`,
    en: `${column.label.en} has no '${value}'. Possible: ${known}`,
  }
}

/** `2027-03` typed for a day means its first: short dates are padded with 01 (spec §5). */
function valueFor(column: Column, sign: string, written: string): Filled {
  if (column.codes !== undefined && codeLists.get(column.codes) && column.kind === 'select') {
    const found = listed(column, written)
    return found
      ? { column, value: sign + found.CODE }
      : { column, fault: noSuchEntry(column, written) }
  }
  const days = isDated(column) ? written.split('~').map(dayOf).join('~') : written
  const value = sign + (column.kind === 'month' ? monthsOf(days) : days)
  const reading = readSearch(column, value)
  if (!('fault' in reading)) return { column, value }
  const { ko, en } = reading.fault
  return { column, fault: { ko: `${column.label.ko}: ${ko}`, en: `${column.label.en}: ${en}` } }
}

function monthsOf(days: string): string {
  const months = days.split('~').map((day) => day.slice(0, 6))
  return [...new Set(months)].join('~')
}

function free(columns: readonly Column[], taken: readonly Filled[]): readonly Column[] {
  return columns.filter((each) => taken.every(({ column }) => column?.name !== each.name))
}

/** A bare value goes to the first field that can hold it and is still empty. */
function fitting(columns: readonly Column[], value: string): Column | undefined {
  if (saysDay(value)) return columns.find(isDated)
  const chosen = columns.find(
    (each) => each.kind === 'select' && listed(each, value)?.NAME === value,
  )
  return chosen ?? columns.find((each) => each.kind === 'text' || each.kind === 'lookup')
}

function noSuchField(columns: readonly Column[], name: string): Label {
  const known = (language: 'ko' | 'en') => columns.map(({ label }) => label[language]).join(', ')
  if (columns.length === 0) {
    return {
      ko: '이 화면에는 조회 조건이 없습니다.',
      en: 'This screen is not searched by anything.',
    }
  }
  return {
    ko: `'${name}' 조건이 없습니다. 가능한 조건: ${known('ko')}`,
    en: `There is no condition '${name}'. Possible: ${known('en')}`,
  }
}

function fill(
  columns: readonly Column[],
  taken: readonly Filled[],
  argument: LineArgument,
): Filled | undefined {
  const { field, op, value } = argument
  if (value === '') return undefined
  const sign = op === '=' || op === '~' ? '' : op
  if (field !== undefined) {
    // `20270101~20271231` arrives split at its tilde: a range without a field name.
    const column = named(columns, field)
    if (column) return valueFor(column, sign, value)
    const range = op === '~' ? fitting(free(columns, taken), field) : undefined
    return range ? valueFor(range, '', `${field}~${value}`) : { fault: noSuchField(columns, field) }
  }
  const bySuffix = suffixed(columns, value)
  if (bySuffix) return bySuffix
  const column = fitting(free(columns, taken), value)
  return column ? valueFor(column, sign, value) : { fault: noSuchField(columns, value) }
}

/** What typed arguments mean on a screen. */
interface ScreenArguments {
  readonly args: Args
  /** How to say them back. */
  readonly text: string
  /** What the screen cannot be asked for, and what it can; undefined when all is well. */
  readonly fault?: string
}

/**
 * The search values that typed arguments mean on a screen. Names of fields and of entries may be
 * typed on either keyboard layout; lists that are not loaded are not looked into.
 */
export function screenArguments(
  columns: readonly Column[],
  typed: readonly LineArgument[],
): ScreenArguments {
  const filled: Filled[] = []
  for (const argument of typed) {
    const next = fill(columns, filled, argument)
    if (next) filled.push(next)
  }
  const right = filled.filter((each) => 'value' in each)
  const wrong = filled.find((each) => 'fault' in each)
  return {
    args: Object.fromEntries(right.map(({ column, value }) => [column.name, value])),
    text: right.map(({ column, value }) => said(column, value)).join(' '),
    ...(wrong ? { fault: t(wrong.fault) } : {}),
  }
}

function said(column: Column, value: string): string {
  const entries = column.codes === undefined ? [] : (codeLists.get(column.codes) ?? [])
  const name = entries.find(({ CODE }) => CODE === value)?.NAME
  return `${t(column.label)}${/^[<>!]/.test(value) ? '' : '='}${name ?? value}`
}
