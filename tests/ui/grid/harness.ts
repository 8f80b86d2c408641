import react from '@vitejs/plugin-react'
import type { CDPSession, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'

import { sharedChromium } from '#tests/support/chromium.ts'

export interface GridPage {
  readonly page: Page
  readonly cdp: CDPSession
  close(): Promise<void>
}

export async function openGridPage(): Promise<GridPage> {
  const server: ViteDevServer = await createServer({
    root: new URL('./harness', import.meta.url).pathname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    cacheDir: new URL('../../../node_modules/.vite/grid-harness', import.meta.url).pathname,
    server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
  })
  await server.listen()
  const browser = await sharedChromium()
  const context = await browser.newContext({ viewport: { width: 1220, height: 760 } })
  const page = await context.newPage()
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.waitForSelector('.dvn-scroller')
  const cdp = await context.newCDPSession(page)
  return {
    page,
    cdp,
    close: async () => {
      await context.close()
      await server.close()
    },
  }
}

/** Sends keys in sequence without waiting for the page, like a scanner or a fast typist. */
export async function strike(
  { cdp }: Pick<GridPage, 'cdp'>,
  keys: readonly string[],
  { gapMs = 0, by229 = false, ...held }: HeldModifiers & { gapMs?: number; by229?: boolean } = {},
): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (const [index, key] of keys.entries()) {
    if (index > 0 && gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs))
    const stroke = { ...getStroke(key), modifiers: getModifiers(held) }
    // Some input methods report key code 229 for keys they pass on.
    if (by229) Object.assign(stroke, { windowsVirtualKeyCode: 229, text: '' })
    if (held.ctrl) stroke.text = ''
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke }))
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke, text: '' }))
  }
  await Promise.all(sent)
}

interface HeldModifiers {
  readonly shift?: boolean
  readonly ctrl?: boolean
}

function getModifiers({ shift = false, ctrl = false }: HeldModifiers): number {
  return (ctrl ? 2 : 0) + (shift ? 8 : 0)
}

const NAMED: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  F8: 119,
}

function getStroke(key: string) {
  const named = NAMED[key]
  if (named !== undefined) {
    const text = key === 'Enter' ? '\r' : ''
    return { key, code: key, windowsVirtualKeyCode: named, text }
  }
  const isDigit = /\d/.test(key)
  const code = isDigit ? `Digit${key}` : /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : ''
  return { key, code, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0), text: key }
}

/** Sends every state of a composition, as an input method does. */
export async function compose(
  { cdp }: Pick<GridPage, 'cdp'>,
  states: readonly string[],
): Promise<void> {
  for (const text of states) {
    await cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
}

export async function releaseKey({ cdp }: Pick<GridPage, 'cdp'>, code: string): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Process', code })
}

/** Sends a key pressed during a composition, which the input method receives first. */
export async function composingKey(
  { cdp }: Pick<GridPage, 'cdp'>,
  code: string,
  held: HeldModifiers = {},
): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code,
    modifiers: getModifiers(held),
    windowsVirtualKeyCode: 229,
  })
}
