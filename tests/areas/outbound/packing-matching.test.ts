import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { checkAll, addOrder, pickAll, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await putStock(site.db, { item: 'PLAIN', qty: 100 })
  await putStock(site.db, { item: 'OTHER', qty: 100 })
})
afterAll(() => closeVerified(site))

async function createPicked(): Promise<string> {
  const lines = [
    { STOCK_CD: 'PLAIN', ORDER_QTY: 4 },
    { STOCK_CD: 'OTHER', ORDER_QTY: 2 },
  ]
  const number = await addOrder(admin, lines)
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  await pickAll(admin, number)
  return number
}

async function putBack(number: string) {
  const lines = await admin.query('outbound/picked-lines', { SHIPMENT_NO: number })
  const rows = lines.map((row) => ({ ALLOC_ID: row['ALLOC_ID'] ?? null, BACK_QTY: 1 }))
  return admin.save('outbound/cancel-pick', rows)
}

describe('packing into boxes', () => {
  const scan = (SHIPMENT_NO: string, CODE: string, extra: Record<string, Value> = {}) =>
    admin.save('outbound/pack-scan', [{ SHIPMENT_NO, CODE, ...extra }])
  const getPackingLines = (SHIPMENT_NO: string) =>
    admin.query('outbound/packing-lines', { SHIPMENT_NO })

  test('items go into the scanned box and every box needs a weight', async () => {
    const number = await createPicked()
    expect(rowErrors(await scan(number, 'PLAIN'))).toEqual([
      [1, 'BOX_NO', '박스를 먼저 스캔하세요.'],
    ])
    const box = await scan(number, 'BOX-1')
    expect(box.body.data.rows).toMatchObject([{ PLACE_YN: 'Y', BOX_NO: 'BOX-1' }])
    const BOX_NO = 'BOX-1'
    const first = await scan(number, '8801234567893', { BOX_NO, QTY: 3 })
    expect(first.body.data.rows).toMatchObject([{ STOCK_CD: 'PLAIN', PACK_QTY: 3, PICK_QTY: 4 }])
    const open = await admin.save('outbound/finish-packing', [{ SHIPMENT_NO: number }])
    expect(rowErrors(open)[0]?.[2]).toContain('포장하지 않은 행이 2개')
    await scan(number, 'BOX-2')
    await scan(number, 'PLAIN', { BOX_NO: 'BOX-2' })
    await scan(number, 'OTHER', { BOX_NO: 'BOX-2', QTY: 2 })
    await scan(number, '12.5kg', { BOX_NO: 'BOX-2' })
    const light = await admin.save('outbound/finish-packing', [{ SHIPMENT_NO: number }])
    expect(rowErrors(light)).toEqual([[1, undefined, '중량이 없는 박스: BOX-1']])
    await scan(number, '3 KG', { BOX_NO })
    expect(await getPackingLines(number)).toMatchObject([
      { PACK_QTY: 4, BOXES: 'BOX-1 · 3 (3kg), BOX-2 · 1 (12.5kg)' },
      { PACK_QTY: 2, BOXES: 'BOX-2 · 2 (12.5kg)' },
    ])
    await runStep(admin, 'finish-packing', number)
    expect(rowErrors(await scan(number, 'BOX-3'))[0]?.[1]).toBe('SHIPMENT_NO')
  })

  test('no more than the picked quantity is packed and items leave only the box holding them', async () => {
    const number = await createPicked()
    await scan(number, 'BOX-A')
    const packInto = (QTY: number, BOX_NO = 'BOX-A') => scan(number, 'PLAIN', { BOX_NO, QTY })
    expect((await packInto(5)).status).toBe(422)
    expect((await packInto(4)).status).toBe(200)
    await scan(number, 'BOX-B')
    expect((await packInto(1, 'BOX-B')).status).toBe(422)
    expect((await packInto(-1, 'BOX-B')).status).toBe(422)
    expect((await packInto(-1)).status).toBe(200)
    expect((await packInto(1, 'BOX-B')).status).toBe(200)
    expect(await getPackingLines(number)).toMatchObject([{ PACK_QTY: 4 }, { PACK_QTY: 0 }])
  })

  test('an unknown code and the weight of an empty box are rejected', async () => {
    const number = await createPicked()
    for (const code of ['LOTTED', 'CELL-1', '0.000KG']) {
      expect((await scan(number, code, { BOX_NO: 'BOX-X' })).status, code).toBe(422)
    }
    expect((await scan(number, '5KG', { BOX_NO: 'BOX-X' })).status).toBe(422)
    expect((await scan(number, '108801234567897654')).status).toBe(200)
  })

  test('packed stock cannot be returned until the packing is cancelled', async () => {
    const number = await createPicked()
    await scan(number, 'BOX-9')
    await scan(number, 'PLAIN', { BOX_NO: 'BOX-9', QTY: 4 })
    const refused = await putBack(number)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '포장한 수량보다 적게 피킹할 수 없습니다. 포장을 먼저 취소하세요.',
    ])
    await runStep(admin, 'cancel-packing', number)
    expect((await putBack(number)).status).toBe(200)
  })
})

describe('shipping', () => {
  const scan = async (SHIPMENT_NO: string, CODE: string, QTY = 1) => {
    const response = await admin.save('outbound/pack-scan', [
      { SHIPMENT_NO, CODE, BOX_NO: `BOX-${SHIPMENT_NO}`, QTY },
    ])
    expect(response.status, response.body.message).toBe(200)
  }
  const ship = (SHIPMENT_NO: string) => admin.save('outbound/ship', [{ SHIPMENT_NO }])

  async function createChecked(): Promise<string> {
    const number = await createPicked()
    await checkAll(admin, number)
    await runStep(admin, 'finish-check', number)
    return number
  }

  test('a shipment is rejected while its boxes hold only a part of the picked stock', async () => {
    const number = await createChecked()
    await scan(number, `BOX-${number}`)
    await scan(number, 'PLAIN', 3)
    expect(rowErrors(await ship(number))).toEqual([[1, 'STATE_CD', expect.stringContaining('2')]])
    await scan(number, 'PLAIN')
    await scan(number, 'OTHER', 2)
    expect(rowErrors(await ship(number))[0]?.[1]).toBe('STATE_CD')
    await scan(number, '2KG')
    await runStep(admin, 'finish-packing', number)
    await runStep(admin, 'ship', number)
  })

  test('a shipment leaves after its packing is cancelled, or with a box that was never filled', async () => {
    const [cancelled, empty] = [await createChecked(), await createChecked()]
    await scan(cancelled, `BOX-${cancelled}`)
    await scan(cancelled, 'PLAIN', 3)
    await runStep(admin, 'cancel-packing', cancelled)
    await scan(empty, `BOX-${empty}`)
    await runStep(admin, 'ship', cancelled, empty)
  })
})

describe('matching of serial and box numbers', () => {
  const tieNumbers = (SHIPMENT_NO: string, NUMBERS: string, extra: Record<string, Value> = {}) => {
    const row = { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS, ...extra }
    return admin.save('outbound/tie-numbers', [row])
  }

  test('a serial matches one piece, a box number matches its box quantity', async () => {
    const number = await createPicked()
    expect((await tieNumbers(number, 'sn-1, SN-2')).body.message).toBe('번호 2개를 매칭했습니다.')
    expect((await tieNumbers(number, 'BX-1', { MATCH_CD: 'BOX', BOX_QTY: 2 })).status).toBe(200)
    const [line] = await admin.query('outbound/match-lines', { SHIPMENT_NO: number })
    expect(line).toMatchObject({ PICK_QTY: 4, MATCH_QTY: 4, OPEN_QTY: 0 })
    expect(
      await admin.query('outbound/matches', { SHIPMENT_NO: number, LINE_NO: 1 }),
    ).toMatchObject([
      { MATCH_NO: 'BX-1', QTY: 2 },
      { MATCH_NO: 'SN-1', QTY: 1 },
      { MATCH_NO: 'SN-2', QTY: 1 },
    ])
    expect(rowErrors(await tieNumbers(number, 'SN-3'))[0]?.[2]).toContain('미매칭 수량 0')
  })

  test('a serial is matched only once, even by concurrent requests', async () => {
    const [first, second] = [await createPicked(), await createPicked()]
    const both = await Promise.all([tieNumbers(first, 'ONCE'), tieNumbers(second, 'ONCE')])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = await tieNumbers(second, 'ONCE FRESH')
    expect(again.status).toBeGreaterThanOrEqual(400)
  })

  test('invalid numbers are rejected with a reason and none of them is saved', async () => {
    const number = await createPicked()
    expect(rowErrors(await tieNumbers(number, 'A1 A1'))[0]?.[2]).toContain('두 번')
    expect(rowErrors(await tieNumbers(number, 'A1 A2 A3 A4 A5'))[0]?.[2]).toContain('미매칭 수량 4')
    expect(
      rowErrors(await tieNumbers(number, 'B1 B2', { MATCH_CD: 'BOX', BOX_QTY: 1 })),
    ).toHaveLength(1)
    expect(rowErrors(await tieNumbers(number, 'A1', { LINE_NO: 9 }))[0]?.[2]).toBe(
      '출고 행을 찾을 수 없습니다. 다시 조회하세요.',
    )
    expect(await admin.query('outbound/matches', { SHIPMENT_NO: number })).toEqual([])
  })

  test('matched stock cannot be returned until its numbers are unmatched', async () => {
    const number = await createPicked()
    await tieNumbers(number, 'T1 T2 T3 T4')
    expect((await putBack(number)).body.message).toContain('매칭을 먼저 해제하세요')
    const named = ['T1', 'T2', 'T3', 'T4'].map((MATCH_NO) => {
      return { SHIPMENT_NO: number, LINE_NO: 1, MATCH_NO }
    })
    expect((await admin.save('outbound/untie-numbers', named)).status).toBe(200)
    expect((await admin.save('outbound/untie-numbers', named)).status).toBe(422)
    expect((await putBack(number)).status).toBe(200)
  })
})
