import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { momentAt } from '#kernel/calendar.ts'
import { recallStatus } from '#areas/inventory/rules/recall-status.ts'
import { scmStatus } from '#areas/supply-chain/rules/scm-status.ts'
import type { TestUser } from '#tests/support/app.ts'
import { expectGoods, order, step } from '#tests/support/floor.ts'
import { columnTitles, commandTitle, rowPattern, rowStatus } from '#tests/support/labels.ts'
import { pageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { KeyboardUser } from './keyboard-user.ts'
import { leaveAll } from './leave-all.ts'
import { TaskKeys } from './task-keys.ts'

const OWNER_CD = 'SEOJIN'

const goals = {
  'accept an order': { goal: 1 },
  'compare two periods': { goal: 2 },
  'pivot and drill': { goal: 8 },
  'mail a report on a schedule': { goal: 12 },
  'create a user with a first password': { goal: 16 },
  'book a container': { goal: 20 },
  'start a new tariff': { goal: 20 },
  'block a recalled lot and release it': { goal: 2 },
  'close a transit with a loss': { goal: 3 },
  'take the next task, first scan': { goal: 2 },
  'cancel a move task': { goal: 3 },
} as const

let server: ServerProcess
let user: KeyboardUser
let staff: TestUser
const keys = new TaskKeys(goals, () => user)
const { press, type, task } = keys

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  staff = pageUser(user.page, 'W01')
})
afterEach(async () => {
  await leaveAll(user)
  expect(user.complaints).toEqual([])
})
afterAll(async () => {
  console.info(keys.report())
  await user.close()
  await server.discard()
})

const formField = (name: string) => user.page.locator(`#ask-${name}`)

async function command(words: string, title: string): Promise<void> {
  await press('Alt+Enter')
  await user.page.locator('[cmdk-input]').waitFor()
  await type(words)
  const hit = user.page.locator('[cmdk-item][aria-selected=true]')
  await user.waitsFor(hit.getByText(title, { exact: true }))
  await press('Enter')
}

test('a requested order is accepted', async () => {
  await user.openScreen('ShipmentOrderMgtPartner')
  await user.sees('SO-')
  const open = () => staff.query('supply-chain/orders', { STATE_CD: scmStatus.requested })
  const before = (await open()).length
  await task('accept an order', () => press('Alt+a'))
  await expect.poll(async () => (await open()).length).toBe(before - 1)
})

test('a report is compared with the previous period, pivoted by month and drilled down', async () => {
  await user.openScreen('ShipmentSummary')
  await user.sees(rowPattern('1', '\\d'))
  await user.press('Alt+g')
  await task('pivot and drill', async () => {
    await press('Alt+Shift+x')
    await user.page.locator('.popup').waitFor()
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await user.page.locator('.popup').waitFor({ state: 'detached' })
    await press('End', 'ArrowLeft', 'Enter')
  })
  await user.waitsFor(
    user.page.locator('.status-line').getByText('ShipmentReport', { exact: true }),
  )
  await user.press('Alt+w')
  await task('compare two periods', async () => {
    await press('Alt+Shift+d')
    await user.page.locator('.popup').waitFor()
    await press('Enter')
  })
  await user.page.locator('.popup').waitFor({ state: 'detached' })
})

test('a report is mailed on a schedule', async () => {
  await user.openScreen('InventoryByLot')
  await user.sees(rowPattern('1', '\\d'))
  await task('mail a report on a schedule', async () => {
    await command('정기', commandTitle('page.mail'))
    await formField('MAIL_TO').waitFor()
    await type('a@b.kr')
    await press('Enter')
  })
  const inserted = () => staff.query('system/schedules', { SCHEDULE_CD: 'INVENTORYBYLOT' })
  await expect.poll(inserted).toMatchObject([{ MAIL_TO: 'a@b.kr' }])
})

test('a second picker gets an account and an initial password', async () => {
  await user.openScreen('CmsUserMgt')
  await user.sees(rowPattern('1', '\\d'))
  await user.press('Alt+g', 'Control+f')
  await user.type('picker')
  await user.press('Enter', 'Escape')
  const question = user.page.locator('.popup[data-kind=message]')
  await task('create a user with a first password', async () => {
    await press('Alt+Insert')
    await type('kim')
    await press('Tab')
    await type('Kim')
    await press('Control+s')
    await user.sees(/1건을 저장했습니다/)
    await command('임시', commandTitle('user.issue-password'))
    await user.waitsFor(question.filter({ hasText: 'kim' }))
    await press('Enter')
  })
  await user.waitsFor(question.filter({ hasText: /[\w-]{20}/ }))
  await user.press('Escape')
})

test('a container is booked', async () => {
  await user.openScreen('CmsMyBooking')
  await user.sees(rowPattern('1', '\\d'))
  await user.press('Alt+g')
  const booked = () => staff.query('freight/booking', { CARRIER_CD: 'KMTC', POD_CD: 'CNSHA' })
  const before = (await booked()).length
  await task('book a container', async () => {
    await press('Insert')
    await type('KMTC')
    await press('Tab')
    await type('KRPUS')
    await press('Tab')
    await type('CNSHA')
    await press('Control+s')
  })
  await expect.poll(async () => (await booked()).length).toBe(before + 1)
})

test('a tariff gets a new version that is valid from a date', async () => {
  await user.openScreen('MdmPricingMgt', 'PRICE_CD==FRT-OFR')
  await user.sees(rowStatus(1, 1))
  await user.press('Alt+g')
  await task('start a new tariff', async () => {
    await press('Alt+Insert', 'Tab')
    await type('2')
    await press(...Array<string>(6).fill('Tab'))
    await type('1500')
    await press('Tab', 'Tab')
    await type('1231')
    await press('Control+s')
  })
  const versions = () => staff.query('freight/price-line', { PRICE_CD: '=FRT-OFR' })
  await expect
    .poll(async () => (await versions()).map((row) => [row['VERSION_NO'], row['UNIT_PRICE']]))
    .toEqual([
      [1, 1450],
      [2, 1500],
    ])
})

async function receivedLot(STOCK_CD: string, LOT_NO: string): Promise<void> {
  const item = { OWNER_CD, STOCK_CD, STOCK_NM: STOCK_CD, LOT_YN: 'Y' }
  expect((await staff.save('master/upload-stock', [item])).status).toBe(200)
  const lines = [{ STOCK_CD, ORDER_QTY: 10, LOT_NO }]
  const RECEIPT_NO = await expectGoods(staff, lines, { OWNER_CD })
  expect((await staff.save('inbound/receive-bulk', [{ RECEIPT_NO }])).status).toBe(200)
}

test('one key blocks a lot and another releases it', async () => {
  await receivedLot('COUNTED-RECALL', 'RC1')
  await user.openScreen('Recall', 'STOCK_CD=COUNTED-RECALL')
  await user.sees(rowStatus(1, 1))
  await user.press('Alt+g')
  const states = async () =>
    (await staff.query('inventory/recall-lots', { STOCK_CD: 'COUNTED-RECALL' })).map(
      (row) => row['STATE_CD'],
    )
  await task('block a recalled lot and release it', async () => {
    await press('Control+s')
    await expect.poll(states).toEqual([recallStatus.blocked])
    await user.sees(rowStatus(1, 1))
    await press('Alt+r')
  })
  await expect.poll(states).toEqual([recallStatus.closed, null])
})

test('a transit is closed as lost', async () => {
  await receivedLot('COUNTED-LOSS', 'LS1')
  const search = { STOCK_CD: 'COUNTED-LOSS', DIRECTION_CD: 'OUT' }
  const [row] = await staff.query('inventory/warehouse-transfers', search)
  const sent = { ...row, WORK_QTY: 4, TO_WCODE: 'W02' }
  expect((await staff.save('inventory/transfer-warehouse', [sent])).status).toBe(200)
  await user.openScreen('InventoryTransferWarehouse', 'DIRECTION_CD=SENT STOCK_CD=COUNTED-LOSS')
  await user.sees(rowStatus(1, 1))
  await user.press('Alt+g')
  await task('close a transit with a loss', async () => {
    await press('Alt+x')
    await user.sees(columnTitles.REASON)
    await type('x')
    await press('Enter')
  })
  const left = () =>
    staff.query('inventory/warehouse-transfers', { ...search, DIRECTION_CD: 'SENT' })
  await expect.poll(left).toEqual([])
  const kept = await staff.query('inventory/by-lot', { OWNER_CD, STOCK_CD: 'COUNTED-LOSS' })
  expect(kept).toMatchObject([{ QTY: 6 }])
})

const isOpen = (route: string) =>
  user.waitsFor(user.page.locator('.status-line').getByText(route, { exact: true }))

/** A count of the item with the fewest stock records, which becomes the first task of the list. */
async function planCount(): Promise<{ job: string; cell: string; item: string }> {
  const groups = await staff.query('inventory/count-groups', { METHOD_CD: 'STOCK' })
  const [group] = groups.toSorted((a, b) => Number(a['LINE_COUNT']) - Number(b['LINE_COUNT']))
  const COUNT_DT = momentAt(Date.now() - 30 * 86_400_000).slice(0, 8)
  const { OWNER_CD = null, STOCK_CD = null, ABC_CD = null } = group ?? {}
  const created = await staff.save('inventory/make-count', [
    { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD, ABC_CD, COUNT_DT },
  ])
  expect(created.body.rows ?? []).toEqual([])
  const job = String(created.body.data.rows[0]?.['JOB_NO'])
  const [line] = await staff.query('inventory/count-work', { JOB_NO: job })
  return { job, cell: String(line?.['CELL_CD']), item: String(line?.['STOCK_CD']) }
}

test('the next task is taken with Enter, filled in, and leads back to the list', async () => {
  const { job, cell, item } = await planCount()
  await user.openScreen('MyTasks')
  await user.sees(job)
  await task('take the next task, first scan', async () => {
    await press('Enter')
    await isOpen('StocktakingJobWork')
    await user.sees(cell)
    await keys.scan(cell)
  })
  await user.scan(item)
  const counted = async () => {
    const rows = await staff.query('inventory/count-work', { JOB_NO: job })
    return rows.filter((row) => row['COUNTED_QTY'] === 1).length
  }
  await expect.poll(counted).toBe(1)
  const claims = await staff.query('tasks/open-tasks', { REF_NO: job })
  expect(claims).toMatchObject([{ USER_ID: 'admin' }])
  await user.press('Control+s')
  await isOpen('MyTasks')
  await expect.poll(() => user.page.getByText(job).filter({ visible: true }).count()).toBe(0)
})

test('a move task is created, cancelled and restored on the task board', async () => {
  const [stock] = await staff.query('inventory/stock-to-work', { OWNER_CD, CONDITION_CD: 'NORMAL' })
  const { STOCK_CD, CELL_CD } = stock ?? {}
  const open = () =>
    staff.query('tasks/open-tasks', { KIND_CD: 'MOVE', STOCK_CD: STOCK_CD ?? null })
  const before = (await open()).length
  await user.openScreen('TaskBoard')
  await user.press('Alt+a')
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
    await user.page.keyboard.press('Control+a')
    await type(value)
  }
  await user.press('Enter', 'Enter')
  await expect.poll(async () => (await open()).length).toBe(before + 1)
  await user.openScreen('TaskBoard', `KIND_CD=MOVE STOCK_CD=${STOCK_CD}`)
  await user.sees(rowPattern('1', '\\d'))
  await user.press('Alt+g')
  await task('cancel a move task', async () => {
    await press('Alt+x')
    await formField('CANCEL_REASON').waitFor()
    await type('x')
    await press('Enter')
  })
  await expect.poll(async () => (await open()).length).toBe(before)
  await user.press('Control+z')
  await expect.poll(async () => (await open()).length).toBe(before + 1)
})

test('a picking taken from the work list leads back to it when all is picked', async () => {
  await receivedLot('COUNTED-PICK', 'PK1')
  const head = { OWNER_CD, SHIP_TO_CD: 'ST001', SHIPMENT_DT: '20260102' }
  const number = await order(staff, [{ STOCK_CD: 'COUNTED-PICK', ORDER_QTY: 1 }], head)
  for (const name of ['allocate', 'mark-listed']) await step(staff, name, number)
  await user.openScreen('MyTasks', 'KIND_CD=PICK')
  await user.sees(number)
  await user.press('Alt+g', 'Enter')
  await isOpen('Picking')
  await user.sees('COUNTED-PICK')
  await user.scan('COUNTED-PICK')
  await user.press('Control+s')
  await isOpen('MyTasks')
  await expect.poll(() => user.page.getByText(number).filter({ visible: true }).count()).toBe(0)
  const claimed = await staff.query('tasks/claimed-work', { REF_NO: number })
  expect(claimed).toMatchObject([{ USER_ID: 'admin', QTY: 1 }])
})
