import type { CDPSession, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { compose, composingKey, strike } from '#tests/ui/grid/harness.ts'
import { rowPattern, commandTitle, pageTexts } from '#tests/support/labels.ts'
import { waitForRows } from './wait-for-rows.ts'

let server: ServerProcess
let user: KeyboardUser
let cdp: CDPSession
let calls: { path: string; body: Record<string, unknown> }[] = []

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  cdp = await user.page.context().newCDPSession(user.page)
  user.page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/wms/') || path === '/api/setting/save') {
      calls.push({ path, body: JSON.parse(request.postData() ?? '{}') })
    }
  })
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

const createTypist = () => ({ page: user.page, cdp, close: () => Promise.resolve() })
const composeSyllable = () => compose(createTypist(), ['ㅎ', '하', '한'])
/**
 * Sends a key as an input method does: to itself, then the finished syllable, then the key to the
 * page.
 */
async function pressWhileComposing(key: string): Promise<void> {
  await composingKey(createTypist(), key)
  await cdp.send('Input.insertText', { text: '한' })
  await strike(createTypist(), [key])
}
const blur = () =>
  user.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })

describe('한 composed in a search field', () => {
  let field: Locator
  const getSearches = () =>
    calls
      .filter(({ path }) => path === '/api/wms/master/owner')
      .map(({ body }) => Reflect.get(body['SEARCH'] ?? {}, 'OWNER_NM'))

  beforeAll(async () => {
    await user.openScreen('Owner')
    await user.expectText(rowPattern('\\d+', ''))
    field = user.page.getByLabel('화주명').filter({ visible: true }).first()
  })
  beforeEach(async () => {
    await waitForRows(user.page)
    await field.fill('')
    await field.focus()
    calls = []
    await composeSyllable()
  })

  test('Enter searches for the syllable once', async () => {
    await pressWhileComposing('Enter')
    await expect.poll(getSearches).toEqual(['한'])
    expect(await field.inputValue()).toBe('한')
  })

  test('Enter seen only by the input method searches for the syllable once', async () => {
    await composingKey(createTypist(), 'Enter')
    await cdp.send('Input.insertText', { text: '한' })
    await expect.poll(getSearches).toEqual(['한'])
    expect(await field.inputValue()).toBe('한')
  })

  test.each(['Tab', 'ArrowLeft', 'ArrowDown'])('%s keeps the syllable once', async (key) => {
    await pressWhileComposing(key)
    await expect.poll(() => field.inputValue()).toBe('한')
    expect(getSearches()).toEqual([])
    await user.press('F8')
    await expect.poll(getSearches).toEqual(['한'])
  })

  test('a click elsewhere leaves the syllable in the field exactly once', async () => {
    await user.page.getByLabel('화주코드').filter({ visible: true }).first().click()
    expect(await field.inputValue()).toBe('한')
    await user.press('F8')
    await expect.poll(getSearches).toEqual(['한'])
  })

  test('losing focus leaves the syllable in the field exactly once', async () => {
    await blur()
    expect(await field.inputValue()).toBe('한')
    await user.press('F8')
    await expect.poll(getSearches).toEqual(['한'])
  })
})

test('rows that arrive do not interrupt 한 being composed in a search field', async () => {
  const { page } = user
  const label = (name: string) => page.getByLabel(name).filter({ visible: true }).first()
  await waitForRows(page)
  const rows = Promise.withResolvers<void>()
  await page.route(/\/api\/wms\/master\/owner$/, async (route) => {
    await rows.promise
    await route.continue()
  })
  await label('화주명').fill('')
  await label('화주코드').focus()
  await user.press('F8')
  await page.locator('.waiting-sink').waitFor({ state: 'attached' })
  // Focus without a click, like assistive technology.
  await label('화주명').focus()
  await compose(createTypist(), ['ㅎ', '하'])
  rows.resolve()
  await waitForRows(page)
  await compose(createTypist(), ['한'])
  await blur()
  expect(await label('화주명').inputValue()).toBe('한')
  await page.unroute(/\/api\/wms\/master\/owner$/)
})

describe('한 composed in a code field', () => {
  test.each(['Tab', 'blur'] as const)(
    '%s keeps the syllable in the code field once',
    async (how) => {
      await user.openScreen('InventoryByLot')
      await user.expectText(rowPattern('\\d+', ''))
      await waitForRows(user.page)
      const field = user.page.getByLabel('존', { exact: true }).filter({ visible: true }).first()
      await field.fill('')
      await field.focus()
      await composeSyllable()
      if (how === 'Tab') await pressWhileComposing('Tab')
      else await blur()
      await expect.poll(() => field.inputValue()).toBe('한')
      await field.fill('')
    },
  )
})

test('Enter submits 한 composed in a prompt once', async () => {
  await user.openScreen('Zone')
  await user.expectText(rowPattern('\\d+', ''))
  await user.command(commandTitle('app.record-macro'))
  await user.expectText('매크로 기록 중')
  await user.press('F8')
  await user.command(commandTitle('app.record-macro'))
  await user.expectText(/매크로 이름/)
  calls = []
  await composeSyllable()
  await pressWhileComposing('Enter')
  await user.expectText("매크로 '한' 저장")
  const getSavedMacros = () =>
    calls.filter(({ body }) => body['KEY'] === 'macros').map(({ body }) => body['VALUE'])
  await expect.poll(getSavedMacros).toMatchObject([[{ name: '한' }]])
})

test('Enter submits jamo composed in a station prompt as their Latin keys, once', async () => {
  await user.openScreen('ShippedCheck')
  await user.expectText(pageTexts.scanShipment)
  calls = []
  await compose(createTypist(), ['ㄴ', '노'])
  await composingKey(createTypist(), 'Enter')
  await cdp.send('Input.insertText', { text: '노' })
  await strike(createTypist(), ['Enter'])
  // Ignore other requests: the page saves its settings when idle, which can be now.
  const getSearches = () =>
    calls
      .filter(({ path }) => path.startsWith('/api/wms/'))
      .map(({ body }) => Reflect.get(body['SEARCH'] ?? {}, 'SHIPMENT_NO'))
  await expect.poll(getSearches).toEqual(['SH'])
})

test('the Enter that ends 존 in the command line opens its first row once', async () => {
  for (const parts of [['ime'], ['ime', 'key']]) {
    await user.press('Control+k')
    const input = user.page.locator('[cmdk-input]')
    await input.waitFor()
    await user.type('존관')
    await compose(createTypist(), ['ㄹ', '리'])
    await user.waitForElement(
      user.page.locator('[cmdk-item][aria-selected=true]').getByText('Zone'),
    )
    await composingKey(createTypist(), 'Enter')
    await cdp.send('Input.insertText', { text: '리' })
    if (parts.includes('key')) await strike(createTypist(), ['Enter'])
    await input.waitFor({ state: 'detached' })
    await user.waitForElement(user.page.locator('.status-line').getByText('Zone', { exact: true }))
    await user.openScreen('Owner')
  }
})
