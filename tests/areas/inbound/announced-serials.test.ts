import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { announcedTexts } from '#areas/inbound/server/announced-serials.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'
import { addItem, testDay, toRows, expectStock, rowErrors } from '#tests/support/floor.ts'
import { createPartner } from '#tests/support/partner.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function serialItem(level = 'ALL'): Promise<string> {
  items += 1
  const item = await addItem(site.db, `ANN-${items}`)
  await site.db.execute(sql`update stock set serial_cd = ${level} where stock_cd = ${item}`)
  return item
}

const expectSerials = (STOCK_CD: string, ORDER_QTY: number, SERIALS: string) =>
  expectStock(user, [{ STOCK_CD, ORDER_QTY, SERIALS }])

const saveReceipt = (lines: readonly Row[], head: Row = {}) =>
  user.save('inbound/save-receipts', toRows({ RECEIPT_DT: testDay, ...head }, lines))

const receive = (RECEIPT_NO: string, NOW_QTY: number, SERIALS: string | null = null) =>
  user.save('inbound/receive', [{ RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY, SERIALS }])

const upload = (RECEIPT_NO: string, rows: readonly Row[]) =>
  user.save('inbound/upload-serials', getRows(RECEIPT_NO, rows))

const getRows = (RECEIPT_NO: string, rows: readonly Row[]) =>
  rows.map((row, index) => ({ NO: index + 1, RECEIPT_NO, LINE_NO: null, ...row }))

async function importReceipt(receipt: string, rows: readonly Row[]): Promise<number> {
  const { body } = await user.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE: 'inbound/upload-serials',
      ROWS: getRows(receipt, rows),
      IMPORT: { FILE_NM: 'serials.xlsx' },
    },
    { 'idempotency-key': randomUUID() },
  )
  return Number(Reflect.get(body.data, 'IMPORT_NO'))
}

const undo = (IMPORT_NO: number) =>
  user.call('/api/import/undo', { IMPORT_NO }, { 'idempotency-key': randomUUID() })

const getFirstError = async (saving: Promise<SaveResponse>) => rowErrors(await saving)[0]

async function expectOk(saving: Promise<SaveResponse>): Promise<void> {
  const response = await saving
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
}

/** Serials of an item with status and document, as the list shows them. */
async function getSerialStock(STOCK_CD: string): Promise<Value[][]> {
  const rows = await user.query('inventory/serial-stock', { STOCK_CD })
  return rows.map((row) => ['SERIAL_NO', 'STATE_CD', 'DOC_NO'].map((name) => row[name] ?? null))
}

/** Numbers of expected serials, by receipt line. */
async function getExpectedSerials(receipt: string): Promise<Record<string, string[]>> {
  const rows = await site.db.query<{ line_no: number; numbers: string[] }>(sql`
    select line_no, array_agg(serial_no order by serial_no) numbers from announced_serial
    where receipt_no = ${receipt} group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ line_no, numbers }) => [line_no, numbers]))
}

describe('serials of an expected receipt', () => {
  test('the serials of an expected receipt can be received completely without a scan, or partly by listing them', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 3, 'sa1~sa3')
    expect(await getSerialStock(item)).toEqual(
      ['SA1', 'SA2', 'SA3'].map((no) => [no, serialStatus.expected, receipt]),
    )
    expect(await getFirstError(receive(receipt, 2))).toEqual([
      1,
      'SERIALS',
      serialTexts.missing(2).ko,
    ])
    await expectOk(receive(receipt, 1, 'SA2'))
    expect(await getExpectedSerials(receipt)).toEqual({ 1: ['SA1', 'SA3'] })
    await expectOk(receive(receipt, 2))
    expect((await getSerialStock(item)).map(([, state]) => state)).toEqual(
      [1, 2, 3].map(() => serialStatus.inStock),
    )
  })

  test('the serials of an expected receipt require a confirmation before other serials are received', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 2, 'SB1 SB2')
    const row = { RECEIPT_NO: receipt, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 2, SERIALS: 'SB1 XX' }
    const asked = await user.save('inbound/receive', [row])
    expect(asked.status).toBe(409)
    expect(rowErrors(asked)).toEqual([[1, 'SERIALS', announcedTexts.unannounced(['XX']).ko]])
    const response = await saveConfirmed(user, 'inbound/receive', [row], getQuestionIds(asked))
    expect(response.status, response.body.message).toBe(200)
    expect((await getSerialStock(item)).map(([no, state]) => [no, state])).toEqual([
      ['SB1', serialStatus.inStock],
      ['XX', serialStatus.inStock],
    ])
  })

  test('the serials of an expected receipt follow their line when it is changed, deleted, cancelled or received again', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 2, 'SC1 SC2')
    const version = async (name: string) =>
      (await user.query(`inbound/${name}`, { RECEIPT_NO: receipt }))[0]?.['VERSION'] ?? 0
    const change = { STOCK_CD: item, ORDER_QTY: 2, SERIALS: 'SC2 SC3' }
    const key = { DOC_REF: receipt, BATCH_FLAG: 'U' }
    const rows = [
      { ...key, ROW_TYPE: 'L', LINE_NO: 1, VERSION: await version('receipt-lines'), ...change },
    ]
    await expectOk(user.save('inbound/save-receipts', rows))
    expect(await getExpectedSerials(receipt)).toEqual({ 1: ['SC2', 'SC3'] })
    const other = await expectSerials(item, 1, 'SC1')
    await expectOk(receive(other, 1))
    const [movement] = await user.query('inbound/received-movements', { RECEIPT_NO: other })
    await expectOk(user.save('inbound/cancel-receiving', [{ ...movement, REASON: 'wrong' }]))
    expect(await getExpectedSerials(other)).toEqual({ 1: ['SC1'] })
    await expectOk(receive(other, 1))
    const gone = { DOC_REF: receipt, BATCH_FLAG: 'D', VERSION: await version('receipts') }
    await expectOk(user.save('inbound/save-receipts', [{ ...gone, ROW_TYPE: 'H' }]))
    expect(await getSerialStock(item)).toEqual([['SC1', serialStatus.inStock, other]])
    await expectSerials(item, 2, 'SC2 SC3')
  })

  test.each([
    ['more serials than pieces', { SERIALS: 'SD1~SD3' }, announcedTexts.excess(3, 2)],
    ['a repeated number', { SERIALS: 'SD1 sd1' }, serialTexts.twice('SD1')],
    ['the serial of a piece in stock', { SERIALS: 'HERE' }, serialTexts.elsewhere('A-001')],
  ])('%s is refused at its row', async (_, row, text) => {
    const item = await serialItem()
    await expectOk(receive(await expectSerials(item, 1, 'HERE'), 1))
    expect(await getFirstError(saveReceipt([{ STOCK_CD: item, ORDER_QTY: 2, ...row }]))).toEqual([
      2,
      'SERIALS',
      text.ko,
    ])
  })

  test('a serial is expected only once, only for items with serials, and not on returns', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 1, 'SE1')
    const again = { STOCK_CD: item, ORDER_QTY: 1, SERIALS: 'SE1' }
    const taken = announcedTexts.elsewhere(receipt).ko
    expect(await getFirstError(saveReceipt([again]))).toEqual([2, 'SERIALS', taken])
    const both = [1, 2].map(() => ({ ...again, SERIALS: 'SE2' }))
    expect(await getFirstError(saveReceipt(both))).toEqual([
      3,
      'SERIALS',
      serialTexts.twice('SE2').ko,
    ])
    const other = { ...again, STOCK_CD: await serialItem('OUT') }
    expect(await getFirstError(saveReceipt([other]))).toEqual([
      2,
      'SERIALS',
      announcedTexts.notKept.ko,
    ])
    const blind = { ORDER_KIND_CD: 'RETURN', BLIND_YN: 'Y' }
    const returned = await getFirstError(saveReceipt([{ ...again, SERIALS: 'SE3' }], blind))
    expect(returned).toEqual([2, 'SERIALS', announcedTexts.returned.ko])
  })

  test('one of two simultaneous saves that expect the same serial is refused', async () => {
    const item = await serialItem()
    const line = { STOCK_CD: item, ORDER_QTY: 1, SERIALS: 'RACE' }
    const responses = await Promise.all([saveReceipt([line]), saveReceipt([line])])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('the serials of an expected receipt can be sent in a partner message', async () => {
    const item = await serialItem()
    const partner = await createPartner(site, user)
    const head = { OWNER_ORDER_NO: 'ASN-1', RECEIPT_DT: testDay }
    const line = { ...head, STOCK_CD: item, ORDER_QTY: 2, SERIALS: 'SF1~SF2' }
    const { data } = await partner.send('ASN-1', 'RECEIPT', [line])
    await expectOk(receive(String(data.DOCUMENTS[0]), 2))
    const results = await partner.call('results', {})
    expect(results.data.RESULTS.at(-1)).toMatchObject({
      LINES: [{ RESULT_QTY: 2, SERIAL_NOS: 'SF1, SF2' }],
    })
  })
})

describe('a sheet of serials', () => {
  test('fills the lines of its items in turn and adds to their existing serials', async () => {
    const item = await serialItem()
    await site.db.execute(sql`insert into stock_altcode (owner_cd, stock_cd, alt_cd)
      values ('HANBIT', ${item}, 'THEIRS-1')`)
    const receipt = await expectStock(user, [
      { STOCK_CD: item, ORDER_QTY: 2, SERIALS: 'SG0' },
      { STOCK_CD: item, ORDER_QTY: 3 },
    ])
    await expectOk(
      upload(receipt, [
        { STOCK_CD: 'THEIRS-1', SERIALS: 'sg1~sg3' },
        { STOCK_CD: item, SERIALS: 'SG9', LINE_NO: 2 },
      ]),
    )
    expect(await getExpectedSerials(receipt)).toEqual({
      1: ['SG0', 'SG1'],
      2: ['SG2', 'SG3', 'SG9'],
    })
    const [first] = await user.query('inbound/receipt-lines', { RECEIPT_NO: receipt, LINE_NO: 1 })
    expect(first?.['SERIALS']).toBe('SG0 SG1')
  })

  test('a range is stored as a range, and the serials of a line never exceed the length of its field', async () => {
    const item = await serialItem()
    const receipt = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 4000 }])
    await expectOk(upload(receipt, [{ STOCK_CD: item, SERIALS: 'R0001~R2500' }]))
    const [line] = await user.query('inbound/receipt-lines', { RECEIPT_NO: receipt })
    expect(line?.['SERIALS']).toBe('R0001~R2500')
    const long = Array.from({ length: 400 }, (_, index) => `${index}-`.padEnd(55, 'X'))
    const rows = [long.slice(0, 200), long.slice(200)].map((some) => ({
      STOCK_CD: item,
      SERIALS: some.join(' '),
    }))
    const refused = await upload(receipt, rows)
    const tooLong = ['SERIALS', announcedTexts.tooLong.ko]
    expect(rowErrors(refused)).toEqual([1, 2].map((row) => [row, ...tooLong]))
    expect((await getExpectedSerials(receipt))[1]).toHaveLength(2500)
  })

  test('a sheet of serials can be undone until a serial of it arrives or the line is changed', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 3, 'SI1')
    const first = await importReceipt(receipt, [{ STOCK_CD: item, SERIALS: 'SI2' }])
    await expectOk(receive(receipt, 1, 'SI2'))
    expect(rowErrors(await undo(first)).map(([, column]) => column)).toEqual(['SERIALS'])
    const [movement] = await user.query('inbound/received-movements', { RECEIPT_NO: receipt })
    await expectOk(user.save('inbound/cancel-receiving', [{ ...movement, REASON: 'wrong' }]))
    const latest = await importReceipt(receipt, [{ STOCK_CD: item, SERIALS: 'SI3' }])
    expect(rowErrors(await undo(first))).toHaveLength(1)
    await expectOk(undo(latest))
    await expectOk(undo(first))
    expect(await getExpectedSerials(receipt)).toEqual({ 1: ['SI1'] })
  })

  test('nothing is saved if a row is wrong, and every wrong row is named', async () => {
    const item = await serialItem()
    const receipt = await expectSerials(item, 3, 'SH1')
    const rows = [
      { STOCK_CD: item, SERIALS: 'SH2' },
      { STOCK_CD: 'NONE', SERIALS: 'SH3' },
      { STOCK_CD: item, SERIALS: 'SH4 SH5' },
    ]
    expect(rowErrors(await upload(receipt, rows)).map(([row, column]) => [row, column])).toEqual([
      [2, 'STOCK_CD'],
      [3, 'SERIALS'],
    ])
    expect(await getExpectedSerials(receipt)).toEqual({ 1: ['SH1'] })
    const again = await getFirstError(upload(receipt, [{ STOCK_CD: item, SERIALS: 'SH1' }]))
    expect(again).toEqual([1, 'SERIALS', announcedTexts.elsewhere(receipt).ko])
  })
})
