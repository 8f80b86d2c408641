import { columnIndex } from './column-letters.ts'
import type { Fields, Value, WireRow } from './field.ts'
import { josa } from './josa.ts'
import { label } from './label.ts'
import {
  guessMapping,
  rowReader,
  shownText,
  type CodeLists,
  type SheetError,
  type SheetMapping,
  type SheetRow,
  type TitleCells,
} from './sheet-mapping.ts'
import { tidyText } from './tidy-text.ts'

/**
 * Columns of a sheet that repeat the fields entered above it, unless they are mapped to other
 * fields.
 */
export function headerMapping(
  header: Fields,
  titles: TitleCells,
  mapping: SheetMapping,
): SheetMapping {
  const used = new Set(Object.values(mapping))
  const found = Object.entries(guessMapping(header, titles))
  return Object.fromEntries(found.filter(([, letters]) => !used.has(letters)))
}

interface HeaderInput {
  readonly header: Fields
  readonly mapping: SheetMapping
  readonly given: WireRow
  /** Names of the codes entered above the sheet. Cells can contain these names instead. */
  readonly names: Readonly<Record<string, string>>
  readonly codes?: CodeLists
}

/**
 * Creates a check of rows against the values entered above the sheet. Returns an error for every
 * cell with a different value, because the row belongs elsewhere.
 */
export function headerCheck({ header, mapping, given, names, codes = {} }: HeaderInput) {
  const optional = Object.entries(header).map(([name, field]) => {
    return [name, { ...field, required: false, default: null }] as const
  })
  const read = rowReader(Object.fromEntries(optional), mapping, {}, codes)
  const repeated = optional.filter(([name]) => mapping[name] !== undefined)
  const fold = (text: Value | undefined): string => tidyText(String(text ?? '')).toUpperCase()
  return (sheetRow: SheetRow): readonly SheetError[] => {
    const { row } = read(sheetRow)
    return repeated.flatMap(([column, field]): SheetError[] => {
      const shown = shownText(sheetRow.cells[columnIndex(mapping[column] ?? '') ?? -1])
      const entered = given[column] ?? null
      if (fold(shown) === '' || entered === null) return []
      const isSame = fold(row[column]) === fold(entered) || fold(shown) === fold(names[column])
      if (isSame) return []
      const { ko, en } = field.label
      const message = label(
        `${ko}: 시트의 '${shown}'${josa(shown, '이/가')} 위에 입력한 ${entered}${josa(String(entered), '와/과')} 다릅니다.`,
        `${en}: '${shown}' in the sheet differs from ${entered} entered above.`,
      )
      return [{ column, text: '', code: 'other-than-above', message }]
    })
  }
}
