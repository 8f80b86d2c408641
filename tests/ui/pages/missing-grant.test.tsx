// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { executeCommand } from '#ui/keys/dispatch/run-command.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { provideRequestKey, missingRight, requestHint } from '#ui/remote/missing-right.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { openByName } from '#ui/workspace/open-by-name.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { NoteArea } from '#ui/windows/notify.tsx'
import { mockServer, grant, openPage, supplierScreen } from './page-support.ts'

connectShell()
const PATH = '/api/missingGrant'
let leave: () => void

beforeEach(() => {
  setLanguage('ko')
  render(<NoteArea />)
})
afterEach(() => {
  leave()
  cleanup()
})

function open(...actions: string[]): void {
  grant(...actions)
  const page = openPage(supplierScreen, activeTab().key)
  leave = registerPage(activeTab().key, pageRegistration(page, new PageView()))
}

test.each([
  ['page.save', ['search'], 'save', '저장'],
  ['grid.delete-row', ['search', 'save'], 'delete', '행 삭제'],
  ['grid.delete-row', ['search'], 'save', '행 삭제'],
  ['page.export', ['search', 'save'], 'export', '내보내기'],
  ['page.import', ['search', 'save'], 'import', '가져오기'],
] as const)(
  '%s with only %s reports the missing permission %s',
  async (id, granted, ACTION, name) => {
    const message = `권한이 없습니다: 공급처관리 › ${id} ${granted.join()}. 부여할 수 있는 사용자: admin`
    const sent = mockServer({ [PATH]: () => ({ body: { message } }) })
    open(...granted)
    expect(await executeCommand(id)).toBe(false)
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      [PATH, { MENU_ID: 'Supplier', ACTION }],
    ])
    expect((await screen.findByText(message, { exact: false })).textContent).toContain(name)
  },
)

test('a missing permission names its screen and how to request it', async () => {
  provideRequestKey(() => '⇧F1')
  const sent = mockServer({ [PATH]: () => ({ body: { name: '', message: '권한이 없습니다' } }) })
  open('search')
  expect(await executeCommand('outbound.ship')).toBe(false)
  expect(await executeCommand('backup.now')).toBe(false)
  expect(sent.map(({ body }) => body)).toEqual([
    { MENU_ID: 'Shipping', ACTION: 'save' },
    { MENU_ID: 'JobManagement', ACTION: 'save' },
  ])
  const note = await screen.findByText('지금 백업', { exact: false })
  expect(note.textContent).toContain('권한 요청: ⇧F1')
  expect(missingRight()).toEqual({ MENU_ID: 'JobManagement', ACTION: 'save' })
  provideRequestKey(() => '')
})

test('a missing permission is reported even without the server', async () => {
  mockServer({ [PATH]: () => ({ status: 503, body: { message: '' } }) })
  open('search')
  expect(await executeCommand('page.save')).toBe(false)
  expect(await screen.findByText('저장: 권한이 없습니다.')).toBeInstanceOf(HTMLElement)
})

test('a command the screen does not have is not reported as a missing permission', async () => {
  const sent = mockServer({})
  open('search')
  expect(await executeCommand('page.act')).toBe(false)
  expect(sent).toEqual([])
})

test('a screen outside the menu, opened by name, names its permission and how to request it', async () => {
  provideRequestKey(() => '⇧F1')
  const message = 'No permission: Alloc › search'
  const sent = mockServer({ [PATH]: () => ({ body: { message } }) })
  open('search')
  openByName('Alloc')
  const note = await screen.findByText(message, { exact: false })
  expect(note.textContent).toContain(requestHint())
  expect(sent.map(({ body }) => body)).toEqual([{ MENU_ID: 'Alloc', ACTION: 'search' }])
  expect(missingRight()).toEqual({ MENU_ID: 'Alloc', ACTION: 'search' })
  provideRequestKey(() => '')
})
