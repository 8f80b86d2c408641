import { addDays } from './calendar.ts'
import type { WireRow } from './field.ts'
import type { Label } from './label.ts'
import type { Procedure, Query } from './operation.ts'
import type { Tone } from './screen.ts'

/** Rows that are counted: those of a question that answer a search and pass a filter. */
interface Counted {
  readonly of: Query
  /** In words of the search panel; `today` and `today-7` are days. */
  readonly search?: Readonly<Record<string, string>>
  /** The same on any column of the answer, where it cannot be searched by. */
  readonly filter?: Readonly<Record<string, string>>
}

/** Work that waits, told on Home as a line with a number: data of the area whose work it is. */
export interface HomeLine {
  /** `<area>/<name>`, by which users order and hide it. */
  readonly id: string
  readonly title: Label
  readonly counts: Counted
  /** Screen that the line opens: who has none of it does not see the line. */
  readonly opens: string
  /** What the screen is searched for: the search of the count where nothing is said, null for nothing. */
  readonly args?: Readonly<Record<string, string>> | null
  /** How many of them are something worth saying; `#` in the text is the number. */
  readonly part?: Counted & { readonly text: Label; readonly tone: Tone }
  /** Column of days by which the last fourteen are counted. */
  readonly history?: Counted & { readonly day: string }
  /** Column of moments whose last one is told in place of the number: when something went well. */
  readonly latest?: string
  /** How the number stands where it is not 0. */
  readonly tone?: Tone
  /** What is to be done about it: who may not do it only watches. */
  readonly does?: Procedure
  /** For who works for named owners alone, as the site has a line of its own. */
  readonly isOwn?: true
  /** Nobody's daily round: shown under a rule, below the work. */
  readonly isWatch?: boolean
  /** A step by which an empty site starts: done once anything is counted. */
  readonly setup?: SetupStep
}

/** A step of the start of a site, told to those who may do everything until all are done. */
export interface SetupStep {
  /** Place among the steps of all areas, 1 for the first. */
  readonly place: number
  /** What is to be done, said while it is open. */
  readonly todo: Label
  /** Command that the line runs in place of opening its screen. */
  readonly runs?: string
}

/** Days of the small line beside a number, today being the last. */
export const HOME_DAYS = 14

/** Checks what lines are made of; throws at start-up, naming the line and what it names in vain. */
export function defineHomeLines(lines: readonly HomeLine[]): readonly HomeLine[] {
  for (const { id, counts, part, history } of lines) {
    for (const each of [counts, part, history]) if (each) check(id, each)
    if (history && !Object.hasOwn(history.of.output, history.day)) {
      throw new Error(`${id}: ${history.day} is no column of ${history.of.name}`)
    }
  }
  return lines
}

function check(id: string, { of, search = {}, filter = {} }: Counted): void {
  for (const name of Object.keys(search)) {
    if (!Object.hasOwn(of.search, name))
      throw new Error(`${id}: ${name} is no search of ${of.name}`)
  }
  for (const name of Object.keys(filter)) {
    if (!Object.hasOwn(of.output, name))
      throw new Error(`${id}: ${name} is no column of ${of.name}`)
  }
}

/** Search values with `today`, `today-7` and the like as days. */
export function onDay(search: Readonly<Record<string, string>> = {}, today: string): WireRow {
  return Object.fromEntries(
    Object.entries(search).map(([name, text]) => [
      name,
      text.replace(/\btoday\b([+-]\d+)?/g, (_, step: string | undefined) =>
        addDays(today, Number(step ?? 0)),
      ),
    ]),
  )
}
