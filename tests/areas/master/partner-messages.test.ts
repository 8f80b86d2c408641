import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { testDay, expectStock, putStock } from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'

let site: TestSite
let admin: TestUser
let partner: TestPartner

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  partner = await createPartner(site, admin, {
    FIELD_MAP: '전표=OWNER_ORDER_NO, 예정일=RECEIPT_DT, 품번=STOCK_CD, 수량=ORDER_QTY',
    CODE_MAP: 'STOCK_CD:P-1=PLAIN, SUPPLIER_CD:0001=SUP1',
  })
})
afterAll(() => closeVerified(site))

const line = (order: string, extra: Record<string, Value> = {}) => ({
  전표: order,
  예정일: testDay,
  품번: 'P-1',
  수량: 3,
  SUPPLIER_CD: '0001',
  ...extra,
})

const getReceipts = (order: string) => admin.query('inbound/receipts', { OWNER_ORDER_NO: order })

async function getMessage(number: string, area = 'inbound') {
  const [row] = await admin.query(`${area}/partner-messages`, { MESSAGE_NO: number })
  if (!row) throw new Error(`no message ${number}`)
  return row
}

async function getAttempts(number: string) {
  const { MESSAGE_ID = null } = await getMessage(number)
  const rows = await admin.query('inbound/partner-attempts', { MESSAGE_ID })
  return rows.map((row) => row['ATTEMPT_CD'])
}

describe('a message sent by token', () => {
  test('becomes one receipt, in our fields and codes', async () => {
    const response = await partner.send('M1', 'RECEIPT', [
      line('PO-1'),
      line('PO-1', { 수량: '4' }),
    ])
    expect(response).toMatchObject({ status: 200, data: { STATE: '30', ERRORS: [] } })
    const [receipt] = await getReceipts('PO-1')
    expect(response.data.DOCUMENTS).toEqual([receipt?.['RECEIPT_NO']])
    expect(receipt).toMatchObject({ SUPPLIER_CD: 'SUP1', LINE_COUNT: 2, ORDER_QTY: 7 })
    expect(receipt?.['UPDATED_BY']).toBe('partner:pikl')
    const message = await getMessage('M1')
    expect(message).toMatchObject({ CHANNEL_CD: 'REST', DOC_NO: receipt?.['RECEIPT_NO'] })
    const { MESSAGE_ID = null } = message
    const [attempt] = await admin.query('inbound/partner-attempts', { MESSAGE_ID })
    expect(JSON.parse(String(attempt?.['DETAIL']))).toMatchObject({ LINES: [{ 품번: 'P-1' }, {}] })
  })

  test('creates one receipt when sent twice, and returns the same response', async () => {
    const first = await partner.send('M2', 'RECEIPT', [line('PO-2')])
    const again = await partner.send('M2', 'RECEIPT', [line('PO-2')])
    expect(again).toEqual(first)
    expect(await partner.send('M2', 'RECEIPT', [line('PO-2')])).toEqual(first)
    expect(await getReceipts('PO-2')).toHaveLength(1)
    expect(await getAttempts('M2')).toEqual(['RECEIVED', 'CONVERTED', 'REPEATED'])
  })

  test('counts as the same message if only its formatting differs', async () => {
    const body = { LINES: [line('PO-3')], KIND: 'RECEIPT', MESSAGE_NO: 'M3' }
    expect((await partner.call('messages', body)).data.STATE).toBe('30')
    const spaced = await partner.call('messages', JSON.stringify(body, null, 3))
    expect(spaced).toMatchObject({ status: 200, data: { STATE: '30' } })
    expect(await getReceipts('PO-3')).toHaveLength(1)
  })

  test('fails if its number was used with other content', async () => {
    await partner.send('M4', 'RECEIPT', [line('PO-4')])
    const other = await partner.send('M4', 'RECEIPT', [line('PO-4', { 수량: 9 })])
    expect([other.status, other.code]).toEqual([409, 'MESSAGE_NO_REUSED'])
    expect(await getReceipts('PO-4')).toMatchObject([{ ORDER_QTY: 3 }])
  })

  test('creates one receipt when delivered eight times concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => partner.send('M5', 'RECEIPT', [line('PO-5')])),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.flatMap(({ data }) => data.DOCUMENTS)).size).toBe(1)
    expect(await getReceipts('PO-5')).toHaveLength(1)
  })

  test('waits for a user to convert it if the profile requires it', async () => {
    const careful = await createPartner(site, admin, { PROFILE_CD: 'CAREFUL', AUTO_YN: 'N' })
    const ours = { OWNER_ORDER_NO: 'PO-6', RECEIPT_DT: testDay, STOCK_CD: 'PLAIN', ORDER_QTY: 1 }
    expect((await careful.send('M6', 'RECEIPT', [ours])).data.STATE).toBe('10')
    expect(await getReceipts('PO-6')).toEqual([])
    const { MESSAGE_ID = null } = await getMessage('M6')
    const done = await admin.save('inbound/convert-partner-messages', [{ MESSAGE_ID }])
    expect(done.body.message).toContain('1건을 변환했습니다')
    expect(await getReceipts('PO-6')).toHaveLength(1)
    const twice = await admin.save('inbound/convert-partner-messages', [{ MESSAGE_ID }])
    expect(twice.status).toBe(409)
  })

  test('fails if its profile does not accept its kind', async () => {
    const only = await createPartner(site, admin, { PROFILE_CD: 'NOSTOCK', STOCK_YN: 'N' })
    const response = await only.send('M7', 'STOCK', [{ STOCK_CD: 'PLAIN', QTY: 1 }])
    expect([response.status, response.code]).toEqual([403, 'KIND_DENIED'])
  })
})

describe('a message with errors', () => {
  const wrong = [
    line('PO-10', { 품번: 'NOSUCH' }),
    line('PO-10', { 품번: 'NONE', 수량: 'three', 예정일: '20261399' }),
    line('PO-11', { SUPPLIER_CD: 'WHO' }),
    line('PO-11', { CELL_CD: 'Z-999' }),
  ]

  test('reports all errors line by line and creates no document', async () => {
    const response = await partner.send('M10', 'RECEIPT', wrong)
    expect(response).toMatchObject({ status: 200, data: { STATE: '20', DOCUMENTS: [] } })
    const found = response.data.ERRORS.map(({ LINE, COLUMN }) => [LINE, COLUMN])
    expect(found).toEqual(
      expect.arrayContaining([
        [1, 'STOCK_CD'],
        [2, 'ORDER_QTY'],
        [2, 'RECEIPT_DT'],
        [2, 'STOCK_CD'],
        [3, 'SUPPLIER_CD'],
        [4, 'CELL_CD'],
      ]),
    )
    expect([...(await getReceipts('PO-10')), ...(await getReceipts('PO-11'))]).toEqual([])
    expect(await getAttempts('M10')).toEqual(['RECEIVED', 'REFUSED'])
  })

  test('creates no document from its valid lines either', async () => {
    const lines = [line('PO-15'), line('PO-16', { 수량: '3 pieces' })]
    const response = await partner.send('M15', 'RECEIPT', lines)
    expect(response.data).toMatchObject({ STATE: '20', DOCUMENTS: [], ERRORS: [{ LINE: 2 }] })
    expect(await getReceipts('PO-15')).toEqual([])
  })

  test('reports a violated database constraint at its line', async () => {
    await site.db.execute(sql`alter table receipt_line add constraint line_not_98
      check (order_qty <> 98)`)
    const lines = [line('PO-98'), line('PO-98', { 수량: 98 }), line('PO-98')]
    const { status, data } = await partner.send('M98', 'RECEIPT', lines)
    await site.db.execute(sql`alter table receipt_line drop constraint line_not_98`)
    expect([status, data.STATE]).toEqual([200, '20'])
    expect(data.ERRORS).toEqual([
      { LINE: 2, COLUMN: 'ORDER_QTY', TEXT: "예정: '98'은 저장할 수 없는 값입니다." },
    ])
    expect(await getReceipts('PO-98')).toEqual([])
  })

  test('creates each document once after its correction, and records every attempt', async () => {
    const { MESSAGE_ID = null } = await getMessage('M10')
    const lines = await admin.query('inbound/partner-message-lines', { MESSAGE_ID })
    expect(lines[1]).toMatchObject({ ORDER_QTY: 'three', RECEIPT_DT: '20261399' })
    const right = [
      { STOCK_CD: 'PLAIN' },
      { STOCK_CD: 'PLAIN', ORDER_QTY: '5', RECEIPT_DT: testDay },
      { SUPPLIER_CD: 'SUP1' },
      { CELL_CD: null },
    ]
    const mended = lines.map((row, index) => ({
      ...row,
      ...right[index],
      BATCH_FLAG: 'U',
      ROW_TYPE: 'L',
      DOC_REF: String(MESSAGE_ID),
    }))
    const half = await admin.save('inbound/save-partner-messages', mended.slice(0, 2))
    expect(half.body.message).toContain('변환하지 못했습니다')
    const rest = await admin.save('inbound/save-partner-messages', mended.slice(2))
    expect(rest.body.message).toContain('1건을 변환했습니다')
    expect(await getReceipts('PO-10')).toMatchObject([{ LINE_COUNT: 2, ORDER_QTY: 8 }])
    expect(await getReceipts('PO-11')).toMatchObject([{ LINE_COUNT: 2, ORDER_QTY: 6 }])
    const steps = ['RECEIVED', 'REFUSED', 'CORRECTED', 'REFUSED', 'CORRECTED', 'CONVERTED']
    expect(await getAttempts('M10')).toEqual(steps)
    const late = await admin.save('inbound/save-partner-messages', mended.slice(0, 1))
    expect(late.status).toBe(409)
  })

  test('creates one document when retried twice concurrently', async () => {
    await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], { OWNER_ORDER_NO: 'PO-12' })
    expect((await partner.send('M12', 'RECEIPT', [line('PO-12')])).data.STATE).toBe('20')
    await site.db.execute(sql`update receipt set cancel_yn = 'Y' where owner_order_no = 'PO-12'`)
    const { MESSAGE_ID = null } = await getMessage('M12')
    const tries = await Promise.all(
      [1, 2].map(() => admin.save('inbound/convert-partner-messages', [{ MESSAGE_ID }])),
    )
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const open = await admin.query('inbound/receipts', { OWNER_ORDER_NO: 'PO-12', STATE_CD: '10' })
    expect(open).toHaveLength(1)
  })

  test('a message with errors can be discarded with a reason, and not retried afterwards', async () => {
    await partner.send('M13', 'RECEIPT', [line('PO-13', { 품번: 'NOSUCH' })])
    const { MESSAGE_ID = null } = await getMessage('M13')
    const named = { MESSAGE_ID, REASON: 'cancelled by the owner' }
    expect((await admin.save('inbound/cancel-partner-messages', [named])).status).toBe(200)
    expect(await getMessage('M13')).toMatchObject({
      STATE_CD: '90',
      REMARK: 'cancelled by the owner',
    })
    const retry = await admin.save('inbound/convert-partner-messages', [{ MESSAGE_ID }])
    expect(retry.status).toBe(409)
    const request = await partner.call('message', { KIND: 'RECEIPT', MESSAGE_NO: 'M13' })
    expect(request.data).toMatchObject({ STATE: '90', REMARK: 'cancelled by the owner' })
  })

  test('reports an order with two different dates along with the other errors', async () => {
    const response = await partner.send('M14', 'RECEIPT', [
      line('PO-14'),
      line('PO-14', { 예정일: '20261201' }),
      line('PO-14', { 품번: 'NOSUCH' }),
    ])
    expect(new Set(response.data.ERRORS.map(({ LINE }) => LINE))).toEqual(new Set([2, 3]))
  })
})

describe('a message entered by hand or as a file', () => {
  const head = { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: 'new-1' }
  const typed = { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: 'new-1', STOCK_CD: 'PLAIN' }
  const profile = { OWNER_CD: 'HANBIT', PROFILE_CD: 'PIKL' }

  test('becomes a receipt under our own number when typed on the screen', async () => {
    const saved = await admin.save('inbound/save-partner-messages', [
      { ...head, ...profile },
      { ...typed, OWNER_ORDER_NO: 'PO-20', RECEIPT_DT: testDay, ORDER_QTY: '2' },
    ])
    expect(saved.body.message).toContain('1건을 변환했습니다')
    const MESSAGE_ID = saved.body.data.rows[0]?.['MESSAGE_ID'] ?? null
    const [message] = await admin.query('inbound/partner-messages', { MESSAGE_ID })
    expect(message).toMatchObject({ CHANNEL_CD: 'HAND', MESSAGE_NO: `HAND-${MESSAGE_ID}` })
    expect(await getReceipts('PO-20')).toHaveLength(1)
  })

  test('a sheet becomes one message with the partner’s codes, and an invalid one is rejected', async () => {
    const row = { ...profile, MESSAGE_NO: 'F1', RECEIPT_DT: testDay, ORDER_QTY: 2 }
    const sheetRows = (codes: string[]) =>
      codes.map((STOCK_CD, index) => ({ ...row, STOCK_CD, OWNER_ORDER_NO: `PO-2${index + 1}` }))
    const wrong = await admin.save('inbound/upload-partner-messages', sheetRows(['P-1', 'NOSUCH']))
    expect(wrong.body.rows).toMatchObject([{ ROW: 2, COLUMN: 'STOCK_CD' }])
    expect(await admin.query('inbound/partner-messages', { MESSAGE_NO: 'F1' })).toEqual([])
    const taken = await admin.save('inbound/upload-partner-messages', sheetRows(['P-1', 'OTHER']))
    expect(taken.body.data.rows.map((each) => each['RECEIPT_NO'])).toEqual([
      expect.stringMatching(/^RC/),
      expect.stringMatching(/^RC/),
    ])
    expect(await getMessage('F1')).toMatchObject({ CHANNEL_CD: 'FILE', LINE_COUNT: 2 })
  })
})

test.each([
  ['owner', { OWNER_CD: 'GIFT' }, 'OWNER_CD'],
  ['profile', { PROFILE_CD: 'ELSE' }, 'PROFILE_CD'],
  ['message', { MESSAGE_NO: 'F3' }, 'MESSAGE_NO'],
])('lines of another %s are rejected in a sheet', async (_, other, column) => {
  const line = { STOCK_CD: 'P-1', RECEIPT_DT: testDay, ORDER_QTY: 2 }
  const row = { OWNER_CD: 'HANBIT', PROFILE_CD: 'PIKL', MESSAGE_NO: 'F2', ...line }
  const response = await admin.save('inbound/upload-partner-messages', [
    { ...row, OWNER_ORDER_NO: 'PO-31' },
    { ...row, OWNER_ORDER_NO: 'PO-32', ...other },
  ])
  expect(response.body.rows).toMatchObject([{ ROW: 2, COLUMN: column }])
  expect(await getReceipts('PO-31')).toEqual([])
})

describe('partner stock', () => {
  test('shows differences from our stock and adds the items it omits', async () => {
    await putStock(site.db, { item: 'PLAIN', qty: 12 })
    await putStock(site.db, { item: 'OTHER', qty: 4, lot: 'L1' })
    const theirs = [{ STOCK_CD: 'PLAIN', QTY: 10 }]
    expect((await partner.send('S1', 'STOCK', theirs)).data.STATE).toBe('30')
    const { MESSAGE_ID = null } = await getMessage('S1', 'inventory')
    const lines = await admin.query('inventory/partner-message-lines', { MESSAGE_ID })
    expect(lines).toMatchObject([
      { STOCK_CD: 'PLAIN', QTY: '10', OUR_QTY: '12', DIFF_QTY: '2' },
      { STOCK_CD: 'OTHER', QTY: '0', OUR_QTY: '4', DIFF_QTY: '4' },
    ])
    const { data } = await partner.call('results', { KINDS: ['STOCK'] })
    expect(data.RESULTS).toMatchObject([
      { RESULT: 'ANSWER', DOC_NO: 'S1', LINES: [{ DIFF_QTY: '2' }, { DIFF_QTY: '4' }] },
    ])
  })

  test('compares a lot that is missing from an item listed by lot', async () => {
    await putStock(site.db, { item: 'OTHER', qty: 5, lot: 'L2', cell: 'A-002' })
    const theirs = [
      { STOCK_CD: 'PLAIN', QTY: 12 },
      { STOCK_CD: 'OTHER', LOT_NO: 'l1', QTY: 4 },
    ]
    expect((await partner.send('S2', 'STOCK', theirs)).data.STATE).toBe('30')
    const { MESSAGE_ID = null } = await getMessage('S2', 'inventory')
    const lines = await admin.query('inventory/partner-message-lines', { MESSAGE_ID })
    expect(lines.map((row) => [row['STOCK_CD'], row['LOT_NO'], row['DIFF_QTY']])).toEqual([
      ['PLAIN', null, '0'],
      ['OTHER', 'l1', '0'],
      ['OTHER', 'L2', '5'],
    ])
  })

  test('partner stock can be read page by page', async () => {
    const first = await partner.call('stock', { MAX: 1 })
    const second = await partner.call('stock', { MAX: 1, AFTER: first.data.CURSOR })
    const third = await partner.call('stock', { MAX: 1, AFTER: second.data.CURSOR })
    const end = await partner.call('stock', { MAX: 1, AFTER: third.data.CURSOR })
    const all = [first, second, third].flatMap(({ data }) => data.STOCK)
    expect(all).toMatchObject([
      { STOCK_CD: 'OTHER', LOT_NO: 'L1', QTY: 4 },
      { STOCK_CD: 'OTHER', LOT_NO: 'L2', QTY: 5 },
      { STOCK_CD: 'PLAIN', QTY: 12 },
    ])
    expect(end.data.STOCK).toEqual([])
  })
})
