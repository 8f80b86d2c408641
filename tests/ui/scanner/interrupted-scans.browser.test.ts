import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { endSession } from '#tests/e2e/second-desk.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { processPassword, startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { pageTexts } from '#tests/support/labels.ts'
import { openCheck, type CheckDesk } from './check-desk.ts'
import { WedgeScanner } from './wedge-scanner.ts'

const pieces = 20

let server: ServerProcess
let user: KeyboardUser
let scanner: WedgeScanner
let desk: CheckDesk
/** Saves of the page in order of their first attempt, without retries. */
const sent = new Map<string, string>()

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
  user.page.on('request', (request) => {
    if (!request.url().endsWith('/saveProcedure')) return
    const { PROCEDURE, ROWS }: { PROCEDURE: string; ROWS: { CODE: string }[] } = JSON.parse(
      request.postData() ?? '{"ROWS":[]}',
    )
    const key = request.headers()['idempotency-key'] ?? ''
    if (PROCEDURE === 'outbound/check-scan') sent.set(key, ROWS.map(({ CODE }) => CODE).join())
  })
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

async function scanPieces(from: number, to: number): Promise<void> {
  for (const code of desk.barcodes.slice(from, to)) {
    await scanner.scan(code, { gapMs: 1, suffix: 'Enter', hangul: false }, 80)
  }
}

/** Waits for a displayed count and compares it with the server's. */
async function waitForCount(count: number): Promise<void> {
  const shown = user.page.locator('.scan-counted').getByText(String(count), { exact: true })
  await user.waitForElement(shown)
  await user.waitForElement(user.page.getByText(pageTexts.queued(0)).first())
  const search = { SHIPMENT_NO: desk.shipment }
  const lines = await createPageUser(user.page, 'W01').query('outbound/shipment-lines', search)
  const total = lines.reduce((sum, line) => sum + Number(line['CHECK_QTY']), 0)
  expect([total, [...sent.values()]]).toEqual([count, desk.barcodes.slice(0, count)])
}

test('an expired session keeps the scans made before and after its expiry', async () => {
  desk = await openCheck(user, pieces)
  await scanPieces(0, 2)
  await waitForCount(2)
  await endSession(server.url, user.page.context())
  await scanPieces(2, 4)
  await user.expectText(pageTexts.loginAgain)
  await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  await user.type('one ')
  await scanPieces(4, 6)
  await user.expectText('스캔 4건이 대기 중입니다. 로그인하면 차례대로 입력됩니다.')
  const password = user.page.locator('.popup [name=password]')
  expect(await password.inputValue()).toBe('one ')
  await user.type(processPassword.slice('one '.length))
  await user.press('Enter')
  await waitForCount(6)
})

test('a lost connection loses no scans and counts none on another document', async () => {
  await user.page.context().setOffline(true)
  await scanPieces(6, 8)
  await user.expectText(pageTexts.resending)
  await scanner.scan('SH-20200101-0001', { gapMs: 1, suffix: 'Enter', hangul: false })
  await scanner.scan(desk.shipment, { gapMs: 1, suffix: 'Enter', hangul: false })
  await scanPieces(8, 10)
  await user.expectText(pageTexts.queued(6))
  await user.expectText('연결 끊김 · 6건 대기')
  await user.page.context().setOffline(false)
  await waitForCount(10)
  await user.expectText('없는 출고번호입니다: SH-20200101-0001')
})

test('a server restart and a page reload count each scan once', async () => {
  await server.stop()
  await scanPieces(10, 14)
  await user.expectText(pageTexts.queued(4))
  server = await server.startAgain()
  await scanPieces(14, 16)
  // Simulate a busy browser that reports its locks late, while the first scans arrive.
  await user.page.addInitScript(() => {
    const { locks } = navigator
    const query = locks.query.bind(locks)
    locks.query = () => new Promise((resolve) => setTimeout(() => resolve(query()), 1_500))
  })
  await user.page.reload()
  // Delay the first key until the page is listening.
  const options = { gapMs: 1, suffix: 'Enter', hangul: false, afterHandMs: 500 } as const
  await scanner.scan(desk.barcodes[16] ?? '', options)
  await scanPieces(17, pieces)
  await waitForCount(pieces)
})

test('a user who does not log in again loses waiting scans and can continue', async () => {
  await user.press('Alt+w')
  sent.clear()
  desk = await openCheck(user, 4)
  await endSession(server.url, user.page.context())
  await scanPieces(0, 3)
  await user.expectText(pageTexts.loginAgain)
  await user.expectText('스캔 3건이 대기 중입니다')
  await user.press('Escape')
  await user.page.waitForURL('**/login?to=*')
  await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  expect(await user.page.locator('.scan-log').count()).toBe(0)
  expect(sent.size).toBe(1)
  sent.clear()
  await user.type('admin')
  await user.press('Tab')
  await user.type(processPassword)
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.scan-log [data-state=refused]').first())
  // Each scan is rejected separately, in order.
  await expect.poll(() => user.page.locator('.scan-log [data-state=waiting]').count()).toBe(0)
  await scanPieces(0, 1)
  await waitForCount(1)
})
