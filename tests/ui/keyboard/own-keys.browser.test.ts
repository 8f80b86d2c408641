import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { logInTo, signIn, type SignedIn } from './signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser
let other: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
  // The same user in another browser.
  other = await logInTo(signedIn.shell.base)
})
afterAll(async () => {
  await other.close()
  await signedIn.close()
})

const sheet = () => user.page.locator('.key-sheet')
const recorder = () => user.page.locator('.key-recorder')
const legend = (who: KeyboardUser, text: string) =>
  who.page.locator('.legend-entry').filter({ hasText: text })

async function openKeys(command: string): Promise<void> {
  await user.keySheet()
  await user.type(command)
  await user.waitForElement(sheet().locator('[aria-selected=true]').getByText(command).first())
}

test("a changed key immediately appears in the legend, on its button and in the user's other windows", async () => {
  for (const reader of [user, other]) await reader.openScreen('Alloc')
  await openKeys('실행: 선택한')
  await user.press('Enter', 'Alt+q', 'Enter')
  await user.waitForElement(legend(other, '할당').getByText('Alt+Q', { exact: true }))
  const button = other.page.locator('[data-command="page.act"]').first()
  expect(await button.getAttribute('aria-keyshortcuts')).toBe('Alt+Q')
  await user.press('Escape')
  await user.waitForElement(legend(user, '할당').getByText('Alt+Q', { exact: true }))
  // The new key replaces the old one. On other screens the old key still saves.
  await user.openScreen('Cell')
  await user.waitForElement(legend(user, '저장').getByText('^S', { exact: true }))
})

test('undoing a key deletion restores the key in other windows too', async () => {
  await openKeys('실행: 선택한')
  await user.press('Control+Delete')
  await user.waitForElement(sheet().getByText('삭제했습니다.'))
  await legend(other, '할당').waitFor({ state: 'detached' })
  await user.press('Control+z')
  await user.waitForElement(legend(other, '할당').getByText('Alt+Q', { exact: true }))
  await user.press('Escape')
})

test('the recorder names the current command of a key and rejects essential keys', async () => {
  await openKeys('실행: 선택한')
  await user.press('Insert', 'F8')
  await user.waitForElement(recorder().getByText("'조회'의 키이기도 합니다"))
  await user.press('Backspace', 'Tab')
  await user.waitForElement(recorder().getByText('꼭 필요한 키입니다'))
  await user.press('Enter')
  expect(await recorder().isVisible()).toBe(true)
  await user.press('Escape', 'Escape')
})

test('user keys can be exported to a file and imported again', async () => {
  await openKeys('실행: 선택한')
  const saved = user.page.waitForEvent('download')
  await user.press('Control+e')
  const file = await (await saved).path()
  await user.press('Control+Backspace')
  await user.waitForElement(legend(other, '할당').getByText('^S', { exact: true }))
  await user.chooseFile('Control+i', file)
  await user.waitForElement(sheet().getByText('2행 가져옴'))
  await user.waitForElement(legend(other, '할당').getByText('Alt+Q', { exact: true }))
  await user.press('Escape')
})

test('no page throws an uncaught error', () => {
  expect([...user.complaints, ...other.complaints]).toEqual([])
})
