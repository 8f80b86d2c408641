// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookup } from '#kernel/field.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { mockServer, type SentRequest } from '#tests/ui/pages/page-support.ts'
import { columnLabels } from '#tests/support/labels.ts'

const owners = [
  { CODE: 'HANBIT', NAME: 'Hanbit Health' },
  { CODE: 'HANBIT2', NAME: '한빛' },
]
const PATH = '/api/pop/commonPopup/selectOwner'
const answer = () => ({ body: { DATA: owners } })

HTMLElement.prototype.checkVisibility = () => true
HTMLElement.prototype.scrollIntoView = () => undefined

const field = lookup(columnLabels.OWNER_CD, 'owner')

let sent: SentRequest[] = []
beforeEach(() => {
  sent = mockServer({ [PATH]: answer })
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
  vi.useRealTimers()
})

async function closeHelp(text: string): Promise<unknown> {
  const answered = valueHelp({ field, text, context: {} })
  await screen.findAllByRole('option')
  act(() => topPopup()?.dismiss())
  return answered
}

test('a value help closed without a selection returns only an exactly typed entry', async () => {
  render(<PopupHost />)
  expect(await closeHelp('HANBIT')).toEqual(owners[0])
  expect(await closeHelp('한빛')).toEqual(owners[1])
  expect(await closeHelp('HAN')).toBeUndefined()
  expect(await closeHelp('')).toBeUndefined()
})

test('the value help names what it searches for', async () => {
  render(<PopupHost />)
  void valueHelp({ field, text: '', context: {} })
  expect(await screen.findByRole('dialog', { name: '코드도움 · 화주' })).toBeTruthy()
})

test('the value help searches 200 ms after the last key press, not after every one', async () => {
  render(<PopupHost />)
  void valueHelp({ field, text: '', context: {} })
  await screen.findAllByRole('option')
  expect(sent.map(({ body }) => body['SEARCH'])).toEqual([''])
  const waits = vi.spyOn(globalThis, 'setTimeout')
  await userEvent.type(screen.getByRole('combobox'), 'HAN')
  expect(waits.mock.calls.map(([, ms]) => ms)).toContain(200)
  waits.mockRestore()
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1))
  expect(sent.map(({ body }) => body['SEARCH'])).toEqual(['', 'HAN'])
})
