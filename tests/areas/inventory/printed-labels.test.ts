import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, runStep } from '#tests/support/floor.ts'
import { readPdfCodes, readZplCodes } from '#tests/support/read-labels.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let receipt: string
let shipment: string
let oddReceipt: string

const longest = 'LOT-2026-11-20-ABCDE'
/** Lots that an AI 10 cannot hold, or that would be read as other elements. */
const oddLots = ['LOT-2026-11-20-ABCDEF', '漢字 1', 'A#1', 'A(21)5', 'A(B)']

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`update stock set box_qty = 12 where stock_cd = 'PLAIN'`)
  receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 100 }])
  const row = {
    RECEIPT_NO: receipt,
    LINE_NO: 1,
    NOW_QTY: 60,
    CELL_CD: 'A-007',
    LOT_NO: longest,
    VALID_DT: '20280101',
    PALLET_NO: 'PLT-0071',
    BOX_NO: '7.B',
  }
  expect((await user.save('inbound/receive', [row])).status).toBe(200)
  shipment = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }], { SHIP_TO_CD: 'ST1' })
  await runStep(user, 'allocate', shipment)
  oddReceipt = await expectStock(
    user,
    oddLots.map(() => ({ STOCK_CD: 'PLAIN', ORDER_QTY: 1 })),
  )
  const oddRows = oddLots.map((LOT_NO, index) => ({
    RECEIPT_NO: oddReceipt,
    LINE_NO: index + 1,
    NOW_QTY: 1,
    CELL_CD: 'A-007',
    LOT_NO,
    VALID_DT: '20280101',
  }))
  expect((await user.save('inbound/receive', oddRows)).status).toBe(200)
})
afterAll(() => site.close())

const print = (name: string, row: Row | undefined): Promise<SaveResponse> =>
  user.call(`/api/print/${name}`, { ROWS: [row] })

async function read(response: SaveResponse): Promise<string[][]> {
  expect(response.status, response.body.message).toBe(200)
  const isPdf = response.headers['content-type'] === 'application/pdf'
  const labels = isPdf
    ? await readPdfCodes(response.bytes)
    : await readZplCodes(response.bytes.toString('utf8'))
  return (labels[0] ?? []).map((code) => {
    const scan = interpretScan(code)
    expect(scan.refusal, code).toBeUndefined()
    return scan.parts.map(({ kind, value }) => `${kind} ${value}`).toSorted()
  })
}

const itemParts = (...more: string[]) => [
  'item 08801234567893',
  `lot ${longest}`,
  ...more,
  'valid-date 20280101',
]

const getLabels = (name: string, DOC_NO: string) => user.query(`${name}-lines`, { DOC_NO })

describe.each(['PDF', 'ZPL'])('labels printed as %s', (FORMAT_CD) => {
  const getReceivedLine = async (): Promise<Row> => {
    const rows = await getLabels('inbound/labels', receipt)
    return rows.find((row) => row['BALANCE_ID'] !== null) ?? {}
  }

  test.each([
    ['ITEM', () => [itemParts()]],
    ['BOX', () => [['box 7.B'], itemParts('quantity 12')]],
    ['PALLET', () => [['pallet PLT-0071'], itemParts('quantity 60')]],
    ['CELL', () => [['cell A-007']]],
  ])('a label of kind %s can be read back', async (LABEL_CD, expected) => {
    const row = { ...(await getReceivedLine()), LABEL_CD, FORMAT_CD }
    expect(await read(await print('inbound/labels', row))).toEqual(expected())
  })

  test('a box without a number is identified by its document', async () => {
    const row = (await getLabels('inbound/labels', receipt)).find((label) => !label['BALANCE_ID'])
    const [, document] = await read(await print('inbound/labels', { ...row, FORMAT_CD }))
    expect(document).toEqual([`document ${receipt}`, 'line 1'])
  })

  test.each(oddLots)('a label of the lot %s identifies the item without its lot', async (lot) => {
    const rows = await getLabels('inbound/labels', oddReceipt)
    const line = rows.find((row) => row['LOT_NO'] === lot)
    const label = { ...line, LABEL_CD: 'ITEM', FORMAT_CD }
    expect(await read(await print('inbound/labels', label))).toEqual([
      ['item 08801234567893', 'valid-date 20280101'],
    ])
  })

  test.each([
    ['labels', () => [['box 7.B'], itemParts('quantity 5')]],
    ['labels-a', () => [['unknown PLAIN']]],
    ['labels-b', () => [[`document ${shipment}`, 'line 1']]],
    ['labels-c', () => [itemParts('quantity 5'), [`document ${shipment}`, 'line 1']]],
  ])('%s of a shipment can be read back', async (name, expected) => {
    const [line] = await getLabels(`outbound/${name}`, shipment)
    expect(await read(await print(`outbound/${name}`, { ...line, FORMAT_CD }))).toEqual(expected())
  })
})

test('received stock is labelled as received, and the rest as expected', async () => {
  const rows = await getLabels('inbound/labels', receipt)
  expect(rows.map((row) => [row['QTY'], row['LOT_NO'], row['VALID_DT'], row['PALLET_NO']])).toEqual(
    expect.arrayContaining([
      [60, longest, '20280101', 'PLT-0071'],
      [40, null, null, null],
    ]),
  )
})

test('cells, pallets and boxes have labels on the screens that manage them', async () => {
  const cells = await user.call('/api/print/master/cell-labels', {
    ROWS: [{ CELL_CD: 'A-007' }, { CELL_CD: 'A-001' }],
  })
  expect(readPdfText(cells.bytes)[0]).toContain('A-007')
  expect(await readPdfCodes(cells.bytes)).toEqual([[']C0CELL:A-007'], [']C0CELL:A-001']])
  expect(await read(await print('inventory/pallet-labels', { PALLET_NO: 'PLT-0071' }))).toEqual([
    ['pallet PLT-0071'],
  ])
  expect(await read(await print('inventory/box-labels', { BOX_NO: '7.B' }))).toEqual([['box 7.B']])
  const none = await print('inventory/pallet-labels', { PALLET_NO: 'PLT-9' })
  expect([none.status, none.body.message]).toEqual([
    409,
    '재고가 없는 번호가 1건 있습니다. 다시 조회하세요.',
  ])
})

test('a cell label without a cell is rejected, and the error names the right screen', async () => {
  const number = await expectStock(user, [{ STOCK_CD: 'OTHER', ORDER_QTY: 1 }])
  const [line] = await getLabels('inbound/labels', number)
  const response = await print('inbound/labels', { ...line, LABEL_CD: 'CELL' })
  expect([response.status, response.body.message]).toEqual([
    409,
    `${number} / 1: 셀이 정해지지 않았습니다. 셀 라벨은 셀관리에서 인쇄하세요.`,
  ])
})
