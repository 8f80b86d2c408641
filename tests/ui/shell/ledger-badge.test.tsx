// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { LedgerBadge } from '#ui/business/ledger-badge.tsx'
import { ledgerState } from '#ui/remote/ledger-state.ts'

beforeEach(() => {
  setLanguage('ko')
  ledgerState.facts = undefined
})

afterEach(cleanup)

test('nothing is said of the ledger before the server has said anything', () => {
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a ledger that adds up shows when it was last looked at', () => {
  ledgerState.facts = { CHECKED_AT: '20261120140233', FINDINGS: 0 }
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.getByRole('button').textContent).toBe('원장 ✓ 14:02')
  expect(screen.getByRole('button').className).not.toContain('tone-stop')
})

test('what does not add up is counted, in the colour of a stop', () => {
  ledgerState.facts = { CHECKED_AT: '20261120140233', FINDINGS: 3 }
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.getByRole('button').textContent).toBe('원장 ✗ 불일치 3건')
  expect(screen.getByRole('button').className).toContain('tone-stop')
})
