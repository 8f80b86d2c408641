import type { Page } from 'playwright-core'

/** Runs in the page, so it must not refer to anything outside itself. */
function recordLostFrames(): void {
  const lost: string[] = []
  let before: string | undefined
  Reflect.set(window, 'lostFocus', lost)
  const checkFocus = (): void => {
    const here = document.activeElement
    const isLost = here === null || here === document.body
    if (isLost) lost.push(before ?? 'nothing')
    else before = here.outerHTML.slice(0, 100)
    requestAnimationFrame(checkFocus)
  }
  checkFocus()
}

/** Records frames without keyboard focus, with the previously focused element. */
export async function watchFocus(page: Page): Promise<void> {
  await page.evaluate(recordLostFrames)
}

/** Like `watchFocus`, in every page loaded from now on, from its first frame. */
export async function watchFocusOfLoads(page: Page): Promise<void> {
  await page.addInitScript(recordLostFrames)
}

/**
 * Focus errors since the last call: frames without focus, and a focused element that is invisible
 * because it has no size or is covered (WCAG 2.4.11). The key input of a grid is represented by its
 * current cell.
 */
export function takeFocusErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost = Reflect.get(window, 'lostFocus') as string[]
    const faults = lost.splice(0).map((before) => `lost after ${before}`)
    const here = document.activeElement
    if (here === null || here.matches('[data-key-sink]')) return faults
    const { left, top, right, bottom } = here.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const seen = right > left && bottom > top ? document.elementFromPoint(x, y) : null
    const isSeen = seen !== null && (here.contains(seen) || seen.contains(here))
    return isSeen ? faults : [...faults, `not seen: ${here.outerHTML.slice(0, 100)}`]
  })
}
