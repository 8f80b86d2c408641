import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WalkFloor } from '#tests/e2e/walk-floor.ts'
import {
  findBrokenRules,
  goTo,
  logIn,
  openRows,
  openShell,
  takePicture,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  const { site } = shell
  const floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  await floor.addStock()
  await floor.addStock()
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  await page.goto(shell.base)
})
afterEach(() => page.context().close())

describe('forced colours', () => {
  const systemColour = (name: string): Promise<string> =>
    page.evaluate((colour) => {
      const probe = document.createElement('span')
      probe.style.color = colour
      document.body.append(probe)
      const found = getComputedStyle(probe).color
      probe.remove()
      return found
    }, name)

  test('selected items have the system highlight background', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await logIn(page)
    const chosen = await systemColour('Highlight')
    const readGround = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((found) => getComputedStyle(found).backgroundColor)
    expect(await readGround('[role=tab][aria-selected=true]')).toBe(chosen)
    await openRows(page, 'InventoryByLot')
    expect(await readGround('.status-mode')).toBe(chosen)
    await page.keyboard.press('Control+k')
    await page.waitForSelector('.palette-row[data-selected=true]')
    expect(await readGround('.palette-row[data-selected=true]')).toBe(chosen)
    await page.keyboard.press('Escape')
    for (const [line, row] of [
      ['>app.keys', '.key-row[aria-selected=true]'],
      ['StockQtyPopup', '.help-row[aria-selected=true]'],
    ] as const) {
      await goTo(page, line)
      await page.waitForSelector('.popup input:focus')
      await page.keyboard.insertText(line.startsWith('>') ? 'save' : 'WALK')
      await page.waitForSelector(row)
      expect(await readGround(row), line).toBe(chosen)
      await takePicture(page, `forced-${line.replace('>', '')}`)
      await page.keyboard.press('Escape')
      await page.waitForSelector('.popup', { state: 'detached' })
    }
    await page.keyboard.press('Alt+Shift+o')
    await page.waitForSelector('.grid-panel [aria-selected=true]')
    expect(await readGround('.grid-panel [aria-selected=true]')).toBe(chosen)
  })

  test('a focused field has an outline in the highlight colour', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.waitForSelector('[name=id]:focus')
    const ring = await page.locator('[name=id]').evaluate((field) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(field)
      return [outlineStyle, outlineWidth, outlineColor]
    })
    expect(ring).toEqual(['solid', '2px', await systemColour('Highlight')])
  })
})

test('nothing is animated if the user prefers reduced motion', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(page)
  await page.evaluate(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    const checkAnimations = (): void => {
      for (const animation of document.getAnimations()) {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {}
        if (animation.playState === 'running' && Number(duration) > 0)
          moved.push(JSON.stringify(animation.effect?.getTiming()))
      }
      requestAnimationFrame(checkAnimations)
    }
    checkAnimations()
  })
  await openRows(page, 'InventoryByLot')
  await page.keyboard.press('F8')
  await goTo(page, '>app.jobs')
  await page.keyboard.press('Escape')
  await goTo(page, '>app.logout')
  expect(await page.evaluate(() => Reflect.get(window, 'moved') as string[])).toEqual([])
})

describe('width of 320 pixels, as at 400 % zoom', () => {
  beforeEach(async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await logIn(page)
  })

  /** Pixels by which an element extends beyond the right edge of the window. */
  const overflowOf = (selector: string): Promise<number> =>
    page
      .locator(selector)
      .last()
      .evaluate((found) => Math.max(0, found.getBoundingClientRect().right - innerWidth))

  test('the page is as wide as the window, and the focused element is visible', async () => {
    await openRows(page, 'InventoryByLot')
    const root = await page.locator('#root').evaluate((found) => found.scrollWidth)
    expect(root).toBe(320)
    for (const key of ['Alt+s', 'Alt+g', 'Alt+m']) {
      await page.keyboard.press(key)
      await expect
        .poll(() =>
          page.evaluate(() => {
            const box = document.activeElement?.getBoundingClientRect()
            if (!box) return 'nothing'
            const isIn =
              box.left >= 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight
            return isIn ? 'in sight' : JSON.stringify(box)
          }),
        )
        .toBe('in sight')
      await takePicture(page, `narrow-${key}`)
    }
  })

  test('the palette footer is visible', async () => {
    await page.keyboard.press('Control+k')
    await page.waitForSelector('.palette-row')
    const foot = await page.locator('.palette-foot').evaluate((found) => {
      const { bottom, right } = found.getBoundingClientRect()
      return [bottom <= innerHeight, right <= innerWidth]
    })
    expect(foot).toEqual([true, true])
    await takePicture(page, 'narrow-palette')
  })

  test('a message shows its buttons within the window', async () => {
    await openRows(page, 'Owner')
    await page.keyboard.press('Insert')
    await page.waitForSelector('.tab-dirty')
    await page.keyboard.press('Alt+w')
    await page.waitForSelector('[role=alertdialog]')
    expect(await overflowOf('[role=alertdialog] button')).toBe(0)
    expect(await findBrokenRules(page, '[role=alertdialog]')).toEqual([])
    await takePicture(page, 'narrow-message')
  })

  test.each(['>app.keys', '>app.help', '>backup.plan', 'StockQtyPopup', '>app.my-info'])(
    '%s is not clipped at the side',
    async (line) => {
      await goTo(page, line)
      await page.waitForSelector('.popup')
      expect(await overflowOf('.popup')).toBe(0)
      expect(
        await page.locator('.popup-body').evaluate((body) => body.scrollWidth - body.clientWidth),
      ).toBe(0)
      await takePicture(page, `narrow-${line.replace('>', '')}`)
    },
  )
})
