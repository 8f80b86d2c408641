import type { Value, WireRow } from '#kernel/field.ts'
import { readSearchBy } from '#kernel/read-search.ts'
import { movesWithToday } from '#kernel/relative-day.ts'
import type { Column } from '#kernel/screen.ts'
import { resolveToday, today } from '#ui/base/calendar-day.ts'
import { readText } from '#ui/forms/draft-text.ts'
import type { GridScreen } from './grid-screen.ts'

type ValueOnDate = (day: string) => Value | undefined

type Args = Readonly<Record<string, string>>

/** Texts relative to today, with the values they had last. */
export type MovingTexts = Readonly<Record<string, { readonly text: string; readonly value: Value }>>

/**
 * Search conditions that are relative to today: defaults, arguments and typed text. A tab can stay
 * open past midnight.
 */
export class MovingDates {
  readonly #read = new Map<
    string,
    { readonly value: Value; readonly text: string; readonly on: ValueOnDate }
  >()

  /** The initial conditions of a screen, with the arguments that its search fields accept. */
  start(
    { searchDefaults }: Pick<GridScreen, 'searchDefaults'>,
    columns: readonly Column[] = [],
    args: Args = {},
  ): WireRow {
    this.#read.clear()
    const values: WireRow = {}
    for (const [name, start] of Object.entries(searchDefaults)) {
      values[name] =
        this.#recordValue(name, String(start), (day) => resolveStart(start, day)) ?? null
    }
    for (const column of columns) {
      const text = args[column.name]
      if (text === undefined) continue
      const on = movingValue(column, text)
      const isRelative = movesWithToday(text) || resolveToday(text) !== text
      if (!isRelative) this.#read.delete(column.name)
      const value = isRelative ? this.#recordValue(column.name, text, on) : on(today())
      if (value !== undefined) values[column.name] = value
    }
    return values
  }

  recordTyped(columns: readonly Column[], name: string, text = ''): void {
    const column = columns.find((candidate) => candidate.name === name)
    if (column && movesWithToday(text)) this.#recordValue(name, text, movingValue(column, text))
  }

  /** Texts that a draft stores to move its conditions when it is restored on a later day. */
  texts(): MovingTexts {
    return Object.fromEntries(
      [...this.#read].map(([name, { text, value }]) => [name, { text, value }]),
    )
  }

  resume(columns: readonly Column[], texts: MovingTexts = {}): void {
    this.#read.clear()
    for (const column of columns) {
      const kept = texts[column.name]
      if (kept) this.#read.set(column.name, { ...kept, on: movingValue(column, kept.text) })
    }
  }

  /**
   * The conditions as of today. Undefined if no date has changed. Conditions that the user changed
   * remain.
   */
  resolveChanged(search: WireRow): WireRow | undefined {
    const moved: WireRow = {}
    for (const [name, { value, text, on }] of this.#read) {
      const next = on(today())
      if (next === undefined || next === value || search[name] !== value) continue
      moved[name] = next
      this.#read.set(name, { value: next, text, on })
    }
    return Object.keys(moved).length > 0 ? { ...search, ...moved } : undefined
  }

  #recordValue(name: string, text: string, on: ValueOnDate): Value | undefined {
    const value = on(today())
    if (value !== undefined) this.#read.set(name, { value, text, on })
    return value
  }
}

function resolveStart(start: Value, day: string): Value {
  return typeof start === 'string' ? resolveToday(start, day) : start
}

function movingValue(column: Column, text: string): ValueOnDate {
  return (day) => {
    const reading = readSearchBy(column, resolveToday(text, day), { now: day, text: readText })
    return 'value' in reading ? reading.value : undefined
  }
}
