import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, getState, runStep } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'
import { WedgeScanner } from '#tests/ui/scanner/wedge-scanner.ts'
import { rowStatus } from '#tests/support/labels.ts'
import { KeyboardUser } from './keyboard-user.ts'

const OWNER_CD = 'SEOJIN'
const RECEIVED = 60

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser
let scanner: WedgeScanner

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
  staff = createPageUser(user.page, 'W01')
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

async function printCodes(name: string, ROWS: readonly Record<string, Value>[]): Promise<string[]> {
  const response = await user.page.context().request.post(`${server.url}/api/print/${name}`, {
    data: { ROWS },
    headers: { wcode: 'W01', origin: server.url },
  })
  expect(response.status()).toBe(200)
  return readPdfText(await response.body())
}

let items = 0

async function createLabelledItem(): Promise<{ readonly STOCK_CD: string; readonly code: string }> {
  items += 1
  const digits = `8807${String(items).padStart(8, '0')}`
  const BARCODE = `${digits}${checkDigit(digits)}`
  const STOCK_CD = `DAY-${items}`
  const row = { OWNER_CD, STOCK_CD, STOCK_NM: `Day ${items}`, BARCODE }
  expect((await staff.save('master/upload-stock', [row])).status).toBe(200)
  const ordered = [{ STOCK_CD, ORDER_QTY: RECEIVED }]
  const RECEIPT_NO = await expectStock(staff, ordered, { OWNER_CD })
  const received = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: RECEIVED, CELL_CD: 'A01-01-1' }
  expect((await staff.save('inbound/receive', [received])).status).toBe(200)
  const [line] = await staff.query('inbound/labels-lines', { DOC_NO: RECEIPT_NO })
  const [label = ''] = await printCodes('inbound/labels', [{ ...line, LABEL_CD: 'ITEM' }])
  const gtin = /\(01\)(\d{14})/.exec(label)?.[1]
  return { STOCK_CD, code: gtin === undefined ? STOCK_CD : `]C101${gtin}` }
}

async function printPickingList(SHIPMENT_NO: string): Promise<string> {
  await runStep(staff, 'allocate', SHIPMENT_NO)
  const [list = ''] = await printCodes('outbound/picking-list', [{ SHIPMENT_NO }])
  await runStep(staff, 'mark-listed', SHIPMENT_NO)
  const number = /SH-\d{8}-\d{4}/.exec(list)?.[0]
  expect(number).toBe(SHIPMENT_NO)
  return number ?? ''
}

async function saveAndWait(): Promise<void> {
  const answered = user.page.waitForResponse((response) =>
    response.url().endsWith('/saveProcedure'),
  )
  await user.press('Control+s')
  expect((await answered).status()).toBe(200)
}

test.each([
  { mode: 'Latin', hangul: false },
  { mode: 'Hangul', hangul: true },
])(
  'a day of orders is picked, checked and shipped by scanner, in $mode mode',
  async ({ hangul }) => {
    const scan = async (code: string): Promise<void> => {
      await scanner.scan(code, { gapMs: 5, suffix: 'Enter', hangul })
      const shown = user.page.locator('.status-line').getByText('✓ ')
      await expect.poll(async () => (await shown.allTextContents()).join()).toContain(code)
    }
    const goods = [await createLabelledItem(), await createLabelledItem()]
    const wanted = [
      [2, 1],
      [1, 3],
      [3, 0],
      [0, 2],
    ].map((counts) =>
      counts.flatMap((qty, index) => {
        const item = goods[index]
        return item && qty > 0 ? [{ ...item, qty }] : []
      }),
    )
    const day: { number: string; lines: (typeof wanted)[number] }[] = []
    for (const lines of wanted) {
      const rows = lines.map(({ STOCK_CD, qty }) => ({ STOCK_CD, ORDER_QTY: qty }))
      day.push({ number: await printPickingList(await addOrder(staff, rows, { OWNER_CD })), lines })
    }
    const scanLines = async (lines: (typeof wanted)[number]): Promise<void> => {
      for (const { code, qty } of lines) {
        for (let piece = 0; piece < qty; piece += 1) await scan(code)
      }
    }

    await user.openScreen('Picking', 'PCK')
    for (const { number, lines } of day) {
      await user.press('Alt+s')
      await scan(number)
      await user.expectText(`행 1 / ${lines.length}`)
      await user.press('Alt+g')
      await scanLines(lines)
      await saveAndWait()
      await expect.poll(() => getState(staff, number)).toBe('40')
    }
    await user.openScreen('ShippedCheck')
    for (const { number, lines } of day) {
      await scan(number)
      await scanLines(lines)
      await saveAndWait()
      await expect.poll(() => getState(staff, number)).toBe('50')
    }
    await user.open('SHP', 'Shipping')
    // The number on the document finds its rows, regardless of the focus.
    for (const { number } of day) {
      await scan(number)
      await user.expectText(rowStatus(1, 1))
      await saveAndWait()
      await expect.poll(() => getState(staff, number)).toBe('60')
    }
    for (const { STOCK_CD } of goods) {
      const left = await staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD })
      const shipped = wanted.flat().filter((line) => line.STOCK_CD === STOCK_CD)
      const sum = shipped.reduce((total, { qty }) => total + qty, 0)
      expect(left).toMatchObject([{ QTY: RECEIVED - sum, ALLOC_QTY: 0, PICK_QTY: 0 }])
    }
    for (const route of ['Shipping', 'ShippedCheck', 'Picking']) {
      await user.waitForElement(user.page.locator('.status-line').getByText(route, { exact: true }))
      await user.press('Alt+w')
    }
    expect(user.complaints).toEqual([])
  },
)

test('a save pressed right after a scan runs after the scan, or is dropped if the scan fails', async () => {
  const ordered = [{ STOCK_CD: 'DAY-1', ORDER_QTY: 10 }]
  const RECEIPT_NO = await expectStock(staff, ordered, { OWNER_CD })
  const getReceivedQuantity = async () =>
    (await staff.query('inbound/receipts', { RECEIPT_NO }))[0]?.['RECEIVE_QTY']
  await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${RECEIPT_NO}`)
  await user.expectText(rowStatus(1, 1))
  await user.scan('8809999999995')
  await user.press('Control+s')
  await user.expectText('8809999999995: 이 화면에 없는 코드입니다.')
  await user.press('Escape')
  await user.scan('DAY-1')
  await user.press('Control+s')
  await expect.poll(getReceivedQuantity).toBe(1)
  expect(user.complaints).toEqual([])
})
