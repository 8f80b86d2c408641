import type { JSX } from 'react'
import { howMany } from '#kernel/how-many.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { RowsView } from './rows-popup.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { kindOfMessage } from './partner-kinds.ts'

/** Opens a message as it came, with everything that was tried with it. */
export async function openAttempts(row: WireRow): Promise<void> {
  const kind = kindOfMessage(row)
  if (!kind) return
  const { attempts } = kind.operations
  const search = { MESSAGE_ID: row['MESSAGE_ID'] ?? null }
  const Content = (): JSX.Element => (
    <RowsView
      source={attempts}
      search={search}
      emptyText={t(label('시도한 내역이 없습니다.', 'No attempts.'))}
      whole="DETAIL"
      summary={(rows) =>
        t(label(`${howMany(rows.length)}번 시도`, `${howMany(rows.length, 'attempt')}`))
      }
    />
  )
  const title = `${t(attempts.title)} · ${row['MESSAGE_NO'] ?? ''}`
  await openPopup(Content, { width: 1120, height: 480, title, fullScreen: true })
}
