import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeSheetFile } from '#tests/e2e/sheets.ts'
import { testPassword } from '#tests/support/app.ts'
import { addOrder, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { screenTitle, rowPattern, columnTitles, pageTexts } from '#tests/support/labels.ts'
import { focusOn, visit, openShell, takePicture, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let page: Page
let shipment: string
let sheet: string
const problems: string[] = []

beforeAll(async () => {
  shell = await openShell()
  const { db } = shell.site
  await putStock(db, { item: 'PLAIN', qty: 100 })
  sheet = await writeSheetFile('order.xlsx', [
    ['가', '나', '다', '라'],
    ['PO-1', 'PLAIN', '세라믹 필터', 3],
    ['PO-1', 'OTHER', '방청 스프레이', 5],
  ])
})
afterAll(() => shell.close())
beforeEach(async () => {
  const admin = await shell.site.login('admin')
  shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 4 }])
  await runStep(admin, 'allocate', shipment)
  await runStep(admin, 'mark-listed', shipment)
  await pickAll(admin, shipment)
  page = await shell.newPage()
  problems.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
  // With a permanent listener, the browser does not open its own dialog.
  page.on('filechooser', () => undefined)
})
afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

async function open(name: string, abbr: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText(name)
  await page.waitForSelector('.palette-row[data-selected=true]')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`mid=${abbr}`))
  await focusOn(page, `[data-panel="${abbr}"] *`)
}

const inActivePanel = (selector: string): string => `.panel[data-active] ${selector}`

async function nameColumns(): Promise<void> {
  await open(screenTitle('ReceiptUploadExcel'), 'RUE')
  await focusOn(page, inActivePanel('.upload-intake input'))
  await page.keyboard.insertText('HANBIT')
  await page.keyboard.press('Tab')
  await page.waitForSelector(inActivePanel('.lookup-name >> text=한빛헬스'))
  await page.keyboard.insertText('20261120')
  await page.keyboard.press('Tab')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+i')
  await (await chooser).setFiles(sheet)
  await focusOn(page, inActivePanel('.upload-letters'))
  const letters = page.locator(inActivePanel('.upload-letters'))
  for (const [index, named] of ['A', '', 'B', 'C', 'D'].entries())
    await letters.nth(index).fill(named)
}

async function readNamedColumns(): Promise<string[]> {
  const found = page.locator(inActivePanel('.upload-letters'))
  await found.first().waitFor()
  return found.evaluateAll((all) => all.map((element) => (element as HTMLInputElement).value))
}

async function scanHalf(): Promise<void> {
  await open(screenTitle('ShippedCheck'), 'SCK')
  await focusOn(page, '.scan-prompt-input')
  await page.keyboard.insertText(shipment)
  await page.keyboard.press('Enter')
  await page.waitForSelector(inActivePanel('.scan-facts >> text=' + shipment))
  await page.keyboard.insertText('PLAIN')
  await page.keyboard.press('Enter')
  await expectPieces(1)
  await page.keyboard.insertText('88012')
}

const expectPieces = (pieces: number) =>
  expect
    .poll(
      async () => {
        const rows = await shell.site.db.query<{ qty: number }>(sql`
          select coalesce(sum(check_qty), 0)::float qty from shipment_line
          where shipment_no = ${shipment}`)
        return rows[0]?.qty
      },
      { timeout: 20_000 },
    )
    .toBe(pieces)

const ownerField = () =>
  page.locator('[data-panel=ILT]').getByLabel(columnTitles.OWNER_CD, { exact: true }).first()

/** Types into every kind of page. The last page is active with an open cell. */
async function typeEverywhere(): Promise<{ columns: string[] }> {
  await nameColumns()
  const columns = await readNamedColumns()
  await scanHalf()
  await open(screenTitle('InventoryByLot'), 'ILT')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  await ownerField().focus()
  await page.keyboard.insertText('HANBIT')
  await page.keyboard.press('Tab')
  await page.waitForSelector(inActivePanel('.lookup-name >> text=한빛헬스'))
  await open(screenTitle('Zone'), 'ZONE')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  await page.focus(inActivePanel('[data-zone=search] input'))
  await page.keyboard.insertText('Z')
  await page.keyboard.press('Alt+g')
  await focusOn(page, inActivePanel('[data-key-sink]'))
  await page.keyboard.press('Insert')
  await page.waitForSelector('.tab-dirty')
  await page.keyboard.insertText('K9')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('in the making')
  await page.waitForFunction(() => {
    const sink = document.activeElement
    return sink instanceof HTMLTextAreaElement && sink.value === 'in the making'
  })
  return { columns }
}

/** Asserts that all input of `typeEverywhere` is restored. */
async function expectRestoredEverywhere({ columns }: { columns: string[] }): Promise<void> {
  const cells = page.locator(inActivePanel('[role=gridcell]'))
  await expect.poll(() => cells.allTextContents(), { timeout: 20_000 }).toContain('K9')
  const readTyped = async (): Promise<string[]> => {
    const open = await page.locator('[data-panel=ZONE] .grid-sink').inputValue()
    return [...(await cells.allTextContents()), open]
  }
  await expect.poll(readTyped).toContain('in the making')
  expect(
    await page.locator('[data-panel=ZONE] [data-zone=search] input').first().inputValue(),
  ).toBe('Z')
  await goTo(screenTitle('InventoryByLot'))
  await expect.poll(() => ownerField().inputValue()).toBe('HANBIT')
  await goTo(screenTitle('ShippedCheck'))
  await page.waitForSelector(inActivePanel('.scan-facts >> text=' + shipment))
  await expect.poll(() => page.inputValue('.scan-prompt-input')).toBe('88012')
  await goTo(screenTitle('ReceiptUploadExcel'))
  await page.waitForSelector(inActivePanel('.upload-mapping'))
  await expect.poll(readNamedColumns).toEqual(columns)
}

async function goTo(title: string): Promise<void> {
  await page.click(`[role=tab]:has-text("${title}")`)
  await page.waitForSelector(`[role=tab][aria-selected=true]:has-text("${title}")`)
}

/** Retries a reload that the browser rejects while the previous one commits. */
async function reloadAgain(): Promise<void> {
  for (;;) {
    try {
      await page.reload()
      return
    } catch (error) {
      if (!String(error).includes('Not attached to an active page')) throw error
    }
  }
}

async function start(): Promise<{ columns: string[] }> {
  await visit(page, shell.base)
  return typeEverywhere()
}

test('typed input on every kind of page survives a reload right after the last key', async () => {
  const typed = await start()
  await page.reload()
  await expectRestoredEverywhere(typed)
  await takePicture(page, 'shell3-columns-restored')
})

test('typed input survives two reloads in quick succession', async () => {
  const typed = await start()
  await page.reload({ waitUntil: 'commit' })
  await reloadAgain()
  await expectRestoredEverywhere(typed)
})

test('typed input survives leaving the site and returning with the back button', async () => {
  const typed = await start()
  await page.goto('about:blank')
  await page.goBack()
  await expectRestoredEverywhere(typed)
})

test('typed input survives going back and forward between screens', async () => {
  const typed = await start()
  await page.goBack()
  await page.waitForURL(/mid=ILT/)
  await page.goForward()
  await page.waitForURL(/mid=ZONE/)
  await expectRestoredEverywhere(typed)
})

test('typed input survives a server restart, with and without a reload', async () => {
  const typed = await start()
  await shell.restart()
  await expectRestoredEverywhere(typed)
  await goTo(screenTitle('Zone'))
  await page.reload()
  await expectRestoredEverywhere(typed)
})

test('typed input survives an expired session, and the save continues after the login', async () => {
  const typed = await start()
  await shell.site.db.execute(sql`delete from session`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await focusOn(page, '[role=dialog] [name=password]')
  await takePicture(page, 'shell3-login-over')
  await page.keyboard.insertText(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
  await page.waitForSelector('[data-tab=ZONE] .tab-dirty', { state: 'detached' })
  const saved = await shell.site.db.query(sql`select zone_nm from zone where zone_cd = 'K9'`)
  expect(saved).toEqual([{ zone_nm: 'in the making' }])
  await expectRestoredEverywhere(typed)
  await shell.site.db.execute(sql`delete from zone where zone_cd = 'K9'`)
})

test('typed input survives five minutes offline, and pending requests are sent once', async () => {
  await page.clock.install()
  const typed = await start()
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await page.waitForSelector(`.status-line >> text=${pageTexts.resending}`)
  await goTo(screenTitle('ShippedCheck'))
  await page.fill('.scan-prompt-input', 'PLAIN')
  await page.keyboard.press('Enter')
  await page.waitForSelector(`.status-line >> text=${pageTexts.unsent(2)}`)
  await page.clock.runFor('05:00')
  await page.waitForSelector(`.status-line >> text=${pageTexts.unsent(2)}`)
  await takePicture(page, 'shell3-offline')
  await page.fill('.scan-prompt-input', '88012')
  await page.context().setOffline(false)
  await page.waitForSelector(`.status-line >> text=${pageTexts.unsent(0)}`)
  await expectPieces(2)
  const saved = await shell.site.db.query(sql`select zone_nm from zone where zone_cd = 'K9'`)
  expect(saved).toEqual([{ zone_nm: 'in the making' }])
  await goTo(screenTitle('Zone'))
  await expectRestoredEverywhere(typed)
  await shell.site.db.execute(sql`delete from zone where zone_cd = 'K9'`)
})

test('a scan in flight during a reload is counted once', async () => {
  await visit(page, shell.base)
  await scanHalf()
  let sent = 0
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/saveProcedure')) return
    sent += 1
    keys.add(request.headers()['idempotency-key'])
  })
  // The server counts the scan, but the response does not reach the page.
  await page.route(
    '**/saveProcedure',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.fill('.scan-prompt-input', 'PLAIN')
  await page.keyboard.press('Enter')
  await expectPieces(2)
  await page.reload()
  await page.waitForSelector(inActivePanel('.scan-facts >> text=' + shipment))
  await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(1)
  await page.waitForSelector(`.status-line >> text=${pageTexts.unsent(0)}`)
  await expectPieces(2)
  expect(keys.size).toBe(1)
  // The scan can be undone as usual.
  await page.keyboard.press('Control+z')
  await expectPieces(1)
})

test('the search of a closed window is not restored in the next one', async () => {
  await visit(page, shell.base)
  await open(screenTitle('InventoryByLot'), 'ILT')
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  await ownerField().focus()
  await page.keyboard.insertText('HANBIT')
  await page.keyboard.press('Tab')
  await page.waitForSelector(inActivePanel('.lookup-name >> text=한빛헬스'))
  const first = page
  page = await first.context().newPage()
  await first.close()
  await page.goto(`${shell.base}/rep/InventoryByLot?mid=ILT`)
  await page.waitForSelector(`.status-line >> text=${rowPattern('.+', '[1-9]')}`)
  expect(await ownerField().inputValue()).toBe('')
})
