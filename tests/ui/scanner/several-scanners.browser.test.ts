import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { commandTitle, columnTitles, pageTexts } from '#tests/support/labels.ts'
import { ean13, WedgeScanner } from './wedge-scanner.ts'

let server: ServerProcess
let user: KeyboardUser
let scanner: WedgeScanner

/** Fake HID scanner with one object per window, because test machines have no real one. */
function plugIn(): void {
  class Scanner extends EventTarget {
    readonly productName = 'DS2208'
    readonly collections = []
    opened = false
    open(): Promise<void> {
      if (Reflect.get(window, 'isBusy') === true) {
        return Promise.reject(new DOMException('Failed to open the device.', 'NotAllowedError'))
      }
      this.opened = true
      return Promise.resolve()
    }
  }
  const hid = new EventTarget()
  const device = new Scanner()
  const isAllowed = () => localStorage.getItem('allowed') === 'Y'
  Object.assign(hid, {
    getDevices: () => Promise.resolve(isAllowed() ? [device] : []),
    requestDevice: () => {
      if (Reflect.get(window, 'isRefused') === true) return Promise.resolve([])
      localStorage.setItem('allowed', 'Y')
      return Promise.resolve([device])
    },
  })
  Object.defineProperty(navigator, 'hid', { value: hid })
  const report = (code: string): DataView => {
    const bytes = new Uint8Array(63)
    bytes.set([code.length, ...Array.from(`]E0${code}`, (character) => character.charCodeAt(0))])
    return new DataView(bytes.buffer)
  }
  Object.assign(window, {
    scanHid: (code: string) => {
      const more = { reportId: 0, data: report(code) }
      if (device.opened) device.dispatchEvent(Object.assign(new Event('inputreport'), more))
    },
    pull: () => {
      device.opened = false
      hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
    },
    plug: () => hid.dispatchEvent(Object.assign(new Event('connect'), { device })),
  })
}

const onPage = (page: Page, name: string, ...args: string[]) =>
  page.evaluate(([call = '', ...rest]) => void Reflect.get(window, call)(...rest), [name, ...args])

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.page.context().addInitScript(plugIn)
  await user.page.reload()
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

const note = (page: Page, text: string | RegExp) => page.locator('.note').getByText(text).last()
const status = (page: Page) => page.locator('.status-line')

async function scanIntoSearch(): Promise<void> {
  await user.openScreen('Owner')
  // If the screen is already open, this is the only sign that the command line has closed.
  await user.page.locator('[cmdk-input]').waitFor({ state: 'detached' })
  await user.expectText(/행 (\d+|–) \/ \d/)
  await user.press('Alt+s')
  // Keys pressed while the screen opens are queued for it. Wait until they are replayed.
  await user.page.waitForFunction(() => document.activeElement?.closest('[data-zone=search]'))
  const field = user.page.getByLabel(columnTitles.OWNER_NM).filter({ visible: true }).first()
  await field.focus()
  await field.fill('')
}

const readSearch = () =>
  user.page.getByLabel(columnTitles.OWNER_NM).filter({ visible: true }).first().inputValue()

describe('two keyboard scanners that read simultaneously', () => {
  test.each([0, 2, 15, 40])(
    'two keyboard scanners that read simultaneously fill no field and report the mixed input, %i ms apart',
    async (laterMs) => {
      await scanIntoSearch()
      await user.type('한')
      await scanner.scanBoth(ean13(1), ean13(2), laterMs)
      await user.waitForElement(note(user.page, '입력이 섞여 스캔을 취소했습니다'))
      expect(await readSearch()).toBe('한')
      await user.press('Escape')
      await scanner.scan('SKU-7', { gapMs: 2, suffix: 'Enter', hangul: false }, 500)
      await user.waitForElement(status(user.page).getByText('✓ SKU-7'))
      await scanner.waitUntilIdle()
    },
  )

  test('two keyboard scanners that read simultaneously appear in the scan log as one rejection each time', async () => {
    await user.command(commandTitle('app.scan-log'))
    const table = user.page.locator('.scan-history [role=grid]')
    await expect.poll(() => table.textContent()).toContain('입력이 섞여 스캔을 취소했습니다')
    expect((await table.textContent())?.split('입력이 섞여 스캔을 취소했습니다')).toHaveLength(5)
    await user.press('Escape')
  })
})

describe('an HID scanner', () => {
  test('reports a denied or busy device, and keyboard scanners still work', async () => {
    await scanIntoSearch()
    await user.page.evaluate(() => Object.assign(window, { isRefused: true, isBusy: true }))
    await user.command(commandTitle('app.connect-hid-scanner'))
    await user.waitForElement(note(user.page, '스캐너를 선택하지 않았습니다'))
    await user.page.evaluate(() => Object.assign(window, { isRefused: false }))
    await user.command(commandTitle('app.connect-hid-scanner'))
    await user.waitForElement(
      note(user.page, /사용 중인 다른 프로그램을.*키보드 방식 스캐너는 계속/),
    )
    await user.page.evaluate(() => Object.assign(window, { isBusy: false }))
    await scanIntoSearch()
    await scanner.scan('SKU-8', { gapMs: 2, suffix: 'Enter', hangul: false })
    await user.waitForElement(status(user.page).getByText('✓ SKU-8'))
  })

  test('an HID scan and a simultaneous keyboard scan are both read completely', async () => {
    await user.command(commandTitle('app.connect-hid-scanner'))
    await user.waitForElement(note(user.page, '스캐너를 연결했습니다: DS2208'))
    await scanIntoSearch()
    await Promise.all([
      scanner.scan(ean13(3), { gapMs: 12, suffix: 'Enter', hangul: false }),
      onPage(user.page, 'scanHid', ean13(4)),
    ])
    await user.command(commandTitle('app.scan-log'))
    const table = user.page.locator('.scan-history [role=grid]')
    const readMatches = (code: string) =>
      table.locator('[role=row]', { hasText: code }).allTextContents()
    for (const code of [ean13(3), ean13(4)]) {
      await expect.poll(() => readMatches(code)).toEqual([expect.stringContaining('정상')])
    }
    await user.press('Escape')
    expect([ean13(3), ean13(4)]).toContain(await readSearch())
  })

  test('reports a disconnection and resumes after reconnecting', async () => {
    await onPage(user.page, 'pull')
    await user.waitForElement(note(user.page, /스캐너 연결이 끊어졌습니다.*DS2208/))
    await onPage(user.page, 'plug')
    await user.waitForElement(note(user.page, '스캐너를 연결했습니다: DS2208'))
    await scanIntoSearch()
    await onPage(user.page, 'scanHid', 'BACK-1')
    await user.waitForElement(status(user.page).getByText('✓ ]E0BACK-1'))
  })

  test('delivers its scans only to the active window', async () => {
    const opened = user.page.waitForEvent('popup')
    await user.page.evaluate(() => void window.open('/'))
    const other = await opened
    await other.getByText(pageTexts.homeTips).first().waitFor()
    const scanOnBothPages = async (code: string): Promise<void> => {
      await onPage(user.page, 'scanHid', code)
      await onPage(other, 'scanHid', code)
    }
    // A window opened by another starts with a copy of its session storage.
    const reader = await user.page.evaluate(() => sessionStorage.getItem('wms.window'))
    const bringToFront = () =>
      expect
        .poll(async () => {
          await other.keyboard.press('F6')
          return other.evaluate((taken) => {
            const own = sessionStorage.getItem('wms.window')
            return own !== taken && localStorage.getItem('wms.front-window') === own
          }, reader)
        })
        .toBe(true)
    await bringToFront()
    await scanOnBothPages('OTHER-1')
    await expect.poll(() => status(other).textContent()).toContain('OTHER-1')
    expect(await status(user.page).textContent()).not.toContain('OTHER-1')
    await scanIntoSearch()
    await scanOnBothPages('MINE-1')
    await user.waitForElement(status(user.page).getByText('✓ ]E0MINE-1'))
    expect(await status(other).textContent()).not.toContain('MINE-1')
    // After the reading window closes, the other one reads the scans.
    await bringToFront()
    await user.page.goto('about:blank')
    await expect
      .poll(async () => {
        await onPage(other, 'scanHid', 'LAST-1')
        return status(other).textContent()
      })
      .toContain('LAST-1')
  })
})
