import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { addOrder, putStock } from '#tests/support/floor.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { screenTitle, commandTitle, rowPattern } from '#tests/support/labels.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())
beforeEach(() => user.press('Escape', 'Escape'))

async function openLine(): Promise<void> {
  await user.press('Control+k')
  await user.page.locator('[cmdk-input]').waitFor()
}

function getOption(text: string) {
  return user.page.locator('[cmdk-item]').getByText(text)
}

const readInput = () => user.page.locator('[cmdk-input]').inputValue()

test('a cell code opens the screen that shows the cell, filtered', async () => {
  await openLine()
  await user.type('#a-011')
  await user.waitForElement(getOption('A-011').first())
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryByLot', { exact: true }),
  )
  await user.expectText('셀 A-011')
})

test('Enter pressed before the server responds waits for the response', async () => {
  await openLine()
  await user.page.keyboard.insertText('#a-022')
  await user.press('Enter')
  await user.expectText('셀 A-022')
})

test('Ctrl+K pressed while an Enter waits for the server opens the next line', async () => {
  const answer = Promise.withResolvers<void>()
  await user.page.route('**/api/records/search', async (route) => {
    await answer.promise
    await route.continue()
  })
  await openLine()
  await user.page.keyboard.insertText('#a-011')
  await user.press('Enter', 'Control+k')
  // If typed into the search line now, the text would be taken as the answer to the pending prompt.
  await user.page.locator('.waiting-sink:focus').waitFor({ state: 'attached' })
  await user.type(screenTitle('Zone'))
  await user.press('Enter')
  answer.resolve()
  await user.waitForElement(user.page.locator('.status-line').getByText('Zone', { exact: true }))
  await user.page.unroute('**/api/records/search')
  await openLine()
  await user.press('ArrowUp', 'F9')
  expect(await readInput()).toBe('#a-011')
  await user.press('Escape')
})

test('Ctrl+K in the open palette selects its text, and typing replaces it', async () => {
  await openLine()
  await user.type('없는화면이름')
  await user.press('Control+k')
  await user.type(screenTitle('Zone'))
  expect(await readInput()).toBe(screenTitle('Zone'))
  await user.press('Control+Shift+p')
  expect(await readInput()).toBe('>')
  await user.press('Escape')
})

test('the palette already searches for a syllable that is still being composed', async () => {
  await openLine()
  const devtools = await user.page.context().newCDPSession(user.page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
  await compose('피')
  await user.waitForElement(getOption(screenTitle('PickingList')).first())
  const [request] = await Promise.all([
    user.page.waitForRequest((each) => each.url().endsWith('/api/records/search')),
    compose('피킹'),
  ])
  expect(request.postDataJSON()).toEqual({ SEARCH: '피킹' })
  // During a composition the input method handles Escape.
  await devtools.send('Input.insertText', { text: '피킹' })
  await user.press('Escape')
})

test('Up on the empty line and F9 recall previous lines', async () => {
  await user.openScreen('Zone')
  await user.openScreen('Owner')
  await openLine()
  await user.press('ArrowUp')
  expect(await readInput()).toBe(screenTitle('Owner'))
  await user.press('F9')
  expect(await readInput()).toBe(screenTitle('Zone'))
  await user.press('Escape')
  await user.press('F9')
  await user.page.locator('[cmdk-input]').waitFor()
  expect(await readInput()).toBe(screenTitle('Owner'))
  await user.press('Escape')
})

test('the entry previously chosen for a text ranks first the next time', async () => {
  const first = user.page.locator('[cmdk-item]').first()
  await openLine()
  await user.type('재고이동')
  await user.waitForElement(first.getByText('재고이동', { exact: true }))
  await user.press('ArrowDown')
  const second = await user.page
    .locator('[cmdk-item][aria-selected=true]')
    .getAttribute('data-value')
  await user.press('Enter')
  await openLine()
  await user.type('재고이동')
  await user.page.waitForFunction(
    (id) => document.querySelector('[cmdk-item]')?.getAttribute('data-value') === id,
    second,
  )
  await user.press('Escape')
})

test('a command that is unavailable on the page is found and shows where it works', async () => {
  await openLine()
  await user.type('>선택한 출고 할당')
  await user.waitForElement(user.page.getByText('다른 화면의 명령'))
  await user.waitForElement(getOption('출고 행에서').first())
  await user.press('Escape')
})

test('a procedure typed with some of its inputs prompts for the rest', async () => {
  await openLine()
  await user.type('>피킹확정 PICKED_QTY=3')
  await user.waitForElement(getOption('피킹확정').first())
  await user.press('Enter')
  const question = user.page.getByRole('dialog', { name: '피킹확정' })
  await user.waitForElement(question)
  expect(await question.locator('input').count()).toBe(1)
  await user.press('Escape')
})

test('a recorded macro can be dry-run and replayed', async () => {
  await user.command(commandTitle('app.record-macro'))
  await user.expectText('매크로 기록 중')
  await user.command(commandTitle('app.theme'))
  await user.command(commandTitle('app.record-macro'))
  await user.expectText('매크로 이름 (1단계)')
  await user.type('theme')
  await user.press('Enter')
  await user.expectText("매크로 'theme' 저장")
  const readTheme = () => user.page.locator('html').getAttribute('data-theme')
  const before = await readTheme()
  await user.command(commandTitle('app.macros'))
  await user.waitForElement(user.page.getByRole('option').getByText('theme'))
  await user.press('d')
  await user.expectText('모의 실행: theme')
  expect(await readTheme()).toBe(before)
  await user.press('Enter')
  await user.page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await user.command(commandTitle('app.macros'))
  await user.waitForElement(user.page.getByRole('option').getByText('theme'))
  await user.press('Enter')
  await user.page.getByRole('alertdialog').waitFor()
  expect(await readTheme()).not.toBe(before)
  await user.press('Enter')
})

test('a macro is dry-run on the server, replayed over selected rows and stopped by an error', async () => {
  const clerk = await signedIn.shell.site.login('admin')
  await putStock(signedIn.shell.site.db, { item: 'OTHER', qty: 100 })
  const numbers: string[] = []
  for (let created = 0; created < 3; created += 1) {
    numbers.push(await addOrder(clerk, [{ STOCK_CD: 'OTHER', ORDER_QTY: 1 }]))
  }
  const getStates = async (): Promise<unknown[]> => {
    const rows = await clerk.query('outbound/shipments', {})
    return numbers.map((number) => rows.find((row) => row['SHIPMENT_NO'] === number)?.['STATE_CD'])
  }
  const getDialog = () => user.page.getByRole('alertdialog')
  await user.openScreen('Alloc')
  await user.expectText(rowPattern('1', '3'))
  await user.press('Alt+g', 'Control+Home')
  await user.command(commandTitle('app.record-macro'))
  await user.command(commandTitle('outbound.allocate'))
  await expect.poll(getStates).toContain('20')
  await user.command(commandTitle('app.theme'))
  await user.command(commandTitle('app.record-macro'))
  await user.expectText('매크로 이름 (2단계)')
  await user.type('alloc')
  await user.press('Enter')
  await user.expectText("매크로 'alloc' 저장")
  // Dry run of the two remaining rows: the server validates and changes nothing.
  await user.press('F8')
  await user.expectText(rowPattern('\\S+', '2'))
  await user.press('Alt+g', 'Control+Home', 'Shift+ArrowDown')
  await user.command(commandTitle('app.macros'))
  await user.press('ArrowDown', 'd')
  await user.waitForElement(getDialog().getByText('2행 가능'))
  await user.press('Enter')
  expect((await getStates()).filter((state) => state === '20')).toHaveLength(1)
  // Another user allocates one of them. Its error ends the macro before the second step.
  const readTheme = () => user.page.locator('html').getAttribute('data-theme')
  const before = await readTheme()
  const now = await getStates()
  const other = numbers.find((_, index) => now[index] === '10') ?? ''
  await clerk.save('outbound/allocate', [{ SHIPMENT_NO: other }])
  await user.command(commandTitle('app.macros'))
  await user.press('ArrowDown', 'Enter')
  await user.waitForElement(getDialog().getByText('남은 1단계는 실행하지 않았습니다.'))
  expect(await readTheme()).toBe(before)
  await user.press('Enter')
})

test('a list opened with arguments has the focus in its rows', async () => {
  await putStock(signedIn.shell.site.db, { item: 'PLAIN', qty: 3 })
  await openLine()
  await user.type('재고보류 품목=PLAIN')
  await user.waitForElement(getOption('품목코드 PLAIN').first())
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('InventoryHold', { exact: true }),
  )
  await user.expectText(rowPattern('1', '\\d'))
  await user.waitForElement(user.page.locator('.panel[data-active] [data-zone=grid] :focus'))
})

test('an invalid argument is rejected with the possible values, and no screen opens', async () => {
  await openLine()
  await user.type('로트별 재고 상태=없는것')
  await user.waitForElement(user.page.getByRole('alert').getByText('가능한 값'))
  await user.press('Enter')
  await user.waitForElement(user.page.locator('[cmdk-input]'))
  expect(await readInput()).toBe('로트별 재고 상태=없는것')
  await user.press('Escape')
})

test('an early Enter accepts no suggestion if the server does not respond', async () => {
  await user.page.route('**/api/records/search', (route) => route.abort())
  await openLine()
  await user.page.keyboard.insertText('출고명새서')
  await user.press('Enter')
  await user.waitForElement(user.page.getByRole('status').getByText('서버 응답 없음'))
  expect(await readInput()).toBe('출고명새서')
  // Pressing Enter again after seeing the suggestion accepts it.
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.status-line').getByText('PrintOutboundBill', { exact: true }),
  )
  await user.page.unroute('**/api/records/search')
})

test('the page raised no errors', () => {
  expect(user.complaints).toEqual([])
})
