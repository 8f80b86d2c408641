import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedUnderBond } from '#areas/inbound/server/return-rules.ts'
import { shortageText } from '#areas/bonded/server/change-customs-status.ts'
import { licenceError } from '#areas/freight/rules/licence-number.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  createClearedCargo,
  declarationNumber,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, checkAll, addOrder, pickAll, rowErrors, runStep } from '#tests/support/floor.ts'
import { returnDocument } from '#tests/support/returns.ts'

let site: TestSite
let clerk: TestUser

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  await addSheds(clerk)
})
afterAll(() => closeVerified(site))

let items = 0
const newItem = () => {
  items += 1
  return addItem(site.db, `BOND${items}`)
}

describe('split release of 88 cartons of 1,172.2 kg', () => {
  test('files P1, P2 and L3 of the worked example, and nothing after L3', async () => {
    const item = await newItem()
    const { basisId } = await createClearedCargo(clerk, item)
    const p1 = ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30 }))
    expect(p1.body.data.rows[0]).toMatchObject({
      SPLIT_CD: 'P',
      SPLIT_SEQ: 1,
      NOW_KG: 399.6,
      NOW_QTY: 300,
      REST_PKG_QTY: 58,
      REST_KG: 772.6,
    })
    const whole = await release(clerk, basisId, item, {
      NOW_PKG_QTY: 58,
      NOW_KG: 772.6,
      SPLIT_CD: 'P',
    })
    expect(rowErrors(whole)).toEqual([[1, 'SPLIT_CD', expect.stringContaining('최종(L)')]])
    const p2 = ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 28, NOW_KG: 373 }))
    expect(p2.body.data.rows[0]).toMatchObject({ SPLIT_SEQ: 2, REST_PKG_QTY: 30, REST_KG: 399.6 })
    const light = await release(clerk, basisId, item, { NOW_PKG_QTY: 30, NOW_KG: 399.5 })
    expect(rowErrors(light)).toEqual([[1, 'NOW_KG', expect.stringContaining('399.6 kg')]])
    const l3 = ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, NOW_KG: 399.6 }))
    expect(l3.body.data.rows[0]).toMatchObject({ SPLIT_CD: 'L', SPLIT_SEQ: 3, REST_KG: 0 })
    const p4 = await release(clerk, basisId, item, { NOW_PKG_QTY: 1, NOW_KG: 1, SPLIT_CD: 'P' })
    expect(rowErrors(p4)).toEqual([[1, 'SPLIT_CD', expect.stringContaining('이미 전량')]])
  })

  test('a trial release reports the remainder and files nothing', async () => {
    const item = await newItem()
    const { bondNo, basisId } = await createClearedCargo(clerk, item)
    const row = { BASIS_ID: basisId, STOCK_CD: item, NOW_PKG_QTY: 30 }
    const plan = ok(await clerk.save('bonded/plan-release', [row]))
    expect(plan.body.message).toContain('잔량 58개 772.6 kg')
    expect(await clerk.query('bonded/out-lines', { BOND_NO: bondNo })).toEqual([])
  })
})

test('stock cannot leave before its arrival or in the future', async () => {
  const item = await newItem()
  const { basisId } = await createClearedCargo(clerk, item)
  for (const [DONE_AT, message] of [
    ['20200101090000', '반입일시보다'],
    ['20991231090000', '미래'],
  ] as const) {
    const refused = await release(clerk, basisId, item, { NOW_PKG_QTY: 30, DONE_AT })
    expect(rowErrors(refused)).toEqual([[1, 'DONE_AT', expect.stringContaining(message)]])
  }
})

describe('several declarations on one cargo', () => {
  test('release only their own packages, and in total no more than arrived', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    await open(clerk, bondNo)
    const first = await clearCargo(clerk, bondNo, item, 50)
    const [rest] = await clerk.query('bonded/clearable', { BOND_NO: bondNo })
    expect(rest).toMatchObject({ REST_PKG_QTY: 38, REST_KG: 506.2, BONDED_QTY: 380 })
    const over = await clerk.save('bonded/clear', [
      {
        BOND_NO: bondNo,
        STOCK_CD: item,
        BASIS_CD: 'IMPORT',
        BASIS_NO: declarationNumber(),
        NOW_PKG_QTY: 39,
      },
    ])
    expect(rowErrors(over)).toEqual([[1, 'NOW_PKG_QTY', expect.stringContaining('38개')]])
    const second = await clearCargo(clerk, bondNo, item, 38)
    const tooMany = await release(clerk, first, item, { NOW_PKG_QTY: 51 })
    expect(rowErrors(tooMany)).toEqual([[1, 'NOW_PKG_QTY', expect.stringContaining('잔량 50')]])
    ok(await release(clerk, second, item, { NOW_PKG_QTY: 38 }))
    ok(await release(clerk, first, item, { NOW_PKG_QTY: 50 }))
    const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
    expect(cargo).toMatchObject({ STATE_CD: '60', OUT_PKG_QTY: 88, OUT_KG: 1172.2 })
  })

  test('a number used by another declaration or of the wrong form is rejected', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    const BASIS_NO = declarationNumber()
    const row = { BOND_NO: bondNo, BASIS_CD: 'IMPORT', NOW_PKG_QTY: 10 }
    await saveRow(clerk, 'clear', [{ ...row, BASIS_NO }])
    const used = await clerk.save('bonded/clear', [{ ...row, BASIS_NO }])
    expect(rowErrors(used)).toEqual([[1, 'BASIS_NO', `이미 사용한 근거번호 ${BASIS_NO}입니다.`]])
    const wrong = await clerk.save('bonded/clear', [{ ...row, BASIS_NO: '13090-21-10002M' }])
    expect(rowErrors(wrong)).toEqual([[1, 'BASIS_NO', expect.stringContaining('14자리')]])
  })

  test('returned cargo needs an export licence of 14 characters that ends in a digit, X or R', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo)
    const row = { BOND_NO: bondNo, BASIS_CD: 'RETURN', NOW_PKG_QTY: 10 }
    const clearWith = (BASIS_NO: string) => clerk.save('bonded/clear', [{ ...row, BASIS_NO }])
    for (const [number, message] of [
      ['1313326000199', licenceError('E', '')?.ko],
      ['13133260001999X', licenceError('E', '')?.ko],
      ['1313326000199M', licenceError('E', '1313326000199M')?.ko],
    ] as const)
      expect(rowErrors(await clearWith(number)), number).toEqual([[1, 'BASIS_NO', message]])
    for (const number of ['1313326000199X', '1313326000199R', '13133260001997'])
      expect(rowErrors(await clearWith(number)), number).toEqual([])
  })
})

describe('ordinary shipping', () => {
  async function createPicked(item: string, qty: number): Promise<string> {
    const number = await addOrder(clerk, [{ STOCK_CD: item, ORDER_QTY: qty }])
    await runStep(clerk, 'allocate', number)
    await runStep(clerk, 'mark-listed', number)
    await pickAll(clerk, number)
    await checkAll(clerk, number)
    await runStep(clerk, 'finish-check', number)
    return number
  }

  test('ordinary shipping never allocates bonded stock, and ships cleared stock once a release covers it', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    await open(clerk, bondNo)
    const bonded = await addOrder(clerk, [{ STOCK_CD: item, ORDER_QTY: 5 }])
    ok(await clerk.save('outbound/allocate', [{ SHIPMENT_NO: bonded }]))
    expect((await clerk.query('outbound/shipments', { SHIPMENT_NO: bonded }))[0]).toMatchObject({
      STATE_CD: '10',
    })
    const basisId = await clearCargo(clerk, bondNo, item, 44)
    const number = await createPicked(item, 300)
    const refused = await clerk.save('outbound/ship', [{ SHIPMENT_NO: number }])
    expect(refused.status).toBe(409)
    expect(refused.body.message + JSON.stringify(refused.body.rows)).toContain('반출신고')
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30 }))
    await runStep(clerk, 'ship', number)
    const [line] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
    expect(line).toMatchObject({ QTY: 300, SHIP_QTY: 300, BLOCKED_CD: 'GONE' })
    const row = { LINE_ID: line?.['LINE_ID'] ?? null, REASON: 'undone' }
    const gone = await clerk.save('bonded/cancel-release', [row])
    expect(gone.status).toBe(409)
    ok(
      await clerk.save('outbound/cancel-shipping', [
        { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' },
      ]),
    )
    ok(await clerk.save('bonded/cancel-release', [row]))
  })

  test('cleared stock cannot leave by adjustment, item transfer or warehouse transfer', async () => {
    const item = await newItem()
    const { bondNo } = await createClearedCargo(clerk, item)
    const [row] = await clerk.query('inventory/by-lot', { STOCK_CD: item })
    expect(row).toMatchObject({ BONDED_CD: 'CLEARED', QTY: 880 })
    const adjust = { BALANCE_ID: row?.['BALANCE_ID'] ?? null, ADJUST_QTY: -1, REASON: 'short' }
    const response = await clerk.save('inventory/adjust', [adjust])
    expect(response.status).toBe(409)
    expect(JSON.stringify(response.body)).toContain('보세')
    const whole = { BALANCE_ID: row?.['BALANCE_ID'] ?? null, WORK_QTY: 1, REASON: 'moved' }
    const other = await addItem(site.db, `${item}-OTHER`)
    const renamed = await clerk.save('inventory/transfer-stock', [{ ...whole, TO_STOCK_CD: other }])
    const [out] = await clerk.query('inventory/warehouse-transfers', {
      DIRECTION_CD: 'OUT',
      STOCK_CD: item,
    })
    const sent = await clerk.save('inventory/transfer-warehouse', [
      { ...out, DIRECTION_CD: 'OUT', ...whole, TO_WCODE: 'W02' },
    ])
    for (const way of [renamed, sent]) {
      expect([409, 422]).toContain(way.status)
      expect(JSON.stringify(way.body)).toContain('보세')
    }
    expect(await clerk.query('inventory/by-lot', { STOCK_CD: item })).toMatchObject([{ QTY: 880 }])
    const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
    expect(cargo).toMatchObject({ OUT_PKG_QTY: 0 })
  })
})

describe('other ways for stock to leave', () => {
  test('cleared stock can stay as free stock, bonded stock ships with its release, and both reverse', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    await open(clerk, bondNo)
    const cleared = await clearCargo(clerk, bondNo, item, 44)
    const transport = await clearCargo(clerk, bondNo, item, 44, {
      BASIS_CD: 'TRANSIT',
      BASIS_NO: `02012026${String(items).padStart(12, '0')}`,
    })
    ok(await release(clerk, cleared, item, { NOW_PKG_QTY: 44, LEAVE_CD: 'STAY' }))
    const direct = ok(await release(clerk, transport, item, { NOW_PKG_QTY: 44 }))
    expect(direct.body.data.rows[0]?.['DOC_NO']).toMatch(/^SH-/)
    const SHIPMENT_NO = direct.body.data.rows[0]?.['DOC_NO'] ?? null
    const returned = await clerk.save(
      'returns/save-returns',
      returnDocument(item, 1, { SHIPMENT_NO }),
    )
    expect(rowErrors(returned)).toEqual([[1, 'SHIPMENT_NO', shippedUnderBond.ko]])
    const stock = await clerk.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock.map((row) => [row['BONDED_CD'], row['CARGO_NO'], row['QTY']])).toEqual([
      ['FREE', null, 440],
    ])
    const lines = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
    const rows = lines.map((line) => ({ LINE_ID: line['LINE_ID'] ?? null, REASON: 'misdeclared' }))
    ok(await clerk.save('bonded/cancel-release', rows))
    const back = await clerk.query('inventory/by-lot', { STOCK_CD: item })
    expect(new Map(back.map((row) => [row['BONDED_CD'], row['QTY']]))).toEqual(
      new Map([
        ['BONDED', 440],
        ['CLEARED', 440],
      ]),
    )
    await saveRow(clerk, 'cancel-clearance', [{ BASIS_ID: cleared, REASON: 'withdrawn' }])
    await saveRow(clerk, 'cancel-clearance', [{ BASIS_ID: transport, REASON: 'withdrawn' }])
    const [in1] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
    const undo = { LINE_ID: in1?.['LINE_ID'] ?? null, REASON: 'receipt undone' }
    await saveRow(clerk, 'cancel-arrival', [undo])
    expect(await clerk.query('inventory/by-lot', { STOCK_CD: item })).toEqual([])
    expect((await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]).toMatchObject({
      STATE_CD: '10',
    })
  })

  test('stock under a hold rule leaves under bond only for destruction or return', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo)
    await open(clerk, bondNo)
    const [TRANSIT, DISPOSAL] = await Promise.all(
      ['TRANSIT', 'DISPOSAL'].map((BASIS_CD, index) =>
        clearCargo(clerk, bondNo, item, 44, { BASIS_CD, BASIS_NO: `HELD${items}N${index}` }),
      ),
    )
    const rule = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', STOCK_CD: item, FROM_DT: '20200101' }
    ok(await clerk.save('inventory/save-stock-hold-rules', [{ ...rule, REASON: 'recall' }]))
    const held = await release(clerk, TRANSIT ?? '', item, { NOW_PKG_QTY: 44 })
    expect(rowErrors(held)).toEqual([[1, 'NOW_QTY', shortageText(item, 0, true).ko]])
    ok(await release(clerk, DISPOSAL ?? '', item, { NOW_PKG_QTY: 44 }))
  })

  test('releases of one declaration are cancelled newest first', async () => {
    const item = await newItem()
    const { bondNo, basisId } = await createClearedCargo(clerk, item)
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30 }))
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 28 }))
    const [newest, oldest] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
    expect(oldest).toMatchObject({ BLOCKED_CD: 'LATER' })
    const undoRequest = (line: typeof newest) => [
      { LINE_ID: line?.['LINE_ID'] ?? null, REASON: 'undone' },
    ]
    const refused = await clerk.save('bonded/cancel-release', undoRequest(oldest))
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('나중')
    await saveRow(clerk, 'cancel-release', [...undoRequest(oldest), ...undoRequest(newest)])
  })
})
