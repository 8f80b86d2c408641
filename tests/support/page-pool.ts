import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { sharedChromium } from '#tests/support/chromium.ts'

/** A page between two tests, back on a static file of its last server, without cookies or storage. */
interface IdlePage {
  readonly browser: Browser
  readonly page: Page
}

let idle: IdlePage | undefined

/** Calls whose effect outlives a navigation: a page that had one is closed instead of reused. */
const lastingPageCalls = [
  'addInitScript',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
  'setViewportSize',
] as const
const lastingContextCalls = [
  'addCookies',
  'addInitScript',
  'exposeBinding',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'setOffline',
] as const

const listenedEvents = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/** Replaces methods of one object by ones that report their call first. */
function observeCalls(target: object, names: readonly string[], called: () => void): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function') throw new Error(`no method ${name}`)
    Reflect.set(target, name, (...args: unknown[]) => {
      called()
      return Reflect.apply(original, target, args)
    })
  }
}

/** Leaves nothing of the test behind. Throws if the server of the page no longer responds. */
async function reset(page: Page, devtools: CDPSession): Promise<void> {
  const context = page.context()
  for (const event of listenedEvents) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  page.setDefaultTimeout(30_000)
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/icon.svg`, { timeout: 5000 })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await context.clearCookies()
}

async function createPage(browser: Browser): Promise<Page> {
  // Tests fulfil calls themselves: those of a service worker would bypass their routes.
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let isReusable = true
  const spoil = (): void => void (isReusable = false)
  observeCalls(page, lastingPageCalls, spoil)
  observeCalls(page.clock, ['install'], spoil)
  observeCalls(context, lastingContextCalls, spoil)
  const close = context.close.bind(context)
  context.close = async () => {
    if (!isReusable || idle || context.pages().length !== 1) return close()
    try {
      await reset(page, devtools)
      idle = { browser, page }
    } catch {
      await close()
    }
  }
  return page
}

/**
 * An anonymous page with no cookies and empty storage. `page.context().close()` returns it to the
 * pool of this process: a renderer that has compiled the scripts and decoded the fonts before loads
 * the application in a third of the CPU time of a new one.
 */
export async function pooledPage(): Promise<Page> {
  const browser = await sharedChromium()
  const reused = idle
  idle = undefined
  if (reused && reused.browser === browser && browser.isConnected()) return reused.page
  return createPage(browser)
}
