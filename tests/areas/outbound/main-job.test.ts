import { formatCount } from '#kernel/format-count.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowReader, splitSheet, type MappedRow } from '#kernel/sheet-mapping.ts'
import type { Value } from '#kernel/field.ts'
import { uploadShipments } from '#areas/outbound/operations/shipments.ts'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import { checksOfOtherFiles } from '#tests/support/failing-checks.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  hasOrders,
  getItems,
  orderRows,
  ordersMapping,
  readOrdersFile,
  getShipTos,
  type OrderRow,
} from '#tests/support/orders.ts'

const day = '20261120'

describe.skipIf(!hasOrders)('a real owner’s workday, from order sheet to shipped stock', () => {
  let site: TestSite
  let user: TestUser
  let rows: OrderRow[]
  let mapped: MappedRow[]

  beforeAll(async () => {
    site = await testSite()
    user = await site.login('admin')
    const sheet = await readSpreadsheet(await readOrdersFile(), { fileName: 'orders.xlsx' })
    rows = orderRows(sheet.rows)
    const given = { OWNER_CD: 'GIFT', SHIPMENT_DT: day }
    const read = rowReader(uploadShipments.input, ordersMapping, given)
    mapped = splitSheet(sheet.rows).body.map(read)
  })
  afterAll(() => site.close())

  const importableRows = (): Record<string, Value>[] =>
    mapped
      .filter(({ errors, row }) => errors.length === 0 && /^\d/.test(String(row['STOCK_CD'])))
      .map(({ row, sheetRow }) => ({ ...row, NO: sheetRow }))

  test('the owner’s items and ship-tos are uploaded', async () => {
    const items = getItems(rows).map((item) => ({ OWNER_CD: 'GIFT', ...item }))
    const uploaded = await user.save('master/upload-stock', items)
    expect(uploaded).toMatchObject({
      status: 200,
      body: { message: `${formatCount(items.length)}건을 저장했습니다.` },
    })
    const shipTos = getShipTos(rows).map((shipTo) => ({
      OWNER_CD: 'GIFT',
      BATCH_FLAG: 'I',
      ...shipTo,
    }))
    expect((await user.save('master/save-ship-to', shipTos)).status).toBe(200)
  })

  test('stock is received through a receipt and stored in cells by lot', async () => {
    const wanted = new Map<string, number>()
    for (const { item, qty } of rows) {
      if (qty > 0 && /^\d/.test(item)) wanted.set(item, (wanted.get(item) ?? 0) + qty)
    }
    const lines = [...wanted].map(([STOCK_CD, ORDER_QTY]) => ({
      OWNER_CD: 'GIFT',
      RECEIPT_DT: day,
      OWNER_ORDER_NO: 'PO-1',
      STOCK_CD,
      ORDER_QTY,
    }))
    const saved = await user.save('inbound/upload-receipts', lines)
    expect(saved.status).toBe(200)
    const RECEIPT_NO = saved.body.data.rows[0]?.['RECEIPT_NO'] ?? null
    const received = await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
    expect(received.body.message).toBe(`${formatCount(lines.length)}행을 입고했습니다.`)
    const stock = await user.query('inventory/by-lot', { OWNER_CD: 'GIFT' })
    expect(stock.length).toBe(lines.length)
    expect(stock.every((row) => row['RECEIVED_DT'] && row['CELL_CD'])).toBe(true)
    expect(await user.query('inventory/movements', { MOVEMENT_CD: 'RECEIPT' })).toHaveLength(
      lines.length,
    )
  })

  test('every invalid line is reported in one pass, with its row and reason', async () => {
    expect(mapped).toHaveLength(3108)
    const invalid = new Set(
      mapped.filter(({ errors }) => errors.length).map(({ sheetRow }) => sheetRow),
    )
    const expected = rows.flatMap(({ name, qty, customer }, index) =>
      !name || !customer || qty <= 0 ? [index + 2] : [],
    )
    expect([...invalid]).toEqual(expected)
    const formed = mapped.filter(({ errors }) => errors.length === 0)
    const sent = [
      ...formed.map(({ row, sheetRow }) => ({ ...row, NO: sheetRow })),
      {
        OWNER_CD: 'GIFT',
        SHIPMENT_DT: day,
        OWNER_ORDER_NO: 'X1',
        STOCK_CD: 'NOSUCH',
        STOCK_NM: '?',
        ORDER_QTY: 1,
        SHIP_TO_CD: '17850',
        NO: 9001,
      },
    ]
    const checked = await user.check('outbound/upload-shipments', sent)
    expect(checked.status).toBe(422)
    const noGoods = formed.filter(({ row }) => !/^\d/.test(String(row['STOCK_CD'])))
    expect(noGoods.length).toBeGreaterThan(0)
    expect(checked.body.rows.map((row) => row.ROW).sort((a, b) => a - b)).toEqual(
      [...noGoods.map(({ sheetRow }) => sheetRow), 9001].sort((a, b) => a - b),
    )
    expect(checked.body.rows.find((row) => row.ROW === 9001)?.POERROR).toBe(
      '등록되지 않은 품목입니다: NOSUCH',
    )
    expect(await user.query('outbound/shipments')).toHaveLength(0)
  })

  test('the valid lines are saved as one shipment per order', async () => {
    const sent = importableRows()
    const saved = await user.save('outbound/upload-shipments', sent)
    expect(saved.status).toBe(200)
    const shipments = await user.query('outbound/shipments')
    expect(shipments).toHaveLength(new Set(sent.map((row) => row['OWNER_ORDER_NO'])).size)
    const lines = await user.query('outbound/shipment-lines')
    expect(lines).toHaveLength(sent.length)
    const again = await user.check('outbound/upload-shipments', sent)
    expect(again.body.rows[0]?.POERROR).toMatch(/^이미 등록된 화주 오더번호입니다: /)
  })

  test('orders are allocated, listed and picked, and five are checked and shipped', async () => {
    const numbers = (await user.query('outbound/shipments')).map(({ SHIPMENT_NO }) => ({
      SHIPMENT_NO: SHIPMENT_NO ?? null,
    }))
    const allocated = await user.save('outbound/allocate', numbers)
    expect(allocated.body.message).toBe(
      `${numbers.length}건 중 ${numbers.length}건을 모두 할당했습니다.`,
    )
    const list = await user.call('/api/print/outbound/picking-list', { ROWS: numbers.slice(0, 3) })
    expect(list.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await user.save('outbound/mark-listed', numbers)).status).toBe(200)
    const toPick = await user.query('outbound/picking-lines')
    const picked = toPick.map((row) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: row['ALLOC_QTY'] ?? null,
    }))
    expect((await user.save('outbound/pick', picked)).status).toBe(200)
    const some = numbers.slice(0, 5)
    for (const { SHIPMENT_NO } of some) {
      for (const line of await user.query('outbound/shipment-lines', { SHIPMENT_NO })) {
        const scan = { SHIPMENT_NO, CODE: line['STOCK_CD'] ?? null, QTY: line['PICK_QTY'] ?? null }
        expect((await user.save('outbound/check-scan', [scan])).status).toBe(200)
      }
    }
    expect((await user.save('outbound/finish-check', some)).status).toBe(200)
    expect((await user.save('outbound/ship', some)).status).toBe(200)
    const bill = await user.call('/api/print/outbound/bill', { ROWS: some })
    expect(bill.status).toBe(200)
    const shipped = await user.query('outbound/shipments', { STATE_CD: '60' })
    expect(shipped).toHaveLength(5)
    const gone = await user.query('inventory/movements', { MOVEMENT_CD: 'SHIPMENT' })
    const sum = (of: Record<string, Value>[], column: string) =>
      of.reduce((total, row) => total + Number(row[column]), 0)
    expect(sum(gone, 'QTY')).toBe(sum(shipped, 'ORDER_QTY'))
  })

  test('stock, ledger and documents agree', async () => {
    await sealLedger(site.db)
    const results = await verifyLedger(site.db)
    expect(results.filter(({ breaches }) => breaches.length)).toEqual([])
    const unseen = results
      .filter(({ looked: checkedLabels }) => checkedLabels === 0)
      .map(({ name }) => name)
    expect(unseen).toEqual([
      ...checksOfOtherFiles,
      'No allocation of held, expired, bonded or other-owner stock',
      'Reversal = opposite of the original movement',
      'Stock work matches its movements',
      'Approved adjustment = request',
      'Day-end stock = sum of movements up to that day',
      'Daily movements = sum of movements of the day, opening = previous closing',
    ])
  })
})
