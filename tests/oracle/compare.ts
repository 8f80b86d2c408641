import { Decimal } from 'decimal.js'
import sql from 'sql-template-tag'
import type { TestSite, TestUser } from '#tests/support/app.ts'
import { monthTotals, getSupply, type MonthTotals } from './bill.ts'
import { readFacts } from './facts.ts'

export interface Finding {
  readonly owner: string
  readonly text: string
}

const zero = new Decimal(0)

/** Correct amounts for an owner in a month. */
export type RightTotals = (owner: string, month: string) => MonthTotals

/**
 * Expected amounts according to the current ledger and rate cards. Closing months changes neither.
 */
export async function readRightTotals(site: TestSite): Promise<RightTotals> {
  const facts = await readFacts(site.db)
  const known = new Map<string, MonthTotals>()
  return (owner, month) => {
    const key = `${owner} ${month}`
    const totals = known.get(key) ?? monthTotals(facts, owner, month)
    known.set(key, totals)
    return totals
  }
}

interface Line extends Record<string, unknown> {
  invoice_no: string
  /** Whether tax is calculated on the sum of its invoice. */
  on_sum: boolean
  vat_cd: string
  bill_month: string
  of_month: string
  charge_cd: string
  price_cd: string | null
  agreed: string | null
  rounding_cd: string
  qty: string
  unit_price: string | null
  exact: string
  supply: string
  tax: string
}

const getLines = (owner: string) => sql`
  select i.invoice_no, coalesce(t.tax_cd = 'SUM', false) on_sum, coalesce(p.vat_cd, 'TAX') vat_cd,
    i.bill_month, coalesce(l.of_month, i.bill_month) of_month, l.charge_cd, p.price_cd,
    p.unit_price::text agreed,
    coalesce(p.rounding_cd, '2') rounding_cd, l.qty::text qty, l.unit_price::text unit_price,
    l.exact_amt::text exact, l.supply_amt::text supply,
    l.tax_amt::text tax
  from invoice i join invoice_line l using (invoice_no)
  left join price_line p using (price_id)
  left join billing_terms t on t.owner_cd = i.owner_cd
  where i.owner_cd = ${owner} and i.state_cd <> '90'`

const sum = (lines: readonly Line[]) => lines.reduce((total, { exact }) => total.add(exact), zero)

/** Whether the amount is quantity times price, except for the rounding of its charges. */
const isRecalculated = ({ qty, unit_price: price, exact }: Line) =>
  price === null || new Decimal(qty).mul(price).sub(exact).abs().lt(0.001)

/** Differences between the invoice of a month and the invoice that the oracle expects. */
export async function compareInvoices(
  site: TestSite,
  owner: string,
  month: string,
  months: readonly string[],
  rightTotals: RightTotals,
): Promise<Finding[]> {
  const lines = await site.db.query<Line>(getLines(owner))
  const priced = lines.filter((line) => line.price_cd !== null)
  const findings: string[] = []
  for (const of of months) {
    const right = rightTotals(owner, of)
    const codes = new Set(right.keys())
    for (const line of priced) {
      if (line.of_month === of) codes.add(`${line.charge_cd} ${line.price_cd}`)
    }
    for (const key of codes) {
      const same = priced.filter(
        (line) => line.of_month === of && `${line.charge_cd} ${line.price_cd}` === key,
      )
      const before = sum(same.filter((line) => line.bill_month !== month))
      const billed = sum(same.filter((line) => line.bill_month === month))
      const wanted = (right.get(key) ?? zero).sub(before)
      if (!wanted.eq(billed)) {
        findings.push(
          `${month} ${key} of ${of}: billed ${billed.toFixed()}, right ${wanted.toFixed()}`,
        )
      }
    }
  }
  for (const line of lines.filter((candidate) => candidate.bill_month === month)) {
    if (!isRecalculated(line)) {
      findings.push(`${month} ${line.price_cd}: ${line.qty} × ${line.unit_price} = ${line.exact}`)
    }
    const others = lines.filter(
      (other) => other.bill_month === month && other.of_month === month && other !== line,
    )
    // The minimum line raises the rounded lines of its month to the agreed price, rounded up to a
    // won.
    const isMinimum =
      line.charge_cd === 'INVOICE_MIN' && line.of_month === month && new Decimal(line.exact).gt(0)
    const supply = isMinimum
      ? others.reduce((left, other) => left.sub(other.supply), new Decimal(line.agreed ?? 0).ceil())
      : getSupply(new Decimal(line.exact), line.rounding_cd)
    const tax = getTax(supply, line.vat_cd)
    // Calculating tax on the sum can add up to one won to a line.
    const isTaxed = line.on_sum ? tax.sub(line.tax).abs().lte(1) : tax.eq(line.tax)
    if (!supply.eq(line.supply) || !isTaxed) {
      findings.push(
        `${month} ${line.charge_cd} ${line.exact} by mode ${line.rounding_cd}: ${line.supply} + ${line.tax}, right ${supply.toFixed()} + ${tax.toFixed()}`,
      )
    }
  }
  const invoices = Map.groupBy(
    lines.filter((line) => line.on_sum && line.bill_month === month),
    (line) => line.invoice_no,
  )
  for (const [number, group] of invoices) {
    const taxed = group.reduce(
      (total, line) => (line.vat_cd === 'TAX' ? total.add(line.supply) : total),
      zero,
    )
    const tax = group.reduce((total, line) => total.add(line.tax), zero)
    if (!tax.eq(getTax(taxed, 'TAX'))) {
      findings.push(`${number}: tax ${tax.toFixed()} on ${taxed.toFixed()}`)
    }
  }
  return findings.map((text) => ({ owner, text }))
}

/** Tax in won, never rounded up. */
const getTax = (supply: Decimal, vat: string) => (vat === 'TAX' ? supply.div(10).trunc() : zero)

/** Differences between the oracle and the price trial of a month with its agreed rate card. */
export async function compareTrial(
  user: TestUser,
  owner: string,
  month: string,
  rightTotals: RightTotals,
): Promise<Finding[]> {
  const right = rightTotals(owner, month)
  const rows = await user.query('billing/price-trial', { OWNER_CD: owner, BILL_MONTH: month })
  const charges = new Set([...right.keys()].map((key) => key.split(' ')[0] ?? ''))
  return [...charges].flatMap((charge) => {
    const wanted = [...right].reduce(
      (total, [key, amount]) => (key.startsWith(`${charge} `) ? total.add(amount) : total),
      zero,
    )
    const tried = rows
      .filter((row) => row['CHARGE_CD'] === charge)
      .reduce((total, row) => total.add(String(row['TRIED_AMT'])), zero)
    if (wanted.eq(tried)) return []
    const text = `trial ${month} ${charge}: ${tried.toFixed()}, right ${wanted.toFixed()}`
    return [{ owner, text }]
  })
}
