import type { WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { showSearch } from './search-text.ts'

/** Search conditions as text: `유통기한 < 2027-12-31`. */
export function conditionTexts(columns: readonly Column[], search: WireRow): string[] {
  return columns.flatMap((column) => {
    const value = search[column.name] ?? null
    if (value === null || value === '') return []
    const list = column.codes === undefined ? [] : (codeLists.get(column.codes) ?? [])
    return [`${t(column.label)} ${showSearch(column, value, list)}`]
  })
}
