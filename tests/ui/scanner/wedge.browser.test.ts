import type { Browser, CDPSession, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { sharedChromium } from '#tests/support/chromium.ts'
import { getCode } from '#tests/ui/keyboard/key-event.ts'
import type { DeskRecord } from './browser-desk.ts'

let browser: Browser
let page: Page
let cdp: CDPSession
let script: string

beforeAll(async () => {
  const entry = new URL('./browser-desk.ts', import.meta.url).pathname
  const lib = { entry, formats: ['iife' as const], name: 'desk', fileName: 'desk' }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { lib, write: false, minify: false },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  script = output?.output[0].code ?? ''
  browser = await sharedChromium()
})

beforeEach(async () => {
  page = await browser.newPage()
  await page.addScriptTag({ content: script })
  cdp = await page.context().newCDPSession(page)
  return async () => page.close()
})

/**
 * Sends key events of a scanner through the browser, 8 ms apart by their timestamps. They are sent
 * in parallel, so a busy machine cannot slow them down.
 */
async function scan(code: string, hangul = false): Promise<void> {
  const startMs = Date.now()
  const sent = Array.from(code).flatMap((character, index) => {
    const isLetter = /[a-z]/i.test(character)
    const isComposed = hangul && isLetter
    const key = {
      key: isComposed ? 'Process' : character,
      code: getCode(character),
      windowsVirtualKeyCode: isComposed ? 229 : character.toUpperCase().charCodeAt(0),
      modifiers: /[A-Z]/.test(character) ? 8 : 0,
      timestamp: (startMs + index * 8) / 1000,
    }
    const composed = { text: 'ㅎ', selectionStart: 1, selectionEnd: 1 }
    return [
      isComposed
        ? cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
        : cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: character }),
      ...(isComposed ? [cdp.send('Input.imeSetComposition', composed)] : []),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]
  })
  const timestamp = (startMs + code.length * 8) / 1000
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, timestamp }
  await Promise.all([
    ...sent,
    cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, text: '\r' }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter }),
  ])
}

async function readRecord(): Promise<DeskRecord> {
  return page.evaluate(() => Reflect.get(window, 'record') as DeskRecord)
}

test('a scan with a focused button presses nothing and runs no single-key command', async () => {
  await page.focus('#confirm')
  await scan('8801234567893')
  expect(await readRecord()).toEqual({ commandsRun: [], scanned: ['8801234567893'], clicks: 0 })
  // Some scanners send a second Enter, which is swallowed. A user's Enter arrives later.
  const pressByHand = async (): Promise<number> => {
    await page.keyboard.press('Enter')
    return (await readRecord()).clicks
  }
  await expect.poll(pressByHand).toBe(1)
  expect(await readRecord()).toEqual({ commandsRun: [], scanned: ['8801234567893'], clicks: 1 })
})

test.each([false, true])(
  'a scan into a half-filled field restores its content (Hangul mode %s)',
  async (hangul) => {
    await page.focus('#quantity')
    await scan('LOC-A-01', hangul)
    expect((await readRecord()).scanned).toEqual(['LOC-A-01'])
    expect(await page.inputValue('#quantity')).toBe('40')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('quantity')
  },
)

test('keys with a browser function run our commands', async () => {
  for (const key of ['Control+s', 'Control+p', 'F1', 'F8']) await page.keyboard.press(key)
  expect((await readRecord()).commandsRun).toEqual(['save', 'print', 'help', 'search'])
})

test('letters typed manually are commands outside fields and text inside', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('l', { delay: 60 })
  await page.waitForFunction(
    () => 'record' in window && JSON.stringify(window.record).includes('lots'),
  )
  await page.fill('#quantity', '')
  await page.keyboard.type('gl8', { delay: 60 })
  expect(await page.inputValue('#quantity')).toBe('gl8')
  expect((await readRecord()).commandsRun).toEqual(['lots'])
})
