import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WalkFloor } from '#tests/e2e/walk-floor.ts'
import { popupPages } from '#ui/popups/popup-types.ts'
import { popupScreens, selectPopups, findUnknownOpeners, type PopupKind } from './popup-kinds.ts'
import { findBrokenRules, goTo, visit, openRows, openShell, type ShellPage } from './shell-page.ts'

let shell: ShellPage

beforeAll(async () => {
  shell = await openShell()
  const { site } = shell
  const floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  for (const prepare of Object.values(popupScreens)) await prepare(floor)
})
afterAll(() => shell.close())

test('every file that opens a window is covered by one of the checked kinds', () => {
  expect(findUnknownOpeners()).toEqual([])
})

const openPopup = '.popup:not([data-leaving])'
const overlay = `${openPopup}, .warehouse-list, .find-bar, .filter-line, .grid-panel:not([hidden]), .note`

async function closeAll(page: Page): Promise<void> {
  while ((await page.locator(overlay).filter({ visible: true }).count()) > 0) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
}

/** Waits for the popup's code and rows. It has the focus only then. */
async function waitForWindow(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('.popup') !== null)
  await page.waitForFunction(
    () => document.querySelector('.popup .popup-wait[role=status]') === null,
  )
}

/** Accessibility violations in one popup. Throws if nothing opens. */
async function getFaults(page: Page, { line }: PopupKind): Promise<string[]> {
  await goTo(page, line)
  if (line === '>ledger.why') {
    // The first press shows the proof below the cell. The second opens its lines in a popup.
    await page.locator('.panel[data-active] .grid-fault').filter({ visible: true }).waitFor()
    await page.keyboard.press('Alt+y')
  }
  const opened = page.locator(overlay).filter({ visible: true })
  await opened.first().waitFor()
  const isWindow = (await page.locator(openPopup).count()) > 0
  if (isWindow) await waitForWindow(page)
  const found = await findBrokenRules(page, isWindow ? openPopup : '.panel[data-active]')
  await closeAll(page)
  return found.map((rule) => `${line}: ${rule}`)
}

async function collectOpeningErrors(page: Page, route: string): Promise<string[]> {
  const errors: string[] = []
  const recordError = (error: Error): unknown => errors.push(`${route}: ${error.message}`)
  page.on('pageerror', recordError)
  try {
    await goTo(page, route)
    await page.locator(openPopup).first().waitFor()
    await waitForWindow(page)
    const text = await page.locator(openPopup).last().innerText()
    if (text.trim().split('\n').length < 3) errors.push(`${route} shows nothing: ${text}`)
    await closeAll(page)
    // A crash would also remove the page behind the popup.
    if ((await page.locator('.panel[data-active] .grid-page').count()) !== 1) {
      errors.push(`${route} leaves no page behind`)
    }
  } catch (error) {
    errors.push(`${route}: ${String(error)}`)
  }
  page.off('pageerror', recordError)
  return errors
}

test('every menu popup opens, takes the focus and leaves the page intact', async () => {
  const page = await shell.newPage()
  page.setDefaultTimeout(8000)
  await visit(page, shell.base)
  await openRows(page, 'InventoryByLot')
  const errors: string[] = []
  for (const route of Object.keys(popupPages))
    errors.push(...(await collectOpeningErrors(page, route)))
  await page.context().close()
  expect(errors).toEqual([])
})

const looks = [
  { theme: 'dark', reader: false },
  { theme: 'light', reader: true },
]

test.each(looks)(
  'no overlay violates WCAG rules, $theme, screen reader $reader',
  async ({ theme, reader }) => {
    const page = await shell.newPage()
    page.setDefaultTimeout(8000)
    await page.addInitScript((name) => localStorage.setItem('wms.theme', name), theme)
    await visit(page, shell.base)
    if (reader) await goTo(page, '>app.screen-reader')
    const broken: string[] = []
    for (const screen of Object.keys(popupScreens)) {
      if (!selectPopups(reader).some((popup) => popup.screen === screen)) continue
      await openRows(page, screen)
      for (const kind of selectPopups(reader).filter((popup) => popup.screen === screen)) {
        broken.push(
          ...(await getFaults(page, kind).catch((e: unknown) => [`${kind.line}: ${String(e)}`])),
        )
      }
    }
    await page.context().close()
    expect(broken).toEqual([])
  },
)
