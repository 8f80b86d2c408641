import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { screenTitle, commandTitle, rowStatus } from '#tests/support/labels.ts'

let server: ServerProcess
let user: KeyboardUser

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.discard())
beforeEach(async () => {
  user = await KeyboardUser.open(server.url, { serviceWorkers: 'block' })
  await user.logIn()
})
afterEach(() => user.close())

const codes = {
  'Control+k': { key: 'k', code: 'KeyK', modifiers: 2, windowsVirtualKeyCode: 75 },
  'Alt+m': { key: 'm', code: 'KeyM', modifiers: 1, windowsVirtualKeyCode: 77 },
  ArrowUp: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  z: { key: 'z', code: 'KeyZ', windowsVirtualKeyCode: 90, text: 'z' },
} as const

async function pressTogether(...keys: (keyof typeof codes)[]): Promise<void> {
  const cdp = await user.page.context().newCDPSession(user.page)
  const presses = keys.flatMap((key) =>
    (['keyDown', 'keyUp'] as const).map((type) =>
      cdp.send('Input.dispatchKeyEvent', { type, ...codes[key] }),
    ),
  )
  await Promise.all(presses)
  await cdp.detach()
}

async function openWithoutRows(): Promise<void> {
  await user.page.route(/\/api\/wms\/master\/owner$/, () => undefined)
  await user.openScreen('Owner')
}

test('a key right after Ctrl+K reaches the command line while a page loads', async () => {
  await openWithoutRows()
  const line = user.page.locator('[cmdk-input]')
  for (let time = 0; time < 3; time += 1) {
    await pressTogether('Control+k', 'ArrowUp')
    await line.waitFor()
    await expect.poll(() => line.inputValue()).toBe(screenTitle('Owner'))
    await user.press('Escape')
    await line.waitFor({ state: 'detached' })
  }
})

test('keys right after the menu key reach the menu while a page loads', async () => {
  await user.press('Alt+Shift+m')
  await user.page.locator('.left-menu:not([data-pinned])').waitFor()
  await openWithoutRows()
  await pressTogether('Alt+m', 'z', 'Enter')
  await user.waitForElement(user.page.locator('.status-line').getByText(/^Zone/))
})

test('letters typed before the rows load are commands until one of them starts an edit', async () => {
  await user.command(commandTitle('app.profile-vim'))
  const gate = Promise.withResolvers<void>()
  await user.page.route(/\/api\/wms\/master\/owner$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  await user.type('oiNEWER')
  await user.press('Tab')
  gate.resolve()
  const cells = user.page.locator('[data-panel][data-active] [data-zone=grid] [role=gridcell]')
  await user.waitForElement(cells.getByText('NEWER', { exact: true }).first())
})

test('letters in the lines are commands while the value of a header field is being looked up', async () => {
  await user.command(commandTitle('app.profile-vim'))
  await user.palette(screenTitle('ReceiptCreateSingle'), screenTitle('ReceiptCreateSingle'))
  await user.press('Enter')
  await user.waitForElement(user.page.locator('[data-panel][data-active] [id$="-OWNER_CD"]:focus'))
  await user.page.route(/\/api\/(?!events)/, () => undefined)
  await user.page.keyboard.insertText('HANBIT')
  await user.press('Alt+l')
  await user.type('oi')
  await user.waitForElement(user.page.locator('.status-mode').getByText('그리드 · 입력'))
  await user.waitForElement(user.page.locator('.status-line').getByText(rowStatus(1, 1)))
})
