import fs from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { processPassword, startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { KeyboardUser } from './keyboard-user.ts'
import { endSession, SecondDesk } from './second-desk.ts'
import { mostlyEmptyFile, protectedFile, sheetFile, tornFile } from './sheets.ts'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: ServerProcess
let user: KeyboardUser
let other: SecondDesk

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  user.page.setDefaultTimeout(10_000)
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(async () => {
  await looksRight()
  expect(user.complaints).toEqual([])
  await leave()
})

const pictures = process.env['PICTURES']
async function picture(name: string): Promise<void> {
  if (pictures) await user.page.screenshot({ path: `/tmp/wrong-${name}.png` })
}

/** Whoever cannot see or hear gets the same words: nothing on screen breaks the rules of WCAG. */
async function looksRight(): Promise<void> {
  await user.page.evaluate(axe)
  const found = await user.page.evaluate<string[]>(`
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] })
      .then(({ violations }) => violations.map((each) => each.id + ' ' + each.nodes[0].html))`)
  expect(found).toEqual([])
}

/** Closes the screen in front and what it holds. */
async function leave(): Promise<void> {
  const { page } = user
  for (let tries = 0; tries < 8; tries += 1) {
    if ((await page.locator('.popup').count()) > 0) await user.press('Enter')
    else if ((await page.locator('.panel[data-active] [data-zone=grid], .upload-page').count()) > 0)
      await user.press('Escape', 'Alt+w')
    else return
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
  }
}

/** Waits for a row of the grid in front, as a screen reader hears it; cells marked wrong have a !. */
async function holds(zone: 'grid' | 'lines', ...texts: string[]): Promise<void> {
  const rows = user.page.locator(`.panel[data-active] [data-zone=${zone}] .grid-table [role=row]`)
  const shown = (): Promise<string[][]> =>
    rows.evaluateAll((found) =>
      found.map((row) =>
        [...row.children].map((cell) => (cell.ariaInvalid ? '!' : '') + (cell.textContent ?? '')),
      ),
    )
  await expect.poll(shown, { timeout: 5000 }).toContainEqual(expect.arrayContaining(texts))
}

/** What the browser has the keyboard in. */
function focused(): Promise<string> {
  return user.page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('name') ?? element?.getAttribute('aria-label') ?? element?.id ?? ''
  })
}

test('a wrong password is said beside the form; the id stays, the password is typed again', async () => {
  const { page } = user
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  await user.type('admin')
  await user.press('Tab')
  await user.type('wrong')
  await user.press('Enter')
  await user.sees('아이디 또는 비밀번호가 맞지 않습니다.')
  await picture('login')
  expect(await page.inputValue('[name=id]')).toBe('admin')
  expect(await focused()).toBe('password')
  await looksRight()
  await user.type(processPassword)
  await user.press('Enter', 'Enter')
  await user.sees('오늘의 키')
  other = await SecondDesk.open(server.url, 'clerk')
})

/** Opens the upload of receipts with its owner and day typed. */
async function openReceiptUpload(): Promise<void> {
  await user.open('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.sees('한빛헬스')
  await user.type('20261120')
  await user.press('Tab')
}

const titles = ['화주전표', '품목코드', '품목명', '예정', '유통기한']

test('a file that cannot be read says why and what to do; what was typed stays', async () => {
  const { page } = user
  await openReceiptUpload()
  await user.chooseFile('Control+i', await tornFile('torn.xlsx'))
  await user.sees(/torn.xlsx.*손상.*다른 이름으로 저장/)
  await picture('torn')
  await user.chooseFile('Control+i', await protectedFile('secret.xlsx'))
  await user.sees(/secret.xlsx.*암호.*해제/)
  await picture('secret')
  expect(await page.getByLabel('화주', { exact: true }).inputValue()).toBe('HANBIT')
  expect(await page.getByLabel('입고예정일').inputValue()).toBe('2026-11-20')
  await looksRight()
  const rows = ['SKU100200', 'SKU100237', 'SKU100274'].map((item) => ['PO-E', item, '품목', '3', '20271231'])
  await user.chooseFile('Control+i', await mostlyEmptyFile('empty.xlsx', [titles, ...rows], 200_000))
  await user.sees('3행을 읽습니다')
  await picture('empty-rows')
  await user.press('F8')
  await user.sees('서버 확인 끝')
  await user.sees('행 1 / 3')
})

test('a sheet without a required column names it, and its letter is asked for', async () => {
  const { page } = user
  await openReceiptUpload()
  const file = await sheetFile('no-qty.xlsx', [
    ['화주전표', '품목코드', '무엇'],
    ['PO-M', 'SKU100200', 7],
  ])
  await user.chooseFile('Control+i', file)
  await user.sees('1행을 읽습니다')
  await user.press('F8')
  await picture('no-column')
  expect(await focused()).toBe('예정')
  await user.sees('읽을 열을 정해 주세요.')
  await looksRight()
  await user.type('C')
  await user.press('F8')
  await user.sees('서버 확인 끝')
  expect(await page.locator('.upload-count').first().textContent()).toBe('1행 1주문')
})

test('text in a number and a 30th of February stay in their cells until they are mended', async () => {
  await openReceiptUpload()
  const file = await sheetFile('bad-cells.xlsx', [
    titles,
    ['PO-B', 'SKU100200', '비타민', '열두개', '20271231'],
    ['PO-B', 'SKU100237', '오메가', 5, '2027-02-30'],
    ['PO-B', 'SKU100274', '견과', 6, '2027-12-31'],
  ])
  await user.chooseFile('Control+i', file)
  await user.sees('3행을 읽습니다')
  await user.press('F8')
  await user.sees('오류 2행')
  await picture('bad-number')
  await holds('grid', 'PO-B', '비타민', '!열두개')
  await holds('grid', 'PO-B', '오메가', '!2027-02-30')
  await user.sees(/숫자가 아닙니다: 열두개/)
  await user.press('Control+s')
  await user.sees(/오류 2행이 있어 저장하지 않았습니다/)
  await user.type('12')
  await user.press('Enter')
  await user.sees('오류 1행')
  await user.press('F7')
  await user.sees(/달력에 없는 날짜입니다: 2027-02-30/)
  await picture('bad-date')
  await user.type('20270228')
  await user.press('Enter')
  await user.sees('알려진 오류 없음')
  await user.press('Control+s')
  await user.sees('저장됨')
  const saved = await other.rows('inbound/receipts', { OWNER_ORDER_NO: 'PO-B' })
  expect(saved).toMatchObject([{ LINE_COUNT: 3, ORDER_QTY: 23 }])
})

test('an order number that is registered, or stands for two ship-tos, is told row by row', async () => {
  const sheetTitles = ['주문번호', '품목코드', '품목명', '수량', '배송처코드']
  await other.save('outbound/upload-shipments', [
    { OWNER_CD: 'HANBIT', SHIPMENT_DT: '20261120', OWNER_ORDER_NO: 'SO-1', STOCK_CD: 'SKU100200', STOCK_NM: '비타민', ORDER_QTY: 1, SHIP_TO_CD: 'ST001' },
  ])
  await user.open('화주별 출고', 'ShipmentUploadExcelByOwner')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('20261120')
  await user.press('Tab')
  const file = await sheetFile('double.xlsx', [
    sheetTitles,
    ['SO-1', 'SKU100200', '비타민', 2, 'ST001'],
    ['SO-2', 'SKU100200', '비타민', 2, 'ST001'],
    ['SO-2', 'SKU100237', '오메가', 2, 'ST002'],
    ['SO-3', 'SKU100237', '오메가', 2, 'ST002'],
  ])
  await user.chooseFile('Control+i', file)
  await user.sees('4행을 읽습니다')
  await user.press('F8')
  await user.sees('서버 확인 끝')
  await picture('double-order')
  await user.sees('오류 2행')
  await holds('grid', '2', '!SO-1', 'SKU100200')
  await holds('grid', '4', 'SO-2', 'SKU100237', '!ST002')
  await user.sees('이미 등록된 주문번호 SO-1입니다.')
  await user.press('F7')
  await user.sees('같은 주문번호의 출고일·배송처가 다릅니다.')
})

/** Opens a master or document screen and waits for its rows. */
async function openRows(query: string, route: string): Promise<void> {
  await user.open(query, route)
  await user.sees(/행 1 \/ [1-9]|행 – \/ 0/)
}

test('a 30th of February is refused in a search, a form and a cell, and stays as typed', async () => {
  const { page } = user
  await openRows('입고예정등록', 'ReceiptCreate')
  await user.press('Alt+s')
  await page.getByLabel('입고예정일').waitFor()
  while ((await focused()) !== (await page.getByLabel('입고예정일').getAttribute('id')))
    await user.press('Tab')
  await user.type('20260230')
  await user.press('F8')
  await user.sees('2026-02-30은(는) 달력에 없습니다')
  await picture('date-search')
  expect(await page.getByLabel('입고예정일').inputValue()).toBe('20260230')
  await looksRight()
  await user.press('Delete', 'F8')
  await user.sees(/행 1 \/ [1-9]/)
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab', 'Tab')
  await user.type('20260230')
  await user.press('Enter')
  await user.sees('달력에 없는 날짜입니다 (예: 20261120)')
  await picture('date-cell')
  await user.press('Control+s')
  await user.sees(/입고예정일: 달력에 없는 날짜입니다.*20260230/)
  await picture('date-cell-save')
  await user.press('Enter')
  await holds('grid', 'HANBIT', '!20260230')
  await user.type('20261121')
  await user.press('Enter')
  await holds('grid', 'HANBIT', '2026-11-21')
})

test('a 30th of February in the head of an upload is said beside its field', async () => {
  const { page } = user
  await user.open('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('20260230')
  await user.press('Tab')
  await user.sees('2026-02-30은(는) 달력에 없습니다')
  expect(await page.getByLabel('입고예정일').inputValue()).toBe('20260230')
})

test('a taken code and an empty name are marked in one go, mended and saved', async () => {
  await openRows('화주관리', 'Owner')
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('한빛 둘')
  await user.press('Enter', 'Insert')
  await user.type('NEWCO')
  await user.press('Enter', 'Control+s')
  await user.sees(/화주명.*필수/)
  await user.sees(/HANBIT은\(는\) 이미 있습니다/)
  await picture('two-rows')
  await looksRight()
  await user.press('Enter')
  await holds('grid', '!HANBIT', '한빛 둘')
  await holds('grid', 'NEWCO', '!')
  await picture('two-rows-marked')
  await user.type('새 회사')
  await user.press('Enter', 'F7')
  await user.type('HANBIT2')
  await user.press('Enter', 'Control+s')
  await user.sees('2건을 저장했습니다.')
  const saved = await other.rows('master/owner', {})
  expect(saved.map((row) => [row['OWNER_CD'], row['OWNER_NM']])).toEqual(
    expect.arrayContaining([
      ['HANBIT2', '한빛 둘'],
      ['NEWCO', '새 회사'],
    ]),
  )
})

/** Types a new name for the first owner and leaves it unsaved. */
async function renameFirstOwner(name: string): Promise<void> {
  await openRows('화주관리', 'Owner')
  await user.press('Alt+g', 'Home', 'ArrowRight')
  await user.type(name)
  await user.press('Enter')
  await holds('grid', 'GIFT', name)
}

/** The first owner as the server has it. */
async function firstOwner() {
  return (await other.rows('master/owner', { OWNER_CD: 'GIFT' }))[0] ?? {}
}

test('a row that somebody else changed first says who and when, and keeps what was typed', async () => {
  await renameFirstOwner('내 이름')
  await other.save('master/save-owner', [
    { ...(await firstOwner()), BATCH_FLAG: 'U', OWNER_NM: '남의 이름' },
  ])
  await user.press('Control+s')
  await user.sees(/clerk 님이 \d\d:\d\d:\d\d에 먼저 바꾸었습니다/)
  await picture('stale')
  await holds('grid', 'GIFT', '내 이름')
  expect(await firstOwner()).toMatchObject({ OWNER_NM: '남의 이름', UPDATED_BY: 'clerk' })
})

/** Answers the login that stands over the page. */
async function logInAgain(): Promise<void> {
  await user.sees('다시 로그인')
  await looksRight()
  await user.page.waitForFunction(
    () => document.activeElement?.getAttribute('name') === 'password',
  )
  await user.type(processPassword)
  await user.press('Enter')
}

test('a session that ends in the middle of an edit is renewed over the page, and the save goes on', async () => {
  const { page } = user
  await renameFirstOwner('끝난 로그인')
  await endSession(server.url, page.context())
  await user.press('Control+s')
  await user.sees('다시 로그인')
  await picture('session')
  expect(await page.locator('.popup [name=id]').inputValue()).toBe('admin')
  expect(await page.locator('.popup [name=id]').getAttribute('readonly')).not.toBeNull()
  await user.type('wrong')
  await user.press('Enter')
  await user.sees('아이디 또는 비밀번호가 맞지 않습니다.')
  await picture('session-wrong')
  await logInAgain()
  await user.sees('1건을 저장했습니다.')
  expect(await firstOwner()).toMatchObject({ OWNER_NM: '끝난 로그인', UPDATED_BY: 'admin' })
})

test('what was typed is not saved in the name of somebody who logged in in another tab', async () => {
  const { page } = user
  await renameFirstOwner('내 것')
  const body = { p: 'clerk|W01|', c: processPassword, lang: 'ko' }
  await page.context().request.post(`${server.url}/api/login`, { data: body })
  await user.press('Control+s')
  await logInAgain()
  await user.sees('1건을 저장했습니다.')
  expect(await firstOwner()).toMatchObject({ OWNER_NM: '내 것', UPDATED_BY: 'admin' })
})

/** Types a shipment with one line and leaves it unsaved. */
async function typeShipment(order: string): Promise<void> {
  await openRows('출고등록', 'ShipmentCreate')
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('ST001')
  await user.press('Tab', 'Tab')
  await user.type(order)
  await user.press('Enter', 'Alt+l', 'Insert')
  await user.type('SKU100200')
  await user.press('Tab')
  await user.type('5')
  await user.press('Enter')
  await holds('lines', 'SKU100200', '5')
}

async function shipmentsOf(order: string) {
  return other.rows('outbound/shipments', { OWNER_ORDER_NO: order })
}

test('a new document with its lines outlives the end of the session', async () => {
  await typeShipment('SO-DOC')
  await endSession(server.url, user.page.context())
  await user.press('Control+s')
  await logInAgain()
  await user.sees('1건을 저장했습니다.')
  expect(await shipmentsOf('SO-DOC')).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 5 }])
})

test('an upload about to be saved outlives the end of the session', async () => {
  await openReceiptUpload()
  const file = await sheetFile('late.xlsx', [titles, ['PO-L', 'SKU100200', '비타민', 9, '2027-12-31']])
  await user.chooseFile('Control+i', file)
  await user.sees('1행을 읽습니다')
  await user.press('F8')
  await user.sees('서버 확인 끝')
  await endSession(server.url, user.page.context())
  await user.press('Control+s', 'Control+s')
  await logInAgain()
  await user.sees('저장됨')
  const saved = await other.rows('inbound/receipts', { OWNER_ORDER_NO: 'PO-L' })
  expect(saved).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 9 }])
})

test('two Ctrl+S in a row save once', async () => {
  await typeShipment('SO-TWICE')
  await Promise.all([user.press('Control+s'), user.press('Control+s')])
  await user.sees('1건을 저장했습니다.')
  expect(await shipmentsOf('SO-TWICE')).toHaveLength(1)
})

test('a save that meets no network waits, says so, and lands once when it is back', async () => {
  const { page } = user
  await typeShipment('SO-CUT')
  await page.context().setOffline(true)
  await user.press('Control+s')
  await user.sees('연결 끊김 · 다시 보내는 중')
  await user.sees('저장 대기 1')
  await picture('offline')
  await looksRight()
  await page.context().setOffline(false)
  await user.sees('1건을 저장했습니다.')
  await user.sees('저장 대기 0')
  expect(await shipmentsOf('SO-CUT')).toHaveLength(1)
})

test('a save whose answer is lost on the way is asked for again and not carried out twice', async () => {
  const { page } = user
  await typeShipment('SO-LOST')
  await page.route('**/saveProcedure', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }, { times: 1 })
  await user.press('Control+s')
  await user.sees('1건을 저장했습니다.')
  expect(await shipmentsOf('SO-LOST')).toHaveLength(1)
})

test('a server that is restarted in the middle of an edit gets the save when it is back', async () => {
  await typeShipment('SO-RESTART')
  const { dataDir, url } = server
  await server.stop()
  await user.press('Control+s')
  await user.sees('연결 끊김 · 다시 보내는 중')
  await picture('restart')
  server = await startServer({ dataDir, env: { PORT: new URL(url).port } })
  await user.sees('1건을 저장했습니다.')
  expect(await shipmentsOf('SO-RESTART')).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 5 }])
})
