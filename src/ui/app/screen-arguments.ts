import { padDate } from '#kernel/date-box.ts'
import type { Column, Screen } from '#kernel/screen.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { t } from '../language.ts'
import type { LineArgument } from '../palette/command-line.ts'
import type { Args } from './tabs.ts'

/** What a screen may be searched by; none for kinds that have no question of their own. */
export function searchColumns(screen: Screen): readonly Column[] {
  if ('grid' in screen) return resolveSearch(screen.route, screen.grid.source, screen.search)
  if (screen.kind === 'scan') return resolveSearch(screen.route, screen.document, screen.search)
  return []
}

interface Filled {
  readonly column: Column
  readonly value: string
}

function named(columns: readonly Column[], name: string): Column | undefined {
  const wanted = name.toLowerCase()
  const starts = (text: string): boolean => text.toLowerCase().startsWith(wanted)
  return (
    columns.find((each) =>
      [each.name, each.label.ko, each.label.en].some((text) => text.toLowerCase() === wanted),
    ) ?? columns.find((each) => [each.name, each.label.ko, each.label.en].some(starts))
  )
}

/** `2027-03` typed for a day means its first: short dates are padded with 01 (spec §5). */
function valueFor(column: Column, value: string): string {
  if (column.kind !== 'date') return value
  return value.split('~').map(padDate).join('~')
}

/** `A존` says the value first and the field after it. */
function suffixed(columns: readonly Column[], value: string): Filled | undefined {
  const column = columns.find(
    (each) => value.length > each.label.ko.length && value.endsWith(each.label.ko),
  )
  return column && { column, value: value.slice(0, -column.label.ko.length) }
}

/** A bare value goes to the first field that can hold it and is still empty. */
function fitting(columns: readonly Column[], taken: readonly Filled[], value: string) {
  const isDay = /^\d{4}-?\d{2}(-?\d{2})?$/.test(value)
  const free = columns.filter((each) => !taken.some(({ column }) => column.name === each.name))
  return free.find((each) =>
    isDay ? each.kind === 'date' : each.kind === 'text' || each.kind === 'lookup',
  )
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
    if (column) return { column, value: sign + valueFor(column, value) }
    if (op !== '~') return undefined
    const range = fitting(columns, taken, field)
    return range && { column: range, value: valueFor(range, `${field}~${value}`) }
  }
  const bySuffix = suffixed(columns, value)
  if (bySuffix) return bySuffix
  const column = fitting(columns, taken, value)
  return column && { column, value: sign + valueFor(column, value) }
}

/** The search values that typed arguments mean on a screen, and how to say them back. */
export function screenArguments(
  columns: readonly Column[],
  typed: readonly LineArgument[],
): { readonly args: Args; readonly text: string } {
  const filled: Filled[] = []
  for (const argument of typed) {
    const next = fill(columns, filled, argument)
    if (next) filled.push(next)
  }
  return {
    args: Object.fromEntries(filled.map(({ column, value }) => [column.name, value])),
    text: filled
      .map(({ column, value }) => `${t(column.label)}${/^[<>!]/.test(value) ? '' : '='}${value}`)
      .join(' '),
  }
}
