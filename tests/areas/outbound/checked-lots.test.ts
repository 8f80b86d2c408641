import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value, WireRow } from '#kernel/field.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

interface Lot {
  readonly lot: string
  readonly valid?: string
  readonly qty: number
}

/** A shipment with one line that was picked from several lots. */
async function pickFrom(item: string, ...lots: readonly Lot[]): Promise<string> {
  await addItem(site.db, item)
  for (const [index, { lot, qty, valid = null }] of lots.entries()) {
    await putStock(site.db, { item, qty, lot, valid, cell: `A-00${index + 1}` })
  }
  const ORDER_QTY = lots.reduce((sum, { qty }) => sum + qty, 0)
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  await pickAll(user, number)
  return number
}

const scanLabels = (SHIPMENT_NO: string, CODE: string, ...labels: readonly WireRow[]) =>
  user.save(
    'outbound/check-scan',
    labels.map((label) => ({ SHIPMENT_NO, CODE, QTY: 1, ...label })),
  )

async function getCheckedQuantity(number: string): Promise<Value | undefined> {
  const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  return line?.['CHECK_QTY']
}

const lotError = (row = 1) => [[row, 'LOT_NO', checkScanTexts.lotOver.ko]]

test('labels of one lot do not check the pieces of another', async () => {
  const number = await pickFrom('LOTS-1', { lot: 'L1', qty: 5 }, { lot: 'L2', qty: 5 })
  const first = { LOT_NO: 'l1' }
  expect(rowErrors(await scanLabels(number, 'LOTS-1', { ...first, QTY: 6 }))).toEqual(lotError())
  expect((await scanLabels(number, 'LOTS-1', { ...first, QTY: 5 })).status).toBe(200)
  expect(rowErrors(await scanLabels(number, 'LOTS-1', first))).toEqual(lotError())
  expect(await getCheckedQuantity(number)).toBe(5)
  expect((await scanLabels(number, 'LOTS-1', { LOT_NO: 'L2', QTY: 5 })).status).toBe(200)
  await runStep(user, 'finish-check', number)
  expect(await getState(user, number)).toBe('50')
})

test('scans of one save share the pieces of a lot', async () => {
  const number = await pickFrom('LOTS-2', { lot: 'L1', qty: 2 }, { lot: 'L2', qty: 2 })
  const [first, second] = [{ LOT_NO: 'L1' }, { LOT_NO: 'L2' }]
  expect(rowErrors(await scanLabels(number, 'LOTS-2', first, first, first))).toEqual(lotError(3))
  expect(await getCheckedQuantity(number)).toBe(0)
  expect((await scanLabels(number, 'LOTS-2', first, second, first, second)).status).toBe(200)
  expect(await getCheckedQuantity(number)).toBe(4)
})

test('labels with a date distinguish the expiry dates of one lot', async () => {
  const lots = [
    { lot: 'L', valid: '2067-03-08', qty: 2 },
    { lot: 'L', valid: '2067-09-24', qty: 3 },
  ]
  const number = await pickFrom('LOTS-3', ...lots)
  const early = { LOT_NO: 'L', VALID_DT: '20670308' }
  expect((await scanLabels(number, 'LOTS-3', { ...early, QTY: 2 })).status).toBe(200)
  expect(rowErrors(await scanLabels(number, 'LOTS-3', early))).toEqual(lotError())
  expect((await scanLabels(number, 'LOTS-3', { LOT_NO: 'L', QTY: 3 })).status).toBe(200)
})

test('an undone scan frees the pieces of its lot', async () => {
  const number = await pickFrom('LOTS-4', { lot: 'L1', qty: 2 }, { lot: 'L2', qty: 2 })
  await scanLabels(number, 'LOTS-4', { LOT_NO: 'L1', QTY: 2 })
  await scanLabels(number, 'LOTS-4', { LOT_NO: 'L1', QTY: -1 })
  expect((await scanLabels(number, 'LOTS-4', { LOT_NO: 'L1' })).status).toBe(200)
  // Undone by the item code, which does not state the lot.
  await scanLabels(number, 'LOTS-4', { QTY: -2 })
  expect((await scanLabels(number, 'LOTS-4', { LOT_NO: 'L1', QTY: 2 })).status).toBe(200)
  expect(rowErrors(await scanLabels(number, 'LOTS-4', { LOT_NO: 'L1' }))).toEqual(lotError())
})

test('cancelling a check resets the checked lots', async () => {
  const number = await pickFrom('LOTS-5', { lot: 'L1', qty: 2 }, { lot: 'L2', qty: 2 })
  await scanLabels(number, 'LOTS-5', { LOT_NO: 'L1', QTY: 2 })
  await runStep(user, 'cancel-check', number)
  expect((await scanLabels(number, 'LOTS-5', { LOT_NO: 'L1', QTY: 2 })).status).toBe(200)
})

test('pieces without a lot on their label are counted as before', async () => {
  const number = await pickFrom('LOTS-6', { lot: 'L1', qty: 2 }, { lot: 'L2', qty: 2 })
  expect((await scanLabels(number, 'LOTS-6', { QTY: 2 })).status).toBe(200)
  expect((await scanLabels(number, 'LOTS-6', { LOT_NO: 'L2', QTY: 2 })).status).toBe(200)
  expect(rowErrors(await scanLabels(number, 'LOTS-6', {}))).toEqual([
    [1, 'CODE', checkScanTexts.over.ko],
  ])
  await runStep(user, 'finish-check', number)
})
