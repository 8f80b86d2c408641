import type { Page } from 'playwright-core'

const maxHeard = 16

/** Outcome of the last key presses on a page, for failure messages. */
export class KeyWatch {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Must run before the page is opened, to receive each key before any other listener. */
  static async on(page: Page): Promise<KeyWatch> {
    await page.addInitScript((maxEvents) => {
      const received: string[] = []
      Object.assign(window, { heardKeys: received })
      const recordKey = (event: KeyboardEvent): void => {
        const into = document.activeElement?.className || document.activeElement?.tagName
        const key = `${event.key} at ${Math.round(event.timeStamp)} into ${into}`
        const own = `${event.isTrusted ? '' : ', replayed'}${event.isComposing ? ', composing' : ''}`
        // Runs after all other listeners.
        setTimeout(() => {
          received.push(`${key}${own}${event.defaultPrevented ? ', used' : ''}`)
          if (received.length > maxEvents) received.shift()
        })
      }
      addEventListener('keydown', recordKey, true)
    }, maxHeard)
    return new KeyWatch(page)
  }

  report(): Promise<unknown> {
    return this.#page.evaluate(() => Reflect.get(window, 'heardKeys'))
  }
}
