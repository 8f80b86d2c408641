import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)
const toIsoDate = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const at = `${toIsoDate(addDays(today, -40))} 09:00:00`
  for (const [owner, basis_cd] of [
    ['PERIOD', 'HALF_PEAK'],
    ['DAILY', 'DAY_END'],
  ] as const) {
    await addPastStock(site.db, { owner, item: 'J', moved: [[at, 100]] })
    const price = { price_cd: owner, owner_cd: owner, basis_cd, unit_cd: 'EA', unit_price: 10 }
    await addPrices(site.db, price)
  }
  await closeUntil(site.db, addDays(today, -1))
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

const save = (BATCH_FLAG: string, OWNER_CD: string, extra: Record<string, Value>) =>
  user.save('billing/save-terms', [
    { BATCH_FLAG, OWNER_CD, TAX_CD: 'LINE', SECOND_YN: 'N', ...extra },
  ])

test('the closing day of an owner charged by period does not change', async () => {
  const moved = await save('I', 'PERIOD', { CLOSE_DAY: 25 })
  expect(rowErrors(moved).map(([, column]) => column)).toEqual(['CLOSE_DAY'])
  expect((await save('I', 'PERIOD', { CLOSE_DAY: 0 })).status).toBe(200)
  expect((await save('U', 'PERIOD', { CLOSE_DAY: 0, DUE_DAYS: 10, VERSION: 1 })).status).toBe(200)
  const daily = { price_cd: 'PERIOD', owner_cd: 'PERIOD', version_no: 2, unit_cd: 'EA' }
  await addPrices(site.db, { ...daily, unit_price: 1, from_dt: today })
  expect((await save('U', 'PERIOD', { CLOSE_DAY: 25, VERSION: 2 })).status).toBe(200)
})

test('the closing day of an owner charged by day changes', async () => {
  expect((await save('I', 'DAILY', { CLOSE_DAY: 25 })).status).toBe(200)
})
