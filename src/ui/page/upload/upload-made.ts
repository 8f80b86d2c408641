import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'

/** What a save made of the rows, for the person who has to tell the owner. */
export interface MadeNumbers {
  readonly savedRows: number
  /** New numbers by column, in the order of the rows, each once. */
  readonly numbers: readonly {
    readonly column: string
    readonly label: Label
    readonly values: readonly string[]
  }[]
}

/** Columns of an answer that say how it went, not what was made. */
const plumbing = new Set(['ROW', 'NO', 'POSTATUS', 'POERROR', 'VERSION', 'BATCH_FLAG'])

const fallback = label('새 번호', 'New numbers')

/** The numbers in a save's answer. Columns of the rows themselves are no news and are left out. */
export function madeNumbers(
  answer: readonly WireRow[],
  sent: Fields,
  savedRows: number,
): MadeNumbers {
  const found = new Map<string, Set<string>>()
  for (const row of answer) {
    for (const [column, value] of Object.entries(row)) {
      if (plumbing.has(column) || value === null || value === '') continue
      const values = found.get(column) ?? new Set<string>()
      found.set(column, values.add(String(value)))
    }
  }
  const numbers = [...found]
    .filter(([column]) => column.endsWith('_NO') && column !== 'LINE_NO')
    .map(([column, values]) => ({
      column,
      label: sent[column]?.label ?? fallback,
      values: [...values],
    }))
  return { savedRows, numbers }
}
