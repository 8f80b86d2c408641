import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { compose, composingKey } from '#tests/ui/grid/harness.ts'
import { processPassword, startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { screenTitle, rowPattern, commandTitle, pageTexts } from '#tests/support/labels.ts'

let server: ServerProcess
let user: KeyboardUser

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.discard())
// A new browser window has nothing cached and no restored tab.
beforeEach(async () => {
  user = await KeyboardUser.open(server.url)
  await user.logIn()
})
afterEach(() => user.close())

/** Delays matching requests. Returns a function that releases them. */
async function holdBack(pattern: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await user.page.route(pattern, async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}

function readFirstNames(): Promise<string[]> {
  return user.page.evaluate(() =>
    Array.from(
      document.querySelectorAll('[data-panel][data-active] [role=row]'),
      (row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent ?? '',
    )
      .filter((name) => name !== '')
      .slice(0, 2),
  )
}

async function typeNames(): Promise<void> {
  await user.press('Home', 'ArrowRight')
  await user.type('ALPHA')
  await user.press('Enter')
  await user.type('BETA')
  await user.press('Enter')
}

test('keys typed before the code of a screen loads are replayed into it', async () => {
  const arrive = await holdBack(/assets\/(?:screen-page|master)-.*\.js/)
  // Reload, because an idle page prefetches the code.
  await user.page.reload()
  await user.expectText(pageTexts.homeTips)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  await typeNames()
  await user.expectText('화면을 불러오는 중…')
  arrive()
  await expect.poll(readFirstNames).toEqual(['ALPHA', 'BETA'])
})

test('keys typed for a screen that waits for the server are replayed into it', async () => {
  const { page } = user
  await page.route(/assets\/outbound-.*\.js/, (route) => route.abort())
  await page.reload()
  await user.expectText(pageTexts.homeTips)
  await page.context().setOffline(true)
  await user.palette(screenTitle('Shipping'), 'Shipping')
  await user.press('Enter')
  await user.expectText('서버에 연결되지 않았습니다')
  await user.press('Alt+s')
  await user.type('HANBIT')
  await page.unroute(/assets\/outbound-.*\.js/)
  await page.context().setOffline(false)
  const first = page.locator('[data-panel][data-active] [data-zone=search] input').first()
  await expect.poll(() => first.inputValue()).toBe('HANBIT')
})

test('arguments typed before any screen loads fill the search of their screen', async () => {
  const arrive = await holdBack(/assets\/(?:master|inventory|inbound|outbound|reports)-.*\.js/)
  await user.page.reload()
  await user.expectText(pageTexts.homeTips)
  await user.press('Control+k')
  await user.page.locator('[cmdk-input]').waitFor()
  await user.type('로트별 재고 유통기한<2027-01')
  await user.press('Enter', 'Alt+s')
  await user.type('NEAR')
  const request = user.page.waitForRequest(/wms\/inventory\/by-lot$/)
  arrive()
  expect((await request).postData()).toContain('"VALID_DT":"<20270101"')
  const first = user.page.locator('[data-panel][data-active] [data-zone=search] input').first()
  await expect.poll(() => first.inputValue()).toBe('NEAR')
})

test('keys typed while the first rows load are replayed into the rows', async () => {
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  const search = user.page.getByLabel('화주명').filter({ visible: true }).first()
  await user.waitForElement(search)
  await typeNames()
  expect(await search.inputValue()).toBe('')
  arrive()
  await expect.poll(readFirstNames).toEqual(['ALPHA', 'BETA'])
})

test('text composed before the code and rows of a screen load enters the rows', async () => {
  const code = await holdBack(/assets\/(?:screen-page|master)-.*\.js/)
  const rows = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.page.reload()
  await user.expectText(pageTexts.homeTips)
  const cdp = await user.page.context().newCDPSession(user.page)
  const hands = { page: user.page, cdp, close: () => Promise.resolve() }
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter', 'Home', 'ArrowRight')
  await compose(hands, ['ㅇ', '이', '일'])
  // Enter ends the last syllable and reaches the input method first.
  await composingKey(hands, 'Enter')
  await cdp.send('Input.insertText', { text: '일' })
  await user.press('Enter')
  await user.type('B')
  code()
  const search = user.page.getByLabel('화주명').filter({ visible: true }).first()
  await user.waitForElement(search)
  await compose(hands, ['ㅇ', '이', '이ㅅ'])
  await cdp.send('Input.insertText', { text: '이사' })
  // The rows arrive during a composition and wait for it, up to a limit.
  await compose(hands, ['ㅅ', '사', '삼'])
  rows()
  await user.page.waitForFunction(() => {
    const here = document.activeElement
    return here instanceof HTMLTextAreaElement && here.value === 'B이사삼'
  })
  await user.press('Enter')
  await expect.poll(readFirstNames).toEqual(['일', 'B이사삼'])
  expect(await search.inputValue()).toBe('')
})

async function holdReplay(): Promise<() => Promise<void>> {
  const gate = await user.page.evaluateHandle(() => {
    const real = window.setTimeout
    const waiting: (() => void)[] = []
    const holdTimer = (then: () => void, delay?: number, ...rest: unknown[]) =>
      delay === undefined ? waiting.push(then) : real(then, delay, ...rest)
    window.setTimeout = Object.assign(holdTimer, real)
    return () => {
      window.setTimeout = real
      for (const then of waiting) then()
    }
  })
  return () => gate.evaluate((open) => open())
}

/** Types a name while rows are loading, and pauses its replay once they have arrived. */
async function typeAndHoldReplay(name: string): Promise<() => Promise<void>> {
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter', 'Home', 'ArrowRight')
  await user.type(name)
  const continueReplay = await holdReplay()
  arrive()
  await user.page.waitForFunction(() => document.activeElement?.className === 'grid-sink')
  return continueReplay
}

test('text typed during a replay is inserted after the replayed keys', async () => {
  const continueReplay = await typeAndHoldReplay('이른 ')
  await user.type('회사')
  await continueReplay()
  await user.press('Enter')
  await expect.poll(readFirstNames).toContain('이른 회사')
})

test.for([
  { told: 'with its key', key: 'KeyG' },
  { told: 'without a key', key: undefined },
])('a syllable begun $told during a replay follows the replayed keys', async ({ key }) => {
  const continueReplay = await typeAndHoldReplay('A1')
  const cdp = await user.page.context().newCDPSession(user.page)
  const hands = { page: user.page, cdp, close: () => Promise.resolve() }
  if (key) await composingKey(hands, key)
  await compose(hands, ['ㅎ', '호', '회'])
  await cdp.send('Input.insertText', { text: '회' })
  await continueReplay()
  await user.press('Enter')
  await expect.poll(readFirstNames).toContain('A1회')
})

test('a click while the first rows load decides which element receives the keys', async () => {
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  const search = user.page.getByLabel('화주명').filter({ visible: true }).first()
  await search.click()
  await user.type('ALPHA')
  expect(await search.inputValue()).toBe('ALPHA')
  arrive()
})

test('a field clicked while the first rows load keeps focus when they arrive', async () => {
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette('화주관리', 'Owner')
  await user.press('Enter')
  const search = user.page.getByLabel('화주명').filter({ visible: true }).first()
  await search.click()
  arrive()
  await user.expectText(/행 .+ \/ [1-9]/)
  await user.type('ALPHA')
  expect(await search.inputValue()).toBe('ALPHA')
})

test('keys typed for a loading screen are dropped when another tab becomes active', async () => {
  await user.openScreen('Zone')
  await user.expectText(rowPattern('1', '\\d'))
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  await user.press('Home', 'ArrowRight')
  await user.type('ALPHA')
  await user.press('Alt+PageUp')
  await user.expectText('화면이 열리지 않아 그동안 누른 키 7개를 취소했습니다.')
  arrive()
  expect(await user.page.getByText('ALPHA').count()).toBe(0)
})

test('a message over a loading page neither handles nor drops queued keys', async () => {
  await user.openScreen('Zone')
  await user.expectText(rowPattern('1', '\\d'))
  const gate = Promise.withResolvers<void>()
  await user.page.route(/saveProcedure$/, async (route) => {
    await gate.promise
    await route.fulfill({ status: 400, json: { message: '저장하지 못했습니다' } })
  })
  await user.press('Alt+g', 'Control+Home', 'ArrowRight', 'ArrowRight')
  await user.type('QQ')
  await user.press('Enter', 'Control+s')
  const arrive = await holdBack(/\/api\/wms\/master\/owner$/)
  await user.palette(screenTitle('Owner'), 'Owner')
  await user.press('Enter')
  await user.waitForElement(user.page.getByLabel('화주명').filter({ visible: true }).first())
  await user.press('Alt+g')
  await typeNames()
  gate.resolve()
  const message = user.page.locator('[role=alertdialog][aria-modal]')
  await user.waitForElement(message)
  arrive()
  await user.page.waitForTimeout(300)
  expect(await message.count()).toBe(1)
  await user.press('Enter')
  await expect.poll(readFirstNames).toEqual(['ALPHA', 'BETA'])
})

test('Escape discards the keys typed ahead and reports their number', async () => {
  const arrive = await holdBack(/\/api\/wms\/master\/supplier$/)
  await user.palette(screenTitle('Supplier'), 'Supplier')
  await user.press('Enter')
  const field = user.page.locator('[data-panel][data-active] [data-zone=search] input').first()
  await user.waitForElement(field)
  await user.type('ALPHA')
  await user.press('Escape')
  await user.expectText('취소했습니다. 그동안 누른 키 5개를 취소했습니다.')
  arrive()
  await user.page.waitForFunction(() => document.activeElement?.closest('[data-panel]') !== null)
  expect(await field.inputValue()).toBe('')
})

test('Escape cancels a loading popup and returns the keyboard to the page', async () => {
  const popups = user.page.locator('.popup')
  const arrive = await holdBack(/assets\/jobs-popup-.*\.js/)
  await user.command(commandTitle('app.jobs'))
  await user.press('Escape')
  arrive()
  // The code has now loaded for the second popup. The cancelled first one must not open behind it.
  await user.command(commandTitle('app.jobs'))
  await popups.first().waitFor()
  expect(await popups.count()).toBe(1)
  await user.press('Escape')
  await popups.waitFor({ state: 'detached' })
  expect(await user.page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(
    true,
  )
})

test('keys typed while the command line queries the server reach the opened screen', async () => {
  const answer = await holdBack(/\/api\/records\/search$/)
  await user.press('Control+k')
  await user.page.locator('[cmdk-input]').waitFor()
  await user.type('#a01-02-2')
  await user.press('Enter', 'Alt+s')
  await user.type('NEAR')
  expect(await user.page.locator('[cmdk-input]').inputValue()).toBe('#a01-02-2')
  answer()
  const first = user.page.locator('[data-panel][data-active] [data-zone=search] input').first()
  await expect.poll(() => first.inputValue()).toBe('NEAR')
})

test('keys typed during a login reach the workspace', async () => {
  const other = await KeyboardUser.open(server.url, { serviceWorkers: 'block' })
  const gate = Promise.withResolvers<void>()
  await other.page.route(/\/api\/(?:login|session|menuMap)$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  try {
    await other.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
    await other.type('admin')
    await other.press('Tab')
    await other.type(processPassword)
    await other.press('Enter')
    await other.expectText('확인 중…')
    await other.press('Control+k')
    await other.type(screenTitle('Zone'))
    await other.press('Enter', 'Alt+s')
    await other.type('NEAR')
    gate.resolve()
    await other.waitForElement(
      other.page.locator('.status-line').getByText('Zone', { exact: true }),
    )
    const first = other.page.locator('[data-panel][data-active] [data-zone=search] input').first()
    await expect.poll(() => first.inputValue()).toBe('NEAR')
    expect(other.complaints).toEqual([])
  } finally {
    await other.close()
  }
})

test('keys typed during a rejected login reach the login form', async () => {
  const other = await KeyboardUser.open(server.url, { serviceWorkers: 'block' })
  const gate = Promise.withResolvers<void>()
  await other.page.route(/\/api\/login$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  try {
    await other.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
    await other.type('admin')
    await other.press('Tab')
    await other.type('wrong')
    await other.press('Enter')
    await other.expectText('확인 중…')
    await other.type(processPassword)
    await other.press('Enter')
    gate.resolve()
    await other.expectText(pageTexts.homeTips)
  } finally {
    await other.close()
  }
})
