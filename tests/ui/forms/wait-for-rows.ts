import type { Page } from 'playwright-core'

/**
 * Waits until no search or opening page captures the keyboard. Keys pressed during a search apply
 * to its rows, and focusing a field without a click does not end that.
 */
export async function waitForRows(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[role=tab][aria-busy=true], .waiting-sink') === null,
  )
}
