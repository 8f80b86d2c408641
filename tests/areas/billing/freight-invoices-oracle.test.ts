import { Decimal } from 'decimal.js'
import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { createRandom, type Random } from '#tests/oracle/random-life.ts'
import {
  settleInvoices,
  Settlement,
  type PayerTerms,
  type TypedCharge,
} from '#tests/oracle/settlement.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

const terms: Readonly<Record<string, PayerTerms>> = {
  SHIP: { inWon: true, mode: '4', rates: { USD: ['1385.55', 1], JPY: ['940.2', 100] } },
  USCO: { inWon: false, mode: '24', rates: { USD: ['1399.9', 1] } },
}
const currencies: Readonly<Record<string, readonly string[]>> = {
  SHIP: ['KRW', 'USD', 'JPY'],
  USCO: ['KRW', 'USD'],
}

function randomCharges(random: Random, payer: string): TypedCharge[] {
  return Array.from({ length: 1 + random.upTo(3) }, () => ({
    qty: 1 + random.upTo(40),
    price: (1 + random.upTo(900_000)) / 100,
    currency: random.pick(currencies[payer] ?? []),
    isTaxed: random.chance(0.4),
  }))
}

const text = (value: Value | undefined) => String(value ?? '')
/** Avoids the negative zero of a credit without tax. */
const getAmount = (value: Decimal) => Number(value) + 0

/** Bills random charges of a payer and registers the invoices that the model expects. */
async function bill(random: Random, model: Settlement): Promise<void> {
  const payer = random.pick(['SHIP', 'USCO'])
  const charges = randomCharges(random, payer)
  const id = await book({ SHIPPER_CD: payer })
  await typed(
    id,
    ...charges.map(
      ({ qty, price, currency, isTaxed }) =>
        [isTaxed ? 'THC' : 'OFR', { QTY: qty, UNIT_PRICE: price, CURRENCY_CD: currency }] as const,
    ),
  )
  const expected = settleInvoices(charges, terms[payer] ?? { inWon: true, mode: '24', rates: {} })
  const rows = await drafted(id, { WRITE_DT: '20260320' })
  const keys = rows.map((row) => `${text(row['CURRENCY_CD'])} ${text(row['VAT_CD'])}`)
  expect(new Set(keys)).toEqual(new Set(expected.keys()))
  for (const [index, row] of rows.entries()) {
    const INVOICE_NO = text(row['INVOICE_NO'])
    const settled = expected.get(keys[index] ?? '')
    if (settled) model.invoices.set(INVOICE_NO, settled)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
  }
}

let entered = 0

/** Pays a part of, all of or more than an open invoice. */
async function pay(random: Random, model: Settlement): Promise<void> {
  const owed = [...model.invoices].filter(([no]) => model.open(no).gt(0))
  if (owed.length === 0) return
  const [INVOICE_NO, invoice] = random.pick(owed)
  const places = invoice.currency === 'USD' ? 2 : 0
  const amount = Decimal.max(
    model
      .open(INVOICE_NO)
      .mul(random.pick(['0.3', '1', '1.4']))
      .toDecimalPlaces(places),
    1,
  )
  const [head] = await user.query('billing/invoices', { INVOICE_NO })
  entered += 1
  const PAYER_NM = `Bank ${entered} end`
  await saved('billing/write-payments', [
    {
      PAID_DT: '20260401',
      PAYER_NM,
      PAYER_CD: head?.['PAYER_CD'] ?? null,
      AMOUNT: getAmount(amount),
      CURRENCY_CD: invoice.currency,
    },
  ])
  const [paid] = await user.query('billing/open-payments', { PAYER_NM })
  const PAYMENT_NO = text(paid?.['PAYMENT_NO'])
  model.payments.set(PAYMENT_NO, { amount, matched: new Decimal(0) })
  const matched = Decimal.min(amount, model.open(INVOICE_NO))
  await saved('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT: getAmount(matched) }])
  model.match(PAYMENT_NO, INVOICE_NO, matched)
}

/** Reverses a match of a payment or credit. */
async function unmatch(random: Random, model: Settlement): Promise<void> {
  const rows = await user.query('billing/matches')
  const undone = new Set(rows.map((row) => row['REVERSES_NO']))
  const open = rows.filter(
    (row) => row['REVERSES_NO'] === null && !undone.has(row['PAY_MATCH_NO'] ?? null),
  )
  if (open.length === 0) return
  const row = random.pick(open)
  await saved('billing/unmatch-payments', [{ PAY_MATCH_NO: row['PAY_MATCH_NO'] ?? null }])
  const back = new Decimal(text(row['AMOUNT'])).neg()
  model.match(text(row['PAYMENT_NO']), text(row['INVOICE_NO']), back)
}

/** Cancels a payment with its matches. */
async function cancel(random: Random, model: Settlement): Promise<void> {
  if (model.payments.size === 0) return
  const PAYMENT_NO = random.pick([...model.payments.keys()])
  const rows = await user.query('billing/matches', { PAYMENT_NO })
  await saved('billing/cancel-payments', [{ PAYMENT_NO, CANCEL_REASON: 'x' }])
  for (const row of rows) {
    const back = new Decimal(text(row['AMOUNT'])).neg()
    model.match(PAYMENT_NO, text(row['INVOICE_NO']), back)
  }
  model.payments.delete(PAYMENT_NO)
}

/** Change of the net amount: a part, the entire remainder, or more. */
function getChange(random: Random, model: Settlement, origin: string): Decimal {
  const { supply } = model.remaining(origin)
  const places = model.invoices.get(origin)?.currency === 'USD' ? 2 : 0
  const part = supply.mul(random.pick(['-1', '-0.37', '-0.9', '0.21']))
  return part.toDecimalPlaces(places)
}

/** Corrects an invoice for a random reason, also one that was corrected before. */
async function correct(random: Random, model: Settlement, done: Set<string>): Promise<void> {
  const free = [...model.invoices].flatMap(([no, { origin }]) =>
    origin === undefined && model.remaining(no).supply.gt(0) ? [no] : [],
  )
  if (free.length === 0) return
  const INVOICE_NO = random.pick(free)
  const of = model.invoices.get(INVOICE_NO)
  const isZeroed = [...model.invoices.values()].some(
    ({ origin, isTaxed }) => origin === INVOICE_NO && !isTaxed && of?.isTaxed === true,
  )
  // Stop once a zero-rated correction exists: the tax of later credits follows another rule.
  if (isZeroed) return
  const CORRECT_CD = random.pick(['1', '2', '2', '3', '4', '6', ...(of?.isTaxed ? ['5'] : [])])
  const change = getChange(random, model, INVOICE_NO)
  const difference = CORRECT_CD === '3' ? change.abs().neg() : change
  if (difference.isZero()) return
  const isPartial = CORRECT_CD === '2' || CORRECT_CD === '3'
  const before = new Set(model.invoices.keys())
  await saved('billing/correct-invoice', [
    { INVOICE_NO, CORRECT_CD, ...(isPartial && { DIFF_AMT: getAmount(difference) }) },
  ])
  const rows = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const [first = '', second = ''] = rows
    .map((row) => text(row['INVOICE_NO']))
    .filter((no) => !before.has(no))
    .toSorted()
  const { supply } = model.remaining(INVOICE_NO)
  if (isPartial) model.change(INVOICE_NO, first, difference)
  else if (CORRECT_CD === '1') model.correct(INVOICE_NO, first, -1)
  else model.reverse(INVOICE_NO, first)
  if (CORRECT_CD === '1') model.correct(INVOICE_NO, second, 1)
  if (CORRECT_CD === '5') model.zeroRate(INVOICE_NO, second, supply)
  done.add(`${CORRECT_CD} ${first}`)
}

async function compare(model: Settlement): Promise<void> {
  const rows = await user.query('billing/invoices')
  const known = rows.filter((row) => row['PAYER_CD'] !== null)
  expect(known).toHaveLength(model.invoices.size)
  for (const row of known) {
    const no = text(row['INVOICE_NO'])
    const settled = model.invoices.get(no)
    if (!settled) throw new Error(`unexpected invoice ${no}`)
    const { supply, tax, won, paid } = settled
    expect({ ...row, no }).toMatchObject({
      no,
      SUPPLY_AMT: getAmount(supply),
      TAX_AMT: getAmount(tax),
      WON_AMT: won === null ? null : getAmount(won),
      PAID_AMT: getAmount(paid),
      STATE_CD: supply.add(tax).eq(paid) ? '60' : '40',
    })
  }
  const owed = await user.query('billing/receivables')
  const receivable = owed.map((row): [string, number] => [
    text(row['INVOICE_NO']),
    Number(row['OPEN_AMT']),
  ])
  const openInvoices = [...model.invoices.keys()]
    .map((no): [string, number] => [no, getAmount(model.open(no))])
    .filter(([, amount]) => amount !== 0)
  expect(new Map(receivable)).toEqual(new Map(openInvoices))
  const open = await user.query('billing/open-payments')
  const remaining = open.map((row): [string, number] => [
    text(row['PAYMENT_NO']),
    Number(row['LEFT_AMT']),
  ])
  const sources = [...model.payments.keys(), ...model.invoices.keys()]
  const expected = sources
    .map((no): [string, number] => [no, getAmount(model.left(no))])
    .filter(([, amount]) => amount > 0)
  expect(new Map(remaining)).toEqual(new Map(expected))
}

test('foreign invoices, payments and credits agree with an independent calculation', async () => {
  const random = createRandom(20_260_320)
  const model = new Settlement()
  const corrected = new Set<string>()
  for (let round = 0; round < 25; round++) {
    await bill(random, model)
    await pay(random, model)
    if (random.chance(0.6)) await pay(random, model)
    if (random.chance(0.7)) await correct(random, model, corrected)
    if (random.chance(0.3)) await unmatch(random, model)
    if (random.chance(0.3)) await cancel(random, model)
    await compare(model)
  }
  expect(new Set([...corrected].map((reason) => reason.slice(0, 1))).size).toBeGreaterThan(4)
}, 240_000)
