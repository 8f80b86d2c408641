import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  testDay,
  toRows,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', menu, '{search,save,delete}' from unnest(array['CReceiptCreateSingle',
      'CShipmentCreateSingle', 'CReceiptCreateSingleSample', 'CReceiptModifySampleByOrder',
      'CReceiptModifySample', 'CShipmentCreateSingleSample', 'CShipmentModifySample']) menu`)
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'CPrintOutboundBillSample', '{search,print}')`)
  user = await site.login('admin')
  customer = await site.login('customer')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

/**
 * Receipts and shipments are requested, accepted or rejected, and separated from samples in the
 * same way.
 */
const kinds = {
  receipt: {
    number: 'RECEIPT_NO',
    day: 'RECEIPT_DT',
    list: 'inbound/receipts',
    save: 'inbound/save-receipts',
    request: 'inbound/request-receipts',
    waiting: 'inbound/receipt-requests',
    decide: 'inbound/decide-requests',
    next: 'inbound/receive-bulk',
  },
  shipment: {
    number: 'SHIPMENT_NO',
    day: 'SHIPMENT_DT',
    list: 'outbound/shipments',
    save: 'outbound/save-shipments',
    request: 'outbound/request-shipments',
    waiting: 'outbound/shipment-requests',
    decide: 'outbound/decide-requests',
    next: 'outbound/allocate',
  },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

async function addRequest(kind: Kind, head: Row = {}): Promise<string> {
  const rows = toRows({ OWNER_CD: 'GIFT', [kind.day]: testDay, ...head }, [
    { STOCK_CD: 'PLAIN', ORDER_QTY: 3 },
  ])
  const response = await customer.save(kind.request, rows)
  expect(response.body.rows ?? []).toEqual([])
  return String(response.body.data.rows[0]?.[kind.number])
}

async function getDocument(kind: Kind, number: string): Promise<Row> {
  const [row] = await user.query(kind.list, { [kind.number]: number })
  return row ?? {}
}

describe.each(Object.entries(kinds))('a %s requested by a customer', (_, kind) => {
  const decide = (who: TestUser, number: string, extra: Row = {}) =>
    who.save(kind.decide, [{ [kind.number]: number, ...extra }])

  test('waits until staff accept it, and then proceeds like any other', async () => {
    const number = await addRequest(kind)
    expect(await getDocument(kind, number)).toMatchObject({ STATE_CD: '05', OWNER_CD: 'GIFT' })
    expect((await user.save(kind.next, [{ [kind.number]: number }])).status).toBe(409)
    const [row] = await user.query(kind.waiting, { [kind.number]: number })
    expect(row).toMatchObject({ REJECT_YN: 'N', REASON: null, ORDER_QTY: 3 })
    expect((await decide(user, number)).body.message).toBe('1건을 접수했습니다.')
    expect(await getDocument(kind, number)).toMatchObject({ STATE_CD: '10' })
    expect(await user.query(kind.waiting, { [kind.number]: number })).toEqual([])
    expect((await user.save(kind.next, [{ [kind.number]: number }])).status).toBe(200)
  })

  test('needs a reason for rejection, which the customer reads, and can be decided once', async () => {
    const number = await addRequest(kind, { REMARK: 'urgent' })
    const bare = await decide(user, number, { REJECT_YN: 'Y' })
    expect(rowErrors(bare)).toEqual([[1, 'REASON', '반려 사유를 입력하세요.']])
    const reject = { REJECT_YN: 'Y', REASON: 'check the item' }
    expect((await decide(user, number, reject)).status).toBe(200)
    const [seen] = await customer.query(kind.list, { [kind.number]: number })
    expect(seen).toMatchObject({ STATE_CD: '90', REMARK: 'urgent / check the item' })
    expect((await decide(user, number)).status).toBe(409)
  })

  test('a document requested by a customer can be changed by the customer until it is decided', async () => {
    const number = await addRequest(kind)
    const line = { ROW_TYPE: 'L', DOC_REF: number, STOCK_CD: 'PLAIN', ORDER_QTY: 2 }
    expect((await customer.save(kind.request, [line])).status).toBe(200)
    await decide(user, number)
    expect((await customer.save(kind.request, [line])).status).toBe(409)
    expect(await getDocument(kind, number)).toMatchObject({ ORDER_QTY: 5 })
  })

  test('covers only the customer’s own stock, and cannot be accepted by the customer', async () => {
    const rows = toRows({ OWNER_CD: 'HANBIT', [kind.day]: testDay }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    expect(rowErrors(await customer.save(kind.request, rows))[0]).toEqual([
      1,
      'OWNER_CD',
      '등록되지 않은 화주입니다: HANBIT',
    ])
    const number = await addRequest(kind)
    expect((await decide(customer, number)).status).toBe(403)
    const elsewhere = await site.login('admin', 'W02')
    expect((await decide(elsewhere, number)).status).toBe(409)
    const twice = await user.save(kind.decide, [
      { [kind.number]: number },
      { [kind.number]: number, REJECT_YN: 'Y', REASON: 'x' },
    ])
    expect(rowErrors(twice)).toEqual([[2, kind.number, '같은 요청이 두 번 있습니다.']])
    expect(await getDocument(kind, number)).toMatchObject({ STATE_CD: '05' })
  })
})

describe('samples', () => {
  const save = async (procedure: string, head: Row, item: string, ORDER_QTY = 5) => {
    const response = await user.save(procedure, toRows(head, [{ STOCK_CD: item, ORDER_QTY }]))
    expect(response.body.rows ?? []).toEqual([])
    const [row] = response.body.data.rows
    return String(row?.['RECEIPT_NO'] ?? row?.['SHIPMENT_NO'])
  }
  const saveSampleReceipt = (item: string) =>
    save('inbound/save-sample-receipts', { RECEIPT_DT: testDay }, item)

  test('samples have a separate number series and are received as samples', async () => {
    const item = await addItem(site.db, 'SAMPLE-IN')
    const number = await saveSampleReceipt(item)
    expect(number).toMatch(/^RS-\d{8}-0001$/)
    expect(await saveSampleReceipt(item)).toMatch(/-0002$/)
    expect((await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])).status).toBe(200)
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock).toMatchObject({ QTY: 5, CONDITION_CD: 'SAMPLE' })
  })

  test('samples can be allocated only to sample shipments', async () => {
    const item = await addItem(site.db, 'SAMPLE-OUT')
    await user.save('inbound/receive-bulk', [{ RECEIPT_NO: await saveSampleReceipt(item) }])
    const normal = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', normal)
    expect(await getDocument(kinds.shipment, normal)).toMatchObject({ STATE_CD: '10' })
    const sample = await save('outbound/save-sample-shipments', { SHIPMENT_DT: testDay }, item, 2)
    expect(sample).toMatch(/^SS-\d{8}-0001$/)
    await runStep(user, 'allocate', sample)
    expect(await getDocument(kinds.shipment, sample)).toMatchObject({
      STATE_CD: '20',
      SAMPLE_YN: 'Y',
    })
  })

  test('samples cannot be changed on the screens of ordinary receipts, or vice versa', async () => {
    const item = await addItem(site.db, 'SAMPLE-APART')
    const sample = await saveSampleReceipt(item)
    const normal = await save('inbound/save-receipts', { RECEIPT_DT: testDay }, item)
    const line = (DOC_REF: string) => [{ ROW_TYPE: 'L', DOC_REF, STOCK_CD: item, ORDER_QTY: 1 }]
    for (const [procedure, number] of [
      ['inbound/save-receipts', sample],
      ['inbound/save-sample-receipts', normal],
    ] as const) {
      const response = await user.save(procedure, line(number))
      expect(response.body.rows[0]?.POERROR).toBe('전표를 찾을 수 없습니다.')
    }
    const listed = await user.query('inbound/receipts', { SAMPLE_YN: 'Y' })
    expect(listed.map((row) => row['RECEIPT_NO'])).toContain(sample)
    expect(listed.map((row) => row['RECEIPT_NO'])).not.toContain(normal)
  })

  test('samples can be changed line by line across requests, until one of them is decided', async () => {
    const requestSample = async (mark: string) => {
      const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1, MARK: mark }]
      const rows = toRows({ OWNER_CD: 'GIFT', RECEIPT_DT: testDay }, lines)
      const response = await customer.save('inbound/request-sample-receipts', rows)
      return String(response.body.data.rows[0]?.['RECEIPT_NO'])
    }
    const numbers = [await requestSample('M1'), await requestSample('M2')]
    const name = 'inbound/change-requested-sample-lines'
    const change = async (who: TestUser) => {
      const rows = await customer.query('inbound/requested-sample-lines', {
        RECEIPT_NO: numbers.join(','),
      })
      return who.save(
        name,
        rows.map((row) => ({ ...row, BATCH_FLAG: 'U', ORDER_QTY: 7 })),
      )
    }
    expect((await change(customer)).status).toBe(200)
    const rows = await user.query('inbound/receipt-lines', { RECEIPT_NO: numbers.join(',') })
    expect(rows.map((row) => [row['ORDER_QTY'], row['MARK']])).toEqual([
      [7, 'M1'],
      [7, 'M2'],
    ])
    const decision = [{ RECEIPT_NO: numbers[0] ?? null }]
    const seen = await customer.query('inbound/requested-sample-lines', {
      RECEIPT_NO: numbers[0] ?? null,
    })
    expect((await user.save('inbound/decide-requests', decision)).status).toBe(200)
    const late = await customer.save(name, [{ ...seen[0], BATCH_FLAG: 'U', ORDER_QTY: 1 }])
    expect(rowErrors(late).map(([, column]) => column)).toEqual(['STATE_CD'])
    expect(
      await customer.query('inbound/requested-sample-lines', { RECEIPT_NO: numbers[0] ?? null }),
    ).toEqual([])
  })

  test('samples can be requested by customers in the sample number series', async () => {
    const rows = toRows({ OWNER_CD: 'GIFT', RECEIPT_DT: testDay }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    const response = await customer.save('inbound/request-sample-receipts', rows)
    const number = String(response.body.data.rows[0]?.['RECEIPT_NO'])
    expect(number).toMatch(/^RS-/)
    expect(await getDocument(kinds.receipt, number)).toMatchObject({
      STATE_CD: '05',
      SAMPLE_YN: 'Y',
    })
  })
})

describe.each([
  ['receipt', kinds.receipt, 'inbound', 'receipts'],
  ['shipment', kinds.shipment, 'outbound', 'shipments'],
] as const)('an unprocessed sample %s', (_, kind, area, noun) => {
  const requestAs = async (OWNER_CD: string, who: TestUser, procedure: string) => {
    const head = { OWNER_CD, [kind.day]: testDay }
    const rows = toRows(head, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 4 }])
    const response = await who.save(procedure, rows)
    expect(response.body.rows ?? []).toEqual([])
    return String(response.body.data.rows[0]?.[kind.number])
  }
  const newLine = (DOC_REF: string) => [{ ROW_TYPE: 'L', DOC_REF, STOCK_CD: 'PLAIN', ORDER_QTY: 1 }]
  const cancelRow = (DOC_REF: string, VERSION: number) => [
    { ROW_TYPE: 'H', DOC_REF, BATCH_FLAG: 'D', VERSION },
  ]

  test('an unprocessed sample document can be changed or cancelled by staff, but not created on that screen', async () => {
    const change = `${area}/change-sample-${noun}`
    const number = await requestAs('HANBIT', user, `${area}/save-sample-${noun}`)
    expect((await user.save(change, newLine(number))).status).toBe(200)
    expect(await getDocument(kind, number)).toMatchObject({ ORDER_QTY: 5 })
    expect((await user.save(change, cancelRow(number, 1))).status).toBe(200)
    expect(await getDocument(kind, number)).toMatchObject({ STATE_CD: '90' })
    expect((await user.save(change, newLine(number))).status).toBe(409)
    const fresh = await user.save(change, toRows({ [kind.day]: testDay }, newLine('NEW')))
    expect(rowErrors(fresh)).toEqual([
      [1, undefined, '이 화면에서는 새 전표를 등록할 수 없습니다. 등록 화면을 사용하세요.'],
    ])
  })

  test('an unprocessed sample document can be changed by the customer until staff have decided', async () => {
    const change = `${area}/change-requested-sample-${noun}`
    const number = await requestAs('GIFT', customer, `${area}/request-sample-${noun}`)
    expect((await customer.save(change, newLine(number))).status).toBe(200)
    expect((await user.save(kind.decide, [{ [kind.number]: number }])).status).toBe(200)
    expect((await customer.save(change, newLine(number))).status).toBe(409)
    expect((await customer.save(change, cancelRow(number, 2))).status).toBe(409)
    const foreign = await requestAs('HANBIT', user, `${area}/request-sample-${noun}`)
    expect((await customer.save(change, newLine(foreign))).status).toBe(409)
  })
})

test('a customer can print delivery notes only for their own samples', async () => {
  const createShippedSample = async (owner: string) => {
    const key = { OWNER_CD: owner, STOCK_CD: 'PLAIN' }
    await putStock(site.db, { item: 'PLAIN', owner, qty: 5, condition: 'SAMPLE' })
    const rows = toRows({ OWNER_CD: owner, SHIPMENT_DT: testDay }, [{ ...key, ORDER_QTY: 1 }])
    const saved = await user.save('outbound/save-sample-shipments', rows)
    const number = String(saved.body.data.rows[0]?.['SHIPMENT_NO'])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    return number
  }
  const print = (SHIPMENT_NO: string) =>
    customer.call('/api/print/outbound/bill', { ROWS: [{ SHIPMENT_NO }] })
  const own = await print(await createShippedSample('GIFT'))
  expect([own.status, own.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await print(await createShippedSample('HANBIT'))).status).toBe(409)
})
