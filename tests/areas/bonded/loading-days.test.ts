import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addSheds, arrive, clearCargo, expectCargo } from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'
import { customsDay } from '#tests/support/storage-period.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let clerk: TestUser
let item: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  await addSheds(clerk)
  item = await addItem(site.db, 'LOADING1')
})
afterAll(() => closeVerified(site))

/** Deadlines of cleared cargo on the three pages that show them. */
async function findDeadlines(bondNo: string) {
  const [open] = await clerk.query('bonded/releasable', { BOND_NO: bondNo })
  const [stock] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
  const dues = await clerk.query('bonded/deadlines', { BOND_NO: bondNo, DEADLINE_CD: 'REMOVE' })
  return [open?.['REMOVE_DT'], stock?.['REMOVE_DT'], dues[0]?.['DUE_DT'] ?? null]
}

// Customs Act, article 157-2 for imports and article 251 for what leaves the country.
test.each([
  ['IMPORT', undefined, 15],
  ['RETURN', '1309026000777X', 30],
  ['LOADING', 'LOAD000777', 30],
  ['TRANSIT', 'TRANSIT000777', null],
  ['DISPOSAL', 'DISPOSAL000777', null],
] as const)('cargo cleared for %s has its own release deadline', async (BASIS_CD, number, days) => {
  const ACCEPT_DT = addDays(today, -1)
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo, { DONE_AT: `${addDays(today, -9)}090000` })
  const basis = { BASIS_CD, ACCEPT_DT, ...(number && { BASIS_NO: number }) }
  await clearCargo(clerk, bondNo, null, 88, basis)
  const due = days === null ? null : customsDay(addDays(ACCEPT_DT, days))
  expect(await findDeadlines(bondNo)).toEqual([due, due, due])
})

test('the earliest deadline of several clearances counts', async () => {
  const bondNo = await expectCargo(clerk, item)
  await arrive(clerk, bondNo, { DONE_AT: `${addDays(today, -40)}090000` })
  const back = { BASIS_CD: 'RETURN', BASIS_NO: '1309026000778X', ACCEPT_DT: addDays(today, -20) }
  await clearCargo(clerk, bondNo, null, 40, back)
  await clearCargo(clerk, bondNo, null, 48, { ACCEPT_DT: addDays(today, -1) })
  const [stock] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
  expect(stock?.['REMOVE_DT']).toBe(customsDay(addDays(today, 10)))
})
