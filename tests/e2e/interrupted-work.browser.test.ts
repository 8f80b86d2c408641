import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { processPassword } from '#tests/support/server-process.ts'
import { rowPattern, pageTexts } from '#tests/support/labels.ts'
import { Desk, receiptTitles } from './desk.ts'
import type { KeyboardUser } from './keyboard-user.ts'
import { endSession, type SecondDesk } from './second-desk.ts'
import { writeSheetFile } from './sheets.ts'

let desk: Desk
let user: KeyboardUser
let other: SecondDesk

beforeAll(async () => {
  desk = await Desk.open()
  ;({ user, other } = desk)
  await user.logIn()
})
afterAll(() => desk.close())
afterEach(async () => {
  await desk.leave()
  expect(user.complaints).toEqual([])
})

async function logInAgain(): Promise<void> {
  await user.expectText(pageTexts.loginAgain)
  await desk.checkLooks()
  await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  await user.type(processPassword)
  await user.press('Enter')
}

test('a session that expires during an edit is renewed on the page and the save continues', async () => {
  const { page } = user
  await desk.renameFirstOwner('Session over')
  await endSession(desk.server.url, page.context())
  await user.press('Control+s')
  await user.expectText(pageTexts.loginAgain)
  expect(await page.locator('.popup [name=id]').inputValue()).toBe('admin')
  expect(await page.locator('.popup [name=id]').getAttribute('readonly')).not.toBeNull()
  await user.type('wrong')
  await user.press('Enter')
  await user.expectText('아이디 또는 비밀번호가 맞지 않습니다.')
  await logInAgain()
  await user.expectText(pageTexts.saved(1))
  expect(await desk.firstOwner()).toMatchObject({ OWNER_NM: 'Session over', UPDATED_BY: 'admin' })
})

test('typed values are not saved under a user who logged in in another tab', async () => {
  const { page } = user
  await desk.renameFirstOwner('Mine')
  const body = { p: 'clerk|W01|', c: processPassword, lang: 'ko' }
  await page.context().request.post(`${desk.server.url}/api/login`, { data: body })
  await user.press('Control+s')
  await user.expectText(/다른 탭에서 clerk 아이디로 로그인했습니다/)
  await logInAgain()
  await user.expectText(pageTexts.saved(1))
  expect(await desk.firstOwner()).toMatchObject({ OWNER_NM: 'Mine', UPDATED_BY: 'admin' })
})

async function typeShipment(order: string): Promise<void> {
  await desk.openRows('ShipmentCreate')
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('ST001')
  await user.press('Tab', 'Tab')
  await user.type(order)
  await user.press('Tab', 'Alt+l', 'Insert')
  await user.type('SKU100200')
  await user.press('Tab')
  await user.type('5')
  await user.press('Enter')
  await desk.expectShown('lines', 'SKU100200', '5')
}

async function getShipments(order: string) {
  return other.rows('outbound/shipments', { OWNER_ORDER_NO: order })
}

test('a new document with its lines survives the end of the session', async () => {
  await typeShipment('SO-DOC')
  await endSession(desk.server.url, user.page.context())
  await user.press('Control+s')
  await logInAgain()
  await user.expectText(pageTexts.saved(1))
  expect(await getShipments('SO-DOC')).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 5 }])
})

test('an upload that is ready to be saved survives the end of the session', async () => {
  await desk.openReceiptUpload()
  const file = await writeSheetFile('late.xlsx', [
    receiptTitles,
    ['PO-L', 'SKU100200', 'Vitamin', 9, '2027-12-31'],
  ])
  await user.chooseFile('Control+i', file)
  await user.expectText(pageTexts.rowsRead(1))
  await user.press('F8')
  await user.expectText(pageTexts.uploadChecked)
  await endSession(desk.server.url, user.page.context())
  await user.press('Control+s', 'Control+s')
  await logInAgain()
  await user.expectText(pageTexts.uploadSaved)
  const saved = await other.rows('inbound/receipts', { OWNER_ORDER_NO: 'PO-L' })
  expect(saved).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 9 }])
})

test('pressing Ctrl+S twice in a row saves once', async () => {
  await typeShipment('SO-TWICE')
  await Promise.all([user.press('Control+s'), user.press('Control+s')])
  await user.expectText(pageTexts.saved(1))
  expect(await getShipments('SO-TWICE')).toHaveLength(1)
})

test('a save without a network is shown as pending and arrives once when the network returns', async () => {
  const { page } = user
  await typeShipment('SO-CUT')
  await page.context().setOffline(true)
  await user.press('Control+s')
  await user.expectText(pageTexts.resending)
  await user.expectText(pageTexts.unsent(1))
  await desk.checkLooks()
  await page.context().setOffline(false)
  await user.expectText(pageTexts.saved(1))
  await user.expectText(pageTexts.unsent(0))
  expect(await getShipments('SO-CUT')).toHaveLength(1)
})

test('a save whose response is lost is resent and is not executed twice', async () => {
  const { page } = user
  await typeShipment('SO-LOST')
  await page.route(
    '**/saveProcedure',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await user.press('Control+s')
  await user.expectText(pageTexts.saved(1))
  expect(await getShipments('SO-LOST')).toHaveLength(1)
})

test('a save during a server restart is delivered when the server is back', async () => {
  await typeShipment('SO-RESTART')
  await desk.server.stop()
  await user.press('Control+s')
  await user.expectText(pageTexts.resending)
  desk.server = await desk.server.startAgain()
  await user.expectText(pageTexts.saved(1))
  expect(await getShipments('SO-RESTART')).toMatchObject([{ LINE_COUNT: 1, ORDER_QTY: 5 }])
})

test('values typed into a new row before the rows load are kept', async () => {
  const { page } = user
  const held: (() => void)[] = []
  await page.route(
    '**/api/wms/master/owner',
    async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    },
    { times: 1 },
  )
  await user.openScreen('Owner')
  await expect.poll(() => held.length).toBe(1)
  await user.press('Alt+g', 'Insert')
  await user.type('EARLY')
  await user.press('Tab')
  await user.type('Early ')
  held[0]?.()
  await user.expectText(rowPattern('\\d', '[5-9]'))
  await user.type('company')
  await user.press('Enter', 'Control+s')
  await user.expectText(pageTexts.saved(1))
  const saved = await other.rows('master/owner', { OWNER_CD: 'EARLY' })
  expect(saved).toMatchObject([{ OWNER_NM: 'Early company' }])
})
