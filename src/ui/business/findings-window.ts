import { ledgerFindings } from '#areas/inventory/operations/proof.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { openRows } from './rows-window.tsx'
import { ledgerState } from '#ui/remote/ledger-state.ts'

function findingsSummary(rows: readonly WireRow[]): Label {
  const at = ledgerState.facts?.CHECKED_AT
  const time = at ? `${at.slice(8, 10)}:${at.slice(10, 12)}:${at.slice(12, 14)}` : '–'
  return label(
    `마지막 검증 ${time} · 불일치 ${formatCount(rows.length)}건`,
    `Last checked ${time} · ${formatCount(rows.length, 'finding')}`,
  )
}

export function openFindings(): Promise<void> {
  const empty = label('이상이 없습니다.', 'No issues found.')
  return openRows(ledgerFindings, {}, { empty, summary: findingsSummary })
}
