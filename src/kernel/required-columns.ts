import type { CodedMessage } from './coded-message.ts'
import { isFilled } from './is-filled.ts'
import { label, type Label } from './label.ts'
import { emptyFields, requiredMessage, type Filled, type TitledField } from './required.ts'

/** A row that lacks something. */
export interface RowLack {
  /** Its place among the rows given, from 0. */
  readonly index: number
  /** Names of its empty columns. */
  readonly columns: readonly string[]
  readonly message: CodedMessage
}

/** What a row is called, alone or after the document it belongs to: `3행`, `R-1 3행`. */
export function rowTitle(number: number | string, document = ''): Label {
  const before = document === '' ? '' : `${document} `
  return label(`${before}${number}행`, document === '' ? `Row ${number}` : `${before}row ${number}`)
}

/**
 * Grid required-column check (spec §5): one MSG000012 for each row, with its number and the names
 * of its empty columns. `checked` looks only at the rows ticked in AG_CHECK. Rows are numbered by
 * their NO, else as they stand; a row that is about to be deleted needs nothing.
 */
export function requiredColumnFaults(
  rows: readonly Filled[],
  columns: readonly TitledField[],
  { which = 'all', document = '' }: { which?: 'all' | 'checked'; document?: string } = {},
): readonly RowLack[] {
  return rows.flatMap((row, index) => {
    if (row['BATCH_FLAG'] === 'D' || (which === 'checked' && row['AG_CHECK'] !== 'Y')) return []
    const empty = emptyFields(columns, row)
    if (empty.length === 0) return []
    const title = rowTitle(isFilled(row['NO']) ? String(row['NO']) : index + 1, document)
    const names = (language: keyof Label) => empty.map((each) => each.label[language]).join(', ')
    const text = label(`${title.ko} ${names('ko')}`, `${title.en} ${names('en')}`)
    return [{ index, columns: empty.map(({ name }) => name), message: requiredMessage(text) }]
  })
}
