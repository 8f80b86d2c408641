// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { LedgerBadge } from '#ui/business/ledger-badge.tsx'
import { startEvents } from '#ui/remote/events.ts'
import { ledgerState } from '#ui/remote/ledger-state.ts'

beforeEach(() => {
  setLanguage('ko')
  ledgerState.facts = undefined
  ledgerState.isHeard = true
})

afterEach(cleanup)

test('no badge is shown before the server reports the ledger status', () => {
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a consistent ledger shows the time of its last check', () => {
  ledgerState.facts = { CHECKED_AT: '20261120140233', FINDINGS: 0 }
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.getByRole('button').textContent).toBe('원장 ✓ 14:02')
  expect(screen.getByRole('button').className).not.toContain('tone-stop')
})

test('discrepancies are counted in the stop colour', () => {
  ledgerState.facts = { CHECKED_AT: '20261120140233', FINDINGS: 3 }
  render(<LedgerBadge openKey="Alt+V" />)
  expect(screen.getByRole('button').textContent).toBe('원장 ✗ 불일치 3건')
  expect(screen.getByRole('button').className).toContain('tone-stop')
})

test('a disconnected badge does not show the ledger as consistent', () => {
  ledgerState.facts = { CHECKED_AT: '20261120140233', FINDINGS: 0 }
  ledgerState.isHeard = false
  render(<LedgerBadge openKey="Alt+V" />)
  const badge = screen.getByRole('button')
  expect(badge.textContent).toBe('원장 ? 14:02')
  expect(badge.className).toContain('tone-warn')
  expect(badge.title).toContain('서버 연결 끊김')
})

test('a lost connection marks the ledger status as unknown until it reopens', () => {
  const lines: EventTarget[] = []
  class Line extends EventTarget {
    constructor() {
      super()
      lines.push(this)
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] })))
  const stop = startEvents()
  const dispatchEvent = (type: string) => lines.at(-1)?.dispatchEvent(new Event(type))
  dispatchEvent('error')
  expect(ledgerState.isHeard).toBe(false)
  window.dispatchEvent(new Event('online'))
  dispatchEvent('open')
  expect(ledgerState.isHeard).toBe(true)
  stop()
})
