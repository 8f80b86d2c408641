import type { JSX } from 'react'
import { ledgerFindings } from '#areas/inventory/operations/proof.ts'
import { howMany } from '#kernel/how-many.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { RowsView } from './rows-popup.tsx'
import { ledgerState } from '#ui/remote/ledger-state.ts'

const everything: WireRow = {}

function summary(rows: readonly WireRow[]): string {
  const at = ledgerState.facts?.CHECKED_AT
  const time = at ? `${at.slice(8, 10)}:${at.slice(10, 12)}:${at.slice(12, 14)}` : '–'
  return t(
    label(
      `마지막 검증 ${time} · 불일치 ${howMany(rows.length)}건`,
      `Last checked ${time} · ${howMany(rows.length, 'finding')}`,
    ),
  )
}

/** Opens what the verifier found, whatever the screen in front. */
export async function openFindingsPopup(): Promise<void> {
  const Content = (): JSX.Element => (
    <RowsView
      source={ledgerFindings}
      search={everything}
      emptyText={t(label('이상이 없습니다.', 'No findings.'))}
      summary={summary}
    />
  )
  const title = t(ledgerFindings.title)
  await openPopup(Content, { width: 1120, height: 520, title, fullScreen: true })
}
