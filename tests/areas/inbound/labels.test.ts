import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectStock, addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const print = (name: string, ROWS: readonly (Row | undefined)[]) =>
  user.call(`/api/print/${name}`, { ROWS })

async function getLabelLine(line: Row): Promise<Row> {
  const DOC_NO = await expectStock(user, [{ ORDER_QTY: 30, ...line }])
  const [row] = await user.query('inbound/labels-lines', { DOC_NO })
  return row ?? {}
}

test('a box label shows its contents as text and GS1 data', async () => {
  await site.db.script(`update stock set box_qty = 12 where stock_cd = 'PLAIN'`)
  const line = await getLabelLine({ STOCK_CD: 'PLAIN', LOT_NO: 'L1', VALID_DT: '20270131' })
  expect(line).toMatchObject({ QTY: 30, LABEL_CD: 'BOX', COPIES: 1, PRINTED_COUNT: 0 })
  const response = await print('inbound/labels', [{ ...line, COPIES: 2 }])
  expect(response.headers['content-type']).toBe('application/pdf')
  const pages = readPdfText(response.bytes)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('세라믹 필터')
  expect(pages[0]).toContain('(02)08801234567893(17)270131(37)12(10)L1')
  expect(pages[0]).toContain(`${String(line['DOC_NO'])}/1`)
})

test('an item without a GTIN is identified by its code, a cell by its name', async () => {
  const line = await getLabelLine({ STOCK_CD: 'OTHER', CELL_CD: 'A-007' })
  const item = await print('inbound/labels', [{ ...line, LABEL_CD: 'ITEM' }])
  expect(readPdfText(item.bytes)[0]).toContain('OTHER')
  const cell = await print('inbound/labels', [{ ...line, LABEL_CD: 'CELL' }])
  expect(readPdfText(cell.bytes)[0]).toContain('A-007')
  const mixed = await print('inbound/labels', [line, { ...line, LABEL_CD: 'ITEM' }])
  expect([mixed.status, mixed.body.message]).toEqual([
    409,
    '한 번에 한 가지 라벨만 인쇄할 수 있습니다.',
  ])
})

test('a label printer gets ZPL with its command characters escaped', async () => {
  await site.db.script(`update stock set stock_nm = '^XZ~위험' where stock_cd = 'LOTTED'`)
  const line = await getLabelLine({ STOCK_CD: 'LOTTED', LOT_NO: 'L1' })
  const response = await print('inbound/labels', [{ ...line, FORMAT_CD: 'ZPL', COPIES: 3 }])
  const zpl = response.bytes.toString()
  expect(String(response.headers['content-disposition'])).toContain('.zpl')
  expect(zpl).toMatch(/^\^XA\^CI28\n\^PW800\^LL560\n/)
  expect(zpl).toContain('^FD_5eXZ_7e_ec_9c_84_ed_97_98^FS')
  expect(zpl.match(/\^XZ/g)).toHaveLength(1)
  expect(zpl).toContain('^PQ3')
})

test('printed labels are recorded, and a reprint needs a reason', async () => {
  const line = await getLabelLine({ STOCK_CD: 'PLAIN' })
  const kept = await user.save('inbound/labels-printed', [{ ...line, COPIES: 2 }])
  expect(kept.body.message).toBe('라벨 2장을 만들었습니다. 인쇄하세요.')
  const [shown] = await user.query('inbound/labels-lines', { DOC_NO: line['DOC_NO'] ?? null })
  expect(shown).toMatchObject({ PRINTED_COUNT: 2 })
  const again = await print('inbound/labels', [line])
  expect([again.status, again.body.message]).toEqual([
    409,
    `${String(line['DOC_NO'])} / 1: 이미 인쇄한 라벨입니다. 재인쇄 사유를 입력하세요.`,
  ])
  expect((await print('inbound/labels', [{ ...line, REASON: 'torn' }])).status).toBe(200)
  expect((await print('inbound/labels', [{ ...line, LABEL_CD: 'PALLET' }])).status).toBe(200)
  await user.save('inbound/labels-printed', [{ ...line, REASON: 'torn' }])
  const history = await user.query('inbound/label-history', { DOC_NO: line['DOC_NO'] ?? null })
  expect(history.map((row) => [row['COPIES'], row['REASON'], row['PRINTED_BY']])).toEqual([
    [1, 'torn', 'admin'],
    [2, null, 'admin'],
  ])
})

test('each customer has a separate label layout', async () => {
  await putStock(site.db, { item: 'PLAIN', qty: 5, valid: '20280101' })
  const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }]
  const DOC_NO = await addOrder(user, lines, { SHIP_TO_CD: 'ST1' })
  await runStep(user, 'allocate', DOC_NO)
  const texts: Record<string, string> = {}
  for (const name of ['labels', 'labels-a', 'labels-b', 'labels-c']) {
    const [line] = await user.query(`outbound/${name}-lines`, { DOC_NO })
    const response = await print(`outbound/${name}`, [line])
    texts[name] = readPdfText(response.bytes)[0] ?? ''
  }
  expect(texts['labels']).toContain('(17)280101')
  expect(texts['labels-a']).not.toContain('(02)')
  expect(texts['labels-b']).toContain(`${DOC_NO}/1`)
  expect(texts['labels-c']).toContain('서초점')
})
