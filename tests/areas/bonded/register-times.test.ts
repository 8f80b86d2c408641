import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nothingToCancel } from '#areas/bonded/server/cancel-event.ts'
import { extensionLimitText, futureNotice } from '#areas/bonded/server/keeping.ts'
import { releasableAtTimeText } from '#areas/bonded/server/release-plan.ts'
import { addDays, addMonths, timestampAt } from '#kernel/calendar.ts'
import { formatDate } from '#kernel/date-format.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  cargoNumber,
  clearCargo,
  createClearedCargo,
  expectCargo,
  ok,
  open,
  quayShed,
  release,
  saveRow,
} from '#tests/support/customs-floor.ts'
import { addItem, rowErrors } from '#tests/support/floor.ts'
import { customsDay } from '#tests/support/storage-period.ts'

const today = timestampAt(Date.now()).slice(0, 8)
const daysAgo = (days: number) => addDays(today, -days)
const timestampDaysAgo = (days: number) => `${daysAgo(days)}090000`

let site: TestSite
let clerk: TestUser
let second: TestUser
beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
})
afterAll(() => closeVerified(site))

let items = 0
const newItem = () => {
  items += 1
  return addItem(site.db, `TIME${items}`)
}

type Row = Record<string, Value>

const partRow = (days: number): Row => ({
  NOW_PKG_QTY: 40,
  NOW_KG: 532.8,
  PART_YN: 'Y',
  DONE_AT: timestampDaysAgo(days),
})
const restRow = (days: number): Row => ({
  NOW_PKG_QTY: 48,
  NOW_KG: 639.4,
  DONE_AT: timestampDaysAgo(days),
})

async function getStoredPeriod(bondNo: string, extra: Row = {}) {
  const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
  const [stock] = await clerk.query('bonded/stock', { BOND_NO: bondNo, ...extra })
  const ends = await clerk.query('bonded/deadlines', { BOND_NO: bondNo, DEADLINE_CD: 'END' })
  return {
    cargo: cargo?.['IN_DT'],
    stock: stock?.['IN_DT'],
    end: stock?.['END_DT'],
    watched: ends[0]?.['DUE_DT'],
  }
}

describe('the time of a release', () => {
  test('a release dated before its basis was accepted is filed with a warning', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo, { DONE_AT: timestampDaysAgo(10) })
    await open(clerk, bondNo)
    const basisId = await clearCargo(clerk, bondNo, item, 88, { ACCEPT_DT: daysAgo(2) })
    const early = await release(clerk, basisId, item, {
      NOW_PKG_QTY: 30,
      DONE_AT: timestampDaysAgo(3),
    })
    expect(ok(early).body).toMatchObject({ data: { WARNS: true } })
    expect(early.body.message).toContain(formatDate(daysAgo(2)))
    const later = await release(clerk, basisId, item, {
      NOW_PKG_QTY: 30,
      DONE_AT: timestampDaysAgo(2),
    })
    expect(ok(later).body).not.toMatchObject({ data: { WARNS: true } })
  })

  test('a release takes only packages that had arrived and had not left', async () => {
    const item = await newItem()
    const bondNo = await expectCargo(clerk, item)
    await arrive(clerk, bondNo, partRow(9))
    await arrive(clerk, bondNo, restRow(3))
    await open(clerk, bondNo)
    const basisId = await clearCargo(clerk, bondNo, item, 88, { ACCEPT_DT: daysAgo(9) })
    const many = await release(clerk, basisId, item, {
      NOW_PKG_QTY: 41,
      DONE_AT: timestampDaysAgo(5),
    })
    expect(rowErrors(many)).toEqual([[1, 'DONE_AT', releasableAtTimeText(40).ko]])
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 30, DONE_AT: timestampDaysAgo(4) }))
    const both = await release(clerk, basisId, item, {
      NOW_PKG_QTY: 11,
      DONE_AT: timestampDaysAgo(5),
    })
    expect(rowErrors(both)).toEqual([[1, 'DONE_AT', releasableAtTimeText(10).ko]])
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 10, DONE_AT: timestampDaysAgo(5) }))
    ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 48, DONE_AT: timestampDaysAgo(3) }))
  })
})

describe('the date a cargo is complete', () => {
  test('a cargo is complete on the date of its latest part, in any order of filing', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo, partRow(2))
    await arrive(clerk, bondNo, restRow(5))
    const end = customsDay(addMonths(daysAgo(2), 6))
    expect(await getStoredPeriod(bondNo)).toEqual({
      cargo: daysAgo(2),
      stock: daysAgo(2),
      end,
      watched: end,
    })
  })

  test('stock shows the deadline of a cargo completed by a correction, but not as of an earlier time', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo, partRow(2))
    await site.db.script(`alter table bonded_line disable trigger bonded_line_append_only;
      update bonded_line set created_at = created_at - interval '2 hours'
        where bond_no = '${bondNo}';
      alter table bonded_line enable trigger bonded_line_append_only`)
    const before = timestampAt(Date.now() - 3_600_000)
    const short = { BATCH_FLAG: 'I', BOND_NO: bondNo, NEW_PKG_QTY: 40, NEW_KG: 532.8, REASON: '-' }
    await saveRow(clerk, 'save-corrections', [short])
    const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
    const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
    await saveRow(second, 'approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'C-1' }])
    const end = customsDay(addMonths(daysAgo(2), 6))
    expect(await getStoredPeriod(bondNo)).toEqual({
      cargo: daysAgo(2),
      stock: daysAgo(2),
      end,
      watched: end,
    })
    expect(await getStoredPeriod(bondNo, { AS_OF: before })).toMatchObject({
      stock: null,
      end: null,
    })
  })
})

test('the removal deadline as of a past time follows from the declarations open at that time', async () => {
  const bondNo = await expectCargo(clerk, await newItem())
  await arrive(clerk, bondNo, { DONE_AT: timestampDaysAgo(9) })
  const basisId = await clearCargo(clerk, bondNo, null, 88, { ACCEPT_DT: daysAgo(1) })
  ok(await release(clerk, basisId, null, { NOW_PKG_QTY: 88 }))
  await site.db.script(`alter table bonded_line disable trigger bonded_line_append_only;
    update bonded_line set created_at = created_at + interval '1 hour'
      where bond_no = '${bondNo}' and direction_cd = 'OUT';
    alter table bonded_line enable trigger bonded_line_append_only`)
  const AS_OF = timestampAt(Date.now() + 60_000)
  const [then] = await clerk.query('bonded/stock', { BOND_NO: bondNo, AS_OF })
  expect(then).toMatchObject({ REST_PKG_QTY: 88, REMOVE_DT: customsDay(addDays(daysAgo(1), 15)) })
})

test('stock of a reused cargo number belongs to the newer cargo, with any document number', async () => {
  const item = await newItem()
  const CARGO_NO = cargoNumber()
  const { basisId } = await createClearedCargo(clerk, item, { CARGO_NO })
  ok(await release(clerk, basisId, item, { NOW_PKG_QTY: 88, LEAVE_CD: 'STAY' }))
  await site.db.script(`update auto_number_rule set prefix = 'AA-' where rule_cd = 'BONDED'`)
  const next = await expectCargo(clerk, item, { CARGO_NO })
  await site.db.script(`update auto_number_rule set prefix = 'BD-' where rule_cd = 'BONDED'`)
  await arrive(clerk, next)
  await open(clerk, next)
  const [stock] = await clerk.query('bonded/stock', { CARGO_NO })
  expect(stock).toMatchObject({ BOND_NO: next, STOCK_CD: item, BONDED_QTY: 880 })
})

describe('an extension', () => {
  test('all rows of a save count together', async () => {
    const bondNo = await expectCargo(clerk, await newItem(), { SHED_CD: quayShed })
    await arrive(clerk, bondNo)
    const row = (BASIS_NO: string) => ({ BOND_NO: bondNo, MONTHS: 2, BASIS_NO })
    const twice = await clerk.save('bonded/extend', [row('E-1'), row('E-2')])
    expect(rowErrors(twice)).toEqual([
      [1, 'MONTHS', extensionLimitText(2).ko],
      [2, 'MONTHS', extensionLimitText(2).ko],
    ])
    ok(await clerk.save('bonded/extend', [row('E-1')]))
  })

  test('obeys the rule that was valid when the cargo arrived', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo, { DONE_AT: timestampDaysAgo(9) })
    const rule = { KIND_CD: 'GENERAL', RULE_CD: 'EXTEND', FROM_DT: daysAgo(5), RULE_VALUE: 1 }
    await saveRow(clerk, 'save-rules', [{ BATCH_FLAG: 'I', ...rule }])
    ok(await clerk.save('bonded/extend', [{ BOND_NO: bondNo, MONTHS: 6, BASIS_NO: 'E-1' }]))
    const later = await expectCargo(clerk, await newItem())
    await arrive(clerk, later, { DONE_AT: timestampDaysAgo(1) })
    const far = await clerk.save('bonded/extend', [{ BOND_NO: later, MONTHS: 2, BASIS_NO: 'E-2' }])
    expect(rowErrors(far)).toEqual([[1, 'MONTHS', extensionLimitText(1).ko]])
    await site.db.execute(sql`delete from bonded_rule where kind_cd = 'GENERAL'`)
  })
})

describe('a wrong record of storage', () => {
  const getStock = async (bondNo: string, extra: Row = {}) =>
    (await clerk.query('bonded/stock', { BOND_NO: bondNo, ...extra }))[0]
  const cancel = (BOND_NO: string, EVENT_CD: string) =>
    clerk.save('bonded/cancel-event', [{ BOND_NO, EVENT_CD, REASON: 'typing error' }])
  const extend = (BOND_NO: string, MONTHS: number, BASIS_NO: string) =>
    saveRow(clerk, 'extend', [{ BOND_NO, MONTHS, BASIS_NO }])

  test('extensions are cancelled latest first, which frees their months', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo)
    const before = await getStock(bondNo)
    await extend(bondNo, 1, 'E-1')
    const once = await getStock(bondNo)
    await extend(bondNo, 5, 'E-5')
    const response = ok(await cancel(bondNo, 'EXTEND'))
    expect(response.body.message).toContain('E-5')
    expect(await getStock(bondNo)).toMatchObject({ END_DT: once?.['END_DT'], EXTEND_MONTHS: 1 })
    await extend(bondNo, 5, 'E-6')
    const row = { BOND_NO: bondNo, EVENT_CD: 'EXTEND', REASON: 'both' }
    ok(await clerk.save('bonded/cancel-event', [row, row]))
    expect(await getStock(bondNo)).toMatchObject({ END_DT: before?.['END_DT'] })
    const [watched] = await clerk.query('bonded/deadlines', { BOND_NO: bondNo, DEADLINE_CD: 'END' })
    expect(watched).toMatchObject({ DUE_DT: before?.['END_DT'] })
    expect(rowErrors(await cancel(bondNo, 'EXTEND'))).toEqual([[1, 'EVENT_CD', nothingToCancel.ko]])
  })

  test('a removal notice is cancelled, and the previous one counts again', async () => {
    const bondNo = await expectCargo(clerk, await newItem())
    await arrive(clerk, bondNo, { DONE_AT: timestampDaysAgo(9) })
    const saveNotice = (EVENT_DT: string, BASIS_NO: string) =>
      saveRow(clerk, 'notice', [{ BOND_NO: bondNo, EVENT_DT, BASIS_NO }])
    await saveNotice(daysAgo(5), 'N-1')
    await saveNotice(daysAgo(1), 'N-2')
    ok(await cancel(bondNo, 'NOTICE'))
    const cargo = async () => (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]
    expect(await getStock(bondNo)).toMatchObject({ NOTICE_DT: daysAgo(5) })
    expect(await cargo()).toMatchObject({ NOTICE_DT: daysAgo(5) })
    ok(await cancel(bondNo, 'NOTICE'))
    expect(await getStock(bondNo)).toMatchObject({ NOTICE_DT: null })
    expect(await cargo()).toMatchObject({ NOTICE_DT: null })
  })
})

test('a removal notice is dated today at the latest', async () => {
  const bondNo = await expectCargo(clerk, await newItem())
  await arrive(clerk, bondNo)
  const saveNotice = (EVENT_DT: string) =>
    clerk.save('bonded/notice', [{ BOND_NO: bondNo, EVENT_DT, BASIS_NO: 'N-1' }])
  expect(rowErrors(await saveNotice(addDays(today, 1)))).toEqual([[1, 'EVENT_DT', futureNotice.ko]])
  ok(await saveNotice(today))
})
