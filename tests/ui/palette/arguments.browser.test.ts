import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { expectStock, putStock } from '#tests/support/floor.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser
let receiptNo = ''

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
  const { site } = signedIn.shell
  const clerk = await site.login('admin')
  await site.db.execute(sql`insert into owner (owner_cd, owner_nm) values ('HBTECH', '한빛전자')`)
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm)
    values ('HANBIT', 'VITD', '비타민D'), ('GIFT', 'CUP', '종이컵')`)
  await putStock(site.db, { item: 'DATED', qty: 5 })
  const line = { STOCK_CD: 'PLAIN', ORDER_QTY: 10 }
  receiptNo = await expectStock(clerk, [line], { OWNER_CD: 'HANBIT' })
})
afterAll(() => signedIn.close())
beforeEach(() => user.press('Escape', 'Escape'))

async function openLine(text = ''): Promise<void> {
  await user.press('Control+k')
  await user.page.locator('[cmdk-input]').waitFor()
  if (text !== '') await user.type(text)
}

const selectedOption = () => user.page.locator('[cmdk-item][aria-selected=true]')
const readInput = () => user.page.locator('[cmdk-input]').inputValue()
const searchField = (field: string) =>
  user.page.locator('.panel[data-active] .search-panel').getByLabel(field).first().inputValue()

async function expectOpens(screen: string): Promise<void> {
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.status-line').getByText(screen, { exact: true }))
}

test('the palette finds an owner by name, initials or wrong-layout text, and fills in its code', async () => {
  for (const name of ['한빛헬', 'ㅎㅂㅎ', 'gksqlcgpf', 'hanbit']) {
    await openLine(`로트별 재고 화주=${name}`)
    await user.waitForElement(selectedOption().getByText('화주 한빛헬스(HANBIT)'))
    await user.press('Escape')
  }
  await openLine('로트별 재고 화주=한빛헬')
  await user.waitForElement(selectedOption().getByText('화주 한빛헬스(HANBIT)'))
  await expectOpens('InventoryByLot')
  await expect.poll(() => searchField('화주')).toBe('HANBIT')
})

test('the palette lists all matches of an ambiguous name and fills in the selected one', async () => {
  await openLine('로트별 재고 화주=한빛')
  await user.waitForElement(user.page.locator('[cmdk-item]').getByText('화주 한빛전자(HBTECH)'))
  await user.waitForElement(user.page.locator('[cmdk-item]').getByText('화주 모두 2건'))
  await user.press('ArrowDown')
  await user.waitForElement(selectedOption().getByText('화주 한빛전자(HBTECH)'))
  await expectOpens('InventoryByLot')
  await expect.poll(() => searchField('화주')).toBe('HBTECH')
})

test('an Enter before the response accepts a single match, but none of several matches', async () => {
  await openLine()
  await user.page.keyboard.insertText('재고조회 화주=기프')
  await expectOpens('InventoryByLot')
  await expect.poll(() => searchField('화주')).toBe('GIFT')
  await openLine()
  await user.page.keyboard.insertText('로트별 재고 화주=한빛')
  await user.press('Enter')
  await user.waitForElement(user.page.locator('[cmdk-item]').getByText('화주 한빛전자(HBTECH)'))
  expect(await readInput()).toBe('로트별 재고 화주=한빛')
})

test('the palette rejects an unknown owner and lists the existing owners', async () => {
  await openLine('로트별 재고 화주=없는회사')
  const refusal = user.page.getByRole('alert').getByText("화주에 '없는회사' 값이 없습니다")
  await user.waitForElement(refusal)
  expect(await refusal.textContent()).toContain('한빛헬스(HANBIT)')
  await user.press('Enter')
  expect(await readInput()).toBe('로트별 재고 화주=없는회사')
})

test('a bare word fills the field that it matches: owner, item, date, cell or number', async () => {
  for (const [line, note] of [
    ['로트별 재고 기프', '화주 기프트(GIFT)'],
    ['로트별 재고 비타민C', '품목코드 비타민C(DATED)'],
    ['로트별 재고 8801234567893', '품목코드 세라믹 필터(PLAIN)'],
    ['로트별 재고 a-011', '셀 A-011'],
    ['로트별 재고 한빛헬스 비타민D', '화주 한빛헬스(HANBIT) 품목코드 비타민D(VITD)'],
    ['로트별 재고 한빛헬스 이번달', '화주 한빛헬스(HANBIT) 유통기한='],
    [`입고예정등록 ${receiptNo.slice(-4)}`, `입고번호 ${receiptNo}`],
    ['화주관리 한빛', '화주명=한빛'],
  ] as const) {
    await openLine(line)
    await user.waitForElement(selectedOption().getByText(note))
    await user.press('Escape')
  }
})

test('an item of another owner does not match the named owner', async () => {
  await openLine('로트별 재고 화주=HANBIT 품목=종이컵')
  await user.waitForElement(
    user.page.getByRole('alert').getByText("품목코드에 '종이컵' 값이 없습니다"),
  )
})

test('the palette without a server rejects a name and accepts a code as typed', async () => {
  for (const path of ['**/api/records/search', '**/api/pop/commonPopup/*']) {
    await user.page.route(path, (route) => route.abort())
  }
  await openLine()
  await user.page.keyboard.insertText('로트별 재고 화주=한빛')
  await user.press('Enter')
  await user.waitForElement(user.page.getByRole('alert').getByText("확인할 수 없습니다: '한빛'"))
  await user.press('Enter')
  expect(await readInput()).toBe('로트별 재고 화주=한빛')
  await user.press('Escape')
  await openLine('로트별 재고 화주=GIFT')
  await user.waitForElement(selectedOption().getByText('화주=GIFT'))
  await user.page.unrouteAll()
})

test('a failed lookup is not reported as no match and is retried', async () => {
  const responses = [
    { status: 403, contentType: 'application/json', body: '{"message":"권한이 없습니다."}' },
  ]
  await user.page.route('**/api/records/search', (route) => {
    const answer = responses.pop()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await openLine()
  await user.page.keyboard.insertText('#A-011')
  await user.waitForElement(selectedOption().getByText('권한이 없습니다.'))
  await user.waitForElement(user.page.getByRole('status').getByText('권한이 없습니다.'))
  await user.press('Enter')
  await user.waitForElement(selectedOption().getByText('A-011'))
  await user.page.unrouteAll()
})

test('a procedure accepts its inputs by name too', async () => {
  await openLine('>재고이동 TO_CELL_CD=A-011')
  await user.waitForElement(selectedOption().getByText('A-011'))
})

test('the page raised no errors', () => {
  expect(user.complaints).toEqual([])
})
