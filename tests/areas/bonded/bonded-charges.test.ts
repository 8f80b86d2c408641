import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, rowErrors } from '#tests/support/floor.ts'
import { columnTitles } from '#tests/support/labels.ts'

type Row = Record<string, Value>

let site: TestSite
let clerk: TestUser
let second: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
  // 0.1 % of the customs value per period of 15 days, and 5 won per kilogram and day.
  for (const [PRICE_CD, CHARGE_CD, UNIT_CD, UNIT_PRICE] of [
    ['B-IN', 'BON_IN', 'BOX', 300],
    ['B-OUT', 'BON_OUT', 'DOC', 10_000],
    ['B-KG', 'BON_STORE', 'KG', 5],
    ['B-VALUE', 'BON_VALUE', 'VALUE', 1],
  ] as const) {
    ok(
      await clerk.save('freight/save-price-line', [
        price({ PRICE_CD, CHARGE_CD, UNIT_CD, UNIT_PRICE }),
      ]),
    )
  }
})
afterAll(() => closeVerified(site))

function price(row: Row): Row {
  const rest = { BASIS_CD: 'WORK', FROM_DT: '20260101', VAT_CD: 'TAX', ROUNDING_CD: '2' }
  return {
    BATCH_FLAG: 'I',
    VERSION_NO: 1,
    STATE_CD: '20',
    PER_CD: 'LINE',
    CURRENCY_CD: 'KRW',
    ...rest,
    ...row,
  }
}

async function createCleared(head: Row = { CUSTOM_VALUE: 8_800_000 }, day = '20261101') {
  items += 1
  const item = await addItem(site.db, `PAID${items}`)
  const bondNo = await expectCargo(clerk, item, head)
  await arrive(clerk, bondNo, { DONE_AT: `${day}090000` })
  await open(clerk, bondNo)
  return { item, bondNo, basisId: await clearCargo(clerk, bondNo, item) }
}

async function sumCharges(bondNo: string) {
  await chargeLedger(site.db)
  const rows = await clerk.query('billing/charges', { DOC_NO: bondNo })
  const sums = new Map<Value, [number, number]>()
  for (const row of rows) {
    const [qty, amount] = sums.get(row['CHARGE_CD'] ?? null) ?? [0, 0]
    const more = [Number(row['QTY'] ?? 0), Number(row['AMOUNT'] ?? 0)] as const
    sums.set(row['CHARGE_CD'] ?? null, [qty + more[0], amount + more[1]])
  }
  return { rows, sums: Object.fromEntries(sums) }
}

test('a release is charged by weight and days and by value and periods, and is reversible', async () => {
  const { item, bondNo, basisId } = await createCleared()
  expect((await sumCharges(bondNo)).sums).toEqual({ BON_IN: [88, 26_400] })
  // 30 of 88 cartons: 399.6 kg for 10 days, and 3,000,000 won for one period.
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, DONE_AT: '20261110150000' }))
  const first = await sumCharges(bondNo)
  expect(first.sums).toEqual({
    BON_IN: [88, 26_400],
    BON_OUT: [1, 10_000],
    BON_STORE: [3996, 19_980],
    BON_VALUE: [3000, 3000],
  })
  expect(first.rows[0]).toMatchObject({ OWNER_CD: 'HANBIT', BILL_MONTH: '202611' })
  const value = first.rows.find((row) => row['CHARGE_CD'] === 'BON_VALUE')
  const why = await clerk.query('billing/why', { CHARGE_NO: value?.['CHARGE_NO'] ?? null })
  expect(why.map((row) => row['TEXT'])).toContainEqual(expect.stringMatching(/R\d{7} P1$/))
  // The second period started on the sixteenth day.
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 58, DONE_AT: '20261116150000' }))
  expect((await sumCharges(bondNo)).sums).toMatchObject({
    BON_STORE: [3996 + 12_361.6, 19_980 + 61_808],
    BON_VALUE: [3000 + 11_600, 3000 + 11_600],
  })
  const [last] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  await saveRow(clerk, 'cancel-release', [
    { LINE_ID: last?.['LINE_ID'] ?? null, REASON: 'misdeclared' },
  ])
  expect((await sumCharges(bondNo)).sums).toEqual(first.sums)
  expect((await sumCharges(bondNo)).rows).toHaveLength(10)
})

async function correct(bondNo: string, change: Row) {
  await saveRow(clerk, 'save-corrections', [{ BATCH_FLAG: 'I', BOND_NO: bondNo, ...change }])
  const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo, STATE_CD: '10' })
  const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
  await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
}

test('a corrected weight is charged again', async () => {
  const { item, bondNo, basisId } = await createCleared()
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, DONE_AT: '20261110150000' }))
  const { rows } = await sumCharges(bondNo)
  const [line] = await clerk.query('bonded/out-lines', { BOND_NO: bondNo })
  await correct(bondNo, {
    LINE_ID: line?.['LINE_ID'] ?? null,
    NEW_KG: 400,
    REASON: 'weighing error',
  })
  const after = await sumCharges(bondNo)
  expect(after.sums).toMatchObject({ BON_STORE: [4000, 20_000], BON_OUT: [1, 10_000] })
  expect(after.rows.length).toBeGreaterThan(rows.length)
})

test('cargo without a customs value stays unbilled with the reason, and is charged once valued', async () => {
  const { item, bondNo, basisId } = await createCleared({})
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 88, DONE_AT: '20261101180000' }))
  const { sums } = await sumCharges(bondNo)
  expect(sums).toMatchObject({ BON_STORE: [1172.2, 5861] })
  expect(sums).not.toHaveProperty('BON_VALUE')
  const waiting = await clerk.query('billing/unbilled', { DOC_NO: bondNo })
  expect(waiting).toMatchObject([{ CHARGE_CD: 'BON_VALUE', REASON_CD: 'NO_VALUE' }])
  await correct(bondNo, { NEW_CUSTOM_VALUE: 8_800_000, REASON: 'value notified' })
  expect((await sumCharges(bondNo)).sums).toMatchObject({ BON_VALUE: [8800, 8800] })
  expect(await clerk.query('billing/unbilled', { DOC_NO: bondNo })).toEqual([])
})

test('a value changed after its month closed posts the difference once in the open month', async () => {
  const { item, bondNo, basisId } = await createCleared({ CUSTOM_VALUE: 8_800_000 }, '20261001')
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 44, DONE_AT: '20261010150000' }))
  const before = await sumCharges(bondNo)
  expect(before.sums).toMatchObject({ BON_VALUE: [4400, 4400], BON_STORE: [5861, 29_305] })
  ok(await clerk.save('billing/close-month', [{ OWNER_CD: 'HANBIT', BILL_MONTH: '202610' }]))
  await correct(bondNo, { NEW_CUSTOM_VALUE: 9_900_000, REASON: 'value corrected' })
  const after = await sumCharges(bondNo)
  // Charges by weight are unchanged. The charge by value is reversed and charged again in the
  // following month.
  expect(after.sums).toEqual({ ...before.sums, BON_VALUE: [4950, 4950] })
  const late = after.rows.filter((row) => row['BILL_MONTH'] !== '202610')
  expect(late.map((row) => [row['CHARGE_CD'], row['BILL_MONTH'], row['AMOUNT']])).toEqual(
    expect.arrayContaining([
      ['BON_VALUE', '202611', 4950],
      ['BON_VALUE', '202611', -4400],
    ]),
  )
  expect(late).toHaveLength(2)
  expect((await sumCharges(bondNo)).rows).toHaveLength(after.rows.length)
})

test('an early partial release retains its days, and the remainder counts from the complete arrival', async () => {
  items += 1
  const item = await addItem(site.db, `PAID${items}`)
  const bondNo = await expectCargo(clerk, item, { CUSTOM_VALUE: 8_800_000 })
  const half = { NOW_PKG_QTY: 44, NOW_KG: 586.1 }
  await arrive(clerk, bondNo, { ...half, PART_YN: 'Y', DONE_AT: '20261101090000' })
  await open(clerk, bondNo, 44, 440)
  const basis = await clearCargo(clerk, bondNo, item, 44)
  ok(await release(clerk, basis, item, { NOW_PKG_QTY: 44, DONE_AT: '20261105150000' }))
  const first = await sumCharges(bondNo)
  expect(first.sums).toMatchObject({ BON_STORE: [2930.5, 14_652.5], BON_VALUE: [4400, 4400] })
  await arrive(clerk, bondNo, { ...half, DONE_AT: '20261108090000' })
  expect((await sumCharges(bondNo)).sums).toEqual({ ...first.sums, BON_IN: [88, 26_400] })
  await open(clerk, bondNo, 44, 440)
  const rest = await clearCargo(clerk, bondNo, item, 44)
  ok(await release(clerk, rest, item, { NOW_PKG_QTY: 44, DONE_AT: '20261110150000' }))
  expect((await sumCharges(bondNo)).sums).toMatchObject({
    BON_STORE: [2930.5 + 1758.3, 14_652.5 + 8791.5],
    BON_VALUE: [8800, 8800],
  })
})

test('volume and value can be corrected for a cargo but not for a line', async () => {
  const { bondNo } = await createCleared()
  const [line] = await clerk.query('bonded/in-lines', { BOND_NO: bondNo })
  const ask = { BATCH_FLAG: 'I', BOND_NO: bondNo, LINE_ID: line?.['LINE_ID'] ?? null, REASON: '?' }
  for (const change of [{ NEW_CBM: 3 }, { NEW_CUSTOM_VALUE: 1000 }]) {
    const response = await clerk.save('bonded/save-corrections', [{ ...ask, ...change }])
    expect(rowErrors(response)).toEqual([[1, 'LINE_ID', expect.stringContaining('화물 전체')]])
  }
})

test('the unit customs value is rejected for the storage charge', async () => {
  const wrong = await clerk.save('freight/save-price-line', [
    price({ PRICE_CD: 'B-X', CHARGE_CD: 'BON_STORE', UNIT_CD: 'VALUE', UNIT_PRICE: 1 }),
  ])
  expect(rowErrors(wrong)).toEqual([[1, 'UNIT_CD', expect.stringContaining(columnTitles.UNIT_CD)]])
})

test('a draft price is tried on bonded charges, and a newer version reprices them', async () => {
  const { item, bondNo, basisId } = await createCleared({ CUSTOM_VALUE: 8_800_000 })
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, DONE_AT: '20261110150000' }))
  await chargeLedger(site.db)
  const draft = { PRICE_CD: 'B-KG', CHARGE_CD: 'BON_STORE', UNIT_CD: 'KG', UNIT_PRICE: 10 }
  const key = { OWNER_CD: 'HANBIT', BILL_MONTH: '202611' }
  const trial = async () =>
    Object.fromEntries(
      (await clerk.query('billing/price-trial', key)).map((row) => [row['CHARGE_CD'], row]),
    )
  // With the agreed prices the month equals the invoice.
  const before = await trial()
  for (const kind of ['BON_IN', 'BON_OUT', 'BON_STORE', 'BON_VALUE']) {
    expect(before[kind], kind).toMatchObject({ DIFF_AMT: 0 })
    expect(Number(before[kind]?.['TRIED_AMT']), kind).toBeGreaterThan(0)
  }
  const billed = Number(before['BON_STORE']?.['BILLED_AMT'])
  ok(
    await clerk.save('freight/save-price-line', [
      price({ ...draft, PRICE_CD: 'B-TRY', STATE_CD: '10', OWNER_CD: 'HANBIT' }),
    ]),
  )
  expect((await trial())['BON_STORE']).toMatchObject({
    BILLED_AMT: billed,
    TRIED_AMT: 2 * billed,
    DIFF_AMT: billed,
  })
  ok(await clerk.save('freight/save-price-line', [price({ ...draft, VERSION_NO: 2 })]))
  const expensive = { ...key, PRICE_CD: 'B-KG' }
  expect(await clerk.query('billing/rerate-diffs', expensive)).toMatchObject([
    { CHARGE_CD: 'BON_STORE', VERSION_NO: 2, BILLED_AMT: billed, DIFF_AMT: billed },
  ])
  ok(await clerk.save('billing/post-rerate', [expensive]))
  expect(await clerk.query('billing/rerate-diffs', expensive)).toEqual([])
  expect((await sumCharges(bondNo)).sums).toMatchObject({ BON_STORE: [3996, 19_980] })
})
