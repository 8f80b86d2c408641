import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { screenTitle, rowPattern, commandTitle } from '#tests/support/labels.ts'
import {
  findBrokenRules,
  focusOn,
  openShell,
  takePicture,
  type ShellPage,
  visit,
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
  await visit(page, shell.base)
})
afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

async function openByName(name: string, abbr: string, rows = 1): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', `[${rows}-9]`)}`)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
}

async function typeZone(code: string, name: string): Promise<void> {
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText(code)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(name)
  await page.keyboard.press('Enter')
}

const getZones = (code: string) =>
  shell.site.db.query<{ zone_nm: string }>(sql`select zone_nm from zone where zone_cd = ${code}`)

/** Whether IndexedDB has this number of drafts. Runs in the page. */
const hasDrafts = (count: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = indexedDB.open('wms-drafts')
    request.addEventListener('success', () => {
      const all = request.result.transaction('drafts').objectStore('drafts').count()
      all.addEventListener('success', () => resolve(all.result === count))
    })
  })

const waitForRestored = () => page.waitForSelector('.restored-strip >> text=복구했습니다')

test('typed input survives a reload immediately after the last key and can be saved', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R1', 'reloaded')
  await page.reload()
  await waitForRestored()
  await page.waitForSelector('.tab-dirty')
  await takePicture(page, 'shell2-restored')
  expect(await findBrokenRules(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(await getZones('R1')).toEqual([{ zone_nm: 'reloaded' }])
  await page.waitForSelector('.restored-strip', { state: 'detached' })
  await page.reload()
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  expect(await page.locator('.tab-dirty, .restored-strip').count()).toBe(0)
})

test('typed input survives leaving the site and returning with the back button', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R2', commandTitle('app.back'))
  await page.goto('about:blank')
  await page.goBack()
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(await getZones('R2')).toHaveLength(1)
})

test('typed input survives a server restart followed by a reload', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R6', 'restarted')
  await shell.restart()
  await page.reload()
  await waitForRestored()
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(await getZones('R6')).toHaveLength(1)
})

test("an edit is restored on its row, and saving it after another user's change is rejected", async () => {
  await shell.site.db.execute(sql`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', '0', '처음') on conflict do nothing`)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Edited name')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.tab-dirty')
  await shell.site.db.execute(sql`
    update zone set zone_nm = '남이 고침', version = version + 1 where zone_cd = '0'`)
  await page.reload()
  await waitForRestored()
  // The edited page has the focus, and a rejected save returns the focus to it.
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Alt+s')
  await focusOn(page, '[data-zone=search] input')
  await page.keyboard.press('Control+s')
  await focusOn(page, '[data-key-sink]')
  // The page also contains the hidden text for screen readers.
  await page
    .getByText(/다른 사용자|먼저/)
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(await getZones('0')).toEqual([{ zone_nm: '남이 고침' }])
})

async function throwAway(code: string): Promise<void> {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone(code, 'to discard')
  await page.reload()
  await waitForRestored()
  await page.click('.restored-strip >> text=삭제')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
}

test('restored edits can be discarded and are not restored again', async () => {
  await throwAway('R3')
  await page.reload()
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  expect(await page.locator('.tab-dirty, .restored-strip').count()).toBe(0)
})

test('input typed after a discard is restored', async () => {
  await throwAway('R3')
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await typeZone('R5', 'to keep')
  await page.reload()
  await waitForRestored()
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  expect(await getZones('R3')).toHaveLength(0)
  expect(await getZones('R5')).toHaveLength(1)
})

test('drafts older than a week are deleted, regardless of their user', async () => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('wms-drafts')
        request.addEventListener('success', () => {
          const change = request.result.transaction('drafts', 'readwrite')
          for (const [user, days] of [
            ['gone', 8],
            ['away', 6],
          ] as const) {
            const savedAt = Date.now() - days * 86_400_000
            const place = { user, wcode: 'W01', tab: 'ZONE', window: 'x' }
            change.objectStore('drafts').put({ ...place, savedAt, isWork: true, draft: {} })
          }
          change.addEventListener('complete', () => resolve())
        })
      }),
  )
  await page.reload()
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('wms-drafts')
        request.addEventListener('success', () => {
          const drafts = request.result.transaction('drafts', 'readwrite').objectStore('drafts')
          const all = drafts.getAllKeys()
          all.addEventListener('success', () => {
            const users = all.result.map((key) => (Array.isArray(key) ? key[0] : key))
            const isDone = users.includes('away') && !users.includes('gone')
            if (isDone) drafts.delete(['away', 'W01', 'ZONE', 'x'])
            resolve(isDone)
          })
        })
      }),
  )
})

test('logging out deletes all drafts', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R4', 'secret')
  await page.click('[data-icon="app.logout"]')
  await focusOn(page, '[role=alertdialog] button')
  await page.keyboard.press('Delete')
  await focusOn(page, '[name=id], [name=password]')
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('wms-drafts')
        request.addEventListener('success', () => {
          const all = request.result.transaction('drafts').objectStore('drafts').count()
          all.addEventListener('success', () => resolve(all.result))
        })
      }),
  )
  expect(left).toBe(0)
  expect(await page.evaluate(() => sessionStorage.getItem('wms.left-drafts') ?? '[]')).toBe('[]')
})

test('logging out in one window also deletes the drafts of other windows', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R6', 'other window')
  const second = await page.context().newPage()
  await second.goto(shell.base)
  await second.waitForSelector('.status-line')
  await second.waitForFunction(hasDrafts, 1)
  await second.click('[data-icon="app.logout"]')
  await second.waitForSelector(
    '[role=alertdialog] >> text=다른 창에 저장하지 않은 입력도 지워집니다',
  )
  await takePicture(second, 'shell2-logout-elsewhere')
  await second.keyboard.press('Enter')
  for (const tab of [second, page]) {
    await tab.waitForURL(/\/login$/)
    await focusOn(tab, '[name=id], [name=password]')
  }
  await page.waitForFunction(hasDrafts, 0)
  expect(await page.evaluate(() => sessionStorage.getItem('wms.left-drafts') ?? '[]')).toBe('[]')
  await second.close()
})

test('a second window does not restore the drafts of an open window', async () => {
  await openByName(screenTitle('Zone'), 'ZONE')
  await typeZone('R5', 'first window')
  await page.waitForFunction(hasDrafts, 1)
  const second = await page.context().newPage()
  await second.goto(`${shell.base}/mst/Zone?mid=ZONE`)
  await second.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  expect(await second.locator('.tab-dirty, .restored-strip').count()).toBe(0)
  // Closing the first window without saving releases its drafts to the second.
  await page.close()
  await second.reload()
  await second.waitForSelector('.restored-strip')
  await second.close()
})

test('a document and its lines are restored together', async () => {
  await openByName(screenTitle('ReceiptCreate'), 'RCR', 0)
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText('HANBIT')
  await page.keyboard.press('Enter')
  await page.focus('[data-zone=lines] [data-key-sink]')
  await page.keyboard.press('Insert')
  await page.waitForSelector(`.status-line >> text=${rowPattern('1', '1')}`)
  await page.keyboard.insertText('PLAIN')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('7')
  await page.keyboard.press('Enter')
  await page.reload()
  await waitForRestored()
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.tab-dirty', { state: 'detached' })
  const lines = await shell.site.db.query(sql`
    select stock_cd, order_qty::int qty from receipt_line join receipt using (receipt_no)
    where receipt.owner_cd = 'HANBIT'`)
  expect(lines).toEqual([{ stock_cd: 'PLAIN', qty: 7 }])
})
