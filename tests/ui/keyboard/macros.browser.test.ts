import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { commandTitle, screenTitle, rowPattern, columnTitles } from '#tests/support/labels.ts'
import { signIn, type SignedIn } from './signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())

const sheet = () => user.page.locator('.key-sheet')
const message = () => user.page.locator('.message')

async function openMacros(): Promise<void> {
  await user.command(commandTitle('app.macros'))
  await user.waitForElement(sheet())
}

async function waitForSave(press: () => Promise<void>): Promise<void> {
  const saved = user.page.waitForResponse((response) =>
    /"KEY":"macros"/.test(response.request().postData() ?? ''),
  )
  await press()
  await saved
}

test('recording captures the actions, including a screen opened from the menu', async () => {
  await user.command(commandTitle('app.record-macro'))
  await user.waitForElement(user.page.locator('.macro-recording'))
  await user.press('Alt+m')
  await user.type(screenTitle('Cell'))
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.status-line').getByText('Cell', { exact: true }))
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('F8')
  await user.command(commandTitle('app.record-macro'))
  await user.expectText('매크로 이름 (2단계)')
  await user.type('셀 보기')
  await waitForSave(() => user.press('Enter'))
})

test('a macro can be renamed, numbered, reordered, and restored after deletion', async () => {
  await openMacros()
  const steps = sheet().locator('.macro-steps li')
  expect(await steps.allInnerTexts()).toEqual(['열기: 셀관리', '조회'])
  await user.press('1', 'F2')
  await user.waitForElement(user.page.locator('#ask-NAME'))
  await user.press('Control+a')
  await user.type(columnTitles.CELL_CD)
  await waitForSave(() => user.press('Enter'))
  await user.waitForElement(sheet().locator('[aria-selected=true]').getByText('#1'))
  await user.press('ArrowRight', 'ArrowDown', 'Alt+ArrowUp')
  await expect.poll(() => steps.allInnerTexts()).toEqual(['조회', '열기: 셀관리'])
  await user.press('Control+z', 'ArrowLeft', 'Delete')
  await user.waitForElement(sheet().getByText("'셀' 삭제"))
  await waitForSave(() => user.press('Control+z'))
  await user.waitForElement(
    sheet().locator('[aria-selected=true]').getByText(columnTitles.CELL_CD, { exact: true }),
  )
  await user.press('Escape')
})

test('a dry run reports the step that would not work', async () => {
  await user.command(commandTitle('app.record-macro'))
  await user.press('Alt+Shift+s')
  await user.command(commandTitle('app.record-macro'))
  await user.waitForElement(user.page.locator('#ask-NAME'))
  await user.type('접기')
  await waitForSave(() => user.press('Enter'))
  await user.press('Alt+Shift+s', 'Alt+1')
  await openMacros()
  await user.press('ArrowDown', 'd')
  await user.waitForElement(
    message().getByText('조회 조건 접기/펼치기: 여기서는 사용할 수 없습니다.'),
  )
  await user.press('Enter')
})

test('a key bound to a macro number is saved and works after a reload', async () => {
  await user.keySheet()
  await user.type('1번 매크로')
  await user.waitForElement(
    sheet().locator('[aria-selected=true]').getByText(commandTitle('macro.1')),
  )
  await user.press('Enter', 'Alt+q')
  const saved = user.page.waitForResponse((response) =>
    /"KEY":"keymap"/.test(response.request().postData() ?? ''),
  )
  await user.press('Enter')
  await saved
  await user.press('Escape')
  await user.page.reload()
  await user.waitForElement(user.page.locator('.legend-bar'))
  await user.press('Alt+1', 'Alt+q')
  await user.waitForElement(message().getByText('열기: 셀관리'))
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.status-line').getByText('Cell', { exact: true }))
})

test('typed search conditions are recorded, shown, and prompted for again', async () => {
  await user.press('Alt+1')
  await user.openScreen('Cell')
  await user.expectText(rowPattern('1', '\\d'))
  await user.command(commandTitle('app.record-macro'))
  await user.press('Alt+s', 'Tab')
  await user.type('A-00%')
  await user.press('Enter')
  await user.expectText(rowPattern('1', '9'))
  await user.command(commandTitle('app.record-macro'))
  await user.waitForElement(user.page.locator('#ask-NAME'))
  await user.type('앞 셀')
  await waitForSave(() => user.press('Enter'))
  await openMacros()
  await user.press('End', 'ArrowDown', 'ArrowDown')
  await user.waitForElement(
    sheet().locator('.macro-steps').getByText('조회: 셀관리 (셀코드=A-00%)'),
  )
  await user.press('d')
  const request = user.page.locator('[id="ask-Cell.CELL_CD"]')
  await user.waitForElement(request)
  expect(await request.inputValue()).toBe('A-00%')
  await user.press('Enter')
  await user.waitForElement(message().getByText('조회: 셀관리 (셀코드=A-00%)'))
  await user.press('Enter')
  await user.press('Control+k')
  await user.page.locator('[cmdk-input]').waitFor()
  await user.type('앞 셀 셀코드=A-01%')
  await user.press('Enter')
  await user.waitForElement(request)
  expect(await request.inputValue()).toBe('A-01%')
  await user.press('Enter')
  await user.waitForElement(message().getByText('조회: 셀관리 (셀코드=A-01%)'))
  await user.press('Enter')
  await user.expectText(rowPattern('1', '10'))
})

test('a macro that the server did not receive is kept locally and saved later', async () => {
  await user.page.route('**/api/setting/save', (route) => route.abort())
  await user.command(commandTitle('app.record-macro'))
  await user.press('F8')
  await user.command(commandTitle('app.record-macro'))
  await user.waitForElement(user.page.locator('#ask-NAME'))
  await user.type('다시')
  await user.press('Enter')
  await user.expectText("매크로 '다시'는 이 브라우저에 보관했고")
  await user.page.reload()
  await user.waitForElement(user.page.locator('.legend-bar'))
  await openMacros()
  await user.waitForElement(sheet().getByText('다시', { exact: true }))
  await user.press('Escape')
  await waitForSave(async () => {
    await user.page.unroute('**/api/setting/save')
    await user.page.evaluate(() => dispatchEvent(new Event('online')))
  })
  await user.expectText("매크로 '다시' 저장")
})

test('no page throws an uncaught error', () => {
  expect(user.complaints).toEqual([])
})
