import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowPattern, screenTitle } from '#tests/support/labels.ts'
import { focusOn, logIn, openShell, takePicture, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  await page.addInitScript(() => {
    const lines: EventSource[] = []
    Reflect.set(window, 'lines', lines)
    const Watched = class extends EventSource {
      constructor(url: string) {
        super(url)
        lines.push(this)
      }
    }
    Reflect.set(window, 'EventSource', Watched)
  })
  await page.goto(shell.base)
  const listening = page.waitForResponse((response) => response.url().includes('/api/events'))
  await logIn(page)
  await listening
})
afterEach(() => page.context().close())

async function openByName(name: string, abbr: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
}

async function saveAsOther(code: string): Promise<void> {
  const other = await shell.site.login('second')
  const row = { ZONE_CD: code, ZONE_NM: code, BATCH_FLAG: 'I' }
  const { status } = await other.save('master/save-zone', [row])
  expect(status).toBe(200)
}

const changed = '.status-line >> text=다른 사용자가 변경함'

test('a grid shows that another user changed its rows until the next search', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await saveAsOther('E1')
  await page.waitForSelector(changed)
  await takePicture(page, 'shell2-changed-elsewhere')
  expect(await page.locator(changed).textContent()).toContain('F8 다시 조회')
  await page.keyboard.press('F8')
  await page.waitForSelector(changed, { state: 'detached' })
})

test('a grid of other data does not show the change', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await openByName(screenTitle('Owner'), 'OWN')
  await saveAsOther('E2')
  // The event has arrived once the other tab shows it.
  await page.keyboard.press('Alt+2')
  await page.waitForSelector(changed)
  await page.keyboard.press('Alt+3')
  await page.waitForSelector(changed, { state: 'detached' })
})

test('a page shows no change notice for rows it saved itself', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText('OWN1')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Mine')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(await page.locator('.status-line >> text=변경함').count()).toBe(0)
  await saveAsOther('E3')
  await page.waitForSelector(changed)
})

test('the event stream reconnects after a server restart and reports missed changes', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await shell.restart()
  await page.waitForSelector('.status-line >> text=변경되었을 수 있음')
  await saveAsOther('E4')
  await page.waitForSelector(changed)
  await page.keyboard.press('F8')
  await page.waitForSelector(changed, { state: 'detached' })
  await shell.restart()
  await saveAsOther('E5')
  await page.waitForSelector(changed)
})

test('logging out closes the event stream', async () => {
  const again: string[] = []
  page.on('request', (request) => again.push(request.url()))
  const readStates = () =>
    page.evaluate(() => Reflect.get(window, 'lines').map((line: EventSource) => line.readyState))
  expect(await readStates()).toEqual([1])
  await page.click('[data-icon="app.logout"]')
  await focusOn(page, '[name=id], [name=password]')
  expect(await readStates()).toEqual([2])
  expect(again.filter((url) => url.includes('/api/events'))).toEqual([])
})

test('a logged-in user is notified of changed permissions and can use them immediately', async () => {
  const { db } = shell.site
  const own = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1440, height: 900 } })
  if (!own) throw new Error('no browser')
  try {
    page = await own.newPage()
    await db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values ('NOTHING', 'Cell', '{search,save}')`)
    await page.goto(shell.base)
    const listening = page.waitForResponse((response) => response.url().includes('/api/events'))
    await logIn(page, 'nobody')
    await listening
    await openByName(screenTitle('Cell'), 'CELL')
    const add = page.locator('.legend-bar >> text=행 추가')
    await add.waitFor()
    const admin = await shell.site.login('admin')
    const rights = { ROLE_CD: 'NOTHING', BATCH_FLAG: 'U' }
    const { status } = await admin.save('system/save-role-menus', [
      { ...rights, NO: 1, MENU_ID: 'Cell', SAVE_YN: 'N' },
      { ...rights, NO: 2, MENU_ID: 'Zone', SEARCH_YN: 'Y' },
    ])
    expect(status).toBe(200)
    await page.waitForSelector('.note >> text=새 화면 1, 제외된 화면 0, 기능이 변경된 화면 1')
    await add.waitFor({ state: 'detached' })
    await openByName(screenTitle('Zone'), 'ZONE')
  } finally {
    await own.close()
  }
})

test('an impersonating page returns to its own user when impersonation ends in another session', async () => {
  const elsewhere = await shell.site.login('admin')
  await elsewhere.save('system/see-as', [{ USER_ID: 'customer' }])
  await page.reload()
  await page.waitForSelector('.stale >> text=읽기 전용으로 보고 있습니다')
  await page.waitForFunction(() => Reflect.get(window, 'lines')?.at(-1)?.readyState === 1)
  await elsewhere.call('/api/seeAs/end', {})
  await page.waitForSelector('.stale', { state: 'detached' })
  await page.waitForSelector('.top-bar >> text=admin')
})
