import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeFocusErrors, watchFocus } from '#tests/e2e/focus-watch.ts'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { launchProfile } from '#tests/support/chromium.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import {
  rowPattern,
  commandTitle,
  screenTitle,
  columnTitles,
  pageTexts,
} from '#tests/support/labels.ts'
import { findBrokenRules, logIn } from './shell-page.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())

describe('focus', () => {
  async function isIn(selector: string): Promise<void> {
    await user.page.waitForFunction(
      (wanted) => document.activeElement?.closest(wanted) !== null,
      selector,
    )
  }

  const page = '.panel[data-active]'

  test('remains within the page through popups, dialogs, the palette and tab changes', async () => {
    await user.openScreen('Cell')
    await user.expectText(rowPattern('1', '200'))
    await watchFocus(user.page)
    await user.press('Alt+g')
    await isIn(`${page} [data-zone=grid]`)
    for (const key of ['F1', 'Control+k', 'Alt+0']) {
      await user.press(key)
      await isIn('.popup, [data-overlay], .warehouse')
      await user.press('Escape')
      await isIn(`${page} [data-zone=grid]`)
    }
    await user.press('Alt+s')
    await isIn(`${page} [data-zone=search]`)
    await user.openScreen('Zone')
    await isIn(page)
    await user.expectText(rowPattern('1', '1'))
    await user.press('Alt+g', 'Insert')
    await isIn(`${page} [data-zone=grid]`)
    await user.type('Z9')
    await user.press('Enter', 'Alt+w')
    await isIn('[role=alertdialog]')
    await user.press('Escape')
    await isIn(`${page} [data-zone=grid]`)
    await user.press('Alt+w')
    await isIn('[role=alertdialog]')
    await user.press('Delete')
    await user.waitForElement(user.page.locator('.status-line').getByText('Cell', { exact: true }))
    await isIn(page)
    await user.press('Alt+PageUp')
    await isIn(page)
    await user.press('Alt+PageDown', 'Alt+w')
    await user.expectText(pageTexts.homeTips)
    await isIn(page)
    expect(await takeFocusErrors(user.page)).toEqual([])
  })

  test('cycles through the parts of the page with F6', async () => {
    await user.openScreen('Cell')
    await user.expectText(rowPattern('1', '200'))
    const zones: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      await user.press('F6')
      const zone = await user.page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-zone]')?.dataset['zone'] ?? '',
      )
      zones.push(zone)
    }
    expect(new Set(zones)).toEqual(new Set(['menu', 'tabs', 'search', 'grid']))
    expect(zones).not.toContain('')
  })
})

describe('screen reader mode', () => {
  /** The focused element in the browser's accessibility tree. */
  async function readAccessibleCell() {
    devtools ??= await user.page.context().newCDPSession(user.page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const id = await user.page.evaluate(
      () => document.activeElement?.getAttribute('aria-activedescendant') ?? '',
    )
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeId } = await devtools.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: `[id="${id}"]`,
    })
    const { node } = await devtools.send('DOM.describeNode', { nodeId })
    const found = nodes.find(({ backendDOMNodeId: at }) => at === node.backendNodeId)
    const facts = (found?.properties ?? []).map(({ name, value }) => [name, value.value])
    return {
      role: found?.role?.value,
      name: found?.name?.value,
      description: found?.description?.value ?? '',
      ...Object.fromEntries(facts),
    }
  }
  let devtools: CDPSession | undefined

  const readCurrentCell = () =>
    user.page.evaluate(() => {
      const here = document.activeElement
      const id = here?.getAttribute('aria-activedescendant') ?? ''
      const at = here?.querySelector(`[id="${id}"]`)
      const row = at?.closest('[role=row]')?.getAttribute('aria-rowindex')
      return { role: here?.getAttribute('role'), text: at?.textContent ?? null, row }
    })
  const readRegion = (selector: string): Promise<string> =>
    user.page.locator(selector).first().innerText()
  const live = '.panel[data-active] .grid-live'

  test('the grid is a table whose current cell is not announced twice', async () => {
    await user.command(commandTitle('app.screen-reader'))
    await user.press('Alt+g', 'Control+Home', 'ArrowRight')
    await expect.poll(readCurrentCell).toEqual({ role: 'grid', text: 'A-001', row: '2' })
    await user.page.evaluate(() => {
      // Replaced nodes would be announced again.
      const kept = document.querySelector('.panel[data-active] .grid-table [role=row]:nth-child(3)')
      Reflect.set(window, 'keptRow', kept)
    })
    await user.press('ArrowDown')
    await expect.poll(readCurrentCell).toEqual({ role: 'grid', text: 'A-002', row: '3' })
    expect(
      await user.page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
        const row = document.querySelector(`[id="${id}"]`)?.closest('[role=row]')
        return row === Reflect.get(window, 'keptRow')
      }),
    ).toBe(true)
    expect(await readAccessibleCell()).toMatchObject({
      role: 'gridcell',
      name: 'A-002',
      description: '',
    })
    await expect.poll(() => readRegion(live)).toBe('')
    await user.press('Alt+Shift+o')
    // A list over the grid announces its name and keys. Closing it returns to the cell.
    await expect.poll(() => readRegion(live)).toMatch(/^정렬 기준.*Space/)
    await user.press('ArrowDown', 'Space', 'Escape')
    await user.page.locator('.grid-table [role=columnheader][aria-sort=ascending]').waitFor({
      state: 'attached',
    })
    await expect.poll(async () => (await readCurrentCell()).role).toBe('grid')
    // A letter does not start an edit. The announcement explains how to start one.
    await user.type('x')
    await expect.poll(() => readRegion(live)).toBe('F2로 편집을 시작하세요.')
  })

  test('an edit announces its cell, the new value, an error and an undo', async () => {
    await user.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'F2')
    await user.page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
    const readFieldLabel = () => user.page.evaluate(() => document.activeElement?.ariaLabel)
    const title = await user.page
      .locator('.panel[data-active] .grid-table [role=columnheader]')
      .nth(3)
      .innerText()
    expect(await readFieldLabel()).toBe(`${title}, 행 1 편집`)
    await user.press('Escape')
    expect((await readCurrentCell()).role).toBe('grid')
    const column = user.page.locator('.panel[data-active] .grid-table [role=columnheader]', {
      hasText: columnTitles.PICK_SEQ,
    })
    const at = Number(await column.getAttribute('aria-colindex'))
    await user.press('Control+Home', ...Array.from({ length: at - 1 }, () => 'ArrowRight'), 'F2')
    await user.type('가')
    await user.press('Enter')
    await expect.poll(() => readRegion(live)).toBe('숫자를 입력하세요.')
    await user.press('Control+a')
    await user.type('77')
    await user.press('Enter')
    await expect.poll(() => readRegion(live)).toBe('피킹순서 77 입력됨')
    await user.press('ArrowUp')
    await expect.poll(async () => (await readAccessibleCell()).description).toBe('수정됨')
    await user.press('Control+z')
    await expect.poll(() => readRegion(live)).toMatch(/^행 1, 피킹순서, (?!77)\d+$/)
  })

  test('a started key sequence announces its continuations, and the palette its result count', async () => {
    await user.press('Alt+o')
    await expect.poll(() => readRegion('.announcements')).toMatch(/Alt\+O, 다음 키, .*입고/)
    await user.press('Escape', 'Control+k')
    await user.page.locator('[cmdk-input]').waitFor()
    await user.type(screenTitle('Cell'))
    await expect.poll(() => readRegion('.palette [role=status]')).toMatch(/^\d+건$/)
    await user.press('Escape')
  })

  test('row counts, page parts and save errors are announced', async () => {
    await expect.poll(() => readRegion('.announcements')).toMatch(/셀관리[^]*그리드[^]*200행/)
    await user.press('Alt+s')
    await expect.poll(() => readRegion('.announcements')).toContain('조회')
    await user.press('Alt+g', 'Insert')
    await user.page.waitForFunction(() => document.activeElement?.role === 'grid')
    await user.press('F2')
    await user.page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
    await user.type('Z-999')
    await user.press('Enter')
    await expect.poll(() => readRegion('.announcements')).toContain('201행')
    await user.press('Control+s')
    // The zone is missing. The error is in a dialog that screen readers announce.
    const dialog = user.page.locator('[role=alertdialog]')
    await dialog.waitFor()
    const described = await dialog.getAttribute('aria-describedby')
    expect(await user.page.locator(`[id="${described}"]`).innerText()).toContain(
      columnTitles.ZONE_CD,
    )
    expect(await findBrokenRules(user.page)).toEqual([])
  })

  test('turning screen reader mode off makes the grid editable by typing again', async () => {
    await user.press('Escape')
    await user.command(commandTitle('app.screen-reader'))
    await user.press('Alt+g')
    await user.page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
    expect(await user.page.locator('.announcements').count()).toBe(0)
  })
})

describe('installed app', () => {
  const getHelp = async (page: Page, name: string): Promise<string> => {
    await page.keyboard.press('F1')
    await page.locator('.help-sheet input').fill(name)
    const found = page.locator('.help-command', { hasText: name }).first()
    const keys = (await found.locator('.help-keys').first().innerText()).replaceAll('\n', ' ')
    await page.keyboard.press('Escape')
    return keys
  }

  test('the help in a browser tab names the keys of an app window', async () => {
    expect(await getHelp(user.page, commandTitle('app.close-tab'))).toMatch(
      /^Alt\+W\s+앱 창에서는\s+\^W/,
    )
    const tabs = await user.page.locator('[role=tab]').count()
    await user.press('Control+w')
    expect(await user.page.locator('[role=tab]').count()).toBe(tabs)
  })

  /** Presses keys that a browser tab would reserve, in a window without reserved keys. */
  async function checkWindowKeys(page: Page): Promise<void> {
    const press = (keys: string): Promise<void> => page.keyboard.press(keys)
    const readActiveTab = () => page.locator('[role=tab][aria-selected=true]').innerText()
    const countTabs = () => page.locator('[role=tab]').count()
    await logIn(page)
    expect(await getHelp(page, commandTitle('app.close-tab'))).toMatch(/^Alt\+W\s+\^W\s+\^F4$/)
    await press('Control+t')
    await page.locator('[cmdk-input]').fill(screenTitle('Zone'))
    await page.locator('.palette-row[data-selected=true]').waitFor()
    await press('Enter')
    await page.locator(`.status-line >> text=${rowPattern('1', '1')}`).waitFor()
    for (const [keys, title] of [
      ['Control+Tab', 'Home'],
      ['Control+Shift+Tab', screenTitle('Zone')],
      ['Control+PageUp', 'Home'],
      ['Control+PageDown', screenTitle('Zone')],
    ] as const) {
      await press(keys)
      await expect.poll(readActiveTab).toContain(title)
    }
    await press('Alt+g')
    await press('Control+n')
    await page.locator('.tab-dirty').waitFor()
    await press('Control+w')
    await page.locator('[role=alertdialog]').waitFor()
    // While a message is open, the same key must not close the window and its content.
    await page.evaluate(() => {
      addEventListener('keydown', (event) => {
        if (event.code !== 'KeyW') return
        setTimeout(() => Reflect.set(window, 'taken', event.defaultPrevented))
      })
    })
    await press('Control+w')
    await page.waitForFunction(() => Reflect.get(window, 'taken') === true)
    await press('Delete')
    await expect.poll(countTabs).toBe(1)
  }

  test('the page is installable, supports every key as an app and never serves stale files', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'wms-profile-'))
    const browser = await launchProfile(folder, [`--app=${signedIn.shell.base}/login`])
    try {
      const [own] = browser.pages()
      if (!own) throw new Error('no window of its own')
      expect(await own.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
      await checkWindowKeys(own)
      const page = await browser.newPage()
      await page.goto(`${signedIn.shell.base}/login`)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      const devtools = await browser.newCDPSession(page)
      const manifest = await devtools.send('Page.getAppManifest')
      expect(manifest.errors).toEqual([])
      expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({
        installabilityErrors: [],
      })
      const icons = await page.evaluate(async (text) => {
        interface Icon {
          readonly src: string
          readonly type: string
          readonly sizes: string
          readonly purpose: string
        }
        const { icons: listed } = JSON.parse(text) as { icons: Icon[] }
        return Promise.all(
          listed.map(async ({ src, type, sizes, purpose }) => {
            const response = await fetch(src)
            const image = new Image()
            image.src = src
            await image.decode()
            const size = `${image.naturalWidth}x${image.naturalHeight}`
            const matchesManifest = response.headers.get('content-type') === type && size === sizes
            return `${purpose} ${sizes === 'any' ? type : matchesManifest ? sizes : size}`
          }),
        )
      }, manifest.data ?? '{}')
      expect(icons).toEqual([
        'any 192x192',
        'any 512x512',
        'maskable 512x512',
        'any image/svg+xml',
        'maskable image/svg+xml',
      ])
      expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        lang: 'ko',
        name: 'WMS 창고 관리',
      })
      await page.reload()
      expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
      await signedIn.shell.restart(async () => {
        await page.reload()
        expect(await page.locator('body').innerText()).toContain('서버에 연결할 수 없습니다.')
        const file = path.join(signedIn.shell.pageDir, 'index.html')
        const html = readFileSync(file, 'utf8')
        writeFileSync(file, html.replace('<title>', '<meta name="newer" /><title>'))
      })
      await page.reload()
      expect(await page.locator('meta[name=newer]').count()).toBe(1)
      expect(await page.evaluate(() => caches.keys())).toEqual([])
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('the page raised no errors', () => {
  expect(user.complaints).toEqual([])
})
