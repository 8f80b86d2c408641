import sql from 'sql-template-tag'
import { describedTables } from '#kernel/table.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { whereUsed } from '../operations/where-used.ts'

export const whereUsedHandler = handleQuery(
  whereUsed,
  'v.used_in',
  ({ search, scope, language }) => {
    const titles = describedTables().map(({ name, title }) => ({ name, title: title[language] }))
    return sql`
      select coalesce(n.title, u.used_in) used_in, u.used_count::integer used_count, u.sample
      from code_used(${search['LIST_CD'] ?? ''}, ${search['CODE'] ?? ''}, ${scope.wcode}) u
      left join jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) n (name text, title text)
        on n.name = u.used_in`
  },
  ['LIST_CD', 'CODE'],
)
