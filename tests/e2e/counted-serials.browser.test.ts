import { expect, test } from 'vitest'
import { createCountedDesk } from '#tests/support/counted-desk.ts'
import { expectStock, addOrder, getUnpicked, runStep } from '#tests/support/floor.ts'
import { rowPattern, rowStatus } from '#tests/support/labels.ts'

const OWNER_CD = 'HANBIT'
const cells = ['A01-05-1', 'A01-05-2'] as const

/** Key limit: one scan per piece, one for a target, and one key to save. */
const goals = {
  'receive three expected serials': { goal: 4 },
  'receive a serial that was not announced': { goal: 4 },
  'move two serials': { goal: 4 },
  'pick a serial': { goal: 2 },
  'count two serials': { goal: 4 },
} as const

const desk = createCountedDesk(goals)
const { press, scan, task } = desk.keys
let items = 0

async function newItem(): Promise<string> {
  items += 1
  const STOCK_CD = `SCAN-SN${items}`
  const row = { BATCH_FLAG: 'I', OWNER_CD, STOCK_CD, STOCK_NM: STOCK_CD, SERIAL_CD: 'ALL' }
  expect((await desk.staff.save('master/save-stock', [row])).status).toBe(200)
  return STOCK_CD
}

async function receiveItem(STOCK_CD: string, SERIALS: string, NOW_QTY: number): Promise<void> {
  const RECEIPT_NO = await expectStock(desk.staff, [{ STOCK_CD, ORDER_QTY: NOW_QTY, SERIALS }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: cells[0], NOW_QTY }
  expect((await desk.staff.save('inbound/receive', [row])).body.rows ?? []).toEqual([])
}

/** Serials of the item with status and cell. */
async function getSerials(STOCK_CD: string): Promise<string[]> {
  const rows = await desk.staff.query('inventory/serial-stock', { STOCK_CD })
  return rows.map((row) =>
    [row['SERIAL_NO'], row['STATE_CD'], row['CELL_CD'] ?? ''].join(' ').trim(),
  )
}

test('expected serials are received with one scan per piece', async () => {
  const item = await newItem()
  const line = { STOCK_CD: item, ORDER_QTY: 3, SERIALS: 'KA0001~KA0003', CELL_CD: cells[0] }
  const receipt = await expectStock(desk.staff, [{ STOCK_CD: item, ORDER_QTY: 1 }, line])
  await desk.user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
  await desk.user.expectText(rowPattern('1', '2'))
  await task('receive three expected serials', async () => {
    for (const code of ['KA0001', 'ka0002', 'KA0003']) await scan(code)
    await press('Control+s')
  })
  const here = ['KA0001', 'KA0002', 'KA0003'].map((code) => `${code} 20 ${cells[0]}`)
  await expect.poll(() => getSerials(item)).toEqual(here)
})

test('an unexpected serial is received after its item code and a confirmation', async () => {
  const item = await newItem()
  const line = { STOCK_CD: item, ORDER_QTY: 1, SERIALS: 'KB0001', CELL_CD: cells[0] }
  const receipt = await expectStock(desk.staff, [line])
  await desk.user.openScreen('ReceivingByOrder', `RECEIPT_NO=${receipt}`)
  await desk.user.expectText(rowStatus(1, 1))
  await task('receive a serial that was not announced', async () => {
    await scan(item)
    await scan('KB0009')
    await press('Control+s')
    await desk.user.waitForElement(desk.user.page.locator('.popup').filter({ hasText: 'KB0009' }))
    await press('Enter')
  })
  await expect.poll(() => getSerials(item)).toEqual([`KB0009 20 ${cells[0]}`])
})

test('serials are moved with one scan per piece and one scan of the target', async () => {
  const item = await newItem()
  await receiveItem(item, 'KC0001~KC0003', 3)
  await desk.user.openScreen('InventoryMove', `STOCK_CD=${item}`)
  await desk.user.expectText(rowStatus(1, 1))
  await task('move two serials', async () => {
    for (const code of ['KC0001', 'KC0003', `CELL:${cells[1]}`]) await scan(code)
    await press('Control+s')
  })
  await expect
    .poll(() => getSerials(item))
    .toEqual([`KC0001 20 ${cells[1]}`, `KC0002 20 ${cells[0]}`, `KC0003 20 ${cells[1]}`])
})

test('a serial is picked with one scan', async () => {
  const item = await newItem()
  await receiveItem(item, 'KD0001~KD0002', 2)
  const number = await addOrder(desk.staff, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(desk.staff, name, number)
  await desk.user.openScreen('Picking', `SHIPMENT_NO=${number}`)
  await desk.user.expectText(rowStatus(1, 1))
  await task('pick a serial', async () => {
    await scan('KD0002')
    await press('Control+s')
  })
  await expect.poll(() => getUnpicked(desk.staff, number)).toEqual([])
  expect(await getSerials(item)).toEqual([`KD0001 20 ${cells[0]}`, `KD0002 30 ${cells[0]}`])
})

test('serials are counted with one scan per piece, and a missing serial is named', async () => {
  const item = await newItem()
  await receiveItem(item, 'KE0001~KE0003', 3)
  const group = { METHOD_CD: 'STOCK', OWNER_CD, STOCK_CD: item, ABC_CD: 'C', COUNT_DT: '20261124' }
  const made = await desk.staff.save('inventory/make-count', [group])
  const JOB_NO = String(made.body.data.rows[0]?.['JOB_NO'])
  await desk.user.openScreen('StocktakingJobWork')
  await desk.user.scan(JOB_NO)
  await desk.user.waitForElement(
    desk.user.page.locator('.panel[data-active] .scan-big').getByText(JOB_NO),
  )
  await task('count two serials', async () => {
    for (const code of [`CELL:${cells[0]}`, 'KE0001', 'KE0003']) await scan(code)
    await press('Control+s')
  })
  await expect
    .poll(() => desk.staff.query('inventory/count-results', { JOB_NO }))
    .toMatchObject([{ COUNT_QTY: 2, DIFF_QTY: -1, MISSING_SERIALS: 'KE0002' }])
})
