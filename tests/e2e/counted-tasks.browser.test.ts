import { expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { createCountedDesk } from '#tests/support/counted-desk.ts'
import {
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import {
  rowPattern,
  rowStatus,
  commandTitle,
  columnTitles,
  pageTexts,
} from '#tests/support/labels.ts'
import { leaveAll } from './close-all.ts'
import { writeSheetFile } from './sheets.ts'

const OWNER_CD = 'SEOJIN'

const goals = {
  'open a screen': { goal: 4, menu: 7 },
  'receive a scanned line': { goal: 3, menu: 20 },
  'hold a lot': { goal: 7, menu: 27 },
  'why is this number so': { goal: 1, menu: 2 },
  'why is this number so, from Home': { goal: 11, menu: 30 },
  'why short, and free it': { goal: 8 },
  'ship a checked order': { goal: 2, menu: 16 },
  'ship a checked order, from Home': { goal: 6, menu: 24 },
  'mend a quantity in an upload': { goal: 3, menu: 14 },
  'count a cell': { goal: 7, menu: 21 },
  'move a pallet': { goal: 3, menu: 26 },
  'undo an import': { goal: 1, menu: 12 },
  'find an order by its last four digits': { goal: 6, menu: 16 },
} as const

const desk = createCountedDesk(goals)
const { press, type, scan, task } = desk.keys

let items = 0

async function createItem(where?: Record<string, Value>, extra: Record<string, Value> = {}) {
  items += 1
  const digits = `8806${String(items).padStart(8, '0')}`
  const BARCODE = `${digits}${checkDigit(digits)}`
  const STOCK_CD = `T${7000 + items}`
  const row = { OWNER_CD, STOCK_CD, STOCK_NM: `Work ${items}`, BARCODE, ...extra }
  expect((await desk.staff.save('master/upload-stock', [row])).status).toBe(200)
  const RECEIPT_NO = await expectStock(desk.staff, [{ STOCK_CD, ORDER_QTY: 10 }], { OWNER_CD })
  if (where) {
    const line = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 10, ...where }
    expect((await desk.staff.save('inbound/receive', [line])).status).toBe(200)
  }
  return { STOCK_CD, BARCODE, RECEIPT_NO }
}

const getStock = (STOCK_CD: string) => desk.staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD })
const waitForTopTask = (route: string) =>
  desk.user.waitForElement(desk.user.page.locator('.status-line').getByText(route, { exact: true }))

test('typing two letters opens a screen', async () => {
  await task('open a screen', () => press('g', 'i'))
  await waitForTopTask('InventoryByLot')
  await desk.user.expectText(rowPattern('1', '\\d'))
})

test('a line is received by scanning item and cell, then saving', async () => {
  const { STOCK_CD, BARCODE, RECEIPT_NO } = await createItem()
  await desk.user.openScreen('ReceivingByOrder', `RECEIPT_NO=${RECEIPT_NO}`)
  await desk.user.expectText(rowStatus(1, 1))
  await task('receive a scanned line', async () => {
    await scan(BARCODE)
    await scan('CELL:A01-02-1')
    await press('Control+s')
  })
  await expect.poll(() => getStock(STOCK_CD)).toMatchObject([{ QTY: 1, CELL_CD: 'A01-02-1' }])
})

test('a lot is held by a command on its row', async () => {
  const { STOCK_CD } = await createItem({ CELL_CD: 'A01-02-2' })
  await desk.user.openScreen('InventoryByLot', `STOCK_CD=${STOCK_CD}`)
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  await task('hold a lot', async () => {
    await press('Alt+Enter')
    await desk.user.page.locator('[cmdk-input]').waitFor()
    await type('ㅂㄹ')
    await desk.user.waitForElement(
      desk.user.page
        .locator('[cmdk-item][aria-selected=true]')
        .getByText(commandTitle('inventory.hold'), { exact: true }),
    )
    await press('Enter')
    await desk.user.expectText(columnTitles.REASON)
    await type('파손')
    await press('Enter')
  })
  await expect.poll(() => getStock(STOCK_CD)).toMatchObject([{ CONDITION_CD: 'HELD', QTY: 10 }])
})

test('row actions prompt below the row and one key undoes them', async () => {
  const { STOCK_CD } = await createItem({ CELL_CD: 'A01-04-1' })
  await leaveAll(desk.user)
  await desk.user.openScreen('InventoryByLot', `STOCK_CD=${STOCK_CD}`)
  await desk.user.expectText(rowStatus(1, 1))
  const getStockPlaces = async () => {
    const rows = await getStock(STOCK_CD)
    return rows.map((row) => `${row['CELL_CD']} ${row['CONDITION_CD']} ${row['QTY']}`).toSorted()
  }
  async function measureVerb(
    name: string,
    field: string,
    keysOf: () => Promise<void>,
  ): Promise<void> {
    await desk.user.press('Alt+g', 'Alt+Enter')
    await desk.user.page.locator('[cmdk-input]').waitFor()
    await desk.user.type(name)
    const hit = desk.user.page.locator('[cmdk-item][aria-selected=true]').getByText(name)
    await desk.user.waitForElement(hit.first())
    await desk.user.press('Enter')
    const form = desk.user.page.locator('.ask-form[data-strip]')
    await desk.user.waitForElement(form.locator(`#ask-${field}`))
    await keysOf()
    await desk.user.press('Enter')
    await form.waitFor({ state: 'detached' })
    // The notice disappears after a second. The status line still shows the result and the undo
    // key.
    const status = desk.user.page.locator('.status-line')
    for (const shown of [/니다\.$/, '되돌리기'])
      await desk.user.waitForElement(status.getByText(shown).first())
  }
  await measureVerb(commandTitle('inventory.move'), 'TO_CELL_CD', async () => {
    await desk.user.type('A01-04-2')
    await desk.user.press('Tab', 'Control+a')
    await desk.user.type('4')
  })
  await expect.poll(getStockPlaces).toEqual(['A01-04-1 NORMAL 6', 'A01-04-2 NORMAL 4'])
  await desk.user.press('Control+z')
  await expect.poll(getStockPlaces).toEqual(['A01-04-1 NORMAL 10'])
  await desk.user.page.locator('.ask-form').waitFor({ state: 'detached' })
  await measureVerb(commandTitle('inventory.hold'), 'REASON', async () => {
    await desk.user.type('파손')
    await desk.user.press('Tab', 'Control+a')
    await desk.user.type('3')
  })
  await expect.poll(getStockPlaces).toEqual(['A01-04-1 HELD 3', 'A01-04-1 NORMAL 7'])
  await desk.user.press('Control+z')
  await expect.poll(getStockPlaces).toEqual(['A01-04-1 NORMAL 10'])
  await measureVerb(commandTitle('inventory.count'), 'COUNT_QTY', () => desk.user.type('9'))
  const getJobStates = async () => {
    const jobs = await desk.staff.query('inventory/count-jobs', { TARGET: `%${STOCK_CD}` })
    return jobs.map((job) => [job['STATE_CD'], job['DIFF_COUNT']])
  }
  await expect.poll(getJobStates).toEqual([['30', 1]])
  await desk.user.press('Control+z')
  await expect.poll(getJobStates).toEqual([['90', 1]])
})

test('a number can be explained on any screen', async () => {
  const { STOCK_CD } = await createItem({ CELL_CD: 'A01-02-3' })
  // Prevents the single row of a previous search from being mistaken for this one.
  await leaveAll(desk.user)
  await task('why is this number so, from Home', async () => {
    await press('Control+k')
    await desk.user.page.locator('[cmdk-input]').waitFor()
    await type(STOCK_CD)
    await desk.user.waitForElement(
      desk.user.page.locator('[cmdk-item][aria-selected=true]').getByText(STOCK_CD),
    )
    await press('Enter')
    await desk.user.expectText(rowStatus(1, 1))
    await press('Alt+y')
  })
  await desk.user.expectText('10 − 0 = 10 ✓')
  await desk.user.press('Escape')
  await task('why is this number so', () => press('Alt+y'))
  await desk.user.expectText('10 − 0 = 10 ✓')
})

test('a short order shows which other order has its stock, which can be released from there', async () => {
  const { STOCK_CD } = await createItem({ CELL_CD: 'A01-02-3' })
  const head = { OWNER_CD, PARTIAL_YN: 'Y' }
  const other = await addOrder(desk.staff, [{ STOCK_CD, ORDER_QTY: 10 }], head)
  await runStep(desk.staff, 'allocate', other)
  const short = await addOrder(desk.staff, [{ STOCK_CD, ORDER_QTY: 4 }], head)
  await desk.user.openScreen('Alloc', `SHIPMENT_NO=${short}`)
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  await task('why short, and free it', async () => {
    await press('Alt+x')
    await desk.user.waitForElement(desk.user.page.locator('.popup').getByText(other).first())
    await press('End', 'Enter')
    await waitForTopTask('AllocCancel')
    await desk.user.expectText(rowStatus(1, 1))
    await press('Control+s')
  })
  await expect.poll(() => getState(desk.staff, other)).toBe('10')
})

async function createCheckedOrder(CELL_CD: string): Promise<string> {
  const { STOCK_CD } = await createItem({ CELL_CD })
  const number = await addOrder(desk.staff, [{ STOCK_CD, ORDER_QTY: 2 }], { OWNER_CD })
  for (const name of ['allocate', 'mark-listed']) await runStep(desk.staff, name, number)
  await pickAll(desk.staff, number)
  await checkAll(desk.staff, number)
  await runStep(desk.staff, 'finish-check', number)
  return number
}

test('a checked order is shipped by scanning its document', async () => {
  const [first, second] = [
    await createCheckedOrder('A01-02-4'),
    await createCheckedOrder('A01-04-3'),
  ]
  await desk.user.press('Alt+1')
  await waitForTopTask('Home')
  await task('ship a checked order, from Home', async () => {
    await press('g', 'x')
    await waitForTopTask('Shipping')
    await desk.user.expectText(second)
    await desk.user.waitForElement(
      desk.user.page.locator('.panel[data-active] [data-zone=lines]').getByText('Work').first(),
    )
    await scan(first)
    await desk.user.expectText(rowStatus(1, 1))
    await press('Control+s')
  })
  await expect.poll(() => getState(desk.staff, first)).toBe('60')
  await task('ship a checked order', async () => {
    await scan(second)
    await desk.user.expectText(second)
    await press('Control+s')
  })
  await expect.poll(() => getState(desk.staff, second)).toBe('60')
})

test('an invalid upload quantity is corrected in place and one key undoes the saved sheet', async () => {
  const { STOCK_CD } = await createItem()
  const sheet = [
    [columnTitles.OWNER_ORDER_NO, columnTitles.STOCK_CD, columnTitles.EXPECTED_QTY],
    ['TASKS', STOCK_CD, '5'],
    ['TASKS', STOCK_CD, 'x'],
  ]
  await desk.user.open('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
  await desk.user.type(OWNER_CD)
  await desk.user.press('Tab')
  await desk.user.type('20261120')
  await desk.user.press('Tab')
  await desk.user.chooseFile('Control+i', await writeSheetFile('tasks.xlsx', sheet))
  await desk.user.expectText(/2행을 읽습니다/)
  await desk.user.press('F8')
  await desk.user.expectText(/오류 1행/)
  await task('mend a quantity in an upload', async () => {
    await press('F7')
    await type('7')
    await press('Enter')
  })
  const getReceiptStates = async () => {
    const found = await desk.staff.query('inbound/receipts', { OWNER_CD, OWNER_ORDER_NO: 'TASKS' })
    return found.map((row) => row['STATE_CD'])
  }
  await desk.user.press('F8')
  await desk.user.expectText(pageTexts.uploadReady)
  await desk.user.press('Control+s')
  await desk.user.expectText(pageTexts.rowsSaved(2))
  expect(await getReceiptStates()).toEqual(['10'])
  await task('undo an import', () => press('Control+z'))
  await expect.poll(getReceiptStates).toEqual(['90'])
  // The submitted rows remain on the page and can be saved again.
  await desk.user.expectText(/다시 검증하세요/)
})

test('a cell is counted without showing the expected quantities', async () => {
  const { STOCK_CD, BARCODE } = await createItem({ CELL_CD: 'A01-03-1' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD, ABC_CD: 'C', COUNT_DT: '20261124' }
  const created = await desk.staff.save('inventory/make-count', [group])
  expect(created.status).toBe(200)
  const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
  await desk.user.openScreen('StocktakingJobWork')
  await desk.user.scan(JOB_NO)
  await desk.user.waitForElement(
    desk.user.page.locator('.panel[data-active] .scan-big').getByText(JOB_NO),
  )
  await task('count a cell', async () => {
    await scan('CELL:A01-03-1')
    await scan(BARCODE)
    await press('Alt+Shift+q')
    await type('7')
    await press('Enter', 'Control+s')
  })
  const getResult = () => desk.staff.query('inventory/count-results', { JOB_NO })
  await expect.poll(getResult).toMatchObject([{ COUNT_QTY: 7, DIFF_QTY: -3 }])
})

test('a pallet is moved by scanning pallet and cell', async () => {
  const { STOCK_CD } = await createItem({ CELL_CD: 'A01-03-2', PALLET_NO: 'PLT9001' })
  await desk.user.openScreen('PalletMove')
  await desk.user.expectText(rowPattern('1', '\\d'))
  await task('move a pallet', async () => {
    await scan('PLT9001')
    await scan('CELL:A01-03-3')
    await desk.user.expectText('1건 → A01-03-3')
    await press('Control+s')
  })
  await expect.poll(() => getStock(STOCK_CD)).toMatchObject([{ CELL_CD: 'A01-03-3' }])
})

test('an order is found by the last four digits of its number', async () => {
  const { STOCK_CD } = await createItem()
  const lines = [{ STOCK_CD, ORDER_QTY: 2 }]
  const number = await addOrder(desk.staff, lines, { OWNER_CD, OWNER_ORDER_NO: 'SO-7052' })
  await task('find an order by its last four digits', async () => {
    await press('Control+k')
    await desk.user.page.locator('[cmdk-input]').waitFor()
    await type('7052')
    await desk.user.waitForElement(
      desk.user.page.locator('[cmdk-item][aria-selected=true]').getByText(number),
    )
    await press('Enter')
  })
  await desk.user.waitForElement(
    desk.user.page.locator('.panel[data-active]').getByText(number).first(),
  )
})
