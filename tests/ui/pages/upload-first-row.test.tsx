// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { UploadSession } from '#ui/page/upload/upload-session.ts'
import { getSheet, mockServer, openUpload } from './upload-support.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
const { UploadMappingPanel } = await import('#ui/page/upload/upload-mapping-panel.tsx')
afterEach(cleanup)

function Panel({ session }: { readonly session: UploadSession }) {
  const { job } = session
  const { sheet } = job.state
  return sheet && <UploadMappingPanel session={session} state={job.state} sheet={sheet} />
}

async function openPanel() {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 1], ['O-2', 'SKU2', 2]) })
  const session = await openUpload()
  await session.job.chooseFile(new File(['x'], 'order.xlsx'))
  const { rerender } = render(<Panel session={session} />)
  session.job.listeners.add(() => rerender(<Panel session={session} />))
  const [input] = screen.getAllByRole<HTMLInputElement>('textbox').slice(-1)
  if (!input) throw new Error('no field of the first row')
  return { session, input, user: userEvent.setup() }
}

test('the first row can be emptied and typed again', async () => {
  const { session, input, user } = await openPanel()
  await user.click(input)
  await user.keyboard('{End}{Backspace}')
  expect(input.value).toBe('')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('３')
  expect(input.value).toBe('3')
  expect(session.job.state.firstRow).toBe(3)
})

test('an empty first row keeps the previous row and shows it after the field is left', async () => {
  const { session, input, user } = await openPanel()
  await user.clear(input)
  await user.keyboard('0')
  expect(session.job.state.firstRow).toBe(2)
  await user.tab()
  expect(input.value).toBe('2')
})
