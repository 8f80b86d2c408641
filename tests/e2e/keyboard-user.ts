import type { Locator, Page } from 'playwright-core'
import { launchChromium, sharedChromium } from '#tests/support/chromium.ts'
import { commandTitle, pageTexts, screenTitle } from '#tests/support/labels.ts'
import { logInAndReload } from '#tests/support/log-in.ts'
import { KeyWatch } from './key-watch.ts'
import { NetworkWatch } from './network-watch.ts'
import { WedgeScanner } from '#tests/ui/scanner/wedge-scanner.ts'
import { processPassword } from '#tests/support/server-process.ts'

interface OpenOptions {
  readonly browserArgs?: readonly string[]
  /** Blocked where the test intercepts requests, because a service worker would bypass it. */
  readonly serviceWorkers?: 'allow' | 'block'
}

/** User without a mouse, who uses only keys and visible text. */
export class KeyboardUser {
  readonly page: Page
  #scanner: WedgeScanner | undefined
  readonly complaints: string[] = []
  readonly close: () => Promise<void>
  readonly #network: NetworkWatch
  readonly #keys: KeyWatch

  private constructor(page: Page, keys: KeyWatch, close: () => Promise<void>) {
    this.page = page
    this.close = close
    this.#network = new NetworkWatch(page)
    this.#keys = keys
    page.on('pageerror', (error) => this.complaints.push(error.message))
    // With a permanent listener the browser never opens a native dialog between two files.
    page.on('filechooser', () => undefined)
  }

  static async open(url: string, options: OpenOptions = {}): Promise<KeyboardUser> {
    const { browserArgs, serviceWorkers = 'allow' } = options
    const browser = browserArgs ? await launchChromium(browserArgs) : await sharedChromium()
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'ko-KR',
      serviceWorkers,
    })
    const page = await context.newPage()
    const keys = await KeyWatch.on(page)
    page.setDefaultTimeout(30_000)
    await page.goto(url)
    return new KeyboardUser(page, keys, browserArgs ? () => browser.close() : () => context.close())
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types at human speed; fast bursts count as scans. */
  type(text: string): Promise<void> {
    return this.page.keyboard.type(text, { delay: 45 })
  }

  async scan(code: string): Promise<void> {
    this.#scanner ??= await WedgeScanner.on(this.page)
    await this.#scanner.scan(code, { gapMs: 2, suffix: 'Enter', hangul: false })
  }

  async expectText(
    text: string | RegExp,
    options: { readonly timeout?: number } = {},
  ): Promise<void> {
    await this.waitForElement(this.page.getByText(text).filter({ visible: true }).first(), options)
  }

  async waitForElement(found: Locator, options: { readonly timeout?: number } = {}): Promise<void> {
    await found.waitFor(options).catch(async (error: unknown) => {
      await this.page.screenshot({ path: `tests/.artifacts/${Date.now()}.png` })
      const { page } = this
      const seen = {
        line: await page
          .locator('[cmdk-input]')
          .evaluateAll((all) => all.map((element) => ('value' in element ? element.value : null))),
        lines: await page.locator('[cmdk-item]').allInnerTexts(),
        foot: await page.locator('.palette-foot').allInnerTexts(),
        status: await page.locator('.status-line').allInnerTexts(),
        notices: await page.locator('[role=alert], [role=alertdialog]').allInnerTexts(),
        focus: await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)),
        keys: await this.#keys.report(),
        network: this.#network.report(),
      }
      throw new Error(`${String(error)}\nseen instead: ${JSON.stringify(seen, null, 1)}`)
    })
  }

  /** Logs in without the form, while `typeLogin` uses the form. */
  async logIn(userId = 'admin', password = processPassword): Promise<void> {
    await logInAndReload(this.page, userId, password)
    await this.expectText(pageTexts.homeTips)
  }

  async typeLogin(userId = 'admin'): Promise<void> {
    await this.typeCredentials(userId, processPassword)
    await this.expectText(pageTexts.homeTips)
  }

  async typeCredentials(userId: string, password: string): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
    await this.type(userId)
    await this.press('Tab')
    await this.type(password)
    await this.press('Enter')
  }

  /** Opens a screen from the palette. `expected` is the name of its route in the title bar. */
  async open(query: string, expected: string): Promise<void> {
    await this.palette(query, expected)
    await this.press('Enter')
    await this.waitForElement(
      this.page.locator('.status-line').getByText(expected, { exact: true }),
    )
  }

  /** Opens a screen from the palette by its title: `openScreen('Alloc', 'OWNER_CD=GIFT')`. */
  openScreen(route: string, search = ''): Promise<void> {
    return this.open(`${screenTitle(route)} ${search}`.trimEnd(), route)
  }

  async command(title: string): Promise<void> {
    await this.palette(`>${title}`, title)
    await this.press('Enter')
    await this.page.locator('[cmdk-input]').waitFor({ state: 'detached' })
  }

  /** Opens the list of keys. Hangul typed by a test before a field has focus would be lost. */
  async keySheet(): Promise<void> {
    await this.command(commandTitle('app.keys'))
    await this.page.locator('.key-sheet input:focus').waitFor()
  }

  async palette(query: string, firstHit: string): Promise<void> {
    // An Enter in the middle of a scan would count as part of the scan.
    await WedgeScanner.waitUntilAllIdle(this.page)
    await this.press('Control+k')
    await this.page.locator('[cmdk-input]').waitFor()
    await this.type(query)
    const hit = this.page.locator('[cmdk-item][aria-selected=true]').getByText(firstHit)
    await this.waitForElement(hit.first())
  }

  async chooseFile(key: string, file: string): Promise<void> {
    const dialog = this.page.waitForEvent('filechooser')
    await this.press(key)
    await (await dialog).setFiles(file)
  }
}
