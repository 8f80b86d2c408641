import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, runStep } from '#tests/support/floor.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { readPdfCodes } from '#tests/support/read-labels.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { commandTitle, rowPattern, pageTexts } from '#tests/support/labels.ts'
import { WedgeScanner } from './wedge-scanner.ts'

type Row = Record<string, Value>

const OWNER_CD = 'SEOJIN'
const STOCK_CD = 'LABELLED'
const LOT_NO = 'L26-11'
const barcode = `880977000001${checkDigit('880977000001')}`

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
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: 'Label item', BARCODE: barcode, LOT_YN: 'Y' }
  expect((await staff.save('master/upload-stock', [item])).status).toBe(200)
  const cells = await staff.query('master/cell', { CELL_CD: 'A%' })
  const taken = new Set((await staff.query('inventory/by-lot')).map((row) => row['CELL_CD']))
  free = cells.map((cell) => String(cell['CELL_CD'])).filter((code) => !taken.has(code))
})
afterAll(async () => {
  await user.close()
  await server.discard()
})
afterEach(() => expect(user.complaints).toEqual([]))

async function printCodes(name: string, row: Row): Promise<string[]> {
  const bytes = await user.page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json', wcode: 'W01' }
      const response = await fetch(path, { method: 'POST', headers, body })
      return [...new Uint8Array(await response.arrayBuffer())]
    },
    [`/api/print/${name}`, JSON.stringify({ ROWS: [row] })] as const,
  )
  const [codes] = await readPdfCodes(Uint8Array.from(bytes))
  return codes ?? []
}

/** Scans a label code and waits for its result in the status line. */
async function scanPrinted(code: string | undefined): Promise<void> {
  if (code === undefined) throw new Error('the label has no such code')
  await scanner.scan(code, { gapMs: 5, suffix: 'Enter', hangul: true })
  const text = user.page.locator('.status-line').getByText('✓ ')
  await expect
    .poll(async () => (await text.allTextContents()).join())
    .toContain(code.replaceAll('\u001d', '␝').replace(/^\][A-Za-z]\d/, ''))
}

const printCellLabel = async (): Promise<string | undefined> =>
  (await printCodes('master/cell-labels', { CELL_CD: free.shift() ?? '' }))[0]

async function saveAndWait(): Promise<void> {
  const answered = user.page.waitForResponse((response) =>
    response.url().endsWith('/saveProcedure'),
  )
  await user.press('Control+s')
  expect((await answered).status()).toBe(200)
}

/** Requests labels for two new numbers at the active station. Returns the codes printed on them. */
async function issueNumbers(kind: string): Promise<string[]> {
  await user.command(commandTitle('inventory.new-numbers'))
  await expect.poll(() => user.page.locator('#ask-KIND_CD').inputValue()).toBe(kind)
  await user.press('Tab', 'Control+a')
  await user.type('2')
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.print-preview'))
  await user.press('Escape')
  await user.page.locator('.print-preview').waitFor({ state: 'detached' })
  const [batch] = await staff.query('inventory/handling-batches')
  expect(batch).toMatchObject({ NUMBER_COUNT: 2 })
  return printCodes('inventory/handling-number-labels', { BATCH_NO: batch?.['BATCH_NO'] ?? null })
}

/** Location of the stock: cell, pallet, box and quantity. */
async function getStockPlaces(): Promise<string[]> {
  const rows = await staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD })
  const shown = rows.map((row) => [row['CELL_CD'], row['PALLET_NO'], row['BOX_NO'], row['QTY']])
  return shown.map((row) => row.filter(Boolean).join(' ')).toSorted()
}

test('printed labels are enough to receive, move, count, pick, check and pack', async () => {
  const ordered = [{ STOCK_CD, ORDER_QTY: 6, LOT_NO }]
  const receipt = await expectStock(staff, ordered, { OWNER_CD })
  const [line] = await staff.query('inbound/labels-lines', { DOC_NO: receipt })
  const item = (await printCodes('inbound/labels', { ...line, LABEL_CD: 'ITEM' }))[0]

  // Receive: scan the item, its target cell and its pallet.
  await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
  await user.expectText(rowPattern('1', '1'))
  for (let piece = 0; piece < 4; piece += 1) await scanPrinted(item)
  const first = free[0]
  await scanPrinted(await printCellLabel())
  const [stuck] = await issueNumbers('파렛트')
  const number = stuck?.replace(/^\]C0/, '')
  await scanPrinted(stuck)
  // A second scan is of the same pallet.
  await scanPrinted(stuck)
  await saveAndWait()
  await expect.poll(getStockPlaces).toEqual([`${first} ${number} 4`])

  const [pallet] = await printCodes('inventory/pallet-labels', { PALLET_NO: number ?? '' })
  await user.openScreen('PalletMove')
  await user.expectText(rowPattern('\\d+', '\\d'))
  await scanPrinted(pallet)
  const second = free[0]
  await scanPrinted(await printCellLabel())
  await saveAndWait()
  await expect.poll(getStockPlaces).toEqual([`${second} ${number} 4`])

  // The rest arrives in a box. It is moved by the label of the box, then by that of its cell.
  const boxed = { RECEIPT_NO: receipt, LINE_NO: 1, NOW_QTY: 2, BOX_NO: 'BOX-0900', LOT_NO }
  const third = free.shift() ?? ''
  expect((await staff.save('inbound/receive', [{ ...boxed, CELL_CD: third }])).status).toBe(200)
  const parts = await staff.query('inbound/labels-lines', { DOC_NO: receipt })
  const part = parts.find((row) => row['BOX_NO'] === 'BOX-0900')
  const [box, content] = await printCodes('inbound/labels', { ...part, LABEL_CD: 'BOX' })
  await user.openScreen('BoxMove')
  await user.expectText(rowPattern('\\d+', '\\d'))
  await scanPrinted(box)
  const fourth = free[0]
  await scanPrinted(await printCellLabel())
  await saveAndWait()
  await expect.poll(getStockPlaces).toContain(`${fourth} BOX-0900 2`)
  await user.openScreen('CellMove')
  await user.expectText(rowPattern('\\d+', '\\d'))
  const [from] = await printCodes('master/cell-labels', { CELL_CD: fourth ?? '' })
  await scanPrinted(from)
  const fifth = free[0]
  const to = await printCellLabel()
  await scanPrinted(to)
  await saveAndWait()
  await expect.poll(getStockPlaces).toContain(`${fifth} BOX-0900 2`)

  // Count the item: first the cell, then its content.
  const group = { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD, ABC_CD: 'C' }
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' })
  const created = await staff.save('inventory/make-count', [
    { ...group, COUNT_DT: today.replaceAll('-', '') },
  ])
  const job = String(created.body.data.rows[0]?.['JOB_NO'])
  const [sheet] = await printCodes('inventory/count-sheet', { JOB_NO: job })
  await user.openScreen('StocktakingJobWork')
  await scanPrinted(sheet)
  await user.expectText('셀을 스캔하세요.')
  await scanPrinted(to)
  // The label of a box contains its quantity.
  await scanPrinted(content)
  await expect
    .poll(async () =>
      (await staff.query('inventory/count-work', { JOB_NO: job })).map((row) => row['COUNTED_QTY']),
    )
    .toContain(2)

  // Process an order from the picking list to the boxes.
  const shipment = await addOrder(staff, [{ STOCK_CD, ORDER_QTY: 3 }], { OWNER_CD })
  await runStep(staff, 'allocate', shipment)
  const [paper] = await printCodes('outbound/picking-list', { SHIPMENT_NO: shipment })
  await runStep(staff, 'mark-listed', shipment)
  await user.openScreen('Picking', `SHIPMENT_NO=${shipment}`)
  await user.expectText(rowPattern('1', '\\d'))
  for (let piece = 0; piece < 3; piece += 1) await scanPrinted(item)
  await saveAndWait()
  await expect
    .poll(async () => (await staff.query('outbound/shipments', { SHIPMENT_NO: shipment }))[0])
    .toMatchObject({ STATE_CD: '40' })
  await user.openScreen('ShippedCheck')
  await user.expectText(pageTexts.scanShipment)
  await scanPrinted(paper)
  for (let piece = 0; piece < 3; piece += 1) await scanPrinted(item)
  await saveAndWait()
  await user.openScreen('PackingInterfacePikl')
  await scanPrinted(paper)
  const [packed] = await issueNumbers('박스')
  await scanPrinted(packed)
  for (let piece = 0; piece < 3; piece += 1) await scanPrinted(item)
  await expect
    .poll(async () => (await staff.query('outbound/packing-lines', { SHIPMENT_NO: shipment }))[0])
    .toMatchObject({ PACK_QTY: 3 })
})
