import { label } from '#kernel/label.ts'
import type { Caller } from '#server/auth/caller.ts'
import { printedBy } from './line-table.ts'
import type { PrintDocument } from './print-document.ts'

/** What a grid shows, as its page sends it. */
interface PrintedGrid {
  readonly TITLE: string
  readonly CRITERIA: string
  readonly COLUMNS: PrintDocument['pages'][number]['columns']
  readonly ROWS: readonly (readonly string[])[]
  /** Rows that begin a sheet of their own, as the first level of groups does; 0 is the first row. */
  readonly BREAKS?: readonly number[] | undefined
  readonly TOTALS?: readonly string[] | undefined
}

/**
 * What a grid shows, on paper: its columns on every sheet, its rows and, behind the last of them, its
 * sums, and what was searched for.
 */
export function gridDocument(
  { TITLE, CRITERIA, COLUMNS, ROWS, BREAKS = [], TOTALS }: PrintedGrid,
  { userId, language }: Pick<Caller, 'userId' | 'language'>,
): PrintDocument {
  const heading =
    CRITERIA === '' ? [] : [{ label: label('조건', 'Conditions')[language], value: CRITERIA }]
  const starts = [...new Set([0, ...BREAKS])]
    .filter((at) => at < ROWS.length)
    .toSorted((a, b) => a - b)
  return {
    language,
    title: TITLE,
    paper: 'A4',
    orientation: COLUMNS.length > 7 ? 'landscape' : 'portrait',
    copies: 1,
    fileName: TITLE,
    printed: printedBy(userId),
    pages: starts.map((start, at) => ({
      heading,
      columns: COLUMNS,
      rows: ROWS.slice(start, starts[at + 1]),
      ...(TOTALS && at === starts.length - 1 && { totals: TOTALS }),
    })),
  }
}
