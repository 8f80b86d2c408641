import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser

const june = { from_dt: '20260601', to_dt: '20260630' }

/** Received on two dates: 4 pieces and 10 pieces, each in a document of one line. */
const cards = [
  ['PLAIN', {}, [['WORK', 14, 7, 98]]],
  [
    'FREE',
    { free_qty: 5 },
    [
      ['WORK', 14, 7, 98],
      ['FREE', -9, 7, -63],
    ],
  ],
  [
    'LEAST',
    { min_amt: 50 },
    [
      ['WORK', 14, 7, 98],
      ['CASE_LEAST', 1, null, 22],
    ],
  ],
  [
    'MOST',
    { max_amt: 60 },
    [
      ['WORK', 14, 7, 98],
      ['CASE_MOST', 1, null, -10],
    ],
  ],
  [
    'MONTH',
    { month_max_amt: 90 },
    [
      ['WORK', 14, 7, 98],
      ['MOST', 1, null, -8],
    ],
  ],
  [
    'DAY',
    { day_min_amt: 40 },
    [
      ['WORK', 14, 7, 98],
      ['LEAST', 1, null, 12],
    ],
  ],
  [
    'ALL',
    { free_qty: 1, min_amt: 30, max_amt: 60 },
    [
      ['WORK', 14, 7, 98],
      ['FREE', -2, 7, -14],
      ['CASE_LEAST', 1, null, 9],
      ['CASE_MOST', 1, null, -3],
    ],
  ],
  ['TIERS', { tier_cd: 'WHOLE', tiers: '0:7, 5:6' }, [['WORK', 14, null, 88]]],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901)`)
  const days = [
    ['2026-06-10 09:00:00', 4],
    ['2026-06-11 09:00:00', 10],
  ] as const
  const price = { charge_cd: 'IN', basis_cd: 'WORK', unit_cd: 'EA', unit_price: 7, ...june }
  for (const [owner, more] of [...cards, ['COOL', { cool_rate: 25 }] as const]) {
    const cell = owner === 'COOL' ? 'COOL-1' : 'A-001'
    for (const day of days) {
      await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', cell, moved: [day] })
    }
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...price, ...more })
  }
  await addPastStock(site.db, { owner: 'STORED', item: 'J', cell: 'COOL-1', moved: [days[1]] })
  const stored = { basis_cd: 'AVERAGE', unit_cd: 'EA', unit_price: 30, ...june }
  await addPrices(site.db, { price_cd: 'STORED', owner_cd: 'STORED', ...stored, cool_rate: 10 })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

async function closeAndGetLines(OWNER_CD: string) {
  const month = { OWNER_CD, BILL_MONTH: '202606', REASON: 'no price' }
  expect((await user.save('billing/close-month', [month])).status).toBe(200)
  const [invoice] = await user.query('billing/invoices', { OWNER_CD })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  const rows = await user.query('billing/invoice-lines', { INVOICE_NO })
  const shown = rows.map((row) =>
    ['KIND_CD', 'QTY', 'UNIT_PRICE', 'SUPPLY_AMT'].map((name) => row[name]),
  )
  const total = shown.reduce((sum, [, , , amount]) => sum + Number(amount), 0)
  expect(total).toBe(Number(invoice?.['SUPPLY_AMT']))
  return { shown, invoice, rows }
}

test.each(cards)(
  'an invoice line of work is its quantity times its price: %s',
  async (owner, _more, expected) => {
    expect((await closeAndGetLines(owner)).shown).toEqual(expected)
  },
)

test('a surcharge of work or of a storage period has a separate line', async () => {
  expect((await closeAndGetLines('COOL')).shown).toEqual([
    ['WORK', 14, 7, 98],
    // 24.5 KRW, rounded down.
    ['RAISED', 1, null, 24],
  ])
  // 10 pieces are stored on 20 of 30 dates.
  const { shown } = await closeAndGetLines('STORED')
  expect(shown.map(([kind, , price, amount]) => [kind, price, amount])).toEqual([
    ['WORK', 30, 200],
    ['RAISED', null, 20],
  ])
})

test('the evidence of an invoice contains each charge once', async () => {
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'MONTH' })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  const rows = await user.query('billing/statement-evidence', { INVOICE_NO })
  expect(rows.map((row) => [row['CAUSE_CD'], row['AMOUNT']])).toEqual([
    ['RECEIPT', 28],
    ['RECEIPT', 70],
    ['MOST', -8],
  ])
})
