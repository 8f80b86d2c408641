import type { KeyboardUser } from './keyboard-user.ts'

/**
 * Moves through the marks of the active chart by keyboard. Each mark is an element for screen
 * readers.
 */
export async function walkChart(user: KeyboardUser, activePage: string): Promise<void> {
  const stop = `${activePage} .chart-stop`
  await user.page.locator(stop).waitFor()
  await user.press('Alt+Shift+h')
  await user.page.locator(`${stop}:focus`).waitFor()
  for (const key of ['End', 'Home', 'ArrowRight', 'Space', 'Space']) {
    await user.press(key)
    await user.page.waitForFunction((place) => {
      const active = document.querySelector(place)?.getAttribute('aria-activedescendant') ?? ''
      return (document.getElementById(active)?.getAttribute('aria-label') ?? '') !== ''
    }, stop)
  }
  await user.press('Alt+g')
  await user.page.locator(`${activePage} [data-zone=grid] :focus`).waitFor()
}
