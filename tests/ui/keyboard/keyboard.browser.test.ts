import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { putStock } from '#tests/support/floor.ts'
import { commandTitle, rowPattern } from '#tests/support/labels.ts'
import { signIn, type SignedIn } from './signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())

async function expectScreen(route: string): Promise<void> {
  await user.waitForElement(user.page.locator('.status-line').getByText(route, { exact: true }))
}

function recorder() {
  return user.page.locator('.key-recorder')
}

async function reload(): Promise<void> {
  await Promise.all([
    user.page.waitForResponse((response) => response.url().endsWith('/api/setting/load')),
    user.page.reload(),
  ])
}

test('a sequence opens a screen, and the panel shows the possible next keys', async () => {
  await user.press('Alt+o')
  await user.waitForElement(user.page.locator('.which-key').getByText(commandTitle('go.e')))
  await user.press('e')
  await expectScreen('Cell')
})

test('a pending sequence survives a settings save', async () => {
  const kept = user.page.waitForResponse((response) =>
    /recent-screens.*\["Zone"/.test(response.request().postData() ?? ''),
  )
  await user.openScreen('Zone')
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('Alt+o')
  await user.page.locator('.which-key').waitFor()
  await kept
  expect(await user.page.locator('.which-key').isVisible()).toBe(true)
  await user.press('e')
  await expectScreen('Cell')
})

test('a sequence works from a text field in Hangul mode without leaving a letter', async () => {
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('Alt+s')
  await user.page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  const field = await user.page.evaluateHandle(() => document.activeElement)
  await user.press('Alt+o')
  // Browsers do not compose into read-only fields.
  await user.page.waitForFunction(
    () => document.activeElement instanceof HTMLInputElement && document.activeElement.readOnly,
  )
  const devtools = await user.page.context().newCDPSession(user.page)
  const key = { key: 'Process', code: 'KeyI', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await expectScreen('InventoryByLot')
  const left = await field.evaluate((input) => {
    const { value, readOnly } = input as HTMLInputElement
    return { value, readOnly }
  })
  expect(left).toEqual({ value: '', readOnly: false })
})

test('the key recorder shows conflicts before saving, and a saved key works immediately', async () => {
  await user.keySheet()
  await user.type('어두운/밝은')
  await user.press('Enter', 'F8')
  await user.waitForElement(recorder().getByText("지금은 '조회'의 키입니다"))
  await user.press('Backspace', 'Alt+q')
  await user.waitForElement(recorder().getByText('Alt+Q'))
  expect(await recorder().getByText('지금은').count()).toBe(0)
  await Promise.all([
    user.page.waitForResponse((response) =>
      /"KEY":"keymap"/.test(response.request().postData() ?? ''),
    ),
    user.press('Enter'),
  ])
  await user.press('Escape')
  const readTheme = () => user.page.locator('html').getAttribute('data-theme')
  const before = await readTheme()
  await user.press('Alt+q')
  await user.page.waitForFunction(
    (old) => document.documentElement.getAttribute('data-theme') !== old,
    before,
  )
  await user.press('Alt+q')
})

test('a key reserved by the input method is rejected with a message', async () => {
  await user.keySheet()
  await user.type('어두운/밝은')
  await user.press('Enter', 'Shift+Space')
  await user.waitForElement(recorder().getByText('입력기(한/영, 한자)가 사용하는 키입니다.'))
  await user.press('Enter')
  expect(await recorder().isVisible()).toBe(true)
  await user.press('Escape', 'Escape')
})

test('user keys and the selected profile are restored from the server after a reload', async () => {
  await Promise.all([
    user.page.waitForResponse((response) =>
      /"KEY":"keymap-profile"/.test(response.request().postData() ?? ''),
    ),
    user.command(commandTitle('app.profile-function-keys')),
  ])
  await reload()
  await user.waitForElement(user.page.locator('.legend-bar').getByText('F2'))
  await user.keySheet()
  await user.type('어두운/밝은')
  await user.waitForElement(user.page.locator('.key-row').getByText('Alt+Q').first())
  // F12 closes the topmost sheet.
  await user.press('F12')
  await user.page.locator('.key-sheet').waitFor({ state: 'detached' })
})

async function expectRow(row: number): Promise<void> {
  await user.expectText(new RegExp(`행 ${row} / `))
}

const countCells = async (): Promise<number> =>
  (await signedIn.shell.site.db.query(sql`select cell_cd from cell where wcode = 'W01'`)).length

test('row options run with one Enter, and an inapplicable option blocks all of them', async () => {
  const before = await countCells()
  await user.openScreen('Cell')
  await expectRow(1)
  await user.press('Alt+g')
  // Digits are row options only while letters are commands.
  await user.press('Alt+t')
  await user.waitForElement(user.page.locator('.legend-option').getByText('4=삭제'))
  for (const row of [2, 3, 4]) {
    await user.press('ArrowDown')
    await expectRow(row)
    await user.type(row === 3 ? '7' : '4')
    await user.waitForElement(user.page.locator('.legend-bar').getByText('번호 실행'))
  }
  await user.press('Enter')
  // The move command does not apply to a cell: nothing ran, and the cursor is on that row.
  await user.expectText('번호 7: 이 행에서는 사용할 수 없습니다.')
  await expectRow(3)
  await user.type('0')
  await user.press('Enter')
  await user.page.getByText('번호 실행').waitFor({ state: 'detached' })
  await user.press('Alt+t', 'F8')
  await expect.poll(countCells).toBe(before - 2)
  await user.expectText(new RegExp(`행 \\d+ / ${before - 2}$`))
})

test('option 2 edits the first selected row, and the other rows wait', async () => {
  await user.press('Control+Home')
  await expectRow(1)
  await user.press('Alt+t', 'Shift+ArrowDown')
  await user.expectText(/선택 2칸/)
  await user.type('2')
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.status-mode').getByText('편집'))
  await expectRow(1)
  await user.press('Escape', 'Enter')
  await user.waitForElement(user.page.locator('.status-mode').getByText('편집'))
  await expectRow(2)
  await user.press('Escape', 'Alt+t')
})

test('option 5 on a stock row opens its movements', async () => {
  await putStock(signedIn.shell.site.db, { item: 'LOTTED', qty: 5, lot: 'LT2026A' })
  await user.openScreen('InventoryByLot')
  await user.press('F2')
  await expectRow(1)
  await user.press('Alt+g')
  await user.waitForElement(user.page.locator('.legend-option').getByText('5=보기'))
  await user.type('5')
  await user.waitForElement(user.page.locator('.legend-bar').getByText('번호 실행'))
  await user.press('Enter')
  await expectScreen('InventoryHistory')
  await expectRow(1)
})

test('the vim profile moves in the grid with letters, and i starts typing', async () => {
  await user.command(commandTitle('app.profile-vim'))
  await user.openScreen('Cell')
  await user.press('Alt+g', 'Control+Home')
  await expectRow(1)
  await user.type('j')
  await user.expectText(rowPattern('2', '\\d'))
  await user.type('gg')
  await user.expectText(rowPattern('1', '\\d'))
  const isSinkReadOnly = () =>
    user.page.evaluate(() => (document.activeElement as HTMLTextAreaElement).readOnly)
  expect(await isSinkReadOnly()).toBe(true)
  await user.type('i')
  await user.page.waitForFunction(
    () => document.activeElement instanceof HTMLTextAreaElement && !document.activeElement.readOnly,
  )
  await user.press('Escape')
  await user.page.waitForFunction(
    () => document.activeElement instanceof HTMLTextAreaElement && document.activeElement.readOnly,
  )
  await user.command(commandTitle('app.profile-default'))
  await user.page.waitForFunction(
    () => document.activeElement instanceof HTMLTextAreaElement && !document.activeElement.readOnly,
  )
})

test('the help shows the number of commands and why a command is unavailable', async () => {
  await user.press('F1')
  await user.expectText(/명령과 키 \d+개/)
  await user.expectText('입고 행에서')
  const first = user.page.locator('.help-part:not(.help-guide)').first()
  expect(await first.innerText()).toMatch(/^이 화면에서 사용 가능/)
  expect(await first.innerText()).not.toContain(commandTitle('app.palette'))
  await user.press('Escape')
})

test('the command log shows commands with their keys and can rerun one', async () => {
  await user.command(commandTitle('app.command-log'))
  const log = user.page.locator('#log-list')
  await user.waitForElement(log.getByText(commandTitle('app.help')).first())
  await user.waitForElement(log.getByText('F1').first())
  // Finds a command by its initial consonants and runs it again.
  await user.type('ㄷㅇㅁ')
  await user.waitForElement(log.locator('[aria-selected=true]').getByText('도움말'))
  await user.press('Enter')
  await user.expectText(/명령과 키 \d+개/)
  await user.press('Escape')
})

test('no page throws an uncaught error', () => {
  expect(user.complaints).toEqual([])
})
