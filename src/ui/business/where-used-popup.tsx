import type { JSX } from 'react'
import { whereUsed } from '#areas/freight/operations/where-used.ts'
import { howMany } from '#kernel/how-many.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { RowsView } from './rows-popup.tsx'

/** Opens where a code of a list is used. */
export async function openWhereUsed(list: string, code: string): Promise<void> {
  const search: WireRow = { LIST_CD: list, CODE: code }
  const summary = (rows: readonly WireRow[]): string => {
    const count = rows.reduce((sum, row) => sum + Number(row['USED_COUNT'] ?? 0), 0)
    return t(label(`${howMany(count)}건에서 사용`, `Used by ${howMany(count)}`))
  }
  const Content = (): JSX.Element => (
    <RowsView
      source={whereUsed}
      search={search}
      emptyText={t(label('사용하는 곳이 없습니다.', 'Not used anywhere.'))}
      summary={summary}
    />
  )
  await openPopup(Content, { width: 640, height: 360, title: `${t(whereUsed.title)}: ${code}` })
}
