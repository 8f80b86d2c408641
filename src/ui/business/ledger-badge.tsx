import type { JSX } from 'react'
import { useSnapshot } from 'valtio'
import { label } from '#kernel/label.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { openFindings } from './ledger-handle.ts'
import { ledgerState } from '#ui/remote/ledger-state.ts'
import './ledger.css'

/** The ledger in the status line: when it was last found whole, or how much does not add up. */
export function LedgerBadge({ openKey }: { readonly openKey: string }): JSX.Element | null {
  useLanguage()
  const { facts } = useSnapshot(ledgerState)
  if (!facts) return null
  const at = facts.CHECKED_AT
  const time = at === null ? '–' : `${at.slice(8, 10)}:${at.slice(10, 12)}`
  const ledger = t(label('원장', 'Ledger'))
  const bad = t(label(`불일치 ${facts.FINDINGS}건`, `${facts.FINDINGS} do not add up`))
  const isWhole = facts.FINDINGS === 0
  return (
    <button
      type="button"
      className={isWhole ? 'status-ledger quiet' : 'status-ledger tone-stop'}
      tabIndex={-1}
      title={`${t(label('원장 검증 결과', 'Findings of the ledger check'))} ${openKey}`}
      onClick={openFindings}
    >
      {isWhole ? `${ledger} ✓ ${time}` : `${ledger} ✗ ${bad}`}
    </button>
  )
}
