import type { FastifyInstance } from 'fastify'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { buildPage } from '#server/site/build-page.ts'
import { buildApp, type AppOptions } from '#server/site/app.ts'
import { login, testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { sharedChromium } from '#tests/support/chromium.ts'
import { logInAndReload, openLoggedIn } from '#tests/support/log-in.ts'

/** The entire product in a real browser: production build, server and empty database. */
export interface ShellPage {
  readonly site: TestSite
  readonly base: string
  readonly pageDir: string
  newPage(): Promise<Page>
  /** Restarts the server at the same address with the same database. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openShell(
  settings: AppOptions['settings'] = {},
  jobs: AppOptions['jobs'] = [],
  makeSite = testSite,
): Promise<ShellPage> {
  const pageDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-page-'))
  fs.cpSync(await buildPage(), pageDir, { recursive: true })
  const made = await makeSite()
  // Logging in on the app of the site would start it. It would then take jobs of this database, and
  // put their mails into its own outbox.
  const site = { ...made, login: (userId: string, wcode = 'W01') => login(app, userId, wcode) }
  const start = (): Promise<FastifyInstance> =>
    buildApp({
      db: site.db,
      pageDir,
      logLevel: 'error',
      settings: { dataDir: pageDir, ...settings },
      jobs,
    })
  let app = await start()
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await sharedChromium()
  const contexts: BrowserContext[] = []
  return {
    site,
    base,
    pageDir,
    newPage: async () => {
      // Tests intercept requests. Requests of a service worker would bypass the routes.
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
      })
      contexts.push(context)
      const page = await context.newPage()
      // With a permanent listener, the browser does not open its own dialog.
      page.on('filechooser', () => undefined)
      return page
    },
    restart: async (whileDown) => {
      await app.close()
      await whileDown?.()
      app = await start()
      await app.listen({ port: Number(new URL(base).port), host: '127.0.0.1' })
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      await app.close()
      await site.close()
      fs.rmSync(pageDir, { recursive: true, force: true })
    },
  }
}

export async function focusOn(page: Page, selector: string): Promise<void> {
  await page
    .waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
    .catch(async (error: unknown) => {
      throw new Error(`${selector} has no keyboard, but ${await readFocused(page)}`, {
        cause: error,
      })
    })
}

export function readFocused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
}

/** The page takes faster keys for a scanner, and ignores scans at login. */
export const byHand = { delay: 45 }

/** Logs in on an open page. `typeLogin` tests the form itself. */
export async function logIn(page: Page, userId = 'admin'): Promise<void> {
  await logInAndReload(page, userId, testPassword)
  await page.waitForSelector('.workspace')
}

export async function visit(page: Page, url: string, userId = 'admin'): Promise<void> {
  await openLoggedIn(page, url, userId, testPassword)
  await page.waitForSelector('.workspace')
}

/** Fills in the login form by keyboard and waits for the workspace. */
export async function typeLogin(page: Page, userId = 'admin'): Promise<void> {
  await page.waitForSelector('[name=id]')
  await page.focus('[name=id]')
  await page.keyboard.type(userId, byHand)
  await page.keyboard.press('Tab')
  await page.keyboard.type(testPassword, byHand)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.workspace')
}

/** Opens a command line entry: a screen by route, or `>` and a command id. */
export async function goTo(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(line)
  const value = line.startsWith('>') ? `command:${line.slice(1)}` : ':'
  await page.waitForSelector(`.palette-row[data-selected=true][data-value*="${value}"]`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[cmdk-input]', { state: 'detached' })
}

export async function openRows(page: Page, line: string): Promise<void> {
  await goTo(page, line)
  const [route = ''] = line.split(' ')
  await page.locator('.status-line').getByText(route, { exact: true }).waitFor()
  await page.waitForSelector('.status-line >> text=/행 .+ \\/ [1-9]/')
  await page.keyboard.press('Alt+g')
  await page.waitForFunction(
    () => document.activeElement?.closest('.panel[data-active] [data-zone=grid]') !== null,
  )
}

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA violations of the page or a part of it, with their location. */
export async function findBrokenRules(page: Page, part?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => Reflect.has(window, 'axe'))
  if (!isThere) await page.evaluate(axe)
  const root = part === undefined ? 'document' : JSON.stringify(part)
  return page.evaluate<string[]>(`
    axe.run(${root}, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then(({ violations }) => violations.map((each) => each.id + ' ' + each.nodes[0].html))
  `)
}

/** Saves a screenshot to the folder in `SHOTS`, for visual review. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
