import { label } from '#kernel/label.ts'
import type { Caller } from '#server/auth/caller.ts'
import { printStamp } from './line-table.ts'
import type { PrintDocument } from './print-document.ts'

interface PrintedGrid {
  readonly TITLE: string
  readonly CRITERIA: string
  readonly COLUMNS: PrintDocument['pages'][number]['columns']
  readonly ROWS: readonly (readonly string[])[]
  /** Rows that start a new page, such as top-level groups; 0 is the first row. */
  readonly BREAKS?: readonly number[] | undefined
  readonly TOTALS?: readonly string[] | undefined
}

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
    printed: printStamp(userId),
    pages: starts.map((start, index) => ({
      heading,
      columns: COLUMNS,
      rows: ROWS.slice(start, starts[index + 1]),
      ...(TOTALS && index === starts.length - 1 && { totals: TOTALS }),
    })),
  }
}
