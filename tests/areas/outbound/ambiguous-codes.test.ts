import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { verifyCodes } from '#areas/master/server/verify-codes.ts'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { codeConstraintTexts } from '#server/engine/code-constraint-texts.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addItem, addOrder, pickAll, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await putStock(site.db, { item: 'PLAIN', qty: 100 })
})
afterAll(() => site.close())

const describeUse = (detail: string) =>
  codeConstraintTexts['stock_code_once']?.describe?.(detail).ko
const onShipment = (detail: string) =>
  codeConstraintTexts['shipment_carton_once']?.describe?.(detail).ko

const save = (name: string, ...rows: WireRow[]) =>
  user.save(
    `master/save-${name}`,
    rows.map((row) => ({ BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', ...row })),
  )

async function createPicked(...items: string[]): Promise<string> {
  const lines = items.map((STOCK_CD) => ({ STOCK_CD, ORDER_QTY: 2 }))
  const number = await addOrder(user, lines)
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  await pickAll(user, number)
  return number
}

/** Stores a duplicate code as in data from before codes were checked. */
async function addOldDouble(item: string, barcode: string): Promise<void> {
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`alter table stock disable trigger stock_codes_once`)
    await tx.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm, barcode)
      values ('HANBIT', ${item}, ${item}, ${barcode})`)
    await tx.execute(sql`alter table stock enable trigger stock_codes_once`)
  })
}

describe('codes of items', () => {
  beforeAll(async () => {
    await addItem(site.db, 'FIRST', { barcode: '8801234560016' })
    await addItem(site.db, 'SECOND')
    await save('stock-unit', {
      STOCK_CD: 'FIRST',
      UNIT_CD: 'BOX',
      UNIT_QTY: 6,
      BARCODE: 'UNIT-1',
    })
    await save('stock-altcode', { ALT_CD: 'ALT-1', STOCK_CD: 'FIRST' })
  })

  const taken = [
    ['FIRST', 'ITEM'],
    ['8801234560016', 'BARCODE'],
    ['08801234560016', 'BARCODE'],
    ['UNIT-1', 'UNIT'],
    ['ALT-1', 'ALT'],
  ] as const

  test.each([
    `update stock set barcode = 'UNIT-1' where stock_cd = 'SECOND'`,
    `insert into stock_unit (owner_cd, stock_cd, unit_cd, unit_qty, barcode)
      values ('HANBIT', 'SECOND', 'PLT', 9, 'UNIT-9');
      update stock_unit set barcode = 'ALT-1' where barcode = 'UNIT-9'`,
    `insert into stock_altcode (owner_cd, stock_cd, alt_cd) values ('HANBIT', 'SECOND', 'ALT-9');
      update stock_altcode set alt_cd = 'UNIT-1' where alt_cd = 'ALT-9'`,
  ])('the database rejects a changed code of another item: %s', async (statements) => {
    await expect(site.db.script(statements)).rejects.toMatchObject({
      constraint: 'stock_code_once',
    })
  })

  test.each(taken)('%s cannot become a code of another item', async (code, kind) => {
    const text = describeUse(`${kind} FIRST`)
    const barcode = await save('stock', { STOCK_CD: 'THIRD', STOCK_NM: 'THIRD', BARCODE: code })
    expect(rowErrors(barcode)).toEqual([[1, 'BARCODE', text]])
    const unit = { STOCK_CD: 'SECOND', UNIT_CD: 'BOX', UNIT_QTY: 3, BARCODE: code }
    expect(rowErrors(await save('stock-unit', unit))).toEqual([[1, 'BARCODE', text]])
    if (kind === 'BARCODE' || kind === 'UNIT') {
      const alternative = await save('stock-altcode', { ALT_CD: code, STOCK_CD: 'SECOND' })
      expect(rowErrors(alternative)).toEqual([[1, 'ALT_CD', text]])
    }
    if (code !== 'FIRST') {
      const item = await save('stock', { STOCK_CD: code, STOCK_NM: code })
      expect(rowErrors(item)).toEqual([[1, 'STOCK_CD', text]])
    }
  })

  test('two items of one save cannot share a barcode and the second is named', async () => {
    const rows = ['SAME-1', 'SAME-2'].map((STOCK_CD) => ({
      STOCK_CD,
      STOCK_NM: STOCK_CD,
      BARCODE: '8801234560023',
    }))
    expect(rowErrors(await save('stock', ...rows))).toEqual([
      [2, 'BARCODE', describeUse('BARCODE SAME-1')],
    ])
  })

  test('only one of several simultaneous saves keeps the code', async () => {
    const saves = ['RACE-1', 'RACE-2', 'RACE-3'].map((STOCK_CD) =>
      save('stock', { STOCK_CD, STOCK_NM: STOCK_CD, BARCODE: 'RACE-CODE' }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('an item with a duplicate code from old data can be saved if its codes do not change', async () => {
    await addOldDouble('OLD-1', '8801234560016')
    const [row] = await user.query('master/stock', { STOCK_CD: 'OLD-1' })
    const renamed = await save('stock', { ...row, BATCH_FLAG: 'U', STOCK_NM: 'Renamed' })
    expect(renamed.status).toBe(200)
    const [{ breaches } = { breaches: [] }] = await verifyCodes(site.db)
    expect(breaches).toEqual([
      { owner_cd: 'HANBIT', code_key: '08801234560016', items: ['FIRST', 'OLD-1'] },
    ])
  })
})

describe('stations', () => {
  const text = ambiguityError(['TWIN-1', 'TWIN-2'])?.ko

  beforeAll(async () => {
    await addItem(site.db, 'TWIN-1', { barcode: 'TWIN' })
    await addOldDouble('TWIN-2', 'TWIN')
    for (const item of ['TWIN-1', 'TWIN-2']) await putStock(site.db, { item, qty: 10 })
  })

  test.each([[['TWIN-1', 'TWIN-2']], [['TWIN-1']]])(
    'checking and packing reject a code shared by two items for a shipment of %j',
    async (items) => {
      const SHIPMENT_NO = await createPicked(...items)
      const row = { SHIPMENT_NO, CODE: 'TWIN', QTY: 1 }
      expect(rowErrors(await user.save('outbound/check-scan', [row]))).toEqual([[1, 'CODE', text]])
      expect(rowErrors(await user.save('outbound/pack-scan', [row]))).toEqual([[1, 'CODE', text]])
      const own = { ...row, CODE: 'TWIN-1' }
      expect((await user.save('outbound/check-scan', [own])).status).toBe(200)
    },
  )
})

describe('carton numbers', () => {
  const scan = (SHIPMENT_NO: string, CODE: string, extra: WireRow = {}) =>
    user.save('outbound/pack-scan', [{ SHIPMENT_NO, CODE, ...extra }])
  const tieNumbers = (SHIPMENT_NO: string, NUMBERS: string) =>
    user.save('outbound/tie-numbers', [
      { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'BOX', NUMBERS, BOX_QTY: 1 },
    ])
  const sscc = '388012348031079409'

  test.each([
    ['BOX-77', 'BOX-77'],
    [sscc, `00${sscc}`],
  ])('%s is packed or matched on one shipment only', async (box, again) => {
    const [first, second] = [await createPicked('PLAIN'), await createPicked('PLAIN')]
    expect((await scan(first, box)).status).toBe(200)
    const ko = onShipment(`${again} ${first}`)
    expect(rowErrors(await scan(second, again))).toEqual([[1, 'CODE', ko]])
    expect(rowErrors(await tieNumbers(second, again))).toEqual([[1, 'NUMBERS', ko]])
    await runStep(user, 'cancel-packing', first)
    expect((await tieNumbers(second, again)).status).toBe(200)
    expect((await scan(first, box)).status).toBe(409)
  })

  test('a position within the shipment, such as 1, is not a carton number', async () => {
    const [first, second] = [await createPicked('PLAIN'), await createPicked('PLAIN')]
    for (const number of [first, second]) {
      expect((await scan(number, 'PLAIN', { BOX_NO: '1', QTY: 1 })).status).toBe(200)
    }
  })

  test('shipping frees a plain number but never an SSCC', async () => {
    const [first, second] = [await createPicked('PLAIN'), await createPicked('PLAIN')]
    const gone = '388012348031079515'
    await tieNumbers(first, gone)
    await tieNumbers(first, 'BOX-78')
    await user.save('outbound/check-scan', [{ SHIPMENT_NO: first, CODE: 'PLAIN', QTY: 2 }])
    await runStep(user, 'finish-check', first)
    await runStep(user, 'ship', first)
    expect((await scan(second, gone)).status).toBe(409)
    expect((await scan(second, 'BOX-78')).status).toBe(200)
    const cancel = { SHIPMENT_NO: first, CANCEL_REASON: 'x' }
    const back = await user.save('outbound/cancel-shipping', [cancel])
    expect(back.body.message).toBe(onShipment(`BOX-78 ${second}`))
    await runStep(user, 'cancel-packing', second)
    await runStep(user, 'cancel-shipping', first)
    const tied = await user.query('outbound/matches', { SHIPMENT_NO: first })
    const rows = tied.map(({ LINE_NO, MATCH_NO }) => ({ SHIPMENT_NO: first, LINE_NO, MATCH_NO }))
    await user.save('outbound/untie-numbers', rows as WireRow[])
    expect(await user.query('outbound/matches', { SHIPMENT_NO: first })).toEqual([])
    expect((await scan(second, gone)).status).toBe(409)
    expect((await scan(first, gone)).status).toBe(200)
  })
})
