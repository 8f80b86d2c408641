import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { rowPattern, columnTitles } from '#tests/support/labels.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'
import { openCheck, type CheckDesk } from './check-desk.ts'
import { WedgeScanner, type WedgeOptions } from './wedge-scanner.ts'

const pieces = 60

let server: ServerProcess
let user: KeyboardUser
let scanner: WedgeScanner
let desk: CheckDesk
let code: string
let done = 0

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
  desk = await openCheck(user, pieces)
  const search = { SHIPMENT_NO: desk.shipment }
  const lines = await createPageUser(user.page, 'W01').query('outbound/shipment-lines', search)
  code = String(lines[1]?.['STOCK_CD'])
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

const prompt = () => user.page.locator('.scan-prompt-input')

/** Scans one piece and waits until it is counted. The prompt must stay focused and empty. */
async function scanAndWait(scanned: string, options: Partial<WedgeOptions>): Promise<void> {
  done += 1
  const way = { gapMs: 3, suffix: 'Enter', hangul: false, ...options } as const
  await scanner.scan(scanned, way, 400)
  const shown = user.page.locator('.scan-counted').getByText(String(done), { exact: true })
  await user.waitForElement(shown)
  await scanner.waitUntilIdle()
  const focused = await user.page.evaluate(() => document.activeElement?.className)
  expect([await prompt().inputValue(), focused]).toEqual(['', 'scan-prompt-input'])
}

test.each(['Enter', 'Tab'] as const)(
  'a scan with a pause anywhere counts once and leaves no text behind (%s)',
  async (suffix) => {
    for (const at of [1, 2, code.length - 1, code.length]) {
      await scanAndWait(code, { suffix, slowMs: { [at]: 150 } })
    }
    const [ean = ''] = desk.barcodes
    for (const at of [1, 5, 12, 13]) await scanAndWait(ean, { suffix, slowMs: { [at]: 240 } })
  },
)

test('a Hangul-mode scan leaves no text in the prompt, even if its last letter commits late', async () => {
  await scanAndWait(code, { hangul: true, slowMs: { 1: 150 } })
  await scanAndWait(code, { hangul: true, commitsLate: true })
  await scanner.scan('NOTHINGHERE', { gapMs: 3, suffix: 'Enter', hangul: true, commitsLate: true })
  await user.expectText('NOTHINGHERE')
  await scanner.waitUntilIdle()
  expect(await prompt().inputValue()).toBe('')
})

test('a quantity typed before a paused scan applies to the scan but is not part of its code', async () => {
  await user.press('Alt+Shift+q')
  await user.type('2')
  done += 1
  await scanAndWait(code, { slowMs: { 1: 150 }, afterHandMs: 600 })
})

test('a rejection at a background station is shown over the active page', async () => {
  await user.page.route('**/saveProcedure', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  await scanner.scan('NOTHINGHERE', { gapMs: 3, suffix: 'Enter', hangul: false }, 400)
  await user.openScreen('Owner')
  await user.waitForElement(user.page.locator('.note').getByText(checkScanTexts.unknown.ko))
  await user.page.unroute('**/saveProcedure')
  await user.press('Escape')
})

async function openOwnerName(): Promise<Locator> {
  await user.openScreen('Owner')
  await user.expectText(rowPattern('\\d+', ''))
  return user.page.getByLabel(columnTitles.OWNER_NM).filter({ visible: true }).first()
}

test('the tail of a broken scan outside a station is discarded and reported', async () => {
  const field = await openOwnerName()
  await field.focus()
  const way = { gapMs: 3, suffix: 'Enter', hangul: false } as const
  await scanner.scan('SKU100385', { ...way, slowMs: { 1: 150 } }, 400)
  await user.expectText('스캔의 앞부분이 누락되었을 수 있습니다')
  expect(await field.inputValue()).toBe('S')
  await field.fill('')
})

test('words typed at scanner speed remain in the field, and Enter searches for them', async () => {
  const field = await openOwnerName()
  const searched: unknown[] = []
  user.page.on('request', (request) => {
    const { SEARCH } = JSON.parse(request.postData() ?? '{}') as { SEARCH?: object }
    if (SEARCH) searched.push(Reflect.get(SEARCH, 'OWNER_NM'))
  })
  await field.focus()
  await user.type('cold ')
  const way = { gapMs: 20, suffix: 'Enter', hangul: false, afterHandMs: 400 } as const
  await scanner.scan('market', way)
  await expect.poll(() => searched).toEqual(['cold market'])
  expect(await field.inputValue()).toBe('cold market')
})
