import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import {
  hasOrders,
  getItems,
  orderRows,
  ordersFile,
  ordersMapping,
  readOrdersFile,
  getShipTos,
  type OrderRow,
} from '#tests/support/orders.ts'
import { startServer, type ServerProcess, processSiteKey } from '#tests/support/server-process.ts'
import { commandTitle, rowStatus, columnTitles, pageTexts } from '#tests/support/labels.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'
import { KeyboardUser } from './keyboard-user.ts'
import { SecondDesk } from './second-desk.ts'
import { writeSheetFile } from './sheets.ts'

const verify = fileURLToPath(new URL('../../src/server/verify.ts', import.meta.url))

async function checkAllRows(user: KeyboardUser): Promise<void> {
  await user.press('Alt+g')
  await user.command(commandTitle('grid.check-all'))
}

describe.skipIf(!hasOrders)('one day of a real owner, by keyboard only, in Korean', () => {
  let server: ServerProcess
  let user: KeyboardUser
  let rows: OrderRow[]

  beforeAll(async () => {
    const sheet = await readSpreadsheet(await readOrdersFile(), { fileName: 'orders.xlsx' })
    rows = orderRows(sheet.rows)
    server = await startServer({ firstStart: true })
    user = await KeyboardUser.open(server.url)
  })
  afterAll(async () => {
    await user.close()
    await server.discard()
  })

  test('logging in to a fresh site shows menu, tabs, legend bar and status line', async () => {
    await user.typeLogin()
    await user.expectText('메뉴 Alt+M')
    for (const part of ['.left-menu', '.tab-bar', '.legend-bar', '.status-line']) {
      expect(await user.page.locator(part).isVisible()).toBe(true)
    }
    expect(await user.page.title()).toMatch(/^WMS /)
  })

  test('items are uploaded and ship-tos imported', async () => {
    const items = getItems(rows)
    const sheet = [
      [columnTitles.STOCK_CD, columnTitles.STOCK_NM, '재고품'],
      ...items.map((item) => Object.values(item)),
    ]
    await user.open('품목 엑셀', 'StockUpload')
    await user.type('GIFT')
    await user.press('Tab')
    await user.expectText('기프트웨어하우스')
    await user.chooseFile('Control+i', await writeSheetFile('items.xlsx', sheet))
    await user.expectText(pageTexts.rowsRead(items.length.toLocaleString()))
    await user.press('F8')
    await user.expectText(pageTexts.uploadChecked)
    await user.press('Control+s')
    await user.expectText(pageTexts.uploadSaved)

    const shipTos = getShipTos(rows).map((shipTo) => ['GIFT', ...Object.values(shipTo)])
    await user.openScreen('ShipTo')
    await user.expectText(rowStatus(1, 9))
    await user.press('Control+i')
    await user.page.locator('.panel[data-active] .upload-intake input:focus').waitFor()
    await user.type('GIFT')
    await user.press('Tab')
    await user.expectText('기프트웨어하우스')
    const titles = [columnTitles.OWNER_CD, columnTitles.SHIP_TO_CD, columnTitles.SHIP_TO_NM, '국가']
    await user.chooseFile('Control+i', await writeSheetFile('ship-tos.xlsx', [titles, ...shipTos]))
    await user.expectText(pageTexts.rowsRead(shipTos.length))
    await user.press('F8')
    await user.expectText(pageTexts.uploadReady)
    await user.press('Control+s')
    await user.expectText(pageTexts.rowsSaved(shipTos.length))
  })

  test('stock is expected from a sheet, received in bulk and shown by lot', async () => {
    const wanted = new Map<string, number>()
    for (const { item, qty } of rows) {
      if (qty > 0 && /^\d/.test(item)) wanted.set(item, (wanted.get(item) ?? 0) + qty)
    }
    const sheet = [...wanted].map(([item, qty]) => ['PO-1', item, qty])
    await user.open('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
    await user.type('GIFT')
    await user.press('Tab')
    await user.type('20261120')
    await user.press('Tab')
    const file = await writeSheetFile('receipt.xlsx', [
      [columnTitles.OWNER_ORDER_NO, columnTitles.STOCK_CD, columnTitles.EXPECTED_QTY],
      ...sheet,
    ])
    await user.chooseFile('Control+i', file)
    await user.expectText('행을 읽습니다')
    await user.press('F8')
    await user.expectText(pageTexts.uploadChecked)
    await user.press('Control+s')
    await user.expectText(pageTexts.uploadSaved)
    await user.open('BulkReceiving OWNER_CD=GIFT', 'BulkReceiving')
    await user.expectText(rowStatus(1, 1))
    await user.press('Alt+g', 'Control+s')
    await user.expectText(`${sheet.length.toLocaleString('en-US')}행을 입고했습니다.`)
    await user.open('InventoryByLot OWNER_CD=GIFT', 'InventoryByLot')
    await user.expectText(`행 1 / ${sheet.length.toLocaleString()}`)
    await user.open('InventoryHistory OWNER_CD=GIFT', 'InventoryHistory')
    await user.expectText(`행 1 / ${sheet.length.toLocaleString()}`)
  })

  test('the owner’s order sheet is read by its column letters, and invalid lines are listed and excluded', async () => {
    await user.open('화주별 출고', 'ShipmentUploadExcelByOwner')
    await user.type('GIFT')
    await user.press('Tab')
    await user.type('20261120')
    await user.press('Tab')
    await user.chooseFile('Control+i', ordersFile)
    await user.expectText(pageTexts.rowsRead('3,108'))
    for (const letter of Object.values(ordersMapping)) {
      await user.press('Control+a')
      await user.type(letter)
      await user.press('Tab')
    }
    await user.press('F8')
    await user.expectText(pageTexts.uploadChecked)
    await user.expectText(/오류 1,172행/)
    await user.command(commandTitle('grid.drop-faulty'))
    await user.expectText(/1,172행을 제외하고/)
    await user.press('Enter')
    await user.expectText('오류 없음')
    await user.press('Control+s')
    await user.expectText('새 번호 121건')
  })

  test('orders are allocated, listed and picked', async () => {
    await user.open('ALC OWNER_CD=GIFT', 'Alloc')
    await user.expectText(rowStatus(1, 121))
    await checkAllRows(user)
    await user.press('Alt+x')
    await user.expectText(/할당예정 24,207 · 부족 0 /)
    await user.press('Control+s')
    await user.expectText('121건 중 121건을 모두 할당했습니다.')
    await user.open('ㅍㅋㄹㅅㅌ OWNER_CD=GIFT', 'PickingList')
    await user.expectText(rowStatus(1, 121))
    await checkAllRows(user)
    await user.press('Control+p')
    // Typesets a list of 121 pages, the slowest response.
    await user.expectText('121건을 피킹지시했습니다.', { timeout: 60_000 })
    await user.press('Escape')
    await user.open('PCK OWNER_CD=GIFT', 'Picking')
    await user.expectText(rowStatus(1, '1,936'))
    await checkAllRows(user)
    await user.press('Control+s')
    await user.expectText('121건의 출고에서 1,936행을 피킹했습니다.')
  })

  test('one order is checked with a scanner and shipped, and its delivery note is printed', async () => {
    const [first] = rows
    const ordered = rows.filter(({ order }) => order === first?.order)
    await user.openScreen('ShippedCheck')
    await user.expectText(pageTexts.scanShipment)
    const other = await SecondDesk.open(server.url, 'admin')
    const [shipment] = await other.rows('outbound/shipments', {
      OWNER_CD: 'GIFT',
      OWNER_ORDER_NO: `=${first?.order}`,
    })
    await user.scan(String(shipment?.['SHIPMENT_NO']))
    await user.expectText(pageTexts.scanItem)
    await user.scan('NOSUCHITEM')
    await user.expectText(checkScanTexts.unknown.ko)
    let scanned = 0
    for (const { item, qty } of ordered) {
      for (let piece = 0; piece < qty; piece += 1) await user.scan(item)
      scanned += qty
    }
    await user.waitForElement(
      user.page.locator('.scan-counted').getByText(String(scanned), { exact: true }),
    )
    await user.press('Control+s')
    await user.expectText('1건의 검수를 완료했습니다.')
    await user.openScreen('Shipping', 'OWNER_CD=GIFT')
    await user.expectText(rowStatus(1, 1))
    await user.press('Alt+g', 'Control+s')
    await user.expectText('1건을 출하했습니다.')
    await user.openScreen('PrintOutboundBill', 'OWNER_CD=GIFT')
    await user.expectText(rowStatus(1, 121))
    const pdf = user.page.waitForResponse((response) =>
      response.url().includes('/api/print/outbound/bill'),
    )
    await user.press('Alt+g', 'Control+p')
    expect((await pdf).headers()['content-type']).toBe('application/pdf')
  })

  test('stock, ledger and documents agree', async () => {
    expect(user.complaints).toEqual([])
    await server.stop()
    const { stdout } = await promisify(execFile)(process.execPath, [verify], {
      env: {
        ...process.env,
        DATA_DIR: server.dataDir,
        DATABASE_URL: '',
        SITE_KEY: processSiteKey,
      },
    })
    expect(stdout).toMatch(/\d+ checks, 0 findings/)
  })
})
