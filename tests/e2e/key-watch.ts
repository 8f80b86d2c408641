import type { Page } from 'playwright-core'

/** So many key presses are remembered. */
const heardMax = 16

/** What became of the last key presses on a page: for whoever reads a failure. */
export class KeyWatch {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Before the page is opened: it hears each key before anybody else. */
  static async on(page: Page): Promise<KeyWatch> {
    await page.addInitScript((most) => {
      const heard: string[] = []
      Object.assign(window, { heardKeys: heard })
      const note = (event: KeyboardEvent): void => {
        const into = document.activeElement?.className || document.activeElement?.tagName
        const key = `${event.key} at ${Math.round(event.timeStamp)} into ${into}`
        const own = `${event.isTrusted ? '' : ', replayed'}${event.isComposing ? ', composing' : ''}`
        // Once everybody has had it.
        setTimeout(() => {
          heard.push(`${key}${own}${event.defaultPrevented ? ', used' : ''}`)
          if (heard.length > most) heard.shift()
        })
      }
      addEventListener('keydown', note, true)
    }, heardMax)
    return new KeyWatch(page)
  }

  report(): Promise<unknown> {
    return this.#page.evaluate(() => Reflect.get(window, 'heardKeys'))
  }
}
