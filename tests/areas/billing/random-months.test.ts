import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser

const owners = 25
const months = ['202601', '202602', '202603', '202604']

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface Past {
  readonly owner: string
  readonly price: number
  readonly cbm: number
  readonly moved: [at: string, qty: number][]
}

function randomPast(index: number): Past {
  const next = createRandom(index + 1)
  const moved: [string, number][] = []
  let stock = 0
  for (let day = 0; day < 118; day += 1 + Math.floor(next() * 9)) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
    const isInbound = stock === 0 || next() < 0.55
    const qty = isInbound ? 1 + Math.floor(next() * 90) : 1 + Math.floor(next() * stock)
    stock += isInbound ? qty : -qty
    moved.push([`${date} 23:59:59.9`, isInbound ? qty : -qty])
  }
  return {
    owner: `R${index}`,
    price: 100 + Math.floor(next() * 900),
    cbm: (1 + Math.floor(next() * 500)) / 1000,
    moved,
  }
}

const pastsToTry = Array.from({ length: owners }, (_, index) => randomPast(index))

/** Thousandths of CBM days in a month, computed by adding up the movements. */
function sumStored({ moved, cbm }: Past, month: string): number {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate()
  let pieces = 0
  for (let day = 1; day <= last; day += 1) {
    const date = `${month.slice(0, 4)}-${month.slice(4)}-${String(day).padStart(2, '0')}`
    pieces += moved.filter(([at]) => at.slice(0, 10) <= date).reduce((sum, [, qty]) => sum + qty, 0)
  }
  return pieces * Math.round(cbm * 1000)
}

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const { owner, price, cbm, moved } of pastsToTry) {
    await addPastStock(site.db, { owner, item: 'J', cbm, moved })
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, unit_price: price })
  }
})
afterAll(() => closeVerified(site))

test('a hundred random months bill the amount of the ledger formula, closed or open', async () => {
  for (const [at, month] of months.entries()) {
    const end = new Date(Date.UTC(2026, at + 1, 0)).toISOString().slice(0, 10).replaceAll('-', '')
    await closeUntil(site.db, end)
    await chargeAll(site.db)
    // Half of the owners close the month, alternating by month; the others leave it open.
    const closing = pastsToTry.filter((_, index) => index % 2 === at % 2)
    const rows = closing.map(({ owner }) => ({ OWNER_CD: owner, BILL_MONTH: month }))
    expect((await user.save('billing/close-month', rows)).status).toBe(200)
  }
  const found = await site.db.query<{ owner_cd: string; bill_month: string; won: string }>(sql`
    select owner_cd, bill_month, trim_scale(sum(amount))::text won from charge group by 1, 2`)
  const billed = new Map(found.map((row) => [`${row.owner_cd} ${row.bill_month}`, row.won]))
  const wanted = pastsToTry.flatMap((past) =>
    months.map((month): [string, string] => [
      `${past.owner} ${month}`,
      String((sumStored(past, month) * past.price) / 1000),
    ]),
  )
  expect(wanted).toHaveLength(100)
  for (const [key, won] of wanted) expect([key, billed.get(key) ?? '0']).toEqual([key, won])
  const invoices = await site.db.query<{ off: number }>(sql`
    select count(*) off from invoice i where supply_amt <> (select trunc(round(sum(amount), 2)) from charge c
      where (c.owner_cd, c.bill_month) = (i.owner_cd, i.bill_month))`)
  expect(invoices).toEqual([{ off: 0 }])
}, 120_000)
