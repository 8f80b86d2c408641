import { codeListScreens } from '#areas/freight/rules/code-list-screens.ts'
import { whereUsed } from '#areas/freight/operations/where-used.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { openRows } from './rows-window.tsx'

export async function openWhereUsed(row: WireRow): Promise<void> {
  const { list, key } = codeListScreens[activeTab().screen?.route ?? ''] ?? {}
  const code = key === undefined ? null : (row[key] ?? null)
  if (list === undefined || code === null) return
  await openRows(
    whereUsed,
    { LIST_CD: list, CODE: code },
    {
      of: String(code),
      empty: label('사용하는 곳이 없습니다.', 'Not used anywhere.'),
      summary: (rows) => {
        const count = rows.reduce((sum, used) => sum + Number(used['USED_COUNT'] ?? 0), 0)
        return label(`${formatCount(count)}건에서 사용`, `Used by ${formatCount(count)}`)
      },
      isSmall: true,
    },
  )
}
