import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import {
  allocatedText,
  allocatedStockLabel,
  movedStockLabel,
  movedSinceReceipt,
  notReceived,
} from '#areas/inbound/server/cancelling.ts'
import { receivingTexts } from '#areas/inbound/server/receiving-texts.ts'
import { rejectionReasonNeeded } from '#areas/inbound/server/rejecting.ts'
import type { Value } from '#kernel/field.ts'
import { ledgerReason, ledgerReasons } from '#areas/inventory/server/ledger-reasons.ts'
import { documentNotFound } from '#server/engine/document-texts.ts'
import { notPrintable } from '#server/engine/print-heads.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, addOrder, rowErrors, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

let items = 0

async function createReceivedItem(...parts: number[]): Promise<{ item: string; number: string }> {
  items += 1
  const item = await addItem(site.db, `BACK-${items}`)
  const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 10 }])
  for (const NOW_QTY of parts) {
    const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY }
    expect((await user.save('inbound/receive', [row])).status).toBe(200)
  }
  return { item, number }
}

const getMovements = (number: string): Promise<Row[]> =>
  user.query('inbound/received-movements', { RECEIPT_NO: number })

const cancel = (rows: readonly Row[], who = user) =>
  who.save(
    'inbound/cancel-receiving',
    rows.map(({ RECEIPT_NO, MOVEMENT_NO, REASON }) => ({
      RECEIPT_NO: RECEIPT_NO ?? null,
      MOVEMENT_NO: MOVEMENT_NO ?? null,
      REASON: REASON ?? 'miscounted',
    })),
  )

async function getReceipt(number: string): Promise<Row> {
  const [row] = await user.query('inbound/receipts', { RECEIPT_NO: number })
  return row ?? {}
}

describe('receiving cancellation', () => {
  test('needs a reason', async () => {
    const { number } = await createReceivedItem(4)
    for (const REASON of ['', '  ']) {
      const bare = await cancel((await getMovements(number)).map((row) => ({ ...row, REASON })))
      expect(rowErrors(bare).map(([, column]) => column)).toEqual(['REASON'])
    }
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '20', RECEIVE_QTY: 4 })
  })

  test('reverses one receiving and leaves the other, so the receipt is partly received', async () => {
    const { item, number } = await createReceivedItem(4, 6)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30' })
    const [latest, first] = await getMovements(number)
    expect([latest?.['QTY'], first?.['QTY']]).toEqual([6, 4])
    expect((await cancel([{ ...latest, REASON: 'received by mistake' }])).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '20', RECEIVE_QTY: 4 })
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock).toMatchObject({ QTY: 4 })
    const [reverse] = await user.query('inventory/movements', { DOC_NO: number })
    expect(reverse).toMatchObject({
      REVERSES_NO: latest?.['MOVEMENT_NO'],
      FROM_CELL_CD: 'A-001',
      TO_PLACE_CD: 'SUPPLIER',
      QTY: 6,
      REASON: 'received by mistake',
    })
    expect((await getMovements(number)).map((row) => row['QTY'])).toEqual([4])
  })

  test('reopens the receipt when everything is reversed, and it can be received again', async () => {
    const { number } = await createReceivedItem(4, 6)
    expect((await cancel(await getMovements(number))).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '10', RECEIVE_QTY: 0 })
    const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-002', NOW_QTY: 10 }
    expect((await user.save('inbound/receive', [row])).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30' })
  })

  test('fails while the stock is allocated, naming the shipment', async () => {
    const { item, number } = await createReceivedItem(10)
    const shipment = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', shipment)
    const [row] = await getMovements(number)
    expect(row?.['BLOCKED']).toBe(`${allocatedStockLabel.ko} ${shipment}`)
    const response = await cancel([row ?? {}])
    expect(response.status).toBe(409)
    expect(rowErrors(response)).toEqual([[1, 'QTY', allocatedText({ first_no: shipment }).ko]])
    await runStep(user, 'cancel-allocation', shipment)
    expect((await cancel([row ?? {}])).status).toBe(200)
  })

  test('fails when some of the stock has left', async () => {
    const { item, number } = await createReceivedItem(10)
    const [balance] = await site.db.query<{ balance_id: number }>(sql`
      select balance_id from stock_balance where stock_cd = ${item}`)
    await site.db.transaction(async (tx) => {
      await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
        values ('admin', ${`gone-${item}`}, 'test', '{}')`)
      await tx.execute(sql`
        insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
          doc_line, from_place_cd, from_balance_id, to_place_cd, qty, idempotency_key, user_id)
        values ('2026-11-20', 'W01', 'HANBIT', ${item}, 'ADJUST', 'ADJ-GONE', 1, 'CELL',
          ${balance?.balance_id ?? 0}, 'ADJUSTMENT', 1, ${`gone-${item}`}, 'admin')`)
    })
    const [row] = await getMovements(number)
    expect(row?.['BLOCKED']).toBe(movedStockLabel.ko)
    expect(rowErrors(await cancel([row ?? {}]))).toEqual([[1, 'QTY', movedSinceReceipt.ko]])
    expect(await getReceipt(number)).toMatchObject({ RECEIVE_QTY: 10 })
  })

  test('checks receivings into one cell together against its available stock', async () => {
    const { item, number } = await createReceivedItem(4, 6)
    const shipment = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 5 }])
    await runStep(user, 'allocate', shipment)
    const rows = await getMovements(number)
    const both = await cancel(rows)
    expect(rowErrors(both).map(([row]) => row)).toEqual([1, 2])
    expect((await cancel(rows.slice(1))).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ RECEIVE_QTY: 6 })
  })

  test('happens once for repeated or concurrent requests', async () => {
    const { number } = await createReceivedItem(10)
    const rows = await getMovements(number)
    const twice = await cancel([...rows, ...rows])
    expect(rowErrors(twice)).toEqual([[2, 'MOVEMENT_NO', notReceived.ko]])
    const other = await site.login('second')
    const responses = await Promise.all([cancel(rows), cancel(rows, other)])
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '10', RECEIVE_QTY: 0 })
  })

  test('rejects a movement of another receipt and a request from another warehouse', async () => {
    const received = await createReceivedItem(10)
    const other = await createReceivedItem(10)
    const [row] = await getMovements(received.number)
    const mixed = await cancel([{ ...row, RECEIPT_NO: other.number }])
    expect(mixed.status).toBe(422)
    const elsewhere = await site.login('admin', 'W02')
    expect(await elsewhere.query('inbound/received-movements')).toEqual([])
    expect(rowErrors(await cancel([row ?? {}], elsewhere))).toEqual([
      [1, 'RECEIPT_NO', documentNotFound.ko],
    ])
  })
})

describe('the response of a receiving', () => {
  const undo = async (response: SaveResponse) => {
    const rows = response.body.data.rows.map(({ RECEIPT_NO, MOVEMENT_NO, REJECT_NO }) => ({
      RECEIPT_NO: RECEIPT_NO ?? null,
      MOVEMENT_NO: MOVEMENT_NO ?? null,
      REJECT_NO: REJECT_NO ?? null,
      REASON: 'undone',
    }))
    expect((await user.save('inbound/cancel-receiving', rows)).status).toBe(200)
  }

  test('lists everything that it posted and rejected, which an undo needs', async () => {
    const { number } = await createReceivedItem()
    const parts = { NOW_QTY: 4, DAMAGED_NOW_QTY: 1, REJECT_NOW_QTY: 2, REJECT_REASON: 'wet' }
    const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-001', ...parts }
    const response = await user.save('inbound/receive', [row])
    expect(response.body.data.rows.map(({ ROW }) => ROW)).toEqual([1, 1, 1])
    await undo(response)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '10', RECEIVE_QTY: 0 })
    expect(await getMovements(number)).toEqual([])
  })

  test('names no earlier receiving of the same receipt', async () => {
    const { number } = await createReceivedItem(4)
    const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 6 }
    await undo(await user.save('inbound/receive', [row]))
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '20', RECEIVE_QTY: 4 })
  })
})

describe('receipt confirmation', () => {
  const print = (who: TestUser, ...numbers: string[]) =>
    who.call('/api/print/inbound/confirmation', {
      ROWS: numbers.map((RECEIPT_NO) => ({ RECEIPT_NO })),
    })

  test('prints for received receipts, not for receipts that are only expected', async () => {
    const { number } = await createReceivedItem(10)
    const paper = await print(user, number)
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
    const expected = await createReceivedItem()
    const both = await print(user, number, expected.number)
    expect(both.status).toBe(409)
    expect(both.body.message).toBe(notPrintable(1).ko)
    const elsewhere = await site.login('admin', 'W02')
    expect((await print(elsewhere, number)).status).toBe(409)
  })
})

describe('rejected quantities', () => {
  const reject = (number: string, NOW_QTY: number, qty: Value, reason: Value = 'broken') =>
    user.save('inbound/receive', [
      {
        RECEIPT_NO: number,
        LINE_NO: 1,
        CELL_CD: 'A-001',
        NOW_QTY,
        REJECT_NOW_QTY: qty,
        REJECT_REASON: reason,
      },
    ])

  test('rejected quantities get recorded with the reason, while the accepted rest is received', async () => {
    const { item, number } = await createReceivedItem()
    const response = await reject(number, 6, 3)
    expect(response.body.message).toBe(receivingTexts.receivedAndRejected(1, 1).ko)
    const [open] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
    expect(open).toMatchObject({ RECEIVE_QTY: 6, REJECT_QTY: 3, OPEN_QTY: 1 })
    const stock = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock.map((row) => row['QTY'])).toEqual([6])
  })

  test('complete a receipt, even if nothing was accepted', async () => {
    const { number } = await createReceivedItem()
    await reject(number, 0, 10)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30', RECEIVE_QTY: 0 })
  })

  test('rejected quantities need a reason and cannot exceed the open quantity', async () => {
    const { number } = await createReceivedItem()
    expect(rowErrors(await reject(number, 1, 2, null))).toEqual([
      [1, 'REJECT_REASON', rejectionReasonNeeded.ko],
    ])
    expect(rowErrors(await reject(number, 6, 5)).map(([, column]) => column)).toEqual(['NOW_QTY'])
    expect(rowErrors(await reject(number, 0, null)).map(([, column]) => column)).toEqual([
      'NOW_QTY',
    ])
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '10' })
  })

  test('rejected quantities can be cancelled once, which reopens the line', async () => {
    const { number } = await createReceivedItem()
    await reject(number, 4, 6)
    const back = await getMovements(number)
    expect(back.map((row) => [row['QTY'], row['REJECT_REASON']])).toEqual(
      expect.arrayContaining([
        [4, null],
        [6, 'broken'],
      ]),
    )
    const rejection = back.find((row) => row['REJECT_NO'] !== null)
    const rows = [
      { RECEIPT_NO: number, REJECT_NO: rejection?.['REJECT_NO'] ?? null, REASON: 'accepted' },
    ]
    expect((await user.save('inbound/cancel-receiving', rows)).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '20', RECEIVE_QTY: 4 })
    const again = await user.save('inbound/cancel-receiving', rows)
    expect(rowErrors(again).map(([, column]) => column)).toEqual(['REJECT_NO'])
  })

  test('rejected quantities appear with their reason in the report of cancelled receipts', async () => {
    const { number } = await createReceivedItem()
    await reject(number, 4, 6)
    const getCancelReasons = async () => [
      (await getReceipt(number))['LAST_CANCEL_REASON'],
      (await user.query('reports/receipt-cancels', { RECEIPT_NO: number })).map((row) =>
        ['CANCEL_CD', 'CANCEL_QTY', 'REASON', 'USER_ID'].map((name) => row[name]),
      ),
    ]
    expect(await getCancelReasons()).toEqual([null, []])
    const rows = await getMovements(number)
    const rejection = rows.find((row) => row['REJECT_NO'] !== null)
    const receipts = rows.filter((row) => row['REJECT_NO'] === null)
    expect((await cancel(receipts.map((row) => ({ ...row, REASON: 'wrong lot' })))).status).toBe(
      200,
    )
    expect(await getCancelReasons()).toEqual(['wrong lot', [['WORK', 4, 'wrong lot', 'admin']]])
    const accepted = {
      RECEIPT_NO: number,
      REJECT_NO: rejection?.['REJECT_NO'] ?? null,
      REASON: 'accepted',
    }
    expect((await user.save('inbound/cancel-receiving', [accepted])).status).toBe(200)
    const [last, report] = await getCancelReasons()
    expect(last).toBe('accepted')
    expect(report).toHaveLength(2)
    expect(report).toContainEqual(['REJECT', 6, 'accepted', 'admin'])
  })

  test('the report of cancelled receipts lists a receiving cancelled by undoing its scan, in the language of the user', async () => {
    const { number } = await createReceivedItem(10)
    const undone = (await getMovements(number)).map((row) => ({
      ...row,
      REASON: ledgerReason('UNDONE'),
    }))
    expect((await cancel(undone)).status).toBe(200)
    const SEARCH = { RECEIPT_NO: number }
    for (const language of ['ko', 'en'] as const) {
      const inLanguage = { 'x-lang': language }
      const read = async (name: string): Promise<Row> =>
        (await user.call(`/api/wms/${name}`, { SEARCH }, inLanguage)).body.data[0] ?? {}
      const text = ledgerReasons.UNDONE[language]
      expect(await read('inbound/receipts')).toMatchObject({ LAST_CANCEL_REASON: text })
      expect(await read('reports/receipt-cancels')).toMatchObject({ REASON: text })
    }
  })
})
