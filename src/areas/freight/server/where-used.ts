import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { describedTables } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { codeListScreens } from '../rules/code-list-screens.ts'
import { whereUsed } from '../operations/where-used.ts'

/** The name becomes that of a table, which can be no other. */
const codeLists = new Set(Object.values(codeListScreens).map(({ list }) => list))

const unknownList = label('없는 코드 목록입니다.', 'Code list not found.')

export const whereUsedHandler = handleQuery(
  whereUsed,
  'v.used_in',
  ({ search, scope, language }) => {
    const list = String(search['LIST_CD'] ?? '')
    if (!codeLists.has(list)) throw new AppError(404, 'LIST_UNKNOWN', unknownList)
    const titles = describedTables().map(({ name, title }) => ({ name, title: title[language] }))
    return sql`
      select coalesce(n.title, u.used_in) used_in, u.used_count::integer used_count, u.sample
      from code_used(${list}, ${search['CODE'] ?? ''}, ${scope.wcode}) u
      left join jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) n (name text, title text)
        on n.name = u.used_in`
  },
  ['LIST_CD', 'CODE'],
)
