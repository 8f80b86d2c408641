import type { Page } from 'playwright-core'

/**
 * Waits until no search and no opening page holds the keyboard. Keys pressed during a search are
 * for its rows, and a test that focuses a field without a click does not end that.
 */
export async function waitForRows(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[role=tab][aria-busy=true], .waiting-sink') === null,
  )
}
