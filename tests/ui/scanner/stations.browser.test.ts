import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, getUnpicked, runStep } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { guides } from '#ui/keys/tools/screen-guides.ts'
import {
  rowPattern,
  screenTitle,
  commandTitle,
  rowStatus,
  columnTitles,
  pageTexts,
} from '#tests/support/labels.ts'
import { WedgeScanner } from './wedge-scanner.ts'

const OWNER_CD = 'SEOJIN'

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser
let scanner: WedgeScanner
/** Empty cells, one for each putaway. */
let free: string[]

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
  staff = createPageUser(user.page, 'W01')
  const cells = await staff.query('master/cell', { CELL_CD: 'A%' })
  const taken = new Set((await staff.query('inventory/by-lot')).map((row) => row['CELL_CD']))
  free = cells.map((cell) => String(cell['CELL_CD'])).filter((code) => !taken.has(code))
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

const scan = (code: string) => scanner.scan(code, { gapMs: 2, suffix: 'Enter', hangul: true })

async function scanAndExpect(code: string, sign: '✓' | '✕' = '✓'): Promise<void> {
  await scan(code)
  const shown = code.replaceAll('\u001d', '␝')
  const text = user.page.locator('.status-line').getByText(`${sign} `)
  await expect.poll(async () => (await text.allTextContents()).join()).toContain(`${sign} ${shown}`)
}

const takeFreeCell = (): string => free.shift() ?? ''

let items = 0

async function newItem(extra: Record<string, Value> = {}) {
  items += 1
  const digits = `8809${String(items).padStart(8, '0')}`
  const BARCODE = `${digits}${checkDigit(digits)}`
  const STOCK_CD = `SCAN-${items}`
  const row = { OWNER_CD, STOCK_CD, STOCK_NM: `Scan ${items}`, BARCODE, ...extra }
  const { status } = await staff.save('master/upload-stock', [row])
  expect(status).toBe(200)
  return { STOCK_CD, BARCODE, gtin: `0${BARCODE}` }
}

async function createOrderedItem(extra: Record<string, Value> = {}) {
  const item = await newItem()
  const ordered = [{ STOCK_CD: item.STOCK_CD, ORDER_QTY: 10 }]
  const RECEIPT_NO = await expectStock(staff, ordered, { OWNER_CD })
  const row = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 10, CELL_CD: takeFreeCell(), ...extra }
  expect((await staff.save('inbound/receive', [row])).status).toBe(200)
  return item
}

const getStock = (STOCK_CD: string) => staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD })

async function saveAndWait(): Promise<void> {
  const answered = user.page.waitForResponse((response) =>
    response.url().endsWith('/saveProcedure'),
  )
  await user.press('Control+s')
  expect((await answered).status()).toBe(200)
}

describe('stations in Hangul mode', () => {
  test('receiving counts items and fills lot, date and cell columns from the codes', async () => {
    const item = await newItem({ LOT_YN: 'Y', VALID_YN: 'Y' })
    const ordered = [{ STOCK_CD: item.STOCK_CD, ORDER_QTY: 12 }]
    const receipt = await expectStock(staff, ordered, { OWNER_CD })
    await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
    await user.expectText(rowPattern('1', '1'))
    await scanAndExpect(item.BARCODE)
    const cell = takeFreeCell()
    await scanAndExpect(`01${item.gtin}3010\u001d10Lot-a7\u001d17271231`)
    await scanAndExpect(`CELL:${cell}`)
    await scanAndExpect(`]C101${item.gtin.slice(0, 13)}0`, '✕')
    await user.expectText(/검사/)
    await saveAndWait()
    await expect
      .poll(() => getStock(item.STOCK_CD))
      .toMatchObject([{ QTY: 11, LOT_NO: 'Lot-a7', VALID_DT: '20271231', CELL_CD: cell }])
  })

  test('receiving recognizes a plain cell code', async () => {
    // The rows of the previous receipt have the same number.
    await user.press('Alt+w')
    const item = await newItem()
    const ordered = [{ STOCK_CD: item.STOCK_CD, ORDER_QTY: 3 }]
    const receipt = await expectStock(staff, ordered, { OWNER_CD })
    await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
    await user.expectText(rowPattern('1', '1'))
    await scanAndExpect(item.BARCODE)
    const cell = takeFreeCell()
    await scanAndExpect(cell)
    await scanAndExpect('NO-CELL-9', '✕')
    await saveAndWait()
    await expect.poll(() => getStock(item.STOCK_CD)).toMatchObject([{ QTY: 1, CELL_CD: cell }])
  })

  test('picking counts the allocated quantity and rejects more', async () => {
    const item = await createOrderedItem()
    const line = { STOCK_CD: item.STOCK_CD, ORDER_QTY: 2 }
    const shipment = await addOrder(staff, [line], { OWNER_CD })
    await runStep(staff, 'allocate', shipment)
    await runStep(staff, 'mark-listed', shipment)
    await user.openScreen('Picking', `SHIPMENT_NO=${shipment}`)
    await user.expectText(rowPattern('1', '1'))
    await scanAndExpect(item.BARCODE)
    await scanAndExpect(item.BARCODE)
    await scanAndExpect(item.BARCODE, '✕')
    await saveAndWait()
    await expect.poll(() => getUnpicked(staff, shipment)).toEqual([])
    await user.openScreen('ShippedCheck')
    await user.expectText(pageTexts.scanShipment)
    await scanAndExpect(shipment)
    await scanAndExpect(item.BARCODE)
    await scanAndExpect(item.BARCODE)
    await saveAndWait()
    const [checked] = await staff.query('outbound/shipments', { SHIPMENT_NO: shipment })
    expect(checked).toMatchObject({ STATE_CD: '50' })
  })

  test.each([
    [screenTitle('CellMove'), 'CellMove', undefined, {}],
    [screenTitle('BoxMove'), 'BoxMove', 'BOX0077', { BOX_NO: 'BOX0077' }],
    [screenTitle('PalletMove'), 'PalletMove', 'PLT0077', { PALLET_NO: 'PLT0077' }],
  ])('%s takes the source first and then the target cell', async (title, route, number, where) => {
    const from = takeFreeCell()
    const item = await createOrderedItem({ CELL_CD: from, ...where })
    await user.open(title, route)
    await user.expectText(rowPattern('1', '\\d'))
    await scanAndExpect(number ?? `CELL:${from}`)
    const to = takeFreeCell()
    await scanAndExpect(`CELL:${to}`)
    await user.expectText(`1건 → ${to}`)
    await saveAndWait()
    await expect.poll(() => getStock(item.STOCK_CD)).toMatchObject([{ CELL_CD: to, QTY: 10 }])
  })
})

describe('owner code formats', () => {
  test('a format created and tested in a popup is then used at receiving', async () => {
    const item = await newItem({ LOT_YN: 'Y' })
    await user.openScreen('Owner', `OWNER_CD=${OWNER_CD}`)
    await user.expectText(rowPattern('1', '1'))
    await user.press('Alt+g')
    await user.command(commandTitle('master.owner-code-formats'))
    await user.expectText('시험할 코드 (스캔하거나 입력)')
    await user.press('Insert')
    await user.type('박스')
    await user.press('Tab', 'Tab')
    await user.type('SJ{ITEM}#{LOT:4}{QTY:3}')
    await user.press('Enter')
    const trial = user.page.getByLabel('시험할 코드')
    await trial.focus()
    await scan(`SJ${item.STOCK_CD}#L001004`)
    await user.expectText(`품목 ${item.STOCK_CD} · 로트 L001 · 수량 4`)
    await saveAndWait()
    await user.waitForElement(user.page.locator('.owner-formats').getByText(pageTexts.saved(1)))
    // Closing it by the title bar also prompts for unsaved rows.
    await user.press('Insert')
    await user.page.locator('.popup-title').getByText('Esc').click()
    await user.expectText('저장하지 않은 행이 있습니다')
    await user.press('Delete')
    await user.page.locator('.owner-formats').waitFor({ state: 'detached' })
    const receipt = await expectStock(staff, [{ STOCK_CD: item.STOCK_CD, ORDER_QTY: 9 }], {
      OWNER_CD,
    })
    await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
    await user.expectText(rowPattern('1', '1'))
    await scanAndExpect(`SJ${item.STOCK_CD}#L001004`)
    await scanAndExpect(`SJ${item.STOCK_CD}#L001003`)
    await scanAndExpect(`SJ${item.STOCK_CD}#L001000`, '✕')
    await user.expectText(`${OWNER_CD} 박스: 수량 값이 아닙니다: 000`)
    await scanAndExpect(`CELL:${takeFreeCell()}`)
    await saveAndWait()
    await expect.poll(() => getStock(item.STOCK_CD)).toMatchObject([{ QTY: 7, LOT_NO: 'L001' }])
  })
})

test('a scanned cell fills the matching search field', async () => {
  await user.openScreen('InventoryByLot')
  await user.expectText(rowPattern('1', '\\d'))
  await user.press('Alt+s')
  const code = takeFreeCell()
  await scanAndExpect(`CELL:${code}`)
  const cell = user.page
    .getByLabel(columnTitles.CELL_CD, { exact: true })
    .filter({ visible: true })
    .first()
  await expect.poll(() => cell.inputValue()).toBe(code)
})

test('station messages wrap only between words', async () => {
  await user.openScreen('ShippedCheck')
  await scan('SH-20261120-0412')
  const reason = user.page.locator('.panel[data-active] .scan-reason').first()
  await user.waitForElement(reason)
  const wrapped = await reason.evaluate((element, text) => {
    const node = document.createTextNode(text)
    element.replaceChildren(node)
    const getLines = (start: number, end: number): number => {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }
    const words = [...text.matchAll(/\S+/g)]
    const split = words.filter(({ index, 0: word }) => getLines(index, index + word.length) > 1)
    return { lines: getLines(0, text.length), split: split.map(([word]) => word) }
  }, guides['Home']?.text.ko ?? '')
  expect(wrapped.split).toEqual([])
  expect(wrapped.lines).toBeGreaterThan(2)
})

describe('codes scanned into fields of another meaning', () => {
  test('a search rejects a document as owner and a pallet as date but finds an item', async () => {
    const item = await createOrderedItem()
    await user.openScreen('InventoryByLot')
    // Reset conditions scanned into this search earlier.
    await user.press('Shift+F8', 'F8')
    await user.expectText(rowPattern('\\d+', '\\d'))
    await user.press('Alt+s')
    const owner = user.page
      .getByLabel(columnTitles.OWNER_CD, { exact: true })
      .filter({ visible: true })
      .first()
    await scanAndExpect('SH-20261120-0412', '✕')
    expect(await owner.inputValue()).toBe('')
    const date = user.page
      .getByLabel(columnTitles.VALID_DT, { exact: true })
      .filter({ visible: true })
      .first()
    await date.focus()
    await scanAndExpect('PLT0077', '✕')
    expect(await date.inputValue()).toBe('')
    await owner.focus()
    await scanAndExpect(item.BARCODE)
    await user.expectText(rowStatus(1, 1))
    const code = user.page
      .getByLabel(columnTitles.STOCK_CD, { exact: true })
      .filter({ visible: true })
      .first()
    expect(await code.inputValue()).toBe(item.STOCK_CD)
  })

  test('a grid rejects a barcode as quantity and does not change the item of the row', async () => {
    const item = await newItem({ CBM: 0.012 })
    const other = await newItem()
    await user.openScreen('StockBasic', `STOCK_CD=${item.STOCK_CD}`)
    await user.expectText(rowStatus(1, 1))
    const readCurrentCell = () =>
      user.page.evaluate(() => {
        const named = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
        const current = document.getElementById(named)
        const at = current?.getAttribute('aria-colindex') ?? ''
        const head = `[role=columnheader][aria-colindex="${at}"]`
        const title = current?.closest('[role=grid]')?.querySelector(head)?.textContent
        return `${title ?? ''} ${current?.textContent ?? ''}`
      })
    await user.press('Alt+g', 'Home', ...Array<string>(6).fill('ArrowRight'))
    await expect.poll(readCurrentCell).toMatch(/^CBM 0.012/)
    await scanAndExpect(other.BARCODE, '✕')
    await user.expectText(`${other.BARCODE}: 행의 품목과 다릅니다.`)
    await expect.poll(readCurrentCell).toMatch(/^CBM 0.012/)
    await user.press('Escape')
  })
})
