import { expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import { inventoryCodeLists } from '#areas/inventory/rules/code-lists.ts'
import { recallStatus } from '#areas/inventory/rules/recall-status.ts'
import { scmStatus } from '#areas/supply-chain/rules/scm-status.ts'
import { createCountedDesk } from '#tests/support/counted-desk.ts'
import { expectStock, addOrder, runStep } from '#tests/support/floor.ts'
import {
  columnTitles,
  commandTitle,
  pageTexts,
  rowPattern,
  rowStatus,
} from '#tests/support/labels.ts'
import { KeyboardUser } from './keyboard-user.ts'

const OWNER_CD = 'SEOJIN'

const goals = {
  'accept an order': { goal: 1 },
  'compare two periods': { goal: 2 },
  'pivot and drill': { goal: 8 },
  'mail a report on a schedule': { goal: 12 },
  'create a user with a first password': { goal: 15 },
  'book a container': { goal: 20 },
  'start a new tariff': { goal: 20 },
  'block a recalled lot and release it': { goal: 2 },
  'close a transit with a loss': { goal: 3 },
  'take the next task, first scan': { goal: 2 },
  'cancel a move task': { goal: 3 },
  'release bonded cargo': { goal: 1 },
  'create an invoice': { goal: 1 },
} as const

const desk = createCountedDesk(goals)
const { press, type, scan, task } = desk.keys

const formField = (name: string) => desk.user.page.locator(`#ask-${name}`)

async function runCommand(words: string, title: string): Promise<void> {
  await press('Alt+Enter')
  await desk.user.page.locator('[cmdk-input]').waitFor()
  await type(words)
  const hit = desk.user.page.locator('[cmdk-item][aria-selected=true]')
  await desk.user.waitForElement(hit.getByText(title, { exact: true }))
  await press('Enter')
}

test('a requested order is accepted', async () => {
  await desk.user.openScreen('ShipmentOrderMgtPartner')
  await desk.user.expectText('SO-')
  const open = () => desk.staff.query('supply-chain/orders', { STATE_CD: scmStatus.requested })
  const before = (await open()).length
  await task('accept an order', () => press('Alt+a'))
  await expect.poll(async () => (await open()).length).toBe(before - 1)
})

test('a report is compared with the previous period, pivoted by month and drilled down', async () => {
  await desk.user.openScreen('ShipmentSummary')
  await desk.user.expectText(rowPattern('1', '\\d'))
  await desk.user.press('Alt+g')
  await task('pivot and drill', async () => {
    await press('Alt+Shift+x')
    await desk.user.page.locator('.popup').waitFor()
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await desk.user.page.locator('.popup').waitFor({ state: 'detached' })
    await press('End', 'ArrowLeft', 'Enter')
  })
  await desk.user.waitForElement(
    desk.user.page.locator('.status-line').getByText('ShipmentReport', { exact: true }),
  )
  await desk.user.press('Alt+w')
  await isOpen('ShipmentSummary')
  await task('compare two periods', async () => {
    await press('Alt+Shift+d')
    await desk.user.page.locator('.popup').waitFor()
    await press('Enter')
  })
  await desk.user.page.locator('.popup').waitFor({ state: 'detached' })
})

test('a report is mailed on a schedule', async () => {
  await desk.user.openScreen('InventoryByLot')
  await desk.user.expectText(rowPattern('1', '\\d'))
  await task('mail a report on a schedule', async () => {
    await runCommand('정기', commandTitle('page.mail'))
    await formField('MAIL_TO').waitFor()
    await type('a@b.kr')
    await press('Enter')
  })
  const getSchedules = () => desk.staff.query('system/schedules', { SCHEDULE_CD: 'INVENTORYBYLOT' })
  await expect.poll(getSchedules).toMatchObject([{ MAIL_TO: 'a@b.kr' }])
})

test('a second picker gets an account and an initial password', async () => {
  await desk.user.openScreen('CmsUserMgt')
  await desk.user.expectText(rowPattern('1', '\\d'))
  await desk.user.press('Alt+g', 'Control+f')
  await desk.user.type('picker')
  await desk.user.press('Enter', 'Escape')
  const issued = desk.user.page
    .locator('.popup[data-kind=message]')
    .filter({ hasText: 'kim' })
    .getByText(/[\w-]{20}/)
  await task('create a user with a first password', async () => {
    await press('Alt+Insert')
    await type('kim')
    await press('Tab')
    await type('Kim')
    await press('Control+s')
    await desk.user.expectText(/1건을 저장했습니다/)
    await runCommand('임시', commandTitle('user.issue-password'))
  })
  await desk.user.waitForElement(issued)
  const password = /[\w-]{20,}/.exec(await issued.innerText())?.[0] ?? ''
  await desk.user.press('Escape')
  const newcomer = await KeyboardUser.open(desk.url)
  await newcomer.typeCredentials('kim', password)
  const own = newcomer.page.locator('[name=new]:focus')
  await newcomer.waitForElement(own)
  await newcomer.type('three words of mine')
  await newcomer.press('Tab')
  await newcomer.type('three words of mine')
  await newcomer.press('Enter')
  await newcomer.expectText(pageTexts.homeTips)
  await newcomer.close()
})

test('a container is booked', async () => {
  await desk.user.openScreen('CmsMyBooking')
  await desk.user.expectText(rowPattern('1', '\\d'))
  await desk.user.press('Alt+g')
  const getBookings = () =>
    desk.staff.query('freight/booking', { CARRIER_CD: 'KMTC', POD_CD: 'CNSHA' })
  const before = (await getBookings()).length
  await task('book a container', async () => {
    await press('Insert')
    await type('KMTC')
    await press('Tab')
    await type('KRPUS')
    await press('Tab')
    await type('CNSHA')
    await press('Control+s')
  })
  await expect.poll(async () => (await getBookings()).length).toBe(before + 1)
})

test('a tariff gets a new version that is valid from a date', async () => {
  await desk.user.openScreen('MdmPricingMgt', 'PRICE_CD==FRT-OFR')
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  await task('start a new tariff', async () => {
    await press('Alt+Insert', 'Tab')
    await type('2')
    await press(...Array<string>(6).fill('Tab'))
    await type('1500')
    await press('Tab', 'Tab')
    await type('1231')
    await press('Control+s')
  })
  const getVersions = () => desk.staff.query('freight/price-line', { PRICE_CD: '=FRT-OFR' })
  await expect
    .poll(async () => (await getVersions()).map((row) => [row['VERSION_NO'], row['UNIT_PRICE']]))
    .toEqual([
      [1, 1450],
      [2, 1500],
    ])
})

async function receiveLot(STOCK_CD: string, LOT_NO: string): Promise<void> {
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: STOCK_CD, LOT_YN: 'Y' }
  expect((await desk.staff.save('master/upload-stock', [item])).status).toBe(200)
  const lines = [{ STOCK_CD, ORDER_QTY: 10, LOT_NO }]
  const RECEIPT_NO = await expectStock(desk.staff, lines, { OWNER_CD })
  expect((await desk.staff.save('inbound/receive-bulk', [{ RECEIPT_NO }])).status).toBe(200)
}

test('one key blocks a lot and another key releases it', async () => {
  await receiveLot('COUNTED-RECALL', 'RC1')
  await desk.user.openScreen('Recall', 'STOCK_CD=COUNTED-RECALL')
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  const getLotStates = async () =>
    (await desk.staff.query('inventory/recall-lots', { STOCK_CD: 'COUNTED-RECALL' })).map(
      (row) => row['STATE_CD'],
    )
  await task('block a recalled lot and release it', async () => {
    await press('Control+s')
    await expect.poll(getLotStates).toEqual([recallStatus.blocked])
    const blocked = inventoryCodeLists['recall-state'][recallStatus.blocked].ko
    const rows = desk.user.page.locator('.panel[data-active] [data-zone=grid] [role=gridcell]')
    await desk.user.waitForElement(rows.getByText(blocked, { exact: true }))
    await press('Alt+r')
  })
  await expect.poll(getLotStates).toEqual([recallStatus.closed, null])
})

test('a transit is closed as lost', async () => {
  await receiveLot('COUNTED-LOSS', 'LS1')
  const search = { STOCK_CD: 'COUNTED-LOSS', DIRECTION_CD: 'OUT' }
  const [row] = await desk.staff.query('inventory/warehouse-transfers', search)
  const sent = { ...row, WORK_QTY: 4, TO_WCODE: 'W02' }
  expect((await desk.staff.save('inventory/transfer-warehouse', [sent])).status).toBe(200)
  await desk.user.openScreen(
    'InventoryTransferWarehouse',
    'DIRECTION_CD=SENT STOCK_CD=COUNTED-LOSS',
  )
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  await task('close a transit with a loss', async () => {
    await press('Alt+x')
    await desk.user.expectText(columnTitles.REASON)
    await type('x')
    await press('Enter')
  })
  const getSentTransits = () =>
    desk.staff.query('inventory/warehouse-transfers', { ...search, DIRECTION_CD: 'SENT' })
  await expect.poll(getSentTransits).toEqual([])
  const kept = await desk.staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD: 'COUNTED-LOSS' })
  expect(kept).toMatchObject([{ QTY: 6 }])
})

const isOpen = (route: string) =>
  desk.user.waitForElement(desk.user.page.locator('.status-line').getByText(route, { exact: true }))

/** A count of the item with the fewest stock records, which becomes the first task of the list. */
async function planCount(): Promise<{ job: string; cell: string; item: string }> {
  const groups = await desk.staff.query('inventory/count-groups', { METHOD_CD: 'STOCK' })
  const [group] = groups.toSorted((a, b) => Number(a['LINE_COUNT']) - Number(b['LINE_COUNT']))
  const COUNT_DT = timestampAt(Date.now() - 30 * 86_400_000).slice(0, 8)
  const { OWNER_CD = null, STOCK_CD = null, ABC_CD = null } = group ?? {}
  const created = await desk.staff.save('inventory/make-count', [
    { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD, ABC_CD, COUNT_DT },
  ])
  expect(created.body.rows ?? []).toEqual([])
  const job = String(created.body.data.rows[0]?.['JOB_NO'])
  const [line] = await desk.staff.query('inventory/count-work', { JOB_NO: job })
  return { job, cell: String(line?.['CELL_CD']), item: String(line?.['STOCK_CD']) }
}

test('the next task is claimed with Enter, filled in, and returns to the list when done', async () => {
  const { job, cell, item } = await planCount()
  await desk.user.openScreen('MyTasks')
  await desk.user.expectText(job)
  await task('take the next task, first scan', async () => {
    await press('Enter')
    await isOpen('StocktakingJobWork')
    await desk.user.expectText(cell)
    await scan(cell)
  })
  await desk.user.scan(item)
  const getCountedLines = async () => {
    const rows = await desk.staff.query('inventory/count-work', { JOB_NO: job })
    return rows.filter((row) => row['COUNTED_QTY'] === 1).length
  }
  await expect.poll(getCountedLines).toBe(1)
  const claims = await desk.staff.query('tasks/open-tasks', { REF_NO: job })
  expect(claims).toMatchObject([{ USER_ID: 'admin' }])
  await desk.user.press('Control+s')
  await isOpen('MyTasks')
  await expect.poll(() => desk.user.page.getByText(job).filter({ visible: true }).count()).toBe(0)
})

test('a move task is created, cancelled and restored on the task board', async () => {
  const [stock] = await desk.staff.query('inventory/stock-to-work', {
    OWNER_CD,
    CONDITION_CD: 'NORMAL',
  })
  const { STOCK_CD, CELL_CD } = stock ?? {}
  const open = () =>
    desk.staff.query('tasks/open-tasks', { KIND_CD: 'MOVE', STOCK_CD: STOCK_CD ?? null })
  const before = (await open()).length
  await desk.user.openScreen('TaskBoard')
  await desk.user.press('Alt+a')
  await formField('OWNER_CD').waitFor()
  for (const [name, value] of Object.entries({
    OWNER_CD,
    STOCK_CD: String(STOCK_CD),
    FROM_CELL_CD: String(CELL_CD),
    TO_CELL_CD: 'A01-20-4',
    WORK_QTY: '1',
    PRIORITY: '1',
  })) {
    await formField(name).focus()
    await desk.user.page.keyboard.press('Control+a')
    await type(value)
  }
  await desk.user.press('Enter', 'Enter')
  await expect.poll(async () => (await open()).length).toBe(before + 1)
  await desk.user.openScreen('TaskBoard', `KIND_CD=MOVE STOCK_CD=${STOCK_CD}`)
  await desk.user.expectText(rowPattern('1', '\\d'))
  await desk.user.press('Alt+g')
  await task('cancel a move task', async () => {
    await press('Alt+x')
    await formField('CANCEL_REASON').waitFor()
    await type('x')
    await press('Enter')
  })
  await expect.poll(async () => (await open()).length).toBe(before)
  await desk.user.press('Control+z')
  await expect.poll(async () => (await open()).length).toBe(before + 1)
})

test('a picking claimed from the work list returns to the list when everything is picked', async () => {
  await receiveLot('COUNTED-PICK', 'PK1')
  const head = { OWNER_CD, SHIP_TO_CD: 'ST001', SHIPMENT_DT: '20260102' }
  const number = await addOrder(desk.staff, [{ STOCK_CD: 'COUNTED-PICK', ORDER_QTY: 1 }], head)
  for (const name of ['allocate', 'mark-listed']) await runStep(desk.staff, name, number)
  await desk.user.openScreen('MyTasks', 'KIND_CD=PICK')
  await desk.user.expectText(number)
  await desk.user.press('Alt+g', 'Enter')
  await isOpen('Picking')
  await desk.user.expectText('COUNTED-PICK')
  await desk.user.scan('COUNTED-PICK')
  await desk.user.press('Control+s')
  await isOpen('MyTasks')
  await expect
    .poll(() => desk.user.page.getByText(number).filter({ visible: true }).count())
    .toBe(0)
  const claimed = await desk.staff.query('tasks/claimed-work', { REF_NO: number })
  expect(claimed).toMatchObject([{ USER_ID: 'admin', QTY: 1 }])
})

test('cleared cargo is released with one key', async () => {
  const countReleasable = async () => (await desk.staff.query('bonded/releasable')).length
  const before = await countReleasable()
  await desk.user.openScreen('BondedShipment')
  await desk.user.expectText(rowStatus(1, before))
  await desk.user.press('Alt+g')
  await task('release bonded cargo', () => press('Control+s'))
  await expect.poll(countReleasable).toBe(before - 1)
})

test('one key creates the invoices of a booking', async () => {
  const search = { BOOKING_ID: 'BK-DEMO-0001' }
  await desk.user.openScreen('CmsBookingProfit', 'BOOKING_ID=BK-DEMO-0001')
  await desk.user.expectText(rowStatus(1, 1))
  await desk.user.press('Alt+g')
  await task('create an invoice', () => press('Alt+i'))
  await expect
    .poll(async () => (await desk.staff.query('billing/invoices', search)).length)
    .toBeGreaterThan(0)
})
