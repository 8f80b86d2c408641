import type { JSX } from 'react'
import { roleChanges } from '#areas/system/operations/roles.ts'
import { howMany } from '#kernel/how-many.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { RowsView } from './rows-popup.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'

/** Opens who changed rights, newest first; of one role where it is named. */
export async function openHistory(role = ''): Promise<void> {
  const search: WireRow = role === '' ? {} : { ROLE_CD: role }
  const summary = (rows: readonly WireRow[]): string =>
    t(label(`변경 ${howMany(rows.length)}건`, `${howMany(rows.length, 'change')}`))
  const Content = (): JSX.Element => (
    <RowsView
      source={roleChanges}
      search={search}
      emptyText={t(label('변경된 권한이 없습니다.', 'No permission changes.'))}
      summary={summary}
    />
  )
  const title = [t(roleChanges.title), role].filter(Boolean).join(': ')
  await openPopup(Content, { width: 1180, height: 520, title, fullScreen: true })
}
