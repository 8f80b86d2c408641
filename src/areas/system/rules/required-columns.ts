import type { CodedMessage } from '#kernel/coded-message.ts'
import { isFilled } from '#kernel/is-filled.ts'
import { label, type Label } from '#kernel/label.ts'
import { requiredMessage } from './required.ts'

interface RequiredColumn {
  readonly name: string
  readonly label: Label
}

/**
 * Grid required-column check (spec §5): one MSG000012 for each row, with its number and the names
 * of its empty columns. `checked` looks only at the rows ticked in AG_CHECK. Rows are numbered by
 * their NO, else as they stand; a row that is about to be deleted needs nothing.
 */
export function requiredColumnFaults(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly RequiredColumn[],
  which: 'all' | 'checked' = 'all',
): readonly CodedMessage[] {
  return rows.flatMap((row, index) => {
    if (row['BATCH_FLAG'] === 'D' || (which === 'checked' && row['AG_CHECK'] !== 'Y')) return []
    const empty = columns.filter(({ name }) => !isFilled(row[name]))
    if (empty.length === 0) return []
    const number = isFilled(row['NO']) ? String(row['NO']) : String(index + 1)
    const names = (language: keyof Label) => empty.map((each) => each.label[language]).join(', ')
    return [requiredMessage(label(`${number}행 ${names('ko')}`, `Row ${number} ${names('en')}`))]
  })
}
