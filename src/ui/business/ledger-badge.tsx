import type { JSX } from 'react'
import { useSnapshot } from 'valtio'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { openBusinessWindow } from './open-business-window.ts'
import { ledgerState } from '#ui/remote/ledger-state.ts'
import './ledger.css'

const findings = label('원장 검증 결과', 'Ledger check results')
const notReported = label(
  '서버 연결 끊김 · 마지막으로 확인한 원장 검증 결과',
  'Offline · last known ledger check results',
)

/**
 * Ledger status in the status line: time of the last clean check, or the number of mismatches.
 * Marked as unknown while the server is unreachable.
 */
export function LedgerBadge({ openKey }: { readonly openKey: string }): JSX.Element | null {
  useLanguage()
  const { facts, isHeard } = useSnapshot(ledgerState)
  if (!facts) return null
  const at = facts.CHECKED_AT
  const time = at === null ? '–' : `${at.slice(8, 10)}:${at.slice(10, 12)}`
  const ledger = t(label('원장', 'Ledger'))
  const bad = t(
    label(
      `불일치 ${formatCount(facts.FINDINGS)}건`,
      `${formatCount(facts.FINDINGS, 'mismatch', 'mismatches')}`,
    ),
  )
  const isWhole = facts.FINDINGS === 0
  return (
    <button
      type="button"
      className={`status-ledger ${isWhole ? (isHeard ? 'quiet' : 'tone-warn') : 'tone-stop'}`}
      tabIndex={-1}
      title={`${t(isHeard ? findings : notReported)} ${openKey}`}
      onClick={() => void openBusinessWindow('ledger-findings')}
    >
      {isWhole ? `${ledger} ${isHeard ? '✓' : '?'} ${time}` : `${ledger} ✗ ${bad}`}
    </button>
  )
}
