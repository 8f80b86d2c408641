import { addDays } from './calendar.ts'
import type { WireRow } from './field.ts'
import type { Label } from './label.ts'
import type { Procedure, Query } from './operation.ts'
import type { Tone } from './screen.ts'

interface LineCount {
  readonly of: Query
  /** Search conditions as in the search panel. `today` and `today-7` are dates. */
  readonly search?: Readonly<Record<string, string>>
  readonly filter?: Readonly<Record<string, string>>
}

/** Pending work, shown on Home as a line with a number. Each area declares its own lines. */
export interface HomeLine {
  readonly id: string
  readonly title: Label
  readonly counts: LineCount
  /** Screen that the line opens. Users without that screen do not see the line. */
  readonly opens: string
  /**
   * Search conditions for that screen. Defaults to the conditions of the count; null means none.
   */
  readonly args?: Readonly<Record<string, string>> | null
  /** Subset to report separately. `#` in the text is its number. */
  readonly part?: LineCount & { readonly text: Label; readonly tone: Tone }
  /** Date column for the counts of the last 14 days. */
  readonly history?: LineCount & { readonly day: string }
  /** Timestamp column whose latest value is shown instead of the number: the last success. */
  readonly latest?: string
  readonly tone?: Tone
  /** Procedure that does this work. For users who cannot run it, the line is informational only. */
  readonly procedure?: Procedure
  /** Shown only to owner-restricted users; the site has a separate line. */
  readonly isOwn?: true
  /** Not daily work. The line is shown below the work lines, under a separator. */
  readonly isWatch?: boolean
  /** Setup step of an empty site. Done as soon as the count is not 0. */
  readonly setup?: SetupStep
}

export interface SetupStep {
  readonly position: number
  readonly todo: Label
  readonly runs?: string
}

export const HOME_DAYS = 14

/** Validates the lines. Throws at startup and names the line and the unknown column. */
export function defineHomeLines(lines: readonly HomeLine[]): readonly HomeLine[] {
  for (const { id, counts, part, history } of lines) {
    for (const count of [counts, part, history]) if (count) assertLineColumns(id, count)
    if (history && !Object.hasOwn(history.of.output, history.day)) {
      throw new Error(`${id}: ${history.day} is no column of ${history.of.name}`)
    }
  }
  return lines
}

function assertLineColumns(id: string, { of, search = {}, filter = {} }: LineCount): void {
  for (const name of Object.keys(search)) {
    if (!Object.hasOwn(of.search, name))
      throw new Error(`${id}: ${name} is no search of ${of.name}`)
  }
  for (const name of Object.keys(filter)) {
    if (!Object.hasOwn(of.output, name))
      throw new Error(`${id}: ${name} is no column of ${of.name}`)
  }
}

/** Replaces `today`, `today-7` and similar search values with dates. */
export function resolveRelativeDates(
  search: Readonly<Record<string, string>> = {},
  today: string,
): WireRow {
  return Object.fromEntries(
    Object.entries(search).map(([name, text]) => [
      name,
      text.replace(/\btoday\b([+-]\d+)?/g, (_, step: string | undefined) =>
        addDays(today, Number(step ?? 0)),
      ),
    ]),
  )
}
