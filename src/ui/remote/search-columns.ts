import type { PaneScreen } from '#kernel/pane-screen.ts'
import { resolveSearch, type Column } from '#kernel/screen.ts'
import { codeLists } from './code-lists.ts'
import { t } from '#ui/base/language.ts'

/** What a screen may be searched by, a station by its document; none without a question of its own. */
export function searchColumns({ route, search, sources, station }: PaneScreen): readonly Column[] {
  const query = sources.grid?.source ?? sources.document
  return query ? resolveSearch(route, query, station ? [station.documentKey] : search) : []
}

/** A condition as it is said back: `화주=HANBIT`, `유통기한<20270101`, by its name `화주 한빛(HANBIT)`. */
export function saidArgument(column: Column, value: string, name?: string): string {
  const [sign = ''] = /^[<>!=]*/.exec(value) ?? []
  if (name !== undefined) return `${t(column.label)}${sign} ${name}`
  const entries = column.codes === undefined ? [] : (codeLists.get(column.codes) ?? [])
  const entry = entries.find(({ CODE }) => CODE === value)?.NAME
  return `${t(column.label)}${sign === '' ? '=' : ''}${entry ?? value}`
}
