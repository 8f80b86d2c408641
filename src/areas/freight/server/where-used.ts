import sql from 'sql-template-tag'
import { describedTables } from '#kernel/table.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { invalidSearchError } from '#server/engine/typed-search.ts'
import { codeListScreens } from '../rules/code-list-screens.ts'
import { whereUsed } from '../operations/where-used.ts'

/** The list name is used as a table name, so only these are allowed. */
const codeLists = new Set(Object.values(codeListScreens).map(({ list }) => list))

const noRows = sql`
  select null::text used_in, null::integer used_count, null::text sample where false`

export const whereUsedHandler = handleQuery(
  whereUsed,
  'v.used_in',
  ({ search, scope, language }) => {
    const list = String(search['LIST_CD'] ?? '')
    if (list === '') return noRows
    if (!codeLists.has(list)) throw invalidSearchError(whereUsed.search.LIST_CD, list)
    const titles = describedTables().map(({ name, title }) => ({ name, title: title[language] }))
    return sql`
      select coalesce(n.title, u.used_in) used_in, u.used_count::integer used_count, u.sample
      from code_used(${list}, ${search['CODE'] ?? ''}, ${scope.wcode}) u
      left join jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) n (name text, title text)
        on n.name = u.used_in`
  },
  ['LIST_CD', 'CODE'],
)
