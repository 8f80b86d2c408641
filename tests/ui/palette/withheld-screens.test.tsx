// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { menuByRoute } from '#areas/menu-map.ts'
import { setLanguage } from '#ui/base/language.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { loadLazyCode } from '#ui/command-line/lazy-code.ts'
import { missingRight, provideRequestKey } from '#ui/remote/missing-right.ts'
import { loadScreens } from '#ui/remote/screens.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { NoteArea } from '#ui/windows/notify.tsx'
import { grant, mockServer } from '#tests/ui/pages/page-support.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
)
Element.prototype.scrollIntoView = () => undefined
const { Palette } = await import('#ui/command-line/palette.tsx')
connectShell()

const title = menuByRoute('MdmPricingMgt')?.title ?? { ko: '', en: '' }
const message = `No permission: ${title.en} › Search. Can be granted by: admin`

beforeAll(async () => {
  await Promise.all([loadScreens(), loadLazyCode()])
}, 60_000)
beforeEach(() => {
  setLanguage('en')
  provideRequestKey(() => '⇧F1')
  grant('search')
})
afterEach(() => {
  cleanup()
  provideRequestKey(() => '')
})

async function typeLine(text: string) {
  const sent = mockServer({
    '/api/missingGrant': () => ({ body: { name: '', message } }),
    '/api/records/search': () => ({ body: { data: [] } }),
  })
  shellState.paletteOpen = true
  render(
    <>
      <Palette />
      <NoteArea />
    </>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox'), text)
  return { user, sent }
}

test('a screen without permission is named with the permission and how to request it', async () => {
  await typeLine(title.en)
  const group = await screen.findByRole('group', { name: 'Screens without permission' })
  const line = within(group).getByRole('option', { name: new RegExp(title.en) })
  expect(line.textContent).toContain('Search')
  expect(line.textContent).toContain('⇧F1')
})

test('Enter on a screen without permission explains who can grant it', async () => {
  const { user, sent } = await typeLine(title.en)
  await screen.findByRole('group', { name: 'Screens without permission' })
  await user.keyboard('{Enter}')
  await screen.findByText(message, { exact: false })
  expect(sent.at(-1)?.body).toEqual({ MENU_ID: 'MdmPricingMgt', ACTION: 'search' })
  expect(missingRight()).toEqual({ MENU_ID: 'MdmPricingMgt', ACTION: 'search' })
})

test('a granted screen ranks before screens without permission', async () => {
  await typeLine('supplier')
  const [first] = await screen.findAllByRole('option')
  expect(first?.textContent).toContain('Supplier')
})

test('a loosely similar title without permission is not listed', async () => {
  await typeLine('qxzv')
  expect(screen.queryByRole('group', { name: 'Screens without permission' })).toBeNull()
})
