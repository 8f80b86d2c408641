// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { setLanguage } from '#ui/base/language.ts'
import { openFirstPassword } from '#ui/business/first-password.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { mockServer } from './page-support.ts'

const SAVE = '/api/wms/comm/wmsCommon/saveProcedure'
const SLIP = '/api/print/system/password-slip'
const PASSWORD = 'abcde-fghij-klmno-pqrst'

beforeEach(() => setLanguage('en'))
afterEach(cleanup)

function start(extra: WireRow = {}) {
  const sent = mockServer({
    [SAVE]: () => ({ body: { message: 'ok', data: { rows: [{ ROW: 1, PASSWORD }] } } }),
    [SLIP]: () => ({ status: 503, body: { message: 'no printer' } }),
  })
  render(<PopupHost />)
  return { sent, done: openFirstPassword({ USER_ID: 'kim', USER_NM: 'Kim', ...extra }) }
}

async function press(text: RegExp, key: string): Promise<void> {
  const shown = await screen.findByText(text)
  await waitFor(() =>
    expect(shown.closest('.message')?.contains(document.activeElement)).toBe(true),
  )
  await userEvent.keyboard(key)
}

test('a temporary password is printed on Enter and shown until Escape', async () => {
  const { sent, done } = start()
  await press(/all logins immediately/, '{Enter}')
  await press(new RegExp(PASSWORD), '{Enter}')
  await press(/503/, '{Enter}')
  await press(new RegExp(PASSWORD), '{Escape}')
  expect(await done).toBe(true)
  expect(sent.map(({ path, body }) => [path, body?.['ROWS']])).toEqual([
    [SAVE, [{ NO: 1, USER_ID: 'kim' }]],
    [SLIP, [{ USER_ID: 'kim', PASSWORD }]],
  ])
  await waitFor(() => expect(screen.queryByText(new RegExp(PASSWORD))).toBeNull())
})

test('Escape in the confirmation issues no password', async () => {
  const { sent, done } = start()
  await press(/all logins immediately/, '{Escape}')
  expect(await done).toBe(false)
  expect(sent).toEqual([])
})

test('a user who never logged in gets a temporary password without a confirmation', async () => {
  const { sent, done } = start({ LOGGED_IN_AT: null })
  await press(new RegExp(PASSWORD), '{Escape}')
  expect(await done).toBe(true)
  expect(sent.map(({ path }) => path)).toEqual([SAVE])
})
