import path from 'node:path'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { rowPattern, screenTitle, rowStatus } from '#tests/support/labels.ts'
import {
  focusOn,
  logIn,
  visit,
  openShell,
  takePicture,
  findBrokenRules,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
})
afterEach(() => page.context().close())

/** Builds the page of the next version, with different file names. */
async function buildAnew(outDir: string): Promise<void> {
  const root = path.join(import.meta.dirname, '../../..')
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    root: path.join(root, 'src/ui'),
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          entryFileNames: ({ name }) =>
            name === 'service-worker' ? '[name].js' : 'assets/new-[name]-[hash].js',
          chunkFileNames: 'assets/new-[name]-[hash].js',
        },
      },
    },
  })
}

async function openByName(name: string, abbr: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await focusOn(page, `[data-panel="${abbr}"] *`)
}

const waitForSearch = (code: string) =>
  page.waitForRequest(
    (request) =>
      request.url().includes('/api/wms/master/zone') &&
      (request.postData() ?? '').includes(`"ZONE_CD":"${code}"`),
  )

test('arguments are delivered once, and returning to the page does not deliver them again', async () => {
  await visit(page, shell.base)
  const query = waitForSearch('A')
  await openByName('존관리 존코드=A', 'ZONE')
  await query
  const again: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/wms/master/zone')) again.push(request.postData() ?? '')
  })
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Alt+2')
  await focusOn(page, '[data-panel="ZONE"] *')
  expect(again).toEqual([])
  await page.reload()
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '\\d')}`)
  expect(again.some((body) => body.includes('"ZONE_CD":"A"'))).toBe(false)
})

test('the same screen under another address opens as a numbered copy', async () => {
  await visit(page, `${shell.base}/mst/Zone?mid=ZONE`)
  await focusOn(page, '[data-panel="ZONE"] *')
  await page.evaluate(() => history.pushState(null, '', '/mst/Zone?mid=ZONE&ZONE_CD=A'))
  await page.waitForURL(/\/mst\/Zone\/copy1\?mid=ZONE/)
  expect(await page.locator('[role=tab]').count()).toBe(3)
  await openByName(screenTitle('Zone'), 'ZONE')
  expect(await page.locator('[role=tab]').count()).toBe(3)
})

test('each page keeps its scroll position until it is closed', async () => {
  await page.setViewportSize({ width: 1440, height: 300 })
  await visit(page, shell.base)
  await page.waitForSelector('[data-panel=home] .home-line')
  // Opening Zone now adds it to the recent screens, which keeps the height of Home constant.
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.keyboard.press('Alt+1')
  const scroll = () => page.locator('[data-panel=home]').evaluate((panel) => panel.scrollTop)
  await page.locator('[data-panel=home]').evaluate((panel) => panel.scrollTo(0, 60))
  await openByName(screenTitle('Zone'), 'ZONE')
  const zone = page.locator('[data-panel=ZONE]')
  await zone.evaluate((panel) => {
    panel.append(
      Object.assign(document.createElement('div'), { style: 'flex: none; height: 900px' }),
    )
    panel.scrollTo(0, 200)
  })
  await page.keyboard.press('Alt+1')
  expect(await scroll()).toBe(60)
  await page.keyboard.press('Alt+2')
  expect(await zone.evaluate((panel) => panel.scrollTop)).toBe(200)
  await page.keyboard.press('Alt+w')
  await openByName(screenTitle('Zone'), 'ZONE')
  expect(await zone.evaluate((panel) => panel.scrollTop)).toBe(0)
})

test('the busy state belongs to the waiting page and not to others', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/wms/master/zone', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('F8')
  await page.waitForSelector('[data-tab=ZONE][aria-busy=true]')
  expect(await page.locator('[data-tab=home]').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Alt+1')
  expect(await page.locator('[data-tab=ZONE]').getAttribute('aria-busy')).toBe('true')
  answer()
  await page.waitForSelector('[data-tab=ZONE][aria-busy=false]')
})

async function putPallets(count: number): Promise<void> {
  const item = await addItem(shell.site.db, 'MANY')
  const pattern = await putStock(shell.site.db, { item, qty: 1 })
  await shell.site.db.transaction(async (tx) => {
    await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
      values ('admin', 'many-pallets', 'test', '{}')`)
    await tx.execute(sql`
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no)
      select wcode, owner_cd, stock_cd, lot_id, cell_cd, 'MANY-' || n
      from (select * from stock_balance where balance_id = ${pattern}) b,
        generate_series(1, ${count}::int) n`)
    await postMovements(
      { tx, userId: 'admin', idempotencyKey: 'many-pallets' },
      'COUNT',
      sql`select 1 no, wcode, owner_cd, stock_cd, 'ADJUST' movement_cd,
          'ADJ-MANY' doc_no, (row_number() over (order by balance_id))::int doc_line,
          'ADJUSTMENT' from_place_cd, null::bigint from_balance_id, 'CELL' to_place_cd,
          balance_id to_balance_id, 1::numeric qty, null reason, null::bigint reverses_no
        from stock_balance where pallet_no like 'MANY-%'`,
    )
  })
}

test('a long list appears immediately, and loading its remaining rows can be stopped', async () => {
  await putPallets(3000)
  const rows = await shell.site.db.query<{ n: number }>(sql`
    select count(*)::int n from stock_balance where wcode = 'W01' and qty > 0`)
  const total = (rows[0]?.n ?? 0).toLocaleString('en-US')
  const panel = page.locator('[data-panel=ILT]')
  const waitForStatus = (text: string) => page.locator('.status-line', { hasText: text }).waitFor()
  let mayCome = Promise.withResolvers<boolean>()
  await page.goto(shell.base)
  await page.context().route('**/api/wms/inventory/by-lot', async (route) => {
    const isStream = route.request().headers()['accept']?.includes('arrow') === true
    if (!isStream || (await mayCome.promise)) await route.continue()
    else await route.abort()
  })
  await logIn(page)
  await openByName(screenTitle('InventoryByLot'), 'ILT')
  await panel.getByText('받는 중').waitFor()
  await waitForStatus(rowStatus(1, '1,000'))
  // The cursor is preserved when the complete rows replace the first ones.
  await page.keyboard.press('Control+End')
  await waitForStatus(rowStatus('1,000', '1,000'))
  await page.keyboard.press('Escape')
  await panel.getByText('1,000행까지만 조회했습니다.').waitFor()
  await takePicture(page, 'list-stopped')
  await page.keyboard.press('F8')
  await panel.getByText('받는 중').waitFor()
  mayCome.resolve(false)
  await panel.getByText('아래는 중지 전까지 조회한 행입니다').waitFor()
  await panel.getByText('인터넷 연결을 확인하세요').waitFor()
  await takePicture(page, 'list-cut-off')
  mayCome = Promise.withResolvers<boolean>()
  mayCome.resolve(true)
  await page.keyboard.press('F8')
  await waitForStatus(`/ ${total}`)
  await panel.getByText('받는 중').waitFor({ state: 'detached' })
  expect(await panel.locator('.failure-strip').count()).toBe(0)
  await page.keyboard.press('Control+End')
  await waitForStatus(`행 ${total} / ${total}`)
  await page.context().unrouteAll({ behavior: 'wait' })
})

test('code that cannot be loaded reloads the page once and then shows an error', async () => {
  // Prefetching fails as well, without a message.
  await page.route('**/assets/screen-page*.js', (route) => route.abort())
  await page.goto(shell.base)
  const ahead = page.waitForEvent('requestfailed')
  await logIn(page)
  await ahead
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(screenTitle('Zone'))
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await reloaded
  await page.waitForSelector('[role=alert] >> text=화면을 불러오지 못했습니다')
  expect(await page.locator('[role=alert] a[href="/"]').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?mid=ZONE')
})

test('a page that reloads for its code restores the edits of other tabs', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText('C9')
  const reloaded = page.waitForEvent('load')
  // Vite's event for a chunk that failed to load.
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
  await reloaded
  await page.waitForSelector('[data-tab=ZONE] .tab-dirty')
  const cells = page.locator('[data-panel=ZONE] [role=gridcell]')
  await expect.poll(() => cells.allTextContents()).toContain('C9')
})

test('a screen of a build no longer stored reloads the page and restores edits of other tabs', async () => {
  await page.route('**/assets/outbound-*.js', (route) => route.abort())
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.waitForSelector(`.status-line >> text=${rowPattern('\\d+', '[1-9]')}`)
  await page.keyboard.press('Alt+g')
  await focusOn(page, '[data-key-sink]')
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText('C8')
  await shell.restart(async () => {
    await shell.site.db.script('delete from page_build')
    await buildAnew(shell.pageDir)
  })
  await page.unroute('**/assets/outbound-*.js')
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(screenTitle('Shipping'))
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await reloaded
  await focusOn(page, '[data-panel="SHP"] *')
  expect(await page.evaluate(() => document.scripts[0]?.src)).toContain('/assets/new-')
  // A page is rendered and its edits restored when its tab becomes active.
  await page.click('[data-tab=ZONE]')
  await page.waitForSelector('[data-tab=ZONE] .tab-dirty')
  const cells = page.locator('[data-panel=ZONE] [role=gridcell]')
  await expect.poll(() => cells.allTextContents()).toContain('C8')
})

test('a page older than the server shows an update notice', async () => {
  await visit(page, shell.base)
  await openByName(screenTitle('Zone'), 'ZONE')
  await page.route('**/api/wms/master/zone', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response: response,
      headers: { ...response.headers(), 'x-build-id': 'newer' },
    })
  })
  await page.keyboard.press('F8')
  await page.waitForSelector('.stale >> text=시스템이 업데이트되었습니다. F5로 새로 고치세요.')
  expect(await findBrokenRules(page)).toEqual([])
  await takePicture(page, 'shell3-stale')
})

test('the error page has no workspace, is titled Error and links to Home', async () => {
  await visit(page, shell.base)
  await page.goto(`${shell.base}/error/NoExistPage`)
  await page.waitForSelector('text=This page could not be found')
  expect(await page.title()).toBe('Error')
  expect(await page.locator('.workspace').count()).toBe(0)
  expect(await findBrokenRules(page)).toEqual([])
  await takePicture(page, 'shell2-error')
  await focusOn(page, 'a.button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.workspace')
})
