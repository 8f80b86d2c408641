import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WalkFloor } from '#tests/e2e/walk-floor.ts'
import { measureRing, type Box } from './ring-pixels.ts'
import { focusOn, goTo, logIn, openRows, openShell, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let bench: Page
let shipment = ''

beforeAll(async () => {
  shell = await openShell()
  const { site } = shell
  const floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  await floor.addStock()
  await floor.addStock()
  shipment = (await floor.shipment('allocate', 'mark-listed', 'pick')).SHIPMENT_NO
  bench = await shell.newPage()
})
afterAll(() => shell.close())

async function openThemed(theme: string): Promise<Page> {
  const opened = await shell.newPage()
  opened.setDefaultTimeout(10_000)
  await opened.addInitScript((name) => localStorage.setItem('wms.theme', name), theme)
  await opened.goto(shell.base)
  return opened
}

const takePicture = (on: Page): Promise<Buffer> =>
  on.screenshot({ caret: 'hide', animations: 'disabled' })

/**
 * Minimum share. Antialiased edges fall between two pixels, and the ring of a cell is one pixel
 * inside it.
 */
const minShare = 0.9

/** Elements that carry the focus ring on behalf of a control. */
const frames = '.field-lookup, .scan-prompt, .palette-line'

function findControls(on: Page, part: string): Promise<Box[]> {
  return on.evaluate(
    ({ part: root, frames: framed }) => {
      const stops = [
        ...document.querySelectorAll<HTMLElement>(
          `${root} :is(input, select, textarea, button, a[href], [tabindex="0"])`,
        ),
      ]
      const kinds = new Map<string, HTMLElement>()
      for (const stop of stops) {
        const isStop =
          stop.tabIndex >= 0 && !stop.matches('[data-key-sink], [disabled], [data-menu-input]')
        if (!isStop || !stop.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          continue
        const kind = `${stop.tagName}.${stop.className} ${stop.dataset['main'] ?? ''}${stop.ariaSelected ?? ''}${stop.ariaPressed ?? ''}`
        if (!kinds.has(kind)) kinds.set(kind, stop)
      }
      return [...kinds].map(([name, stop], index) => {
        stop.dataset['ring'] = String(index)
        const { x, y, width, height } = (stop.closest(framed) ?? stop).getBoundingClientRect()
        return { name, x, y, width, height }
      })
    },
    { part, frames },
  )
}

async function findLowContrastRings(on: Page, part: string): Promise<string[]> {
  const boxes = await findControls(on, part)
  expect(boxes.length, part).toBeGreaterThan(0)
  const faint: string[] = []
  const focusAt = async (index: number): Promise<Buffer> => {
    await on.keyboard.press('Shift')
    await on.evaluate((wanted) => {
      const here = document.querySelector<HTMLElement>(
        wanted < 0 ? '.top-bar button' : `[data-ring="${wanted}"]`,
      )
      here?.focus({ preventScroll: true })
    }, index)
    return takePicture(on)
  }
  // Each picture shows one control with the focus and the next one without it.
  const last = boxes.length > 1 ? boxes.length - 1 : -1
  let without = await focusAt(last)
  for (const [index, box] of boxes.entries()) {
    const withKeyboard = await focusAt(index)
    const share = await measureRing(bench, box, [without, withKeyboard])
    if (share < minShare) faint.push(`${box.name} ${share.toFixed(2)}`)
    without = withKeyboard
  }
  await on.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-ring]'))
      delete element.dataset['ring']
  })
  return faint
}

const withReplacement =
  (line: string, field: string) =>
  async (on: Page): Promise<void> => {
    await on.keyboard.press('Escape')
    await goTo(on, line)
    await focusOn(on, field)
  }

const parts: readonly (readonly [part: string, go: (on: Page) => Promise<unknown>])[] = [
  ['.top-bar', () => Promise.resolve()],
  [
    '.home',
    async (on) => {
      // The figures load later and shift the content below.
      await on.locator('.home-lines[aria-busy=false]').waitFor()
      for (const figure of ['.home-days', '.home-shares']) await on.locator(figure).waitFor()
    },
  ],
  ['.search-panel', (on) => openRows(on, 'InventoryByLot')],
  ['.tab-bar', () => Promise.resolve()],
  ['.find-bar', (on) => on.keyboard.press('Alt+g').then(() => goTo(on, '>grid.find'))],
  ['.filter-line', withReplacement('>grid.filter', '.filter-line input')],
  ['.popup', (on) => goTo(on, '>app.help').then(() => focusOn(on, '.help-sheet input'))],
  ['.popup', withReplacement('>backup.plan', '.popup .ask-form input')],
  ['.popup', withReplacement('>app.keys', '.popup input')],
  ['.popup', withReplacement('AttachFilePopup', '.popup input')],
  [
    '.panel[data-active] .upload-page',
    withReplacement('ReceiptUploadExcel', '.upload-intake input'),
  ],
  [
    '.panel[data-active] .chart',
    async (on) => {
      await goTo(on, 'chart')
      await on.locator('.panel[data-active] .chart [tabindex="0"]').first().waitFor()
    },
  ],
  [
    '.panel[data-active] [data-zone=form]',
    async (on) => {
      await goTo(on, 'ShipmentCreateSingle')
      await on.locator('.panel[data-active] [data-zone=form] input').first().waitFor()
    },
  ],
  [
    '.panel[data-active] .scan-page',
    async (on) => {
      await goTo(on, 'ShippedCheck')
      await focusOn(on, '.scan-prompt input')
      await on.keyboard.insertText(shipment)
      await on.keyboard.press('Enter')
      await on.locator('.scan-facts').getByText(shipment).waitFor()
    },
  ],
]

test.each(['dark', 'light'])('every kind of control shows its focus, %s', async (theme) => {
  const on = await openThemed(theme)
  await on.waitForSelector('[name=id]')
  // Late content moves the controls after they were measured.
  await on.waitForLoadState('networkidle')
  await on.evaluate(() => document.fonts.ready)
  const faint = (await findLowContrastRings(on, '.login-box')).map(
    (lowContrastRing) => `login: ${lowContrastRing}`,
  )
  await logIn(on)
  for (const [part, go] of parts) {
    await go(on)
    faint.push(
      ...(await findLowContrastRings(on, part)).map(
        (lowContrastRing) => `${part}: ${lowContrastRing}`,
      ),
    )
  }
  await on.context().close()
  expect(faint).toEqual([])
})

const profiles = ['default', 'function-keys', 'vim']

test.each(['dark', 'light'])(
  'the current cell shows its focus in every key profile, %s',
  async (theme) => {
    const on = await openThemed(theme)
    await logIn(on)
    await openRows(on, 'InventoryByLot')
    const faint: string[] = []
    for (const profile of profiles) {
      await goTo(on, `>app.profile-${profile}`)
      await on.keyboard.press('Alt+s')
      await on.waitForFunction(() => document.activeElement?.closest('[data-zone=search]') !== null)
      const without = await takePicture(on)
      await on.keyboard.press('Alt+g')
      await focusOn(on, '.panel[data-active] [data-key-sink]')
      const withKeyboard = await takePicture(on)
      const sink = await on.locator('.panel[data-active] [data-key-sink]').boundingBox()
      if (!sink) throw new Error('no current cell')
      const share = await measureRing(bench, { name: profile, ...sink }, [without, withKeyboard])
      if (share < minShare) faint.push(`${profile} ${share.toFixed(2)}`)
    }
    await on.context().close()
    expect(faint).toEqual([])
  },
)
