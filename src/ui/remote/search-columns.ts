import { resolveSearch, type Column, type Screen } from '#kernel/screen.ts'
import { codeLists } from './code-lists.ts'
import { t } from '#ui/base/language.ts'

/** What a screen may be searched by; none for kinds that have no question of their own. */
export function searchColumns(screen: Screen): readonly Column[] {
  if ('grid' in screen) return resolveSearch(screen.route, screen.grid.source, screen.search)
  if (screen.kind === 'scan') return resolveSearch(screen.route, screen.document, screen.search)
  return []
}

/** A condition as it is said back: `화주=HANBIT`, `유통기한<20270101`, by its name `화주 한빛(HANBIT)`. */
export function saidArgument(column: Column, value: string, name?: string): string {
  const [sign = ''] = /^[<>!=]*/.exec(value) ?? []
  if (name !== undefined) return `${t(column.label)}${sign} ${name}`
  const entries = column.codes === undefined ? [] : (codeLists.get(column.codes) ?? [])
  const entry = entries.find(({ CODE }) => CODE === value)?.NAME
  return `${t(column.label)}${sign === '' ? '=' : ''}${entry ?? value}`
}
