import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { commandTitle, rowPattern, pageTexts } from '#tests/support/labels.ts'
import { signIn, type SignedIn } from './signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
  await user.command(commandTitle('app.profile-vim'))
  await user.openScreen('Cell')
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('Alt+g')
})
afterAll(() => signedIn.close())

const mode = () => user.page.locator('.status-mode')
const selectedOption = () => user.page.locator('[cmdk-item][aria-selected=true]')

async function expectRow(row: number): Promise<void> {
  await user.expectText(new RegExp(`행 ${row} / `))
}

test('a number repeats a move, selects the row for G, and shows while typed', async () => {
  await user.waitForElement(mode().getByText('그리드 · 명령'))
  await user.type('5')
  await user.waitForElement(user.page.locator('.status-line').getByText('5×'))
  await user.type('j')
  await expectRow(6)
  await user.type('10')
  await user.press('Shift+G')
  await expectRow(10)
  await user.type('3k')
  await expectRow(7)
})

test('Escape clears the number', async () => {
  await user.type('4')
  await user.press('Escape')
  await user.page.locator('.status-line').getByText('4×').waitFor({ state: 'detached' })
  await user.type('j')
  await expectRow(8)
})

test('numbers work as counts in Hangul mode too', async () => {
  const devtools = await user.page.context().newCDPSession(user.page)
  for (const code of ['Digit2', 'KeyJ']) {
    const key = { key: 'Process', code, windowsVirtualKeyCode: 229 }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await expectRow(10)
})

test('n and N move to the next and previous match', async () => {
  await user.type('gg')
  await expectRow(1)
  await user.type('/')
  await user.page.locator('.find-bar input').waitFor()
  await user.type('a-0')
  await user.press('Enter', 'Enter')
  await expectRow(2)
  await user.press('Escape')
  await user.page.locator('.find-bar').waitFor({ state: 'detached' })
  // Faster than a search: each step starts from the previous result.
  await Promise.all(Array.from('nnn', (key) => user.page.keyboard.press(key)))
  await expectRow(5)
  await user.press('Shift+N')
  await expectRow(4)
})

test('the status shows the mode, and no notification stays over the rows', async () => {
  await user.type('i')
  await user.waitForElement(mode().getByText('그리드 · 입력'))
  await user.press('Escape')
  await user.waitForElement(mode().getByText('그리드 · 명령'))
  await user.page.locator('.note').first().waitFor({ state: 'detached' })
})

test('short words after the colon find commands: w saves, q closes the tab', async () => {
  for (const [word, title] of [
    ['w', '저장'],
    ['q', commandTitle('app.close-tab')],
    ['e', '조회'],
  ] as const) {
    await user.type(':')
    await user.page.locator('[cmdk-input]').waitFor()
    await user.type(word)
    await user.waitForElement(selectedOption().getByText(title, { exact: true }))
    await user.press('Escape')
    await user.page.locator('[cmdk-input]').waitFor({ state: 'detached' })
  }
})

test('gt moves to the next tab', async () => {
  await user.type('gt')
  await user.expectText(pageTexts.homeTips)
})

test('no page throws an uncaught error', () => {
  expect(user.complaints).toEqual([])
})
