import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowPattern, screenTitle } from '#tests/support/labels.ts'
import {
  findBrokenRules,
  byHand,
  readFocused,
  focusOn,
  logIn,
  visit,
  openShell,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page
const problems: string[] = []

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())

beforeEach(async () => {
  page = await shell.newPage()
  problems.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
})
afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

async function openByName(name: string, abbr: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await focusOn(page, `[data-panel="${abbr}"] *`)
}

test('a wrong password is reported on the page, and the id remains', async () => {
  await page.goto(shell.base)
  await focusOn(page, '[name=id]')
  await page.keyboard.type('admin', byHand)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong', byHand)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('.login-fault')?.textContent !== '')
  await focusOn(page, '[name=password]')
  expect(await page.inputValue('[name=id]')).toBe('admin')
})

test('a link to a screen opens that screen after the login', async () => {
  await page.goto(`${shell.base}/mst/Zone?mid=ZONE`)
  await logIn(page)
  await page.waitForSelector('[role=tab][aria-selected=true] >> text=존')
  expect(new URL(page.url()).search).toBe('?mid=ZONE')
  expect(await page.title()).toMatch(/^WMS .+/)
})

test('a screen shows its grid in its first painted frame', async () => {
  await visit(page, shell.base)
  await openByName('Zone', 'ZONE')
  await page.evaluate(() => {
    const firstFrame = new Promise((resolve) => {
      new MutationObserver((_, watch) => {
        const panel = document.querySelector('[data-panel="CELL"]')
        if (!panel?.querySelector('.grid-root')) return
        watch.disconnect()
        requestAnimationFrame(() => resolve(panel.querySelector('canvas') !== null))
      }).observe(document.body, { subtree: true, childList: true })
    })
    Object.assign(globalThis, { firstFrame })
  })
  await openByName('Cell', 'CELL')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'firstFrame'))).toBe(true)
})

test('a reactivated tab redraws only its current cell', async () => {
  await visit(page, shell.base)
  await openByName('Zone', 'ZONE')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  await openByName('Cell', 'CELL')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-panel="CELL"] *')
  await page.evaluate(() => {
    const drawn: string[] = []
    Object.assign(globalThis, { drawn })
    const { prototype } = CanvasRenderingContext2D
    const fillText = Reflect.get(prototype, 'fillText') as (...args: unknown[]) => void
    prototype.fillText = new Proxy(fillText, {
      apply: (draw, canvas, args) => {
        drawn.push(String(args[0]))
        Reflect.apply(draw, canvas, args)
      },
    })
  })
  await page.keyboard.press('Alt+PageUp')
  await focusOn(page, '[data-panel="ZONE"] *')
  await page.keyboard.press('Alt+PageDown')
  await focusOn(page, '[data-panel="CELL"] *')
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  const drawn = await page.evaluate(() => Reflect.get(globalThis, 'drawn') as string[])
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.length).toBeLessThan(10)
})

test('an unknown path shows an error, and Enter leads to Home', async () => {
  await page.goto(`${shell.base}/no/Such?mid=ZONE`)
  await logIn(page)
  await page.waitForSelector('text=This page could not be found')
  expect(await page.title()).toBe('Error')
  await focusOn(page, 'a.button')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shell.base}/`)
})

test('a screen opened without its menu id leads to the root', async () => {
  await page.goto(`${shell.base}/mst/Zone`)
  await logIn(page)
  await page.waitForURL(`${shell.base}/`)
})

test('no pressed key moves the focus to the body', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  const keys = `
    Control+k Escape Alt+m ArrowDown Escape Alt+b Escape Alt+0 Escape F1 Tab Escape
    F6 F6 F6 F6 Shift+F6 Alt+s F4 Escape Alt+g Alt+1 Alt+2 Alt+PageUp Alt+PageDown
    Alt+Shift+m Alt+m Escape Alt+Shift+m Alt+Shift+b F8 Escape Alt+w`
  for (const key of keys.trim().split(/\s+/)) {
    await page.keyboard.press(key)
    await page.waitForFunction(() => document.activeElement !== document.body)
    expect(await readFocused(page), `after ${key}`).not.toMatch(/^<body/)
  }
})

test('the menu is searched and opened with only the keyboard', async () => {
  await visit(page, shell.base)
  await page.keyboard.press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  await page.keyboard.insertText('ㅈㄱㄹ')
  await page.waitForFunction(() =>
    document.querySelector('.menu-row[data-current]')?.textContent?.includes('존관리'),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL(/mid=ZONE/)
  await focusOn(page, '[data-panel="ZONE"] *')
})

test('letter key bindings work in Hangul mode', async () => {
  await visit(page, shell.base)
  const press = (key: string, code: string, held: object) =>
    page.evaluate(
      ([name, place, modifiers]) => {
        const init = { key: name, code: place, bubbles: true, cancelable: true, ...modifiers }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      },
      [key, code, held] as const,
    )
  await press('ㅡ', 'KeyM', { altKey: true })
  await focusOn(page, '[data-menu-input]')
  await press('ㅏ', 'KeyK', { ctrlKey: true })
  await focusOn(page, '[cmdk-input]')
})

test('the palette searches for a syllable being composed, and its Enter selects nothing', async () => {
  await visit(page, shell.base)
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: '조', selectionStart: 1, selectionEnd: 1 })
  await page.waitForSelector('.palette-row mark')
  await cdp.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  expect(await page.locator('.palette').count()).toBe(1)
  expect(page.url()).toBe(`${shell.base}/`)
})

async function editZone(code: string): Promise<void> {
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  // Wait for the rows, because a row added earlier would be replaced.
  await page.waitForSelector(`.status-line >> text=${rowPattern('1', '[1-9]')}`)
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText(code)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('New zone')
  await page.keyboard.press('Enter')
}

test('a tab with edits prompts before it closes, and Escape returns to the cell', async () => {
  await visit(page, shell.base)
  await editZone('ZZ')
  await page.keyboard.press('Alt+w')
  await page.waitForSelector('[role=alertdialog]')
  await focusOn(page, '[role=alertdialog] button')
  await page.keyboard.press('Escape')
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Alt+w')
  await focusOn(page, '[role=alertdialog] button')
  await page.keyboard.press('Delete')
  await page.waitForURL(`${shell.base}/`)
})

test('a save with an expired session completes after a login over the page', async () => {
  await visit(page, shell.base)
  await editZone('Q1')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/saveProcedure')) keys.push(request.headers()['idempotency-key'])
  })
  await shell.site.db.execute(sql`delete from session`)
  await page.keyboard.press('Control+s')
  await focusOn(page, '[role=dialog] [name=password]')
  await page.keyboard.insertText('a password for tests only')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const saved = await shell.site.db.query(sql`select zone_nm from zone where zone_cd = 'Q1'`)
  expect(saved).toHaveLength(1)
})

test('background tabs survive a reload', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+1')
  await page.waitForURL(`${shell.base}/`)
  await page.reload()
  await page.waitForSelector(`[role=tab] >> text=${screenTitle('Zone')}`)
  await page.keyboard.press('Alt+2')
  await focusOn(page, '[data-panel="ZONE"] *')
})

test('a click on an empty area leaves the focus in the page', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await page.mouse.click(1000, 4)
  await focusOn(page, '[data-key-sink]')
})

test('closing the help returns the focus to the menu', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+m')
  await focusOn(page, '[data-menu-input]')
  await page.keyboard.press('F1')
  await focusOn(page, '.help-sheet input')
  await page.keyboard.press('Escape')
  await focusOn(page, '[data-menu-input]')
})

test.each(['dark', 'light'])('no accessibility rule is violated in the %s theme', async (theme) => {
  await page.addInitScript((name) => localStorage.setItem('wms.theme', name), theme)
  await page.goto(shell.base)
  await page.waitForSelector('.login-form')
  const broken: string[] = []
  const checkRules = async (where: string): Promise<void> => {
    const found = await findBrokenRules(page)
    broken.push(...found.map((text) => `${where} ${text}`))
  }
  await checkRules('login')
  await logIn(page)
  await checkRules('home')
  await page.keyboard.press('Control+k')
  await page.waitForSelector('.palette-row')
  await checkRules('command line')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.waitForSelector('.help-sheet')
  await checkRules('help')
  expect(broken).toEqual([])
})
