import type { CodedMessage } from './coded-message.ts'
import { isFilled } from './is-filled.ts'
import { label, type Label } from './label.ts'
import { emptyFields, requiredMessage, type FieldValues, type TitledField } from './required.ts'

export interface IncompleteRow {
  readonly index: number
  readonly columns: readonly string[]
  readonly message: CodedMessage
}

/** Title of a row, optionally after its document: `3행`, `R-1 3행`. */
export function rowTitle(number: number | string, document = ''): Label {
  const before = document === '' ? '' : `${document} `
  return label(`${before}${number}행`, document === '' ? `Row ${number}` : `${before}row ${number}`)
}

/**
 * Checks the required columns of a grid (spec §5): one MSG000012 per row, with its number and the
 * names of its empty columns. `checked` includes only rows checked in AG_CHECK. Rows are numbered
 * by NO, or by position. Skips rows to be deleted.
 */
export function requiredColumnErrors(
  rows: readonly FieldValues[],
  columns: readonly TitledField[],
  { which = 'all', document = '' }: { which?: 'all' | 'checked'; document?: string } = {},
): readonly IncompleteRow[] {
  return rows.flatMap((row, index) => {
    if (row['BATCH_FLAG'] === 'D' || (which === 'checked' && row['AG_CHECK'] !== 'Y')) return []
    const empty = emptyFields(columns, row)
    if (empty.length === 0) return []
    const title = rowTitle(isFilled(row['NO']) ? String(row['NO']) : index + 1, document)
    const names = (language: keyof Label) => empty.map((field) => field.label[language]).join(', ')
    const text = label(`${title.ko} ${names('ko')}`, `${title.en} ${names('en')}`)
    return [{ index, columns: empty.map(({ name }) => name), message: requiredMessage(text) }]
  })
}
