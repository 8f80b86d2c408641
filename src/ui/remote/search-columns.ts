import type { PaneScreen } from '#kernel/pane-screen.ts'
import { resolveSearch, type Column } from '#kernel/screen.ts'
import { codeLists } from './code-lists.ts'
import { t } from '#ui/base/language.ts'

export function searchColumns({ route, search, sources, station }: PaneScreen): readonly Column[] {
  const query = sources.grid?.source ?? sources.document
  return query ? resolveSearch(route, query, station ? [station.documentKey] : search) : []
}

/** Condition as text: `화주=HANBIT`, `유통기한<20270101`, or `화주 한빛(HANBIT)` if the name is known. */
export function describeArgument(column: Column, value: string, name?: string): string {
  const [sign = ''] = /^[<>!=]*/.exec(value) ?? []
  if (name !== undefined) return `${t(column.label)}${sign} ${name}`
  const entries = column.codes === undefined ? [] : (codeLists.get(column.codes) ?? [])
  const entry = entries.find(({ CODE }) => CODE === value)?.NAME
  return `${t(column.label)}${sign === '' ? '=' : ''}${entry ?? value}`
}
