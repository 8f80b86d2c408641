import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  ok,
  quayShed,
} from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'

let site: TestSite
let clerk: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  await addSheds(clerk)
  item = await addItem(site.db, 'DAYS1')
})
afterAll(() => closeVerified(site))

async function arriveOn(day: string, head = {}): Promise<string> {
  const bondNo = await expectCargo(clerk, item, head)
  await arrive(clerk, bondNo, { DONE_AT: `${day}090000` })
  return bondNo
}

const getStock = async (bondNo: string) =>
  (await clerk.query('bonded/stock', { BOND_NO: bondNo }))[0] ?? {}

async function getDue(bondNo: string, kind: string) {
  const [row] = await clerk.query('bonded/deadlines', { BOND_NO: bondNo, DEADLINE_CD: kind })
  return row?.['DUE_DT']
}

const addHoliday = (HOLIDAY_DT: string, PUBLIC_YN: string) =>
  clerk.save('supply-chain/save-holiday', [
    { BATCH_FLAG: 'I', HOLIDAY_DT, HOLIDAY_NM: 'closed', PUBLIC_YN },
  ])

describe('a customs deadline on a day without customs moves to the next working day', () => {
  test.each([
    ['a Saturday', '20261010', '20270410', '20270412'],
    ['a Sunday', '20261011', '20270411', '20270412'],
    ['Labour Day before a weekend', '20261101', '20270501', '20270503'],
    ['a fixed public holiday', '20261105', '20270505', '20270506'],
    ['a working day', '20261012', '20270412', '20270412'],
  ])('the storage period ends on %s', async (_, arrival, ends, moved) => {
    const bondNo = await arriveOn(arrival)
    // The notice deadline is counted back from the end of the period before it was moved to a
    // working day.
    expect(await getStock(bondNo)).toMatchObject({ END_DT: moved, TELL_DT: addDays(ends, -30) })
    expect(await getDue(bondNo, 'END')).toBe(moved)
  })

  test('declaration and release deadlines move to the next working day as well', async () => {
    const bondNo = await arriveOn('20261112', { SHED_CD: quayShed })
    expect(await getStock(bondNo)).toMatchObject({ DECLARE_DT: '20261214' })
    expect(await getDue(bondNo, 'DECLARE')).toBe('20261214')
    await clearCargo(clerk, bondNo, null, 88, { ACCEPT_DT: '20261113' })
    const [open] = await clerk.query('bonded/releasable', { BOND_NO: bondNo })
    expect(open).toMatchObject({ REMOVE_DT: '20261130' })
    expect(await getStock(bondNo)).toMatchObject({ REMOVE_DT: '20261130' })
    expect(await getDue(bondNo, 'REMOVE')).toBe('20261130')
  })

  test('a holiday of the site counts only if it is public', async () => {
    const bondNo = await arriveOn('20260814')
    expect(await getStock(bondNo)).toMatchObject({ END_DT: '20270215' })
    ok(await addHoliday('20270215', 'N'))
    expect(await getStock(bondNo)).toMatchObject({ END_DT: '20270215' })
    const [row] = await clerk.query('supply-chain/holiday', { HOLIDAY_DT: '20270215' })
    await clerk.save('supply-chain/save-holiday', [{ ...row, BATCH_FLAG: 'U', PUBLIC_YN: 'Y' }])
    expect(await getStock(bondNo)).toMatchObject({ END_DT: '20270216' })
    expect(await getDue(bondNo, 'END')).toBe('20270216')
  })
})
