import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { orderRegistered } from '#areas/inbound/server/receipts.ts'
import { receivingTexts } from '#areas/inbound/server/receiving-texts.ts'
import { receiptNotOpen } from '#areas/inbound/server/receiving.ts'
import { expiryBeforeProduction } from '#areas/inventory/rules/valid-before-made.ts'
import type { Value } from '#kernel/field.ts'
import {
  documentNotEditable,
  documentNotFound,
  ownerNotEditable,
  repeatedOrderText,
} from '#server/engine/document-texts.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, testDay, toRows, expectStock, putStock, rowErrors } from '#tests/support/floor.ts'
import { columnLabels } from '#tests/support/labels.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

const gift = { OWNER_CD: 'GIFT' }

const receiveRow = (RECEIPT_NO: string, NOW_QTY: Value, extra: Row = {}): Row => ({
  RECEIPT_NO,
  LINE_NO: 1,
  CELL_CD: 'A-001',
  NOW_QTY,
  ...extra,
})

async function getReceipt(number: string): Promise<Row> {
  const [row] = await user.query('inbound/receipts', { RECEIPT_NO: number })
  return row ?? {}
}

describe('receiving by order', () => {
  test('accepts partial quantities, and the receipt stays open until it is complete', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '10', RECEIVE_QTY: 0 })
    expect((await user.save('inbound/receive', [receiveRow(number, 4)])).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '20', RECEIVE_QTY: 4, PROGRESS: 40 })
    const [open] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
    expect(open).toMatchObject({ OPEN_QTY: 6, NOW_QTY: 6, CELL_CD: 'A-001' })
    expect((await user.save('inbound/receive', [receiveRow(number, 6)])).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30', RECEIVE_QTY: 10 })
    expect(await user.query('inbound/receiving-lines', { RECEIPT_NO: number })).toEqual([])
    const late = await user.save('inbound/receive', [receiveRow(number, 1)])
    expect(late.status).toBe(409)
    expect(rowErrors(late)).toEqual([[1, 'RECEIPT_NO', receiptNotOpen.ko]])
  })

  test('receives damaged pieces separately, within the quantity of the line', async () => {
    const item = await addItem(site.db, 'DOOR-DAMAGE')
    const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 10 }])
    const over = await user.save('inbound/receive', [receiveRow(number, 8, { DAMAGED_NOW_QTY: 3 })])
    expect(rowErrors(over)).toEqual([[1, 'NOW_QTY', receivingTexts.excess.ko]])
    const response = await user.save('inbound/receive', [
      receiveRow(number, 7, { DAMAGED_NOW_QTY: 3 }),
    ])
    expect(response.body.message).toBe(receivingTexts.received(1).ko)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30', RECEIVE_QTY: 10 })
    const rows = await user.query('inventory/stock-to-work', { STOCK_CD: item })
    const there = rows.map((row) => `${String(row['CONDITION_CD'])} ${row['QTY']}`)
    expect(there.toSorted()).toEqual(['DAMAGED 3', 'NORMAL 7'])
  })

  test('receiving by order never exceeds the ordered quantity if the owner has no tolerance', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    const response = await user.save('inbound/receive', [receiveRow(number, 11)])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[1, 'NOW_QTY', receivingTexts.excess.ko]])
  })

  test('accepts up to the owner’s ten per cent excess, and not a piece more', async () => {
    const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }]
    const one = await expectStock(user, lines, gift)
    expect((await user.save('inbound/receive', [receiveRow(one, 11)])).status).toBe(200)
    expect(await getReceipt(one)).toMatchObject({ STATE_CD: '30', RECEIVE_QTY: 11, PROGRESS: 100 })
    const other = await expectStock(user, lines, gift)
    expect((await user.save('inbound/receive', [receiveRow(other, 12)])).status).toBe(422)
    const parts = [6, 6].map((qty) => receiveRow(other, qty))
    const response = await user.save('inbound/receive', parts)
    expect(response.body.rows.map((row) => row.ROW)).toEqual([1, 2])
  })

  test('requires the lot or expiry date of items that need them', async () => {
    const number = await expectStock(user, [
      { STOCK_CD: 'DATED', ORDER_QTY: 5 },
      { STOCK_CD: 'LOTTED', ORDER_QTY: 5 },
    ])
    const bare = [receiveRow(number, 5), receiveRow(number, 5, { LINE_NO: 2 })]
    const refused = await user.save('inbound/receive', bare)
    expect(rowErrors(refused)).toEqual([
      [2, 'LOT_NO', receivingTexts.lotRequired.ko],
      [1, 'VALID_DT', receivingTexts.expiryRequired.ko],
    ])
    const full = [
      receiveRow(number, 5, { VALID_DT: '20280131' }),
      receiveRow(number, 5, { LINE_NO: 2, LOT_NO: 'L7' }),
    ]
    expect((await user.save('inbound/receive', full)).status).toBe(200)
    const [datedItem] = await user.query('inventory/by-lot', { STOCK_CD: 'DATED' })
    expect(datedItem).toMatchObject({ VALID_DT: '20280131', QTY: 5 })
    const [lotItem] = await user.query('inventory/by-lot', { STOCK_CD: 'LOTTED' })
    expect(lotItem).toMatchObject({ LOT_NO: 'L7', QTY: 5 })
  })

  test('takes the lot and expiry date from the receipt line if not typed again', async () => {
    const item = await addItem(site.db, 'ANNOUNCED', { lot_yn: 'Y', valid_yn: 'Y' })
    const line = { STOCK_CD: item, ORDER_QTY: 5, LOT_NO: 'L1', VALID_DT: '20280101' }
    const number = await expectStock(user, [line])
    expect((await user.save('inbound/receive', [receiveRow(number, 5)])).status).toBe(200)
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock).toMatchObject({ LOT_NO: 'L1', VALID_DT: '20280101' })
  })

  test('rejects an expiry date before the production date at its row', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }])
    const response = await user.save('inbound/receive', [
      receiveRow(number, 1),
      receiveRow(number, 1, { MADE_DT: '20261101', VALID_DT: '20261031' }),
    ])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[2, 'VALID_DT', expiryBeforeProduction.ko]])
  })

  test('refuses unknown cells, locked cells and cells of another warehouse', async () => {
    await site.db.execute(sql`update cell set lock_yn = 'Y' where cell_cd = 'A-150'`)
    await site.db.execute(sql`
      insert into cell (wcode, cell_cd, zone_cd) values ('W02', 'B-001', 'A')`)
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    const cells = ['NOWHERE', 'A-150', 'B-001', 'A-002']
    const rows = cells.map((CELL_CD) => receiveRow(number, 1, { CELL_CD }))
    const response = await user.save('inbound/receive', rows)
    expect(rowErrors(response)).toEqual(
      [1, 2, 3].map((row) => [row, 'CELL_CD', receivingTexts.cellClosed.ko]),
    )
    expect(await getReceipt(number)).toMatchObject({ RECEIVE_QTY: 0 })
  })

  test('rejects unknown lines and receipts of another warehouse at their rows', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    const noLine = await user.save('inbound/receive', [receiveRow(number, 1, { LINE_NO: 9 })])
    expect(rowErrors(noLine)).toEqual([[1, 'LINE_NO', receivingTexts.lineMissing.ko]])
    const elsewhere = await site.login('admin', 'W02')
    const wrong = await elsewhere.save('inbound/receive', [receiveRow(number, 1)])
    expect(rowErrors(wrong)).toEqual([[1, 'RECEIPT_NO', documentNotFound.ko]])
  })

  test('two clerks who receive the same line concurrently receive it once', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    const other = await site.login('second')
    const responses = await Promise.all([
      user.save('inbound/receive', [receiveRow(number, 10)]),
      other.save('inbound/receive', [receiveRow(number, 10)]),
    ])
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    // The second request is rejected with a row error, not by a table constraint.
    expect(responses.flatMap((response) => rowErrors(response))).toEqual([
      [1, 'RECEIPT_NO', receiptNotOpen.ko],
    ])
    expect(await getReceipt(number)).toMatchObject({ RECEIVE_QTY: 10 })
  })
})

describe('receiving complete receipts', () => {
  const receiveBulk = (...numbers: string[]) =>
    user.save(
      'inbound/receive-bulk',
      numbers.map((RECEIPT_NO) => ({ RECEIPT_NO })),
    )
  const getCells = async (item: string): Promise<Value[]> =>
    (await user.query('inventory/by-lot', { STOCK_CD: item })).map((row) => row['CELL_CD'] ?? null)

  test('puts an item where most of it is stored, a new one into the first empty cell', async () => {
    await putStock(site.db, { item: 'OTHER', qty: 1, cell: 'A-120' })
    await putStock(site.db, { item: 'OTHER', qty: 9, cell: 'A-121' })
    const fresh = await addItem(site.db, 'BRANDNEW')
    const number = await expectStock(user, [
      { STOCK_CD: 'OTHER', ORDER_QTY: 5 },
      { STOCK_CD: fresh, ORDER_QTY: 5 },
      { STOCK_CD: fresh, ORDER_QTY: 2 },
    ])
    const used = await site.db.query(sql`
      select cell_cd from stock_balance where wcode = 'W01' and qty > 0`)
    const taken = new Set(used.map((row) => row['cell_cd']))
    const cells = await user.query('master/cell')
    const empty = cells.find((row) => !taken.has(row['CELL_CD']) && row['LOCK_YN'] === 'N')
    expect((await receiveBulk(number)).body.message).toBe(receivingTexts.received(3).ko)
    const [largest] = await user.query('inventory/by-lot', { STOCK_CD: 'OTHER', QTY: '>=5' })
    expect(largest).toMatchObject({ CELL_CD: 'A-121' })
    expect(await getCells(fresh)).toEqual([empty?.['CELL_CD']])
  })

  test('uses the cell named on the line', async () => {
    const item = await addItem(site.db, 'PLANNED')
    const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 5, CELL_CD: 'A-188' }])
    expect((await receiveBulk(number)).status).toBe(200)
    expect(await getCells(item)).toEqual(['A-188'])
  })

  test('rejects a named cell that has been locked since', async () => {
    const item = await addItem(site.db, 'SHUTOUT')
    const number = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 5, CELL_CD: 'A-189' }])
    await site.db.execute(sql`update cell set lock_yn = 'Y' where cell_cd = 'A-189'`)
    const response = await receiveBulk(number)
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[1, 'CELL_CD', receivingTexts.cellsClosed(1).ko]])
  })

  test('starts over in picking order when the empty cells run out', async () => {
    const elsewhere = await site.login('admin', 'W02')
    await site.db.execute(sql`
      update cell set lock_yn = 'Y' where wcode = 'W02' and cell_cd not in ('A-001', 'A-002', 'A-003')`)
    const lines: Row[] = []
    for (let n = 0; n < 7; n += 1) {
      lines.push({ STOCK_CD: await addItem(site.db, `ROUND-${n}`), ORDER_QTY: 1 })
    }
    const number = await expectStock(elsewhere, lines)
    await elsewhere.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
    const stock = await elsewhere.query('inventory/by-lot', { STOCK_CD: 'ROUND-%' })
    expect(stock.map((row) => row['CELL_CD'])).toEqual([
      'A-001',
      'A-002',
      'A-003',
      'A-001',
      'A-002',
      'A-003',
      'A-001',
    ])
  })

  test('finds a cell for each of a thousand new items, and analyses the tables that grew', async () => {
    const items = Array.from(
      { length: 1_000 },
      (_, index) => `MANY-${String(index).padStart(4, '0')}`,
    )
    const saved = await user.save(
      'master/upload-stock',
      items.map((STOCK_CD) => ({ ...gift, STOCK_CD, STOCK_NM: STOCK_CD, GOODS_YN: 'Y' })),
    )
    expect(saved.body.data.rows).toHaveLength(items.length)
    const number = await expectStock(
      user,
      items.map((STOCK_CD) => ({ STOCK_CD, ORDER_QTY: 2 })),
      gift,
    )
    const response = await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
    expect(response.body.message).toBe(receivingTexts.received(1_000).ko)
    const [there] = await site.db.query(sql`
      select count(*)::int items, count(distinct cell_cd) > 100 spread, sum(qty) qty
      from stock_balance where stock_cd like 'MANY-%'`)
    expect(there).toEqual({ items: 1_000, spread: true, qty: 2_000 })
    await expect
      .poll(() =>
        site.db.query(sql`
          select relname::text name from pg_class
          where relname in ('stock', 'receipt_line', 'stock_balance') and reltuples >= 1000
          order by 1`),
      )
      .toEqual([{ name: 'receipt_line' }, { name: 'stock' }, { name: 'stock_balance' }])
  })

  test('reports how many lines lack a required lot or expiry date', async () => {
    const number = await expectStock(user, [
      { STOCK_CD: 'DATED', ORDER_QTY: 1 },
      { STOCK_CD: 'LOTTED', ORDER_QTY: 1 },
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    const response = await receiveBulk(number)
    expect(response.status).toBe(422)
    expect(response.body.rows[0]?.POERROR).toBe(receivingTexts.noLotOrExpiry(2).ko)
  })

  test('receives a receipt that is named twice only once, regardless of the tolerance', async () => {
    await site.db.execute(sql`
      insert into owner (owner_cd, owner_nm, over_receipt_rate) values ('LOOSE', 'loose', 100)`)
    await site.db.execute(sql`
      insert into stock (owner_cd, stock_cd, stock_nm) values ('LOOSE', 'TWICE', 'x')`)
    const number = await expectStock(user, [{ STOCK_CD: 'TWICE', ORDER_QTY: 5 }], {
      OWNER_CD: 'LOOSE',
    })
    expect((await receiveBulk(number, number)).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ RECEIVE_QTY: 5 })
  })

  test('receives the rest of a partly received receipt', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
    await user.save('inbound/receive', [receiveRow(number, 4)])
    expect((await receiveBulk(number)).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '30', RECEIVE_QTY: 10 })
  })
})

describe('receipts', () => {
  test('receipts have numbers without gaps, despite concurrent and failed saves', async () => {
    const users = await Promise.all(['admin', 'second'].map((name) => site.login(name)))
    const RECEIPT_DT = '20270105'
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const STOCK_CD = n % 4 === 3 ? 'NOSUCH' : 'PLAIN'
        const rows = toRows({ RECEIPT_DT }, [{ STOCK_CD, ORDER_QTY: 1 }])
        return (users[n % 2] ?? user).save('inbound/save-receipts', rows)
      }),
    )
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(5)
    const numbers = responses
      .filter(({ status }) => status === 200)
      .map((response) => String(response.body.data.rows[0]?.['RECEIPT_NO']))
    expect(numbers).toHaveLength(15)
    const all = await site.db.query(sql`select receipt_no no from receipt order by 1`)
    const sequence = all.map(({ no }) => Number(String(no).slice(-4)))
    expect(sequence).toEqual(sequence.map((_, n) => n + 1))
    expect(new Set(numbers).size).toBe(15)
  })

  test('the ten-thousandth receipt of a date is numbered like the others', async () => {
    const [today] = await user.query('inbound/receipts')
    const period = String(today?.['RECEIPT_NO']).slice(3, 11)
    const numbers = await site.db.transaction(async (tx) => {
      await tx.execute(sql`update auto_number set last_no = 9998`)
      const rows = await tx.query<{ no: string }>(sql`
        select no from next_numbers('RECEIPT', ${period}::date, 3) no`)
      await tx.execute(sql`update auto_number set last_no = (select count(*) from receipt)`)
      return rows.map(({ no }) => no)
    })
    expect(numbers.map((no) => no.slice(12))).toEqual(['9999', '10000', '10001'])
  })

  test('an owner’s order number is registered only once, within one save or across two', async () => {
    const rows = toRows({ RECEIPT_DT: testDay, OWNER_ORDER_NO: 'PO-77' }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    expect((await user.save('inbound/save-receipts', rows)).status).toBe(200)
    const again = await user.save('inbound/save-receipts', rows)
    expect(rowErrors(again)).toEqual([[1, 'OWNER_ORDER_NO', orderRegistered('PO-77').ko]])
    const other = toRows({ ...gift, RECEIPT_DT: testDay, OWNER_ORDER_NO: 'PO-77' }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    expect((await user.save('inbound/save-receipts', other)).status).toBe(200)
    const twice = ['X', 'Y'].flatMap((ref) =>
      toRows(
        { RECEIPT_DT: testDay, OWNER_ORDER_NO: 'PO-78' },
        [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }],
        ref,
      ),
    )
    const both = await user.save('inbound/save-receipts', twice)
    expect(both.status).toBe(422)
    expect(rowErrors(both)).toEqual([
      [3, 'OWNER_ORDER_NO', repeatedOrderText(columnLabels.OWNER_ORDER_NO, 'PO-78', 1).ko],
    ])
  })

  test('a cancelled receipt frees its owner’s order number and cannot be received', async () => {
    const head = { OWNER_ORDER_NO: 'PO-90' }
    const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }]
    const number = await expectStock(user, lines, head)
    const cancel = { ROW_TYPE: 'H', DOC_REF: number, BATCH_FLAG: 'D', VERSION: 1 }
    expect((await user.save('inbound/save-receipts', [cancel])).status).toBe(200)
    expect(await getReceipt(number)).toMatchObject({ STATE_CD: '90' })
    expect((await user.save('inbound/receive', [receiveRow(number, 1)])).status).toBe(409)
    await expectStock(user, lines, head)
    const again = await user.save('inbound/save-receipts', [{ ...cancel, VERSION: 2 }])
    expect(rowErrors(again)).toEqual([[1, 'STATE_CD', documentNotEditable.ko]])
  })

  test('a receipt cannot be changed or cancelled once receiving has started', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
    await user.save('inbound/receive', [receiveRow(number, 1)])
    const rows: Row[] = [
      { ROW_TYPE: 'H', DOC_REF: number, BATCH_FLAG: 'D', VERSION: 1 },
      { ROW_TYPE: 'L', DOC_REF: number, BATCH_FLAG: 'I', STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ]
    for (const row of rows) {
      expect((await user.save('inbound/save-receipts', [row])).status).toBe(409)
    }
  })

  test('the owner of a saved receipt cannot be changed', async () => {
    const number = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
    const row = { ROW_TYPE: 'H', DOC_REF: number, BATCH_FLAG: 'U', VERSION: 1, ...gift }
    const response = await user.save('inbound/save-receipts', [{ ...row, RECEIPT_DT: testDay }])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([[1, 'OWNER_CD', ownerNotEditable.ko]])
  })
})
