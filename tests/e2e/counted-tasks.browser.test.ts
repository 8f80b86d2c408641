import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import type { TestUser } from '#tests/support/app.ts'
import { checkAll, expectGoods, order, pickAll, stateOf, step } from '#tests/support/floor.ts'
import { pageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import {
  rowPattern,
  rowStatus,
  commandTitle,
  columnTitles,
  pageTexts,
} from '#tests/support/labels.ts'
import { KeyboardUser } from './keyboard-user.ts'
import { leaveAll } from './leave-all.ts'
import { sheetFile } from './sheets.ts'
import { TaskKeys } from './task-keys.ts'

const OWNER_CD = 'SEOJIN'

const goals = {
  'open a screen': { goal: 4, menu: 7 },
  'receive a scanned line': { goal: 3, menu: 20 },
  'hold a lot': { goal: 7, menu: 27 },
  'why is this number so': { goal: 1, menu: 2 },
  'why is this number so, from Home': { goal: 11, menu: 30 },
  'ship a checked order': { goal: 2, menu: 16 },
  'ship a checked order, from Home': { goal: 6, menu: 24 },
  'mend a quantity in an upload': { goal: 3, menu: 14 },
  'count a cell': { goal: 7, menu: 21 },
  'move a pallet': { goal: 3, menu: 26 },
  'undo an import': { goal: 1, menu: 12 },
  'find an order by its last four digits': { goal: 6, menu: 16 },
} as const

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser

const keys = new TaskKeys(goals, () => user)
const { press, type, scan, task } = keys

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  staff = pageUser(user.page, 'W01')
})
afterEach(async () => {
  // Closes the command line a failed task leaves open.
  if ((await user.page.locator('[cmdk-input]').count()) > 0) await user.press('Escape')
  expect(user.complaints).toEqual([])
})
afterAll(async () => {
  console.info(keys.report())
  await user.close()
  await server.discard()
})

let items = 0

async function goods(where?: Record<string, Value>, more: Record<string, Value> = {}) {
  items += 1
  const digits = `8806${String(items).padStart(8, '0')}`
  const BARCODE = `${digits}${checkDigit(digits)}`
  const STOCK_CD = `T${7000 + items}`
  const row = { OWNER_CD, STOCK_CD, STOCK_NM: `Work ${items}`, BARCODE, ...more }
  expect((await staff.save('master/upload-stock', [row])).status).toBe(200)
  const RECEIPT_NO = await expectGoods(staff, [{ STOCK_CD, ORDER_QTY: 10 }], { OWNER_CD })
  if (where) {
    const line = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 10, ...where }
    expect((await staff.save('inbound/receive', [line])).status).toBe(200)
  }
  return { STOCK_CD, BARCODE, RECEIPT_NO }
}

const stockOf = (STOCK_CD: string) => staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD })
const topTask = (route: string) =>
  user.waitsFor(user.page.locator('.status-line').getByText(route, { exact: true }))

test('typing two letters opens a screen', async () => {
  await task('open a screen', () => press('g', 'i'))
  await topTask('InventoryByLot')
  await user.sees(rowPattern('1', '\\d'))
})

test('a line is received by scanning item and cell, then saving', async () => {
  const { STOCK_CD, BARCODE, RECEIPT_NO } = await goods()
  await user.openScreen('ReceivingByOrder', `RECEIPT_NO=${RECEIPT_NO}`)
  await user.sees(rowStatus(1, 1))
  await task('receive a scanned line', async () => {
    await scan(BARCODE)
    await scan('CELL:A01-02-1')
    await press('Control+s')
  })
  await expect.poll(() => stockOf(STOCK_CD)).toMatchObject([{ QTY: 1, CELL_CD: 'A01-02-1' }])
})

test('a lot is held by a command on its row', async () => {
  const { STOCK_CD } = await goods({ CELL_CD: 'A01-02-2' })
  await user.openScreen('InventoryByLot', `STOCK_CD=${STOCK_CD}`)
  await user.sees(rowStatus(1, 1))
  await user.press('Alt+g')
  await task('hold a lot', async () => {
    await press('Alt+Enter')
    await user.page.locator('[cmdk-input]').waitFor()
    await type('ㅂㄹ')
    await user.waitsFor(
      user.page
        .locator('[cmdk-item][aria-selected=true]')
        .getByText(commandTitle('inventory.hold'), { exact: true }),
    )
    await press('Enter')
    await user.sees(columnTitles.REASON)
    await type('파손')
    await press('Enter')
  })
  await expect.poll(() => stockOf(STOCK_CD)).toMatchObject([{ CONDITION_CD: 'HELD', QTY: 10 }])
})

test('row actions prompt below the row and one key undoes them', async () => {
  const { STOCK_CD } = await goods({ CELL_CD: 'A01-04-1' })
  await leaveAll(user)
  await user.openScreen('InventoryByLot', `STOCK_CD=${STOCK_CD}`)
  await user.sees(rowStatus(1, 1))
  const lies = async () => {
    const rows = await stockOf(STOCK_CD)
    return rows.map((row) => `${row['CELL_CD']} ${row['CONDITION_CD']} ${row['QTY']}`).toSorted()
  }
  async function verb(name: string, field: string, keysOf: () => Promise<void>): Promise<void> {
    await user.press('Alt+g', 'Alt+Enter')
    await user.page.locator('[cmdk-input]').waitFor()
    await user.type(name)
    const hit = user.page.locator('[cmdk-item][aria-selected=true]').getByText(name)
    await user.waitsFor(hit.first())
    await user.press('Enter')
    const form = user.page.locator('.ask-form[data-strip]')
    await user.waitsFor(form.locator(`#ask-${field}`))
    await keysOf()
    await user.press('Enter')
    await form.waitFor({ state: 'detached' })
    // The notice disappears after a second; the status line still shows the result and its undo.
    const status = user.page.locator('.status-line')
    for (const shown of [/니다\.$/, '되돌리기'])
      await user.waitsFor(status.getByText(shown).first())
  }
  await verb(commandTitle('inventory.move'), 'TO_CELL_CD', async () => {
    await user.type('A01-04-2')
    await user.press('Tab', 'Control+a')
    await user.type('4')
  })
  await expect.poll(lies).toEqual(['A01-04-1 NORMAL 6', 'A01-04-2 NORMAL 4'])
  await user.press('Control+z')
  await expect.poll(lies).toEqual(['A01-04-1 NORMAL 10'])
  await user.page.locator('.ask-form').waitFor({ state: 'detached' })
  await verb(commandTitle('inventory.hold'), 'REASON', async () => {
    await user.type('파손')
    await user.press('Tab', 'Control+a')
    await user.type('3')
  })
  await expect.poll(lies).toEqual(['A01-04-1 HELD 3', 'A01-04-1 NORMAL 7'])
  await user.press('Control+z')
  await expect.poll(lies).toEqual(['A01-04-1 NORMAL 10'])
  await verb(commandTitle('inventory.count'), 'COUNT_QTY', () => user.type('9'))
  const states = async () => {
    const jobs = await staff.query('inventory/count-jobs', { TARGET: `%${STOCK_CD}` })
    return jobs.map((job) => [job['STATE_CD'], job['DIFF_COUNT']])
  }
  await expect.poll(states).toEqual([['30', 1]])
  await user.press('Control+z')
  await expect.poll(states).toEqual([['90', 1]])
})

test('a number can be explained from anywhere', async () => {
  const { STOCK_CD } = await goods({ CELL_CD: 'A01-02-3' })
  // Prevents the single row of a previous search from being taken for this one.
  await leaveAll(user)
  await task('why is this number so, from Home', async () => {
    await press('Control+k')
    await user.page.locator('[cmdk-input]').waitFor()
    await type(STOCK_CD)
    await user.waitsFor(user.page.locator('[cmdk-item][aria-selected=true]').getByText(STOCK_CD))
    await press('Enter')
    await user.sees(rowStatus(1, 1))
    await press('Alt+y')
  })
  await user.sees('10 − 0 = 10 ✓')
  await user.press('Escape')
  await task('why is this number so', () => press('Alt+y'))
  await user.sees('10 − 0 = 10 ✓')
})

async function checkedOrder(CELL_CD: string): Promise<string> {
  const { STOCK_CD } = await goods({ CELL_CD })
  const number = await order(staff, [{ STOCK_CD, ORDER_QTY: 2 }], { OWNER_CD })
  for (const name of ['allocate', 'mark-listed']) await step(staff, name, number)
  await pickAll(staff, number)
  await checkAll(staff, number)
  await step(staff, 'finish-check', number)
  return number
}

test('a checked order is shipped by scanning its document', async () => {
  const [first, second] = [await checkedOrder('A01-02-4'), await checkedOrder('A01-04-3')]
  await user.press('Alt+1')
  await topTask('Home')
  await task('ship a checked order, from Home', async () => {
    await press('g', 'x')
    await topTask('Shipping')
    await user.sees(rowPattern('1', '\\d'))
    await scan(first)
    await user.sees(rowStatus(1, 1))
    await press('Control+s')
  })
  await expect.poll(() => stateOf(staff, first)).toBe('60')
  await task('ship a checked order', async () => {
    await scan(second)
    await user.sees(rowStatus(1, 1))
    await press('Control+s')
  })
  await expect.poll(() => stateOf(staff, second)).toBe('60')
})

test('an invalid upload quantity is corrected in place and one key undoes the saved sheet', async () => {
  const { STOCK_CD } = await goods()
  const sheet = [
    [columnTitles.OWNER_ORDER_NO, columnTitles.STOCK_CD, columnTitles.EXPECTED_QTY],
    ['TASKS', STOCK_CD, '5'],
    ['TASKS', STOCK_CD, 'x'],
  ]
  await user.open('ㅇㄱㅇㅅ', 'ReceiptUploadExcel')
  await user.type(OWNER_CD)
  await user.press('Tab')
  await user.type('20261120')
  await user.press('Tab')
  await user.chooseFile('Control+i', await sheetFile('tasks.xlsx', sheet))
  await user.sees(/2행을 읽습니다/)
  await user.press('F8')
  await user.sees(/오류 1행/)
  await task('mend a quantity in an upload', async () => {
    await press('F7')
    await type('7')
    await press('Enter')
  })
  const states = async () => {
    const found = await staff.query('inbound/receipts', { OWNER_CD, OWNER_ORDER_NO: 'TASKS' })
    return found.map((row) => row['STATE_CD'])
  }
  await user.press('F8')
  await user.sees(pageTexts.uploadReady)
  await user.press('Control+s')
  await user.sees(pageTexts.rowsSaved(2))
  expect(await states()).toEqual(['10'])
  await task('undo an import', () => press('Control+z'))
  await expect.poll(states).toEqual(['90'])
  // The submitted rows remain on the page and can be saved again.
  await user.sees(/다시 검증하세요/)
})

test('a cell is counted blind', async () => {
  const { STOCK_CD, BARCODE } = await goods({ CELL_CD: 'A01-03-1' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD, ABC_CD: 'C', COUNT_DT: '20261124' }
  const created = await staff.save('inventory/make-count', [group])
  expect(created.status).toBe(200)
  const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
  await user.openScreen('StocktakingJobWork')
  await user.scan(JOB_NO)
  await user.waitsFor(user.page.locator('.panel[data-active] .scan-big').getByText(JOB_NO))
  await task('count a cell', async () => {
    await scan('CELL:A01-03-1')
    await scan(BARCODE)
    await press('Alt+Shift+q')
    await type('7')
    await press('Enter', 'Control+s')
  })
  const result = () => staff.query('inventory/count-results', { JOB_NO })
  await expect.poll(result).toMatchObject([{ COUNT_QTY: 7, DIFF_QTY: -3 }])
})

test('a pallet is moved by scanning pallet and cell', async () => {
  const { STOCK_CD } = await goods({ CELL_CD: 'A01-03-2', PALLET_NO: 'PLT9001' })
  await user.openScreen('PalletMove')
  await user.sees(rowPattern('1', '\\d'))
  await task('move a pallet', async () => {
    await scan('PLT9001')
    await scan('CELL:A01-03-3')
    await user.sees('1건 → A01-03-3')
    await press('Control+s')
  })
  await expect.poll(() => stockOf(STOCK_CD)).toMatchObject([{ CELL_CD: 'A01-03-3' }])
})

test('an order is found by the last four digits of its number', async () => {
  const { STOCK_CD } = await goods()
  const lines = [{ STOCK_CD, ORDER_QTY: 2 }]
  const number = await order(staff, lines, { OWNER_CD, OWNER_ORDER_NO: 'SO-7052' })
  await task('find an order by its last four digits', async () => {
    await press('Control+k')
    await user.page.locator('[cmdk-input]').waitFor()
    await type('7052')
    await user.waitsFor(user.page.locator('[cmdk-item][aria-selected=true]').getByText(number))
    await press('Enter')
  })
  await user.waitsFor(user.page.locator('.panel[data-active]').getByText(number).first())
})
